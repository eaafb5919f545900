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
