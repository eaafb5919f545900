; Headers of functions, attributes and their groups.
$c = comdat any
declare void @a()
declare !dbg !0 extern_weak dso_local hidden fastcc noundef nonnull ptr @b(ptr readonly captures(none), i32 immarg, ...) local_unnamed_addr addrspace(0) #0
declare x86_stdcallcc void @c1()
define linkonce_odr x86_thiscallcc void @d(ptr nocapture "thunk"="x" %this, i32 signext) unnamed_addr #1 section "s" partition "p" comdat($c) align 32 gc "shadow-stack" prefix i32 7 prologue i8 1 personality ptr @a !dbg !0 !prof !{!"function_entry_count", i64 1} {
  ret void
}
define available_externally spir_kernel void @e() noinline nounwind memory(argmem: read, inaccessiblemem: none) vscale_range(1,16) allockind("alloc,zeroed") uwtable(sync) allocsize(0,1) alignstack(8) "k" { ret void }
define dllexport riscv_vls_cc(256) void @f(i32 range(i32 -5, 10) initializes((0, 8), (16, 24)) nofpclass(nan inf) %x) naked returns_twice { ret void }
define internal dso_local i32 @g() strictfp alwaysinline null_pointer_is_valid noreturn { unreachable }
define i32 @h() { ret i32 0 }
attributes #0 = { noreturn nounwind "null-pointer-is-valid"="true" memory(none) allocsize(0) alignstack=16 denormal_fpenv(preservesign|positivezero) }
attributes #1 = { noinline }
!0 = distinct !DISubprogram(name: "d", scope: null)
