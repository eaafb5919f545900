; EXIT: 8
; Call and callee agree.
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
  %r = call i32 %f(i32 4)
  ret i32 %r
}
