; llvm.assume of a false condition is undefined at once.
declare void @llvm.assume(i1)

define i32 @main() {
entry:
  %slot = alloca i32, align 4
  store i32 -4, ptr %slot, align 4
  %x = load i32, ptr %slot, align 4
  %c = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %c) ; BUG: broken-assumption
  ret i32 %x
}
