define void @f() {
  frobnicate i32 1
}
; error: 2:3: unknown instruction `frobnicate`
