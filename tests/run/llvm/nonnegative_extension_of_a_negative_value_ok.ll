; EXIT: 1
; The operand is not negative.
define i32 @main() {
entry:
  %x = sub i32 5, 0
  %w = zext nneg i32 %x to i64
  %c = icmp ult i64 %w, 10
  br i1 %c, label %small, label %large

small:
  ret i32 1

large:
  ret i32 2
}
