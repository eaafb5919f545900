define void @f(i32 %x) {
  %y = trunc i32 %x to i64
  ret void
}
; error: 2:8: cast between types that do not fit
