; Every form of variable, alias, ifunc and comdat.
target datalayout = "e-p:64:64-P0-A5-G1"
$any = comdat any
$exact = comdat exactmatch
$"big one" = comdat largest
$single = comdat nodeduplicate
$size = comdat samesize
$inl = comdat any

module asm ".globl thing"
module asm "thing: .long 1"

@0 = private unnamed_addr constant [3 x i8] c"ab\00", align 1
@1 = internal global i32 3
@plain = global i32 1
@linkonce = linkonce global i32 1
@linkonce_odr = linkonce_odr constant i32 1
@weak = weak dso_local hidden global i32 1
@weak_odr = weak_odr protected global i32 1
@common = common global i32 0
@ext = external dso_preemptable global i32
@extweak = extern_weak default global i32
@avail = available_externally global i32 5
@imported = external dllimport global i32
@exported = dllexport global i32 5
@tls = thread_local global i32 5
@tls_le = internal thread_local(localexec) unnamed_addr global i32 5
@tls_ie = external thread_local(initialexec) local_unnamed_addr global i32
@tls_ld = thread_local(localdynamic) global i32 0
@spaced = addrspace(4) externally_initialized constant i32 5
@symbolic = addrspace("G") global i32 5
@all = global i32 5, section "sect,\22x\22", partition "p", comdat($any), align 16, code_model "small", no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit, !dbg !0, !type !1 #0
@inl = linkonce_odr global i32 5, comdat
@big = global i32 5, comdat($"big one")
@"quoted \C3\A9 name" = global i32 0
@"\01_raw" = global i32 0
@"?mangled@@YAXXZ" = global i32 0
@ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @fun, ptr null }]
@user = global ptr @later
@later = global ptr @user
@implicit = global ptr @2
@2 = global i32 77
@alias1 = alias i32, ptr @plain
@alias2 = weak hidden alias i8, getelementptr (i8, ptr @plain, i64 1)
@alias3 = internal unnamed_addr alias i32, inttoptr (i64 4 to ptr), partition "q"
@indirect = ifunc void (), ptr @resolver
@indirect2 = dso_local ifunc i32 (i32), ptr @resolver

define void @fun() { ret void }
define ptr @resolver() { ret ptr @fun }

attributes #0 = { "bss-section"="b" align=8 }

!0 = !{}
!1 = !{i64 0, !"x"}

^0 = module: (path: "x", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "fun", summaries: (function: (module: ^0, flags: (linkage: external), insts: 1))) ; guid = 7
^2 = flags: 8
^3 = blockcount: 0
