define void @f() {
  %5 = add i32 1, 1
  %4 = add i32 1, 1
  ret void
}
; error: 3:3: expected number 6 or above
