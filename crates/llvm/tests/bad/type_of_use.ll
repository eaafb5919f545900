define i64 @f(i32 %x) {
  ret i64 %x
}
; error: 2:11: value is used with another type than it has elsewhere
