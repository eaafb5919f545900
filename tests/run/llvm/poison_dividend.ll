; A poison dividend is fine unless the divisor is -1; using the quotient is not.
define i32 @main() {
  %p = alloca i32
  store i32 2147483647, ptr %p
  %v = load i32, ptr %p
  %s = add nsw i32 %v, 1
  %q = sdiv i32 %s, 3
  %c = icmp eq i32 %q, 5
  br i1 %c, label %a, label %b ; BUG: signed-overflow
a:
  ret i32 0
b:
  ret i32 1
}
