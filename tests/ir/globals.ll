; Contents of globals: bytes, pointers with offsets, undefined parts, zero tails, aliases.
%s = type { i8, i32, ptr, [3 x i16] }
@bytes = constant [4 x i8] c"hi\00\00"
@record = global %s { i8 1, i32 -2, ptr getelementptr inbounds ([4 x i8], ptr @bytes, i64 0, i64 1), [3 x i16] [i16 1, i16 undef, i16 3] }, align 8
@zero = global [1000000 x i32] zeroinitializer
@external = external global i32
@wide = global i128 1208925819614629174706177
@func = global ptr @f
@same = alias i32, ptr @f2
@weak = extern_weak global i32

@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]

define void @f() {
  ret void
}

define ptr @f2() {
  ret ptr @same
}

define i1 @isweak() {
  %c = icmp eq ptr @weak, null
  ret i1 %c
}
