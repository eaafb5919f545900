//! Which definition a symbol stands for.

use fathom_llvm::module::{GlobalKind, Module};
use fathom_llvm::{LinkError, Linked, SymbolRef, link};

fn modules(texts: &[&str]) -> Vec<Module> {
    texts.iter().map(|text| fathom_llvm::read(*text).unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn linked(texts: &[&str]) -> Linked {
    link(modules(texts)).unwrap_or_else(|error| panic!("{error}"))
}

/// The module a name resolves to.
fn home(linked: &Linked, name: &str) -> u32 {
    linked.lookup(name).expect(name).module
}

fn resolved(linked: &Linked, module: usize, name: &str) -> SymbolRef {
    let of = &linked.modules[module];
    let at = of.globals.iter().position(|global| of.text(global.name) == name).expect(name);
    linked.resolution[module][at]
}

#[test]
fn a_definition_wins_over_declarations() {
    let l = linked(&[
        "declare i32 @f()\ndefine i32 @main() {\n %r = call i32 @f()\n ret i32 %r\n}",
        "define i32 @f() {\n ret i32 3\n}",
    ]);
    assert_eq!(home(&l, "f"), 1);
    assert_eq!(resolved(&l, 0, "f"), resolved(&l, 1, "f"));
    assert_eq!(home(&l, "main"), 0);
    assert_eq!(l.lookup("missing"), None);
    assert_eq!(l.symbols().count(), 2);
    assert!(matches!(&l.global(l.lookup("f").unwrap()).kind, GlobalKind::Function(f) if f.body.is_some()));
}

#[test]
fn strong_wins_over_weak_and_the_first_of_equals_wins() {
    let l = linked(&[
        "@a = weak global i32 1\n@b = linkonce_odr global i32 1\n@c = available_externally global i32 1",
        "@a = global i32 2\n@b = weak global i32 2\n@c = external global i32",
        "@b = linkonce global i32 3\n@c = global i32 3",
    ]);
    assert_eq!((home(&l, "a"), home(&l, "b"), home(&l, "c")), (1, 0, 2));
}

#[test]
fn an_available_copy_serves_where_nothing_else_does() {
    let l = linked(&["@c = external global i32", "@c = available_externally global i32 1"]);
    assert_eq!(home(&l, "c"), 1);
}

#[test]
fn the_largest_common_wins() {
    let l = linked(&[
        "@a = common global i32 0\n@b = common global i32 0",
        "@a = common global [4 x i32] zeroinitializer\n@b = global i32 7",
        "@a = common global i64 0\n@b = common global i64 0",
    ]);
    assert_eq!((home(&l, "a"), home(&l, "b")), (1, 1));
}

#[test]
fn local_symbols_stay_apart() {
    let l = linked(&[
        "@a = internal global i32 1\n@p = private global i32 1\n@0 = global i32 1",
        "@a = internal global i32 2\n@p = private global i32 2\n@0 = global i32 2",
    ]);
    assert_eq!(l.symbols().count(), 6);
    assert_eq!(l.lookup("a"), None);
}

#[test]
fn two_strong_definitions_are_an_error() {
    let error = link(modules(&["source_filename = \"x.c\"\n@a = global i32 1", "@a = global i32 2"]));
    let error = error.expect_err("refused");
    assert_eq!(error.to_string(), "`a` is defined twice, in x.c (module 1) and in module 2");
}

#[test]
fn weak_references_stay_declarations() {
    let l = linked(&[
        "@a = extern_weak global i32",
        "@a = extern_weak global i32",
        "@b = extern_weak global i32",
    ]);
    assert_eq!(home(&l, "a"), 0);
    let l = linked(&["@a = extern_weak global i32", "@a = external global i32"]);
    assert_eq!(home(&l, "a"), 1);
}

#[test]
fn appending_variables_are_kept_in_order() {
    let ctors = "@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] \
                 [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]\n\
                 define internal void @f() {\n ret void\n}";
    let l = linked(&[ctors, "", ctors]);
    let parts = l.appended("llvm.global_ctors");
    assert_eq!(parts.iter().map(|part| part.module).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(l.appended("llvm.used"), []);
}

#[test]
fn comdats_are_kept_or_dropped_as_a_whole() {
    let first = "$k = comdat any\n@k = linkonce_odr global i32 1, comdat\n@in = global i32 1, comdat($k)";
    let second = "$k = comdat any\n@k = linkonce_odr global i32 2, comdat\n@in = global i32 2, comdat($k)\n\
                  @only = global i32 5, comdat($k)";
    let l = linked(&[first, second]);
    assert_eq!((home(&l, "k"), home(&l, "in"), home(&l, "only")), (0, 0, 1));
}

#[test]
fn comdats_choose_as_they_say() {
    let of = |selection: &str, init: &str| {
        let head = "target datalayout = \"e-p:64:64\"\n";
        format!("{head}$k = comdat {selection}\n@k = global {init}, comdat")
    };
    let pair = |selection: &str, a: &str, b: &str| link(modules(&[&of(selection, a), &of(selection, b)]));
    assert_eq!(home(&pair("largest", "i32 1", "i64 2").unwrap(), "k"), 1);
    assert_eq!(home(&pair("largest", "i64 1", "i32 2").unwrap(), "k"), 0);
    assert_eq!(home(&pair("samesize", "i32 1", "float 2.0").unwrap(), "k"), 0);
    assert!(matches!(pair("samesize", "i32 1", "i64 1"), Err(LinkError::Comdat { .. })));
    assert_eq!(home(&pair("exactmatch", "[2 x i8] c\"a\\62\"", "[2 x i8] c\"ab\"").unwrap(), "k"), 0);
    assert!(matches!(pair("exactmatch", "i32 1", "i32 2"), Err(LinkError::Comdat { .. })));
    assert!(matches!(pair("nodeduplicate", "i32 1", "i32 1"), Err(LinkError::Duplicate { .. })));
    let mixed = link(modules(&[&of("any", "i32 1"), &of("samesize", "i32 1")]));
    assert!(matches!(mixed, Err(LinkError::Comdat { .. })));
}

#[test]
fn names_are_those_of_the_object_file() {
    let l = linked(&["declare void @foo()", "define void @\"\\01foo\"() {\n ret void\n}"]);
    assert_eq!(home(&l, "foo"), 1);
    let darwin = "target datalayout = \"e-m:o-i64:64\"\n";
    let l = linked(&[
        &format!("{darwin}declare void @foo()"),
        &format!("{darwin}define void @\"\\01_foo\"() {{\n ret void\n}}"),
    ]);
    assert_eq!(home(&l, "foo"), 1);
}

#[test]
fn targets_must_agree() {
    let error = link(modules(&["target datalayout = \"e-p:64:64\"", "target datalayout = \"e-p:32:32\""]));
    assert!(matches!(error, Err(LinkError::Target { difference: "size of pointers", .. })));
    let error = link(modules(&["target datalayout = \"e-p:64:64\"", "target datalayout = \"E-p:64:64\""]));
    assert!(matches!(error, Err(LinkError::Target { difference: "endianness", .. })));
}

#[test]
fn thread_local_must_agree() {
    let error = link(modules(&["@a = external global i32", "@a = thread_local global i32 1"]));
    assert!(matches!(error, Err(LinkError::ThreadLocal { .. })));
}
