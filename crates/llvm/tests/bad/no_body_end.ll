define void @f() {
  ret void
; error: 4:1: expected an instruction, found the end of the text
