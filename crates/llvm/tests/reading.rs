//! What the reader makes of small texts.

use fathom_llvm::debug::{Key, MdValue, NodeKind};
use fathom_llvm::module::{
    Body, ConstKind, DebugKind, FloatKind, Function, GlobalKind, InstKind, Module, Operand, Type, TypeId,
};

fn read(text: &str) -> Module {
    fathom_llvm::read(text).unwrap_or_else(|error| panic!("{error}"))
}

fn good(name: &str) -> Module {
    let path = format!("{}/tests/good/{name}.ll", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read_to_string(path).expect("test file"))
}

fn function<'a>(module: &'a Module, name: &str) -> &'a Function {
    let found = module.globals.iter().find(|global| module.text(global.name) == name);
    match found.map(|global| &global.kind) {
        Some(GlobalKind::Function(function)) => function,
        _ => panic!("no function {name}"),
    }
}

fn body<'a>(module: &'a Module, name: &str) -> &'a Body {
    function(module, name).body.as_ref().expect("a body")
}

fn init<'a>(module: &'a Module, name: &str) -> &'a ConstKind {
    let found = module.globals.iter().find(|global| module.text(global.name) == name);
    match found.map(|global| &global.kind) {
        Some(GlobalKind::Variable { init: Some(init), .. }) => &module.constant(*init).kind,
        _ => panic!("no variable {name}"),
    }
}

/// A type as text, for comparing.
fn show(module: &Module, ty: TypeId) -> String {
    let list = |types: &[TypeId]| types.iter().map(|&t| show(module, t)).collect::<Vec<_>>().join(", ");
    match module.ty(ty) {
        Type::Void => "void".into(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(FloatKind::Float) => "float".into(),
        Type::Ptr { space: 0 } => "ptr".into(),
        Type::Ptr { space } => format!("ptr addrspace({space})"),
        Type::TypedPtr { pointee, space: 0 } => format!("{}*", show(module, *pointee)),
        Type::TypedPtr { pointee, space } => format!("{} addrspace({space})*", show(module, *pointee)),
        Type::Vector { elem, len } => format!("<{len} x {}>", show(module, *elem)),
        Type::Array { elem, len } => format!("[{len} x {}]", show(module, *elem)),
        Type::Struct { name: Some(name), .. } => format!("%{}", module.text(*name)),
        Type::Struct { fields: Some(fields), .. } => format!("{{ {} }}", list(fields)),
        Type::Function { ret, params, .. } => format!("{} ({})", show(module, *ret), list(params)),
        other => format!("{other:?}"),
    }
}

#[test]
fn equal_types_have_equal_ids() {
    let module = good("types");
    for (a, left) in module.types.iter().enumerate() {
        for right in &module.types[a + 1..] {
            assert_ne!(left, right);
        }
    }
}

#[test]
fn results_have_the_type_of_the_instruction() {
    let module = good("instructions");
    let type_of = |function: &str, at: usize| {
        let insts: Vec<_> = body(&module, function).blocks.iter().flat_map(|b| &b.insts).collect();
        show(&module, insts[at].ty)
    };
    assert_eq!(type_of("arith", 19), "i1");
    assert_eq!(type_of("arith", 20), "<4 x i1>");
    assert_eq!(type_of("arith", 36), "ptr addrspace(2)");
    assert_eq!(type_of("arith", 40), "i32");
    assert_eq!(type_of("arith", 42), "<2 x i32>");
    assert_eq!(type_of("arith", 43), "<8 x i32>");
    assert_eq!(type_of("arith", 45), "i8");
    assert_eq!(type_of("arith", 46), "void");
    let memory = body(&module, "memory");
    let by_name = |name: &str| {
        let local = memory.local_names.iter().position(|&span| module.text(span) == name).expect("local");
        show(&module, memory.local_types[local])
    };
    assert_eq!(by_name("x"), "{ i32, i1 }");
    assert_eq!(by_name("y"), "{ ptr, i1 }");
    assert_eq!(by_name("g1"), "ptr");
    assert_eq!(by_name("g3"), "<2 x ptr>");
    assert_eq!(by_name("g4"), "<2 x ptr>");
    assert_eq!(by_name("va"), "i32");
}

#[test]
fn every_result_is_the_local_of_its_type() {
    for name in ["instructions", "typed_pointers", "functions", "metadata"] {
        let module = good(name);
        for global in &module.globals {
            let GlobalKind::Function(function) = &global.kind else { continue };
            let Some(body) = &function.body else { continue };
            let mut defined = vec![false; body.local_types.len()];
            for param in &function.params {
                assert!(!std::mem::replace(&mut defined[param.local.index()], true));
                assert_eq!(body.local_types[param.local.index()], param.ty);
            }
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                let void = *module.ty(inst.ty) == Type::Void;
                assert_eq!(inst.result.is_none(), void);
                if let Some(local) = inst.result {
                    assert!(!std::mem::replace(&mut defined[local.index()], true));
                    assert_eq!(body.local_types[local.index()], inst.ty);
                }
            }
            assert!(defined.iter().all(|&defined| defined));
        }
    }
}

