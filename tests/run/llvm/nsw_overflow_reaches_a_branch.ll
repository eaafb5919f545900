; A signed overflow is poison, and poison decides a branch.
define i32 @main() {
entry:
  %x = add i32 2147483646, 1
  %y = add nsw i32 %x, 1
  %c = icmp sgt i32 %y, 0
  br i1 %c, label %positive, label %negative ; BUG: signed-overflow

positive:
  ret i32 7

negative:
  ret i32 8
}
