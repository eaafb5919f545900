define void @f() {
  br label %x
}
; error: 2:12: label is never defined
