; EXIT: 7
; A signed overflow is poison, and nobody looks at it.
define i32 @main() {
entry:
  %x = add i32 2147483646, 1
  %y = add nsw i32 %x, 1
  %c = icmp sgt i32 %x, 0
  br i1 %c, label %positive, label %negative

positive:
  ret i32 7

negative:
  ret i32 8
}
