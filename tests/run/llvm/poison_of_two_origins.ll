; An overflowed sum and an overlong shift meet in one value, which decides a branch.
define i32 @main() {
entry:
  %x = add i32 2147483646, 1
  %sum = add nsw i32 %x, 1
  %n = add i32 16, 24
  %shift = shl i32 1, %n
  %both = xor i32 %sum, %shift
  %c = icmp eq i32 %both, %both
  br i1 %c, label %same, label %different ; BUG: poison-use

same:
  ret i32 1

different:
  ret i32 2
}
