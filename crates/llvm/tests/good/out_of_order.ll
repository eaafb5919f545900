; Definitions in an order LLVM never prints.
!2 = !{!7}
define void @f() #3 {
  %x = alloca %T
  store ptr @g, ptr %x, !foo !{!7}
  call void @h() #3
  ret void
}
!7 = !{} define void @h() { ret void } @g = global i32 0
attributes #3 = { noreturn }
%T = type { %U } %U = type { i32 }
!1 = !{}
