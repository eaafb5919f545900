; An addition that promised not to wrap wraps, and its value is returned.
define i32 @main() {
entry:
  %x = sub i32 0, 1
  %y = add nuw i32 %x, 1
  ret i32 %y ; BUG: broken-flag
}
