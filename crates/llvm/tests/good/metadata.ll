; Metadata in full, with both kinds of debug records.
declare void @llvm.dbg.declare(metadata, metadata, metadata)
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)
declare void @llvm.dbg.label(metadata)
@v = global i32 0, !dbg !20

define void @intrinsics(i32 %x) !dbg !4 {
  %p = alloca i32, align 4, !DIAssignID !30
  call void @llvm.dbg.declare(metadata ptr %p, metadata !10, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.value(metadata i32 %x, metadata !10, metadata !DIExpression(DW_OP_plus_uconst, 8, DW_OP_LLVM_fragment, 0, 32)), !dbg !12
  tail call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 7), metadata !10, metadata !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus)), !dbg !12
  call void @llvm.dbg.value(metadata i32 undef, metadata !10, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.assign(metadata i32 7, metadata !10, metadata !DIExpression(), metadata !30, metadata ptr %p, metadata !DIExpression()), !dbg !12
  call void @llvm.dbg.label(metadata !31), !dbg !12
  store i32 %x, ptr %p, align 4, !dbg !12, !nosanitize !6
  ret void, !dbg !DILocation(line: 9, column: 1, scope: !4)
}

define void @records(i32 %x) !dbg !32 {
  %p = alloca i32
    #dbg_declare(ptr %p, !10, !DIExpression(), !12)
    #dbg_value(i32 %x, !10, !DIExpression(DW_OP_stack_value), !12)
    #dbg_value(!DIArgList(i32 %x, i32 %x), !10, !DIExpression(), !12)
    #dbg_value(i32 poison, !10, !DIExpression(), !12)
    #dbg_value(!{}, !10, !DIExpression(), !12)
    #dbg_assign(i32 %x, !10, !DIExpression(), !30, ptr %p, !DIExpression(), !12)
    #dbg_label(!31, !12)
    #dbg_declare_value(i32 %x, !10, !DIExpression(), !12)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3}
!\34odd = !{!DIExpression()}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "clang \22x\22", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, enums: !{}, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "a.c", directory: "/tmp", checksumkind: CSK_MD5, checksum: "00")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "intrinsics", scope: !1, file: !1, line: 3, type: !5, scopeLine: 3, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition, unit: !0, retainedNodes: !6)
!5 = !DISubroutineType(types: !{null, !7})
!6 = !{}
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DIEnumerator(name: "e", value: -5, isUnsigned: false)
!9 = !DIEnumerator(name: "f", value: 18446744073709551615, isUnsigned: true)
!10 = !DILocalVariable(name: "x", arg: 1, scope: !4, file: !1, line: 3, type: !7)
!11 = !DISubrange(count: !DIExpression(DW_OP_deref), lowerBound: 0)
!12 = !DILocation(line: 4, column: 7, scope: !13, inlinedAt: !14)
!13 = distinct !DILexicalBlock(scope: !4, file: !1, line: 4, column: 3)
!14 = distinct !DILocation(line: 40, column: 1, scope: !4)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !7, size: 8, extraData: i64 4)
!16 = !DITemplateValueParameter(name: "N", type: !7, value: i32 5)
!17 = !DITemplateValueParameter(type: !7, value: ptr @v)
!18 = !{ptr @v, null, !"s", !{!1, i64 7}, i1 true, float 1.0}
!19 = !"a string"
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "v", scope: !0, file: !1, line: 1, type: !7, isLocal: false, isDefinition: true)
!22 = !GenericDINode(tag: DW_TAG_member, header: "h", operands: {!1, null, !{}})
!23 = !DIUnknownNode(some: thing, other: 0, more: "x", last: !{!24})
!24 = distinct !{!24, !25}
!25 = !{!"llvm.loop.mustprogress"}
!26 = !DIExpression(DW_OP_constu, 4, DW_OP_LLVM_convert, 32, DW_ATE_unsigned)
!27 = !DIMacro(type: DW_MACINFO_define, line: 9, name: "X", value: "1")
!28 = !DIEnumerator(name: "wide", value: 123456789012345678901234567890123456789012345678901)
!29 = !{<2 x i32> <i32 1, i32 2>, [2 x i8] c"ab", { i8 } { i8 1 }}
!30 = distinct !DIAssignID()
!31 = !DILabel(scope: !4, name: "l", file: !1, line: 8)
!32 = distinct !DISubprogram(name: "records", scope: !1, file: !1, unit: !0)
