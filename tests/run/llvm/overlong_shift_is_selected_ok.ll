; EXIT: 9
; select does not pass on the poison of the other arm.
define i32 @main() {
entry:
  %n = add i32 30, 2
  %bad = shl i32 1, %n
  %c = icmp ult i32 %n, 31
  %v = select i1 %c, i32 %bad, i32 9
  ret i32 %v
}
