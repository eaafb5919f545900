; The quotient of poison is not used, as when a division was moved out of a loop.
define i32 @main() {
  %p = alloca i32
  store i32 2147483647, ptr %p
  %v = load i32, ptr %p
  %s = add nsw i32 %v, 1
  %q = sdiv i32 %s, 3
  ret i32 0
}
