; The callee takes an integer, the call passes two floating-point numbers.
define i32 @twice(i32 %n) {
entry:
  %r = shl i32 %n, 1
  ret i32 %r
}

define i32 @main() {
entry:
  %slot = alloca ptr, align 8
  store ptr @twice, ptr %slot, align 8
  %f = load ptr, ptr %slot, align 8
  %r = call i32 %f(double 4.0, double 5.0) ; BUG: invalid-call
  ret i32 %r
}
