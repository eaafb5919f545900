; inbounds arithmetic that leaves the object is poison, even if it comes back.
@table = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]

define i32 @main() {
entry:
  %far = getelementptr inbounds i32, ptr @table, i64 8
  %near = getelementptr inbounds i32, ptr %far, i64 -6
  %x = load i32, ptr %near, align 4 ; BUG: pointer-arithmetic
  ret i32 %x
}
