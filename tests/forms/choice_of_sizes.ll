; One or two bytes are allocated, as an input says; the second byte is written in both cases.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare i8 @__VERIFIER_nondet_uchar()
declare zeroext i1 @__VERIFIER_nondet_bool()
declare void @__VERIFIER_assume(i32)
declare ptr @malloc(i64)

define i32 @main() {
entry:
  %x = call i8 @__VERIFIER_nondet_uchar()
  %small = icmp ult i8 %x, 10
  %wide = zext i1 %small to i32
  call void @__VERIFIER_assume(i32 %wide)
  %two = call zeroext i1 @__VERIFIER_nondet_bool()
  br i1 %two, label %large, label %little
large:
  %p = call ptr @malloc(i64 2)
  br label %join
little:
  %q = call ptr @malloc(i64 1)
  br label %join
join:
  %r = phi ptr [ %p, %large ], [ %q, %little ]
  store i8 %x, ptr %r, align 1
  %next = getelementptr i8, ptr %r, i64 1
  store i8 0, ptr %next, align 1
  ret i32 0
}
