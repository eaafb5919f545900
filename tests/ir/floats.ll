; Floating point in several formats; conversions that may not fit are checked.
declare double @llvm.fmuladd.f64(double, double, double)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare double @llvm.sin.f64(double)

define i32 @convert(double %d, half %h, x86_fp80 %l) {
  %i = fptosi double %d to i32
  %w = fpext half %h to double
  %m = call double @llvm.fmuladd.f64(double %d, double %w, double 1.0)
  %s = call double @llvm.sin.f64(double %m)
  %c = fcmp ult double %s, 0.0
  %n = fneg x86_fp80 %l
  %t = fptrunc x86_fp80 %n to float
  %k = call i1 @llvm.is.fpclass.f32(float %t, i32 3)
  %z = select i1 %k, i32 %i, i32 0
  ret i32 %z
}

define float @fast(float %a) {
  %r = fadd nnan ninf float %a, 1.0
  ret float %r
}
