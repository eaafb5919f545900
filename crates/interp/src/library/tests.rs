//! Library functions called as the interpreter calls them.

use fathom_ir::{Program, Property, Type};

use super::find;
use crate::fault::{Step, Stop};
use crate::machine::{Args, Machine, Reply, RunOptions, Scalar};
use crate::memory::{ObjectKind, ObjectName, Pointer};

fn machine(program: &Program) -> Machine<'_> {
    let mut machine = Machine::new(program, RunOptions::default()).expect("the globals fit");
    machine.library.capture_output();
    machine
}

fn call(m: &mut Machine<'_>, name: &str, values: &[Scalar]) -> Step<Reply> {
    let types: Vec<Type> = values.iter().map(|_| Type::Int(64)).collect();
    let function = find(name).unwrap_or_else(|| panic!("`{name}` is a library function"));
    function(m, &Args { values, types: &types, name })
}

fn int(m: &mut Machine<'_>, name: &str, values: &[Scalar]) -> u64 {
    match call(m, name, values) {
        Ok(Some(Scalar::Cell(cell))) => cell.bits,
        other => panic!("`{name}` gives {other:?}"),
    }
}

fn pointer(m: &mut Machine<'_>, name: &str, values: &[Scalar]) -> Pointer {
    match call(m, name, values) {
        Ok(Some(Scalar::Cell(cell))) => Pointer { addr: cell.bits, prov: cell.prov },
        other => panic!("`{name}` gives {other:?}"),
    }
}

fn property(m: &mut Machine<'_>, name: &str, values: &[Scalar]) -> Property {
    match call(m, name, values) {
        Err(Stop::Fault(fault)) => fault.property,
        other => panic!("`{name}` gives {other:?}"),
    }
}

/// A string in a constant object.
fn text(m: &mut Machine<'_>, text: &str) -> Scalar {
    let object = m.memory.add_static(ObjectKind::Constant, text.len() as u64 + 1, 1, ObjectName::None);
    m.memory.initialise(object, 0, text.as_bytes());
    Scalar::ptr(object)
}

/// An area of variadic arguments, a word each.
fn area(m: &mut Machine<'_>, values: &[Scalar]) -> Scalar {
    let area = m.memory.add_static(ObjectKind::Global, values.len() as u64 * 8, 16, ObjectName::None);
    for (at, value) in values.iter().enumerate() {
        let Scalar::Cell(cell) = value else { panic!("a word") };
        m.memory.store(area.offset(at as u64 * 8), 8, 1, *cell).expect("in the area");
    }
    Scalar::ptr(area)
}

fn number(value: u64) -> Scalar {
    Scalar::int(value)
}

/// An integer result of a function of a pointer.
fn of(m: &mut Machine<'_>, name: &str, pointer: Pointer) -> u64 {
    int(m, name, &[Scalar::ptr(pointer)])
}

/// Calls a function without a result.
fn run(m: &mut Machine<'_>, name: &str, values: &[Scalar]) {
    match call(m, name, values) {
        Ok(None) => {}
        other => panic!("`{name}` gives {other:?}"),
    }
}

/// One pointer of each kind that has no live object.
fn dangling(m: &mut Machine<'_>) -> [Pointer; 4] {
    let freed = pointer(m, "malloc", &[number(8)]);
    run(m, "free", &[Scalar::ptr(freed)]);
    let ended = m.memory.add_stack(8, 8, fathom_ir::NoteId::NONE).expect("there is room");
    m.memory.lifetime_end(ended, false);
    [Pointer::NULL, Pointer { addr: 0x1234, ..Pointer::NULL }, freed, ended]
}

#[test]
fn strings_must_fit_their_target() {
    let program = Program::default();
    let m = &mut machine(&program);
    let source = text(m, "hello");
    let small = Scalar::ptr(pointer(m, "malloc", &[number(5)]));
    let enough = Scalar::ptr(pointer(m, "malloc", &[number(6)]));
    assert_eq!(property(m, "strcpy", &[small, source.clone()]), Property::OutOfBoundsWrite);
    pointer(m, "strcpy", &[enough.clone(), source.clone()]);
    assert_eq!(int(m, "strlen", std::slice::from_ref(&enough)), 5);
    assert_eq!(int(m, "strcmp", &[enough, source.clone()]), 0);
    assert_eq!(property(m, "strcat", &[source.clone(), source]), Property::OverlappingCopy);
}

