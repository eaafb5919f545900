; Every type, used before and after its definition.
source_filename = "types.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%node = type { ptr, %later, i32 }
%later = type <{ i8, i64, [3 x i16] }>
%opaque = type opaque
%0 = type { %1, %"odd name\22" }
%1 = type { i1, i7 }
%"odd name\22" = type {}
%alias = type i32
%spaced = type < { i8, i32 } >

@a = external global %node
@b = external global %opaque
@c = global [0 x i8] zeroinitializer
@d = global <4 x float> zeroinitializer
@e = global { half, bfloat, float, double, x86_fp80, fp128, ppc_fp128 } zeroinitializer
@f = global ptr addrspace(3) null
@g = global i8388608 0
@h = external global target("spirv.Image", void, 0, 1)
@i = global %alias 7
@j = global { {}, { { [2 x { i8, i8 }] } } } zeroinitializer
@k = global %0 zeroinitializer
@l = external addrspace(1) global <{ i8, i32 }>
@m = external global %spaced
@n = global [18446744073709551615 x [0 x i8]] zeroinitializer

declare void @fn(ptr, ...)
declare token @tok()
declare void @meta(metadata)
declare x86_amx @amx()
