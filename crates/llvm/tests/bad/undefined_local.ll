define i32 @f() {
  ret i32 %x
}
; error: 2:11: value is never defined
