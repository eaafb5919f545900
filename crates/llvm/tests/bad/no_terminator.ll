define void @f() {
a:
  %x = add i32 1, 1
b:
  ret void
}
; error: 4:1: block before this label has no terminator
