; Every instruction with every flag.
target datalayout = "e-p:64:64-i64:64"
declare i32 @personality(...)
declare void @callee(ptr, ...)
declare void @may_throw()
declare fastcc i32 @fast(i32)
@t = external constant ptr

define i32 @arith(i32 %a, i32 %b, float %f, <4 x i32> %v, i1 %c) {
  %1 = add nuw nsw i32 %a, %b
  %2 = sub nsw i32 %1, 1
  %3 = mul nuw i32 %2, -1
  %4 = udiv exact i32 %3, 2
  %5 = sdiv i32 %4, 3
  %6 = urem i32 %5, 4
  %7 = srem i32 %6, 5
  %8 = shl nuw nsw i32 %7, 1
  %9 = lshr exact i32 %8, 1
  %10 = ashr i32 %9, 1
  %11 = and i32 %10, 1
  %12 = or disjoint i32 %11, 2
  %13 = xor i32 %12, %a
  %14 = fadd fast float %f, 1.0
  %15 = fsub nnan ninf float %14, %f
  %16 = fmul nsz arcp contract afn reassoc float %15, %f
  %17 = fdiv float %16, 0x3FB99999A0000000
  %18 = frem float %17, %f
  %19 = fneg nnan float %18
  %20 = icmp samesign ult i32 %a, %b
  %21 = icmp sge <4 x i32> %v, zeroinitializer
  %22 = fcmp fast uno float %19, %f
  %23 = fcmp true float %19, %f
  %24 = trunc nuw nsw i32 %a to i8
  %25 = zext nneg i8 %24 to i32
  %26 = sext i8 %24 to i64
  %27 = fptrunc double 1.0 to float
  %28 = fpext float %27 to double
  %29 = fptoui double %28 to i32
  %30 = fptosi double %28 to i32
  %31 = uitofp nneg i32 %30 to float
  %32 = sitofp i32 %30 to float
  %33 = inttoptr i64 %26 to ptr
  %34 = ptrtoint ptr %33 to i64
  %35 = ptrtoaddr ptr %33 to i64
  %36 = bitcast float %32 to i32
  %37 = addrspacecast ptr %33 to ptr addrspace(2)
  %38 = select fast i1 %c, float %f, float %32
  %39 = select <4 x i1> %21, <4 x i32> %v, <4 x i32> zeroinitializer
  %40 = freeze i32 %36
  %41 = extractelement <4 x i32> %39, i32 %40
  %42 = insertelement <4 x i32> %39, i32 %41, i64 1
  %43 = shufflevector <4 x i32> %42, <4 x i32> poison, <2 x i32> <i32 0, i32 7>
  %44 = shufflevector <4 x i32> %42, <4 x i32> poison, <8 x i32> zeroinitializer
  %45 = insertvalue { i32, [2 x i8] } poison, i8 %24, 1, 0
  %46 = extractvalue { i32, [2 x i8] } %45, 1, 1
  ret i32 %40
}

define void @memory(ptr %p, i32 %n) {
  %a = alloca i32
  %b = alloca inalloca [4 x i8], i32 %n, align 16, addrspace(0)
  %s = alloca swifterror ptr, align 8
  %l = load i32, ptr %a, align 4, !range !0, !noundef !1
  %v = load volatile i32, ptr %a
  %at = load atomic volatile i32, ptr %a syncscope("singlethread") seq_cst, align 4
  store i32 %l, ptr %a, align 4, !nontemporal !1
  store volatile i32 %v, ptr %a
  store atomic i32 %at, ptr %a release, align 4
  fence syncscope("agent") acq_rel
  %x = cmpxchg weak volatile ptr %p, i32 0, i32 1 syncscope("x") seq_cst acquire, align 4
  %x0 = extractvalue { i32, i1 } %x, 0
  %y = cmpxchg ptr %p, ptr null, ptr %a monotonic monotonic
  %r1 = atomicrmw xchg ptr %p, i32 1 seq_cst
  %r2 = atomicrmw volatile add ptr %p, i32 1 syncscope("y") seq_cst, align 4
  %r3 = atomicrmw sub ptr %p, i32 1 seq_cst
  %r4 = atomicrmw and ptr %p, i32 1 seq_cst
  %r5 = atomicrmw nand ptr %p, i32 1 seq_cst
  %r6 = atomicrmw or ptr %p, i32 1 seq_cst
  %r7 = atomicrmw xor ptr %p, i32 1 seq_cst
  %r8 = atomicrmw max ptr %p, i32 1 seq_cst
  %r9 = atomicrmw min ptr %p, i32 1 seq_cst
  %r10 = atomicrmw umax ptr %p, i32 1 seq_cst
  %r11 = atomicrmw umin ptr %p, i32 1 seq_cst
  %r12 = atomicrmw fadd ptr %p, float 1.0 seq_cst
  %r13 = atomicrmw fsub ptr %p, float 1.0 seq_cst
  %r14 = atomicrmw fmax ptr %p, float 1.0 seq_cst
  %r15 = atomicrmw fmin ptr %p, float 1.0 seq_cst
  %r16 = atomicrmw fmaximum ptr %p, float 1.0 seq_cst
  %r17 = atomicrmw fminimum ptr %p, float 1.0 seq_cst
  %r18 = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst
  %r19 = atomicrmw udec_wrap ptr %p, i32 1 seq_cst
  %r20 = atomicrmw usub_cond ptr %p, i32 1 seq_cst
  %r21 = atomicrmw usub_sat ptr %p, i32 1 seq_cst
  %r22 = atomicrmw xchg ptr %p, ptr null seq_cst
  %g1 = getelementptr { i32, [4 x i64] }, ptr %p, i64 0, i32 1, i32 %n, !dbg !2
  %g2 = getelementptr inbounds nuw i8, ptr %p, i64 1
  %g3 = getelementptr nusw i8, ptr %p, <2 x i64> <i64 1, i64 2>
  %g4 = getelementptr inbounds i8, <2 x ptr> %g3, i64 1
  %va = va_arg ptr %p, i32
  %plain = getelementptr i8, ptr %p
  ret void
}

