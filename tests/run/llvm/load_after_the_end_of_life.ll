; A load after llvm.lifetime.end.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i32 @main() {
entry:
  %slot = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %slot)
  store i32 5, ptr %slot, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr %slot)
  %x = load i32, ptr %slot, align 4 ; BUG: use-after-scope
  ret i32 %x
}
