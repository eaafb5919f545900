define i32 @f() {
  br label %a
a:
  ret i32 %a
}
; error: 4:11: label used as a value
