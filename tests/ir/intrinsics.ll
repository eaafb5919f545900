; Integer intrinsics, on scalars and lanes.
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i8 @llvm.uadd.sat.i8(i8, i8)
declare i8 @llvm.ssub.sat.i8(i8, i8)
declare <2 x i16> @llvm.smax.v2i16(<2 x i16>, <2 x i16>)
declare i16 @llvm.vector.reduce.add.v2i16(<2 x i16>)
declare i32 @llvm.abs.i32(i32, i1)
declare i8 @llvm.scmp.i8.i32(i32, i32)
declare void @llvm.assume(i1)
declare i32 @llvm.some.unknown.i32(i32)

define i32 @scalars(i32 %a, i32 %b, i8 %c) {
  %z = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  %r = call i32 @llvm.fshl.i32(i32 %z, i32 %b, i32 %a)
  %s = call i8 @llvm.uadd.sat.i8(i8 %c, i8 3)
  %t = call i8 @llvm.ssub.sat.i8(i8 %s, i8 %c)
  %m = call i32 @llvm.abs.i32(i32 %r, i1 true)
  %o = call i8 @llvm.scmp.i8.i32(i32 %m, i32 %b)
  %p = icmp ne i8 %o, %t
  call void @llvm.assume(i1 %p) [ "align"(ptr null, i64 8) ]
  ret i32 %m
}

define i16 @lanes(<2 x i16> %a, <2 x i16> %b) {
  %m = call <2 x i16> @llvm.smax.v2i16(<2 x i16> %a, <2 x i16> %b)
  %s = call i16 @llvm.vector.reduce.add.v2i16(<2 x i16> %m)
  ret i16 %s
}

define i32 @unknown(i32 %a) {
  %r = call i32 @llvm.some.unknown.i32(i32 %a)
  ret i32 %r
}

declare i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8>)

define i32 @signs(<16 x i8> %v) {
  %m = call i32 @llvm.x86.sse2.pmovmskb.128(<16 x i8> %v)
  call void asm sideeffect ".p2align 5\0A\09nop", ""()
  ret i32 %m
}
