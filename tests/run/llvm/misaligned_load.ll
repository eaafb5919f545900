; The load promises an alignment that its address does not have.
@bytes = global [8 x i8] c"\01\02\00\00\00\03\04\05", align 8

define i32 @main() {
entry:
  %p = getelementptr inbounds i8, ptr @bytes, i64 1
  %x = load i32, ptr %p, align 4 ; BUG: misaligned-access
  ret i32 %x
}
