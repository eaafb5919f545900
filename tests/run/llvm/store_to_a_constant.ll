; A store to a constant global.
@limit = constant i32 5

define i32 @main() {
entry:
  %old = load i32, ptr @limit, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr @limit, align 4 ; BUG: write-to-constant
  %x = load i32, ptr @limit, align 4
  ret i32 %x
}
