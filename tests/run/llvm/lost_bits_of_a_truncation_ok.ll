; Only the lost bits count: that a kept one is uninitialised is no matter.
; EXIT: 42
define void @escape(ptr %p) {
  ret void
}

define i32 @main() {
  %p = alloca i64
  call void @escape(ptr %p)
  %q = getelementptr i8, ptr %p, i64 4
  store i16 5, ptr %q
  %v = load i64, ptr %p
  %s = lshr i64 %v, 32
  %t = trunc nuw i64 %s to i32
  %m = and i32 %t, 65535
  %c = icmp eq i32 %m, 5
  br i1 %c, label %a, label %b
a:
  ret i32 42
b:
  ret i32 1
}
