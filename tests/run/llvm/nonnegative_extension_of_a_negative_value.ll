; zext nneg promises that the operand is not negative (LLVM 18 and later).
define i32 @main() {
entry:
  %x = sub i32 0, 5
  %w = zext nneg i32 %x to i64
  %c = icmp ult i64 %w, 10
  br i1 %c, label %small, label %large ; BUG: broken-flag

small:
  ret i32 1

large:
  ret i32 2
}
