; The metadata of the load promises a value below ten.
@digit = global i32 12

define i32 @main() {
entry:
  %d = load i32, ptr @digit, align 4, !range !0
  %c = icmp ult i32 %d, 10
  br i1 %c, label %below, label %above ; BUG: broken-assumption

below:
  ret i32 1

above:
  ret i32 2
}

!0 = !{i32 0, i32 10}
