; source
; Branches to the traps of the sanitizer instrumentation are assertions at the branch.
declare void @llvm.ubsantrap(i8)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)

define i32 @add(i32 %a, i32 %b) {
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
  %v = extractvalue { i32, i1 } %r, 0
  %o = extractvalue { i32, i1 } %r, 1
  %n = xor i1 %o, true
  br i1 %n, label %next, label %trap
next:
  %k = icmp ult i32 %v, 4
  br i1 %k, label %end, label %index
trap:
  call void @llvm.ubsantrap(i8 0)
  unreachable
index:
  call void @llvm.ubsantrap(i8 18)
  unreachable
end:
  ret i32 %v
}
