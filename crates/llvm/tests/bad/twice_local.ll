define void @f() {
  %x = add i32 1, 1
  %x = add i32 1, 1
  ret void
}
; error: 3:3: value is defined twice
