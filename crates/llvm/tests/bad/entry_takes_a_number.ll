define void @f() {
  %0 = add i32 1, 1
  ret void
}
; error: 2:3: expected number 1 or above