define i32 @control(i32 %x, ptr %t) {
start:
  switch i32 %x, label %other [
    i32 0, label %zero
    i32 -1, label %one
  ]
zero:
  br i1 true, label %one, label %other
one:
  %p = phi i32 [ 1, %start ], [ %q, %one ], [ 3, %zero ]
  %q = add i32 %p, 1
  %z = icmp eq i32 %q, 7
  br i1 %z, label %one, label %two
two:
  indirectbr ptr %t, [label %one.back, label %other]
one.back:
  ret i32 %q
other:
  switch i32 %x, label %dead []
dead:
  unreachable
}

define void @calls(ptr %p, i32 %n) "frame-pointer"="all" {
  call void (ptr, ...) @callee(ptr nonnull align 8 dereferenceable(4) captures(none) %p, i32 signext %n, double 1.0)
  %1 = tail call fastcc i32 @fast(i32 %n) #0
  %2 = notail call noundef zeroext range(i32 0, 10) i32 %p(i32 %n) nounwind "attr" "key"="value" memory(read)
  %3 = call cc 10 i32 @fast(i32 4)
  %4 = call cc10 i32 @fast(i32 4)
  %5 = call fast nofpclass(nan inf) float %p(float 1.0)
  call addrspace(0) void @may_throw()
  call void asm sideeffect alignstack inteldialect unwind "nop $0", "r,~{memory}"(i32 %n) #1
  %6 = call i32 asm "mov $1, $0", "=r,r"(i32 %n)
  call void null(i32 1)
  call void inttoptr (i64 64 to ptr)(i32 1)
  call void @may_throw() [ "deopt"(i32 1, ptr %p), "funclet"(token none), "empty"() ]
  call void %p(ptr byval({ i32, i32 }) align 4 %p, ptr sret(i32) %p, ptr elementtype(i8) %p, ptr inalloca(i8) %p, ptr preallocated(i8) %p, ptr byref(i8) %p)
  call void %p(metadata i32 %n, metadata !"round.dynamic", metadata !0, metadata !{i32 1}, metadata !DIExpression(DW_OP_deref))
  musttail call void @calls(ptr %p, i32 %n)
  ret void
}

define void @callbr_asm() {
  callbr void asm "", "!i"() to label %normal [label %other]
normal:
  ret void
other:
  ret void
}

define void @itanium() personality ptr @personality {
  invoke void @may_throw() #0 to label %ok unwind label %pad
ok:
  %r = invoke i32 @fast(i32 1) [ "x"() ]
          to label %done unwind label %pad2, !dbg !2
done:
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup catch ptr @t filter [1 x ptr] [ptr @t]
  resume { ptr, i32 } %l
pad2:
  %m = landingpad { ptr, i32 }
          catch ptr null
  resume { ptr, i32 } %m
}

define void @windows() personality ptr @personality {
  invoke void @may_throw() to label %ok unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler, label %handler2] unwind label %cleanup
handler:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @may_throw() [ "funclet"(token %cp) ]
  catchret from %cp to label %ok
handler2:
  %cp2 = catchpad within %cs []
  %inner = catchswitch within %cp2 [label %handler3] unwind to caller
handler3:
  %cp3 = catchpad within %inner []
  catchret from %cp3 to label %ok
cleanup:
  %cl = cleanuppad within none [i32 7]
  cleanupret from %cl unwind label %outer
outer:
  %cl2 = cleanuppad within none []
  cleanupret from %cl2 unwind to caller
ok:
  ret void
}

define i32 @numbering(i32, i32 %named, i32) {
  %3 = add i32 %0, %1
  br label %4

4:                                                ; preds = %2
  add i32 %3, 1
  br label %6

6:
  %7 = phi i32 [ %5, %4 ], [ %8, %6 ]
  %8 = add i32 %7, %named
  %c = icmp eq i32 %8, 0
  br i1 %c, label %6, label %"odd label"

"odd label":
  ret i32 %8
  uselistorder i32 %8, { 1, 0 }
}
uselistorder ptr @t, { 1, 0 }
uselistorder_bb @numbering, %6, { 1, 0 }

attributes #0 = { noreturn }
attributes #1 = { nounwind }
!0 = !{i32 0, i32 2}
!1 = !{}
!2 = !DILocation(line: 1, scope: !3)
!3 = distinct !DISubprogram(name: "x")
