define void @f() {
a:
  br label %a
a:
  ret void
}
; error: 4:1: label is defined twice