#[test]
fn typed_pointers_are_kept() {
    let module = good("typed_pointers");
    let f = body(&module, "f");
    let types: Vec<String> = f.local_types.iter().map(|&ty| show(&module, ty)).collect();
    assert_eq!(types[1], "i32*");
    assert_eq!(types[2], "%list**");
    assert!(types.contains(&"i32 addrspace(1)*".to_string()), "{types:?}");
    let InstKind::Call(call) = &f.blocks[0].insts[8].kind else { panic!() };
    assert_eq!(show(&module, call.fn_ty), "i32 (i8*)");
    let InstKind::Call(call) = &f.blocks[0].insts[9].kind else { panic!() };
    assert_eq!(show(&module, call.fn_ty), "void (i32)");
    let Operand::Const(callee) = call.callee else { panic!() };
    assert_eq!(show(&module, module.constant(callee).ty), "void (i32)*");
}

#[test]
fn blocks_are_in_textual_order_whatever_is_mentioned_first() {
    let module = good("instructions");
    let control = body(&module, "control");
    let names: Vec<&str> = control.blocks.iter().map(|block| module.text(block.name)).collect();
    assert_eq!(names, ["start", "zero", "one", "two", "one.back", "other", "dead"]);
    let InstKind::Switch { default, cases, .. } = &control.blocks[0].insts[0].kind else { panic!() };
    assert_eq!((default.0, cases[0].1.0, cases[1].1.0), (5, 1, 2));
    let InstKind::Phi(incoming) = &control.blocks[2].insts[0].kind else { panic!() };
    assert_eq!(incoming.iter().map(|(_, block)| block.0).collect::<Vec<_>>(), [0, 2, 1]);
    let InstKind::IndirectBr { targets, .. } = &control.blocks[3].insts[0].kind else { panic!() };
    assert_eq!(targets.iter().map(|block| block.0).collect::<Vec<_>>(), [4, 5]);
}

#[test]
fn unnamed_values_and_blocks_share_numbers() {
    let module = good("instructions");
    let body = body(&module, "numbering");
    assert_eq!(body.blocks.len(), 4);
    let InstKind::Phi(incoming) = &body.blocks[2].insts[0].kind else { panic!() };
    let result = body.blocks[1].insts[0].result.expect("an implicit number");
    assert_eq!(incoming[0].0, Operand::Local(result));
    assert_eq!(incoming[0].1.0, 1);
}

#[test]
fn symbols_are_in_textual_order_whatever_is_mentioned_first() {
    let module = good("globals");
    let index = |name: &str| module.globals.iter().position(|g| module.text(g.name) == name).expect("symbol");
    assert!(matches!(init(&module, "user"), ConstKind::Global(id) if id.index() == index("later")));
    assert!(matches!(init(&module, "later"), ConstKind::Global(id) if id.index() == index("user")));
    let offsets: Vec<u32> = module.globals.iter().map(|g| g.name.start).collect();
    assert!(offsets.is_sorted());
    assert_eq!(module.global_name(fathom_llvm::module::GlobalId(index("\\01_raw") as u32)), "\u{1}_raw");
    assert_eq!(module.asm.len(), 2);
}

#[test]
fn constants_have_their_values() {
    let module = good("constants");
    assert!(matches!(init(&module, "neg"), ConstKind::Int(128)));
    assert!(matches!(init(&module, "wide"), ConstKind::WideInt(words) if **words == [0, 1 << 63]));
    assert!(matches!(init(&module, "shex"), ConstKind::Int(u64::MAX)));
    let bits = |name: &str| match init(&module, name) {
        ConstKind::Float(bits) => *bits,
        other => panic!("{other:?}"),
    };
    assert_eq!(bits("half"), [0x3c00, 0]);
    assert_eq!(bits("f1"), [0x3f80_0000, 0]);
    assert_eq!(bits("f2"), [u64::from(0.1f32.to_bits()), 0]);
    assert_eq!(bits("f3"), [0x7fc0_0000, 0]);
    assert_eq!(bits("f4"), [0xff80_0000, 0]);
    assert_eq!(bits("f8"), [12.0f64.to_bits(), 0]);
    assert_eq!(bits("f9"), [(-1.5e-300f64).to_bits(), 0]);
    assert_eq!(bits("k"), [1 << 63, 0x3fff]);
    assert_eq!(bits("l"), [0, 0x3fff << 48]);
    assert_eq!(bits("m"), [0x3ff0 << 48, 0]);
    let ConstKind::Str(span) = init(&module, "str") else { panic!() };
    assert_eq!(module.unescaped(*span), b"a\\\"\0\xffz");
    let ConstKind::ShuffleVector { mask, .. } = init(&module, "sv") else { panic!() };
    assert_eq!(**mask, [Some(0), None, Some(3)]);
    let block = |name: &str| match init(&module, name) {
        ConstKind::BlockAddress { block, .. } => block.0,
        other => panic!("{other:?}"),
    };
    assert_eq!((block("block"), block("block2")), (1, 0));
}

