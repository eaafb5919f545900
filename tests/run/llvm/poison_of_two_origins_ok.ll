; EXIT: 1
; Both are frozen before they meet.
define i32 @main() {
entry:
  %x = add i32 2147483646, 1
  %sum = add nsw i32 %x, 1
  %n = add i32 16, 24
  %shift = shl i32 1, %n
  %s = freeze i32 %sum
  %t = freeze i32 %shift
  %both = xor i32 %s, %t
  %c = icmp eq i32 %both, %both
  br i1 %c, label %same, label %different

same:
  ret i32 1

different:
  ret i32 2
}
