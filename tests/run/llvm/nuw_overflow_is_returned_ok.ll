; EXIT: 0
; The same addition without a promise.
define i32 @main() {
entry:
  %x = sub i32 0, 1
  %y = add i32 %x, 1
  ret i32 %y
}
