define i32 @f() {
  ret i64 0
}
; error: 2:3: returned value has another type than the function's