#[test]
fn attributes_come_from_groups_that_are_defined_later() {
    let module = good("functions");
    let b = function(&module, "b");
    assert!(b.attrs.noreturn && b.attrs.null_is_valid && !b.attrs.no_inline);
    assert!(b.ret_attrs.nonnull && b.ret_attrs.noundef);
    assert!(function(&module, "d").attrs.no_inline);
    let f = function(&module, "f").attrs;
    assert!(f.naked && f.returns_twice && !f.noreturn);
    let g = function(&module, "g").attrs;
    assert!(g.strictfp && g.always_inline && g.null_is_valid && g.noreturn);
    let module = good("instructions");
    let noreturn: Vec<bool> = body(&module, "calls").blocks[0]
        .insts
        .iter()
        .filter_map(|inst| match &inst.kind {
            InstKind::Call(call) => Some(call.attrs.noreturn),
            _ => None,
        })
        .collect();
    assert_eq!(noreturn.iter().position(|&n| n), Some(1));
    assert_eq!(noreturn.iter().filter(|&&n| n).count(), 1);
}

#[test]
fn both_kinds_of_debug_records_read_alike() {
    let module = good("metadata");
    let kinds = |name: &str| -> Vec<(DebugKind, bool)> {
        let insts = body(&module, name).blocks[0].insts.iter();
        insts
            .filter_map(|inst| match &inst.kind {
                InstKind::Debug(record) => {
                    assert!(inst.dbg.is_some() && record.variable.is_some());
                    Some((record.kind, record.value.is_some()))
                }
                _ => None,
            })
            .collect()
    };
    use DebugKind::{Assign, Declare, Label, Value};
    let wanted =
        [(Declare, true), (Value, true), (Value, false), (Value, false), (Assign, true), (Label, false)];
    assert_eq!(kinds("intrinsics"), wanted);
    let wanted = [
        (Declare, true),
        (Value, true),
        (Value, false),
        (Value, false),
        (Value, false),
        (Assign, true),
        (Label, false),
        (Value, true),
    ];
    assert_eq!(kinds("records"), wanted);
}

#[test]
fn metadata_views_find_their_fields() {
    let module = good("metadata");
    let md = &module.metadata;
    let insts = &body(&module, "intrinsics").blocks[0].insts;
    let store = insts.iter().find(|inst| matches!(inst.kind, InstKind::Store { .. })).expect("a store");
    let location = md.location(store.dbg.expect("a position")).expect("a location");
    assert_eq!((location.line, location.column), (4, 7));
    let subprogram = md.subprogram_of(location.scope.expect("a scope")).expect("a subprogram");
    assert_eq!(module.text(md.get_str(subprogram, Key::Name).expect("a name")), "intrinsics");
    assert_eq!(
        module.text(md.get_str(subprogram, Key::Flags).unwrap()),
        "DIFlagPrototyped | DIFlagAllCallsDescribed"
    );
    let file = md.file_of(subprogram).expect("a file");
    assert_eq!(module.text(md.get_str(file, Key::Filename).unwrap()), "a.c");
    let ret =
        insts.last().and_then(|inst| inst.dbg).and_then(|dbg| md.location(dbg)).expect("inline location");
    assert_eq!(ret.line, 9);
    assert_eq!(md.named["llvm.module.flags"].len(), 2);
    assert_eq!(md.named["4odd"].len(), 1);
    let node = |n: u32| fathom_llvm::module::MdId(n);
    assert_eq!(md.get_int(node(8), Key::Value), Some(-5));
    assert_eq!(md.get_int(node(9), Key::Value), Some(u64::MAX.into()));
    assert_eq!(md.node(node(26)).kind, NodeKind::Expression);
    assert_eq!(md.fields(node(26)).len(), 5);
    let MdValue::Global(symbol) = md.fields(node(18))[0].value else { panic!() };
    assert_eq!(module.global_name(symbol), "v");
    let MdValue::Const(constant) = md.get(node(16), Key::Value).unwrap() else { panic!() };
    assert!(matches!(module.constant(constant).kind, ConstKind::Int(5)));
}

