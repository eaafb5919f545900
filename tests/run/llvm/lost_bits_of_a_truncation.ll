; trunc nuw: bits that are lost must be zero.
define i32 @main() {
  %p = alloca i64
  store i64 4294967301, ptr %p
  %v = load i64, ptr %p
  %t = trunc nuw i64 %v to i32
  %c = icmp eq i32 %t, 5
  br i1 %c, label %a, label %b ; BUG: broken-flag
a:
  ret i32 0
b:
  ret i32 1
}
