define void @f() {
  %x = add i32 1, 1
  %y = phi i32 [ 1, %0 ]
  ret void
}
; error: 3:8: `phi` after another instruction