#[test]
fn layout_is_that_of_llvm() {
    let text = |layout: &str| {
        format!(
            "target datalayout = \"{layout}\"\n\
             @a = external global {{ i8, i64, i16 }}\n@b = external global <3 x i32>\n\
             @c = external global x86_fp80\n@d = external global {{ i8, i128 }}\n\
             @e = external global <{{ i8, ptr }}>\n@f = external global [3 x {{ i16, i8 }}]\n\
             @g = external global i24\n@h = external global ptr addrspace(270)"
        )
    };
    let sizes = |layout: &str| -> Vec<(u64, u64)> {
        let module = read(&text(layout));
        let variable = |global: &fathom_llvm::module::Global| match global.kind {
            GlobalKind::Variable { ty, .. } => (module.alloc_size(ty), module.align(ty)),
            _ => panic!(),
        };
        module.globals.iter().map(variable).collect()
    };
    let old = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128";
    assert_eq!(sizes(old), [(24, 8), (16, 16), (16, 16), (24, 8), (9, 1), (12, 2), (4, 4), (4, 4)]);
    let new = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
    assert_eq!(sizes(new), [(24, 8), (16, 16), (16, 16), (32, 16), (9, 1), (12, 2), (4, 4), (4, 4)]);
    let i386 = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-f64:32:64-f80:32-n8:16:32-S128";
    assert_eq!(sizes(i386), [(16, 4), (16, 16), (12, 4), (20, 4), (5, 1), (12, 2), (4, 4), (4, 4)]);
}

#[test]
fn layout_of_shared_types_is_not_exponential() {
    let mut text = String::from("%t0 = type { i8, i8 }\n");
    for n in 1..200 {
        text += &format!("%t{n} = type {{ %t{p}, %t{p} }}\n", p = n - 1);
    }
    text += "@x = external global %t199";
    let module = read(&text);
    let GlobalKind::Variable { ty, .. } = module.globals[0].kind else { panic!() };
    assert_eq!(module.align(ty), 1);
    assert!(module.alloc_size(ty) > 1 << 40);
}

#[test]
fn bytes_that_are_no_text() {
    let message = |bytes: &[u8]| fathom_llvm::read_bytes(bytes).expect_err("refused").to_string();
    assert!(message(b"BC\xC0\xDE5\x14").contains("bitcode"));
    assert_eq!(message(b"; x\n; \xff"), "2:3: the text is not valid UTF-8");
}

#[test]
fn hostile_texts_cost_no_more_than_their_length() {
    let many = |piece: &str, times: usize| piece.repeat(times);
    let texts = [
        many("define void @f(", 1) + &many("i32, ", 100_000) + "i32) { ret void }",
        "@x = global i8388608 ".to_string() + &many("9", 200_000),
        "@x = global i32 ".to_string() + &many("(", 200_000),
        "!0 = !DIExpression(".to_string() + &many("!DIExpression(", 100_000),
        "define void @f() ".to_string() + &many("a(", 100_000),
        (0..2000).map(|n| format!("define void @f{n}() {{ %x = add i32 0, %100000 ret void }}\n")).collect(),
        "define void @f() {\n".to_string() + &many("%x = call void ", 50_000),
        many("\"", 300_001),
        many("@", 300_000),
        many("!llvm.x = !{}\n", 20_000),
        format!("!{0} = !{{!{0}}}\n", 399) + &many("; filler\n", 40),
    ];
    for text in texts {
        let start = std::time::Instant::now();
        let _ = fathom_llvm::read(text.as_str());
        let head = &text[..text.len().min(30)];
        assert!(start.elapsed().as_secs() < 5, "{head}");
    }
}

/// Threads of tests have small stacks: the bound on nesting must hold there.
#[test]
fn deepest_nesting_fits_a_small_stack() {
    let nest = |open: &str, inner: &str, close: &str, n: usize| {
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    let texts = [
        format!("@x = external global {}", nest("[1 x ", "i8", "]", 250)),
        format!("@x = global i8 {}", nest("add (i8 ", "1", ", i8 1)", 250)),
        format!("!0 = {}", nest("!{", "", "}", 250)),
        format!("@x = global {} {}", nest("{", "i8", "}", 120), {
            // A struct's text repeats the types inside.
            let mut value = String::from("1");
            let mut ty = String::from("i8");
            for _ in 0..120 {
                value = format!("{{{ty} {value}}}");
                ty = format!("{{{ty}}}");
            }
            value
        }),
    ];
    for text in texts {
        let thread = std::thread::Builder::new().stack_size(1 << 20);
        let result =
            thread.spawn(move || fathom_llvm::read(text.as_str()).map(|_| ())).expect("a thread").join();
        assert_eq!(result.expect("no overflow"), Ok(()));
    }
}
