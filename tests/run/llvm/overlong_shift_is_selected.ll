; select passes on the poison of the arm that it chooses.
define i32 @main() {
entry:
  %n = add i32 30, 2
  %bad = shl i32 1, %n
  %c = icmp ugt i32 %n, 31
  %v = select i1 %c, i32 %bad, i32 9
  ret i32 %v ; BUG: shift-amount
}
