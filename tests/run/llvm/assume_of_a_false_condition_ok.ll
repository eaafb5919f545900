; EXIT: 4
; The condition holds.
declare void @llvm.assume(i1)

define i32 @main() {
entry:
  %slot = alloca i32, align 4
  store i32 4, ptr %slot, align 4
  %x = load i32, ptr %slot, align 4
  %c = icmp sgt i32 %x, 0
  call void @llvm.assume(i1 %c)
  ret i32 %x
}
