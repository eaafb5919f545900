; A loop of at most two rounds writes an array, and a branch decides whether it is read.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"

declare i32 @__VERIFIER_nondet_int()
declare void @__VERIFIER_assume(i32)
declare void @reach_error()

define i32 @main() {
entry:
  %a = alloca [2 x i32], align 4
  %n = call i32 @__VERIFIER_nondet_int()
  %few = icmp ule i32 %n, 3
  %wide = zext i1 %few to i32
  call void @__VERIFIER_assume(i32 %wide)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %up, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %after
body:
  %p = getelementptr i32, ptr %a, i32 %i
  store i32 %i, ptr %p, align 4
  %up = add i32 %i, 1
  br label %loop
after:
  %read = icmp ugt i32 %n, 1
  br i1 %read, label %yes, label %done
yes:
  %second = getelementptr i32, ptr %a, i32 1
  %v = load i32, ptr %second, align 4
  br label %done
done:
  %x = phi i32 [ 7, %after ], [ %v, %yes ]
  %one = icmp eq i32 %x, 1
  br i1 %one, label %bad, label %good
bad:
  call void @reach_error()
  br label %good
good:
  ret i32 0
}
