; EXIT: 7
; A checksum by exclusive or.
define i32 @main() {
entry:
  %sum = xor i32 4, 3
  ret i32 %sum
}
