//! The input of an execution that fails.

use fathom_engines::Input;
use fathom_evidence::{Evidence, Source};
use fathom_ir::{Program, Type, float};

use fathom_report::words;

use super::rows::site;
use crate::report::Position;

/// How many inputs are shown unless all are wanted.
const SHOWN: usize = 20;

/// A line for each input, in the order in which the execution asks for them; `arbitrary` says of the first ones
/// whether any value does.
pub fn render(program: &Program, inputs: &[Input], arbitrary: &[bool], all: bool) -> String {
    let lines = inputs.iter().enumerate().map(|(at, input)| {
        let (position, _) = site(program, input.loc, &[]);
        (what(program, input, arbitrary.get(at) == Some(&true)), position)
    });
    table(lines, inputs.len(), all)
}

/// The same from an execution that was written down, which knows who asked for what.
pub fn of_evidence(evidence: &Evidence, all: bool) -> String {
    let place =
        |at: &fathom_evidence::Position| Position { file: at.file.clone(), line: at.line, column: at.column };
    let long = words::long_inputs(evidence).into_iter().map(|(text, at)| (text, at.map(place)));
    let count = words::single_inputs(evidence).count() + long.len();
    let single = words::single_inputs(evidence).map(|input| {
        let call = if input.from == Source::Call { "()" } else { "" };
        let is_number = input.value.trim_start_matches('-').chars().all(|c| c.is_ascii_digit());
        let value = match (input.arbitrary, is_number) {
            (true, _) => "any value".to_string(),
            (false, true) => format!("{} (0x{})", input.value, input.bits),
            (false, false) if input.value == "NULL" => "null".to_string(),
            (false, false) => input.value.clone(),
        };
        (format!("{}{call} = {value}", input.name), input.position.as_ref().map(place))
    });
    table(long.chain(single), count, all)
}

fn table(lines: impl Iterator<Item = (String, Option<Position>)>, count: usize, all: bool) -> String {
    let shown = if all { count } else { count.min(SHOWN) };
    let lines: Vec<_> = lines.take(shown).collect();
    let width = lines.iter().map(|(what, _)| what.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for (what, position) in lines {
        // The column of a call says little more than its line.
        let place = position.map_or(String::new(), |place| Position { column: 0, ..place }.to_string());
        text += format!("input  {what:<width$}  {place}").trim_end();
        text.push('\n');
    }
    if shown < count {
        text += &format!("... {} more\n", count - shown);
    }
    text
}

/// The arguments of the command line, the name of the program first.
pub fn command_line(arguments: Option<&[Vec<u8>]>) -> String {
    let Some(arguments) = arguments else { return String::new() };
    let mut lines: Vec<String> = arguments
        .iter()
        .enumerate()
        .skip(1)
        .take(SHOWN)
        .map(|(at, argument)| format!("input  argv[{at}] = \"{}\"\n", argument.escape_ascii()))
        .collect();
    if arguments.len() > SHOWN + 1 {
        lines.push(format!("... argc = {}\n", arguments.len()));
    } else if arguments.len() == 1 {
        lines.push("input  argc = 1\n".to_string());
    }
    lines.concat()
}

/// What is called an input that nothing names.
const UNSET: &str = "a value that was never set";

/// `__VERIFIER_nondet_int() = 5 (0x5)`
fn what(program: &Program, input: &Input, arbitrary: bool) -> String {
    let call = if program.function_named(&input.name).is_some() { "()" } else { "" };
    let value = if arbitrary { "any value".to_string() } else { value(input) };
    let name = if input.name.is_empty() { UNSET } else { &input.name };
    format!("{name}{call} = {value}")
}

fn value(input: &Input) -> String {
    let bits = &input.value;
    match input.ty {
        Type::Int(1) => (!bits.is_zero()).to_string(),
        Type::Int(_) if is_unsigned(&input.name) => format!("{} (0x{})", bits.to_decimal(), bits.to_hex()),
        Type::Int(_) => format!("{} (0x{})", bits.to_signed_decimal(), bits.to_hex()),
        Type::Ptr if bits.is_zero() => "null".into(),
        Type::Ptr => format!("0x{}", bits.to_hex()),
        Type::Float(kind) => float::print(kind, bits),
    }
}

/// Whether a function that gives any value says in its name that the value has no sign.
fn is_unsigned(name: &str) -> bool {
    const TYPES: [&str; 12] = [
        "uchar",
        "ushort",
        "uint",
        "ulong",
        "ulonglong",
        "unsigned",
        "size_t",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
    ];
    let ty = name.rsplit_once("nondet_").map_or("", |(_, ty)| ty.trim_end_matches("()"));
    TYPES.contains(&ty) || ty.starts_with("unsigned_") || ty.starts_with("uint")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::testing::{input, program};
    use fathom_ir::{Bits, FloatKind};

    #[test]
    fn values_as_their_type_says() {
        let shown = |name: &str, ty, bits| {
            let text = render(&program(), &[input(name, ty, bits)], &[], false);
            text.trim_end().strip_suffix("  main.c:7").unwrap().to_string()
        };
        let int = |value| Bits::from_i64(32, value);
        assert_eq!(
            shown("__VERIFIER_nondet_int", Type::Int(32), int(5)),
            "input  __VERIFIER_nondet_int() = 5 (0x5)"
        );
        assert_eq!(shown("argc", Type::Int(32), int(-1)), "input  argc = -1 (0xffffffff)");
        assert_eq!(
            shown("nondet_uint", Type::Int(32), int(-1)),
            "input  nondet_uint = 4294967295 (0xffffffff)"
        );
        assert_eq!(
            shown("nondet_ulong()", Type::Int(32), int(-1)),
            "input  nondet_ulong() = 4294967295 (0xffffffff)"
        );
        assert_eq!(shown("flag", Type::Int(1), Bits::one(1)), "input  flag = true");
        assert_eq!(shown("p", Type::Ptr, Bits::zero(64)), "input  p = null");
        assert_eq!(shown("p", Type::Ptr, Bits::from_u64(64, 0x1000)), "input  p = 0x1000");
        let half = Bits::from_u64(64, 0.5f64.to_bits());
        assert_eq!(shown("x", Type::Float(FloatKind::F64), half), "input  x = 0.5");
    }

    #[test]
    fn long_lists_are_cut() {
        let many: Vec<Input> = (0..60).map(|n| input("n", Type::Int(8), Bits::from_u64(8, n))).collect();
        let text = render(&program(), &many, &[], false);
        assert_eq!(text.lines().count(), SHOWN + 1);
        assert!(text.ends_with("... 40 more\n"), "{text}");
        assert_eq!(render(&program(), &many, &[], true).lines().count(), 60);
    }

    #[test]
    fn places_stand_below_each_other() {
        let inputs =
            [input("a", Type::Int(8), Bits::zero(8)), input("long_name", Type::Int(8), Bits::zero(8))];
        let text = render(&program(), &inputs, &[], false);
        assert_eq!(text, "input  a = 0 (0x0)          main.c:7\ninput  long_name = 0 (0x0)  main.c:7\n");
    }
}