#[test]
fn reallocation_keeps_contents_and_provenance() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(8)]);
    m.memory.store_ptr(block, block).expect("in the block");
    let larger = pointer(m, "realloc", &[Scalar::ptr(block), number(100)]);
    assert_eq!(m.memory.load_ptr(larger).expect("copied"), block);
    assert_eq!(property(m, "free", &[Scalar::ptr(block)]), Property::DoubleFree);
    assert_eq!(property(m, "_ZdlPv", &[Scalar::ptr(larger)]), Property::MismatchedFree);
    assert!(call(m, "free", &[Scalar::ptr(larger)]).is_ok());
}

#[test]
fn copies_must_not_overlap() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "calloc", &[number(1), number(16)]);
    let (low, high) = (Scalar::ptr(block), Scalar::ptr(block.offset(4)));
    assert_eq!(property(m, "memcpy", &[low.clone(), high.clone(), number(8)]), Property::OverlappingCopy);
    assert!(call(m, "memmove", &[low.clone(), high.clone(), number(8)]).is_ok());
    assert!(call(m, "memcpy", &[low, high, number(4)]).is_ok());
}

#[test]
fn comparison_reads_no_further_than_the_difference() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(4)]);
    m.memory.write(block, b"ab").expect("in the block");
    let (other, same) = (text(m, "ax"), text(m, "abc"));
    assert_ne!(int(m, "strcmp", &[Scalar::ptr(block), other]), 0);
    assert_eq!(property(m, "strcmp", &[Scalar::ptr(block), same]), Property::UninitialisedUse);
}

#[test]
fn printing_goes_to_the_standard_output() {
    let program = Program::default();
    let m = &mut machine(&program);
    let (format, word) = (text(m, "%d %s|"), text(m, "word"));
    let arguments = area(m, &[number(-7i32 as u32 as u64), word.clone()]);
    assert_eq!(int(m, "printf", &[format.clone(), arguments]), 8);
    int(m, "puts", &[word]);
    assert_eq!(m.library.take_output(), b"-7 word|word\n");
    let short = area(m, &[number(1)]);
    assert_eq!(property(m, "printf", &[format, short]), Property::OutOfBoundsRead);
}

#[test]
fn scanning_stores_values() {
    let program = Program::default();
    let m = &mut machine(&program);
    m.library.set_input(b"12 abc".to_vec());
    let (value, word) = (pointer(m, "malloc", &[number(4)]), pointer(m, "malloc", &[number(3)]));
    let format = text(m, "%d");
    let target = area(m, &[Scalar::ptr(value)]);
    assert_eq!(int(m, "scanf", &[format, target]), 1);
    assert_eq!(m.memory.load_int(value, 4).expect("stored"), 12);
    let format = text(m, "%s");
    let target = area(m, &[Scalar::ptr(word)]);
    assert_eq!(property(m, "scanf", &[format, target]), Property::OutOfBoundsWrite);
}

#[test]
fn closed_streams_are_gone() {
    let program = Program::default();
    let m = &mut machine(&program);
    let (path, mode) = (text(m, "/dev/null"), text(m, "r"));
    let file = Scalar::ptr(pointer(m, "fopen", &[path, mode]));
    assert_eq!(int(m, "fgetc", std::slice::from_ref(&file)) as u32, u32::MAX);
    assert_eq!(int(m, "fclose", std::slice::from_ref(&file)), 0);
    assert_eq!(property(m, "fgetc", &[file]), Property::UseAfterFree);
    assert_eq!(property(m, "fgetc", &[number(0)]), Property::NullArgument);
}

#[test]
fn the_environment_is_the_programs_own() {
    let program = Program::default();
    let m = &mut machine(&program);
    let (name, value) = (text(m, "FATHOM_TEST"), text(m, "yes"));
    assert_eq!(int(m, "setenv", &[name.clone(), value, number(1)]), 0);
    let found = pointer(m, "getenv", std::slice::from_ref(&name));
    assert_eq!(m.string(found).expect("a string"), b"yes");
    int(m, "unsetenv", std::slice::from_ref(&name));
    assert!(pointer(m, "getenv", &[name]).is_null());
}

#[test]
fn names_with_decorations_are_known() {
    for name in ["__isoc99_sscanf", "__isoc23_strtol", "_IO_putc", "putc_unlocked", "__printf_chk", "fopen64"]
    {
        assert!(find(name).is_some(), "{name}");
    }
    for name in ["__exp_finite", "__memcpy_chk", "isalpha_l", "_ZnwmSt11align_val_t", "_ZdaPvj"] {
        assert!(find(name).is_some(), "{name}");
    }
    for name in ["my_function", "_Znwx", "__VERIFIER_assume"] {
        assert!(find(name).is_none(), "{name}");
    }
}

