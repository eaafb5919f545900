; Stack slots, lifetimes, bulk operations, atomics.
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define i32 @slots(ptr %src, i64 %n) {
  %a = alloca [4 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 16, ptr %a)
  call void @llvm.memset.p0.i64(ptr %a, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %src, i64 %n, i1 false)
  %e = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 2
  %v = load i32, ptr %e, align 4
  call void @llvm.lifetime.end.p0(i64 16, ptr %a)
  %s = call ptr @llvm.stacksave.p0()
  %d = alloca i32, i64 %n
  call void @llvm.stackrestore.p0(ptr %s)
  ret i32 %v
}

define i32 @atomics(ptr %p) {
  %o = atomicrmw nand ptr %p, i32 3 seq_cst, align 4
  %c = cmpxchg ptr %p, i32 %o, i32 9 acq_rel monotonic, align 4
  %f = extractvalue { i32, i1 } %c, 0
  fence seq_cst
  ret i32 %f
}
