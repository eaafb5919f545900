; Calls: variadic ones pass an area, byval parameters are copied by the callee, barriers vanish.
%big = type { [4 x i64] }
@fmt = private constant [6 x i8] c"%d %f\00"
declare i32 @printf(ptr, ...)
declare void @llvm.va_start(ptr)
declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @reach_error()
declare void @__assert_fail(ptr, ptr, i32, ptr)

define i32 @sum(i32 %n, ...) {
  %ap = alloca [24 x i8], align 16
  call void @llvm.va_start(ptr %ap)
  ret i32 %n
}

define void @take(ptr byval(%big) align 8 %p) {
  store i64 1, ptr %p, align 8
  ret void
}

define i32 @main() {
  %p = alloca %big
  call void @take(ptr byval(%big) align 8 %p)
  %r = call i32 (ptr, ...) @printf(ptr @fmt, i32 noundef 1, double noundef 2.0)
  %x = call i32 @__VERIFIER_nondet_int()
  call void @__VERIFIER_assume(i32 %x)
  call void asm sideeffect "", "~{memory}"()
  %y = call i32 asm "", "=r,0"(i32 %x)
  %f = load ptr, ptr %p
  %z = call i32 %f(i32 %y)
  call void asm sideeffect "cpuid", ""()
  call void @__assert_fail(ptr @fmt, ptr null, i32 3, ptr null)
  call void @reach_error()
  ret i32 %z
}
