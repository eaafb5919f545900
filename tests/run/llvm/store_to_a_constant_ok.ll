; EXIT: 6
; A store to a variable.
@limit = global i32 5

define i32 @main() {
entry:
  %old = load i32, ptr @limit, align 4
  %new = add i32 %old, 1
  store i32 %new, ptr @limit, align 4
  %x = load i32, ptr @limit, align 4
  ret i32 %x
}
