; EXIT: 1
; A frozen value is some value, the same at each use.
define i32 @main() {
entry:
  %x = freeze i32 undef
  %d = sub i32 %x, %x
  %c = icmp eq i32 %d, 0
  br i1 %c, label %zero, label %other

zero:
  ret i32 1

other:
  ret i32 2
}
