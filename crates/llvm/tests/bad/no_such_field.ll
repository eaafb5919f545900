define void @f({ i32 } %x) {
  %y = extractvalue { i32 } %x, 1
  ret void
}
; error: 2:33: no such field