#[test]
fn accessible_ranges_are_those_that_an_access_may_touch() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(8)]);
    let Scalar::Cell(constant) = text(m, "text") else { panic!("a word") };
    let constant = Pointer { addr: constant.bits, prov: constant.prov };
    let readable = ["sea_is_dereferenceable", "__CPROVER_r_ok"];
    for name in readable.into_iter().chain(["__CPROVER_w_ok", "__CPROVER_rw_ok"]) {
        let mut ok = |at: Pointer, len: u64| int(m, name, &[Scalar::ptr(at), number(len)]) == 1;
        assert!(ok(block, 8) && ok(block.offset(7), 1) && ok(block.offset(3), 4), "{name}");
        assert!(!ok(block, 9) && !ok(block.offset(8), 1) && !ok(block.offset(1), u64::MAX), "{name}");
        assert!(!ok(block.offset(u64::MAX), 1), "{name}");
        assert_eq!(ok(constant, 5), readable.contains(&name), "{name}");
        for pointer in dangling(m) {
            assert_eq!(int(m, name, &[Scalar::ptr(pointer), number(1)]), 0, "{name}");
            assert_eq!(int(m, name, &[Scalar::ptr(pointer), number(0)]), 1, "{name}");
        }
        // Without a length it is 1.
        assert_eq!(of(m, name, block.offset(7)), 1);
        assert_eq!(of(m, name, block.offset(8)), 0);
    }
}

#[test]
fn a_length_among_variadic_arguments_is_not_known() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(8)]);
    let function = find("__CPROVER_r_ok").expect("a library function");
    let types = [Type::Ptr, Type::Ptr];
    for (passed, known) in [(vec![], true), (vec![number(4)], false)] {
        let values = [Scalar::ptr(block), area(m, &passed)];
        let reply = function(m, &Args { values: &values, types: &types, name: "__CPROVER_r_ok" });
        assert_eq!(reply.is_ok(), known);
    }
}

#[test]
fn objects_are_allocated_while_they_live() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(8)]);
    assert_eq!(of(m, "sea_is_alloc", block.offset(100)), 1);
    for pointer in dangling(m) {
        assert_eq!(of(m, "sea_is_alloc", pointer), 0);
    }
}

#[test]
fn writes_mark_objects_while_they_are_tracked() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "calloc", &[number(8), number(1)]);
    let other = pointer(m, "calloc", &[number(8), number(1)]);
    let here = Scalar::ptr(block);
    assert_eq!(of(m, "sea_is_modified", block), 0);
    let writes: [(&str, Vec<Scalar>); 5] = [
        ("memset", vec![here.clone(), number(0), number(1)]),
        ("memcpy", vec![here.clone(), Scalar::ptr(other), number(8)]),
        ("memhavoc", vec![here.clone(), number(1)]),
        ("strcpy", vec![here.clone(), text(m, "a")]),
        ("__CPROVER_havoc_object", vec![here.clone()]),
    ];
    for (name, arguments) in writes {
        call(m, name, &arguments).expect("is fine");
        assert_eq!(of(m, "sea_is_modified", block.offset(3)), 1, "{name}");
        assert_eq!(of(m, "sea_is_modified", other), 0, "{name}");
        run(m, "sea_reset_modified", std::slice::from_ref(&here));
        assert_eq!(of(m, "sea_is_modified", block), 0, "{name}");
    }
    run(m, "sea_tracking_off", &[]);
    m.memory.store_int(block, 4, 1).expect("in the block");
    assert_eq!(of(m, "sea_is_modified", block), 0);
    run(m, "sea_tracking_on", &[]);
    call(m, "memset", &[here.clone(), number(1), number(0)]).expect("writes nothing");
    assert_eq!(of(m, "sea_is_modified", block), 0);
    m.memory.store_int(block, 4, 1).expect("in the block");
    assert_eq!(of(m, "sea_is_modified", block), 1);
    run(m, "free", &[here]);
    assert_eq!(of(m, "sea_is_modified", block), 0);
    for pointer in dangling(m) {
        run(m, "sea_reset_modified", &[Scalar::ptr(pointer)]);
        assert_eq!(of(m, "sea_is_modified", pointer), 0);
    }
}

