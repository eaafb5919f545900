; Pointers that say what they point to, as up to LLVM 14.
target datalayout = "e-m:e-p:64:64-i64:64-n8:16:32:64-S128"

%list = type { i32, %list* }
%vt = type { i32 (...)**, i8 addrspace(1)* }

@head = global %list* null
@text = private unnamed_addr constant [4 x i8] c"%d\0A\00", align 1
@table = global [2 x void (i32)*] [void (i32)* @f, void (i32)* bitcast (void ()* @g to void (i32)*)]
@inner = global i32* getelementptr inbounds (%list, %list* @node, i32 0, i32 0)
@node = global %list { i32 1, %list* bitcast (i32** @inner to %list*) }
@far = external addrspace(1) global i8
@vtable = global { [3 x i8*] } { [3 x i8*] [i8* null, i8* bitcast (void ()* @g to i8*), i8* inttoptr (i64 5 to i8*)] }
@point = global i8** getelementptr inbounds ({ [3 x i8*] }, { [3 x i8*] }* @vtable, i32 0, inrange i32 0, i32 2)
@al = alias void (), bitcast (void (i32)* @f to void ()*)
@al2 = alias i8, i8* getelementptr ([4 x i8], [4 x i8]* @text, i64 0, i64 1)

declare i32 @printf(i8*, ...)

define void @f(i32 %0) {
  %2 = alloca i32, align 4
  %3 = alloca %list*
  store i32 %0, i32* %2, align 4
  store %list* @node, %list** %3
  %4 = load %list*, %list** %3
  %5 = getelementptr inbounds %list, %list* %4, i32 0, i32 1
  %6 = load %list*, %list** %5
  %7 = load i32, i32* %2
  %8 = call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([4 x i8], [4 x i8]* @text, i64 0, i64 0), i32 %7)
  call void bitcast (void ()* @g to void (i32)*)(i32 %8)
  call void @g()
  %9 = bitcast i32* %2 to void (i32)**
  %10 = load void (i32)*, void (i32)** %9
  call void %10(i32 noundef 4)
  %11 = addrspacecast i32* %2 to i32 addrspace(1)*
  %12 = cmpxchg i32* %2, i32 0, i32 1 acq_rel monotonic
  %13 = call void (i32)* @h(void (i32)* %10)
  ret void
}

define void @g() {
  ret void
}

define void (i32)* @h(void (i32)* %p) {
  ret void (i32)* %p
}
