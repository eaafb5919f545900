; A branch on an undefined value.
define i32 @main() {
entry:
  %x = add i32 undef, 0
  %d = sub i32 %x, %x
  %c = icmp eq i32 %d, 0
  br i1 %c, label %zero, label %other ; BUG: uninitialised-use

zero:
  ret i32 1

other:
  ret i32 2
}