#[test]
fn objects_have_tags() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(8)]);
    let other = pointer(m, "malloc", &[number(8)]);
    let tag = |m: &mut Machine<'_>, slot: u64, at: Pointer| {
        int(m, "sea_get_shadowmem", &[number(slot), Scalar::ptr(at)])
    };
    run(m, "sea_set_shadowmem", &[number(3), Scalar::ptr(block), number(77)]);
    assert_eq!(tag(m, 3, block.offset(5)), 77);
    assert_eq!((tag(m, 2, block), tag(m, 3, other)), (0, 0));
    run(m, "free", &[Scalar::ptr(block)]);
    assert_eq!(tag(m, 3, block), 0);
    for pointer in dangling(m) {
        run(m, "sea_set_shadowmem", &[number(3), Scalar::ptr(pointer), number(1)]);
        assert_eq!(tag(m, 3, pointer), 0);
    }
}

#[test]
fn arbitrary_ranges_must_be_writable() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(100)]);
    let constant = text(m, "text");
    for name in ["memhavoc", "klee_make_symbolic", "__CPROVER_havoc_slice"] {
        let name_text = text(m, "input");
        let mut havoc = |at: Scalar, len: u64| call(m, name, &[at, number(len), name_text.clone()]).is_ok();
        assert!(havoc(Scalar::ptr(block), 100) && havoc(number(0), 0), "{name}");
        assert!(!havoc(Scalar::ptr(block), 101) && !havoc(constant.clone(), 1), "{name}");
        // All of them are initialised now, and not all alike.
        let bytes = m.memory.bytes(block, 100).expect("initialised");
        assert!(bytes.iter().any(|&byte| byte != bytes[0]), "{name}");
    }
    assert_eq!(property(m, "__CPROVER_havoc_object", &[number(0)]), Property::NullDereference);
    assert_eq!(property(m, "__CPROVER_havoc_object", &[constant]), Property::WriteToConstant);
    let [.., freed, ended] = dangling(m);
    assert_eq!(property(m, "__CPROVER_havoc_object", &[Scalar::ptr(freed)]), Property::UseAfterFree);
    assert_eq!(property(m, "__CPROVER_havoc_object", &[Scalar::ptr(ended)]), Property::UseAfterScope);
    let fresh = pointer(m, "malloc", &[number(16)]);
    run(m, "__CPROVER_havoc_object", &[Scalar::ptr(fresh.offset(16))]);
    assert!(m.memory.bytes(fresh, 16).is_ok());
}

#[test]
fn pointers_tell_of_their_objects() {
    let program = Program::default();
    let m = &mut machine(&program);
    let block = pointer(m, "malloc", &[number(24)]);
    let other = pointer(m, "__CPROVER_allocate", &[number(4), number(1)]);
    let fresh = pointer(m, "__CPROVER_allocate", &[number(4), number(0)]);
    assert_eq!(m.memory.bytes(other, 4).expect("zero"), [0; 4]);
    assert!(m.memory.bytes(fresh, 1).is_err());
    run(m, "free", &[Scalar::ptr(fresh)]);
    let local = m.memory.add_stack(8, 8, fathom_ir::NoteId::NONE).expect("there is room");
    assert_eq!(of(m, "__CPROVER_OBJECT_SIZE", block.offset(30)), 24);
    assert_eq!(of(m, "__CPROVER_POINTER_OFFSET", block.offset(30)), 30);
    assert_eq!(of(m, "__CPROVER_POINTER_OFFSET", block.offset(u64::MAX)), u64::MAX);
    assert_eq!(of(m, "__CPROVER_DYNAMIC_OBJECT", block.offset(30)), 1);
    assert_eq!(of(m, "__CPROVER_DYNAMIC_OBJECT", local), 0);
    let same = |m: &mut Machine<'_>, a: Pointer, b: Pointer| {
        int(m, "__CPROVER_same_object", &[Scalar::ptr(a), Scalar::ptr(b)])
    };
    assert_eq!((same(m, block, block.offset(99)), same(m, block, other)), (1, 0));
    for pointer in dangling(m) {
        assert_eq!(of(m, "__CPROVER_OBJECT_SIZE", pointer), 0);
        assert_eq!(of(m, "__CPROVER_POINTER_OFFSET", pointer), pointer.addr);
        assert_eq!(of(m, "__CPROVER_DYNAMIC_OBJECT", pointer), 0);
        assert_eq!(same(m, pointer, pointer.offset(1)), 1);
        assert_eq!(same(m, pointer, block), 0);
    }
}
