//! The canonical numbering of a program, in which the text form round-trips exactly.
//!
//! Canonical means:
//! - Values of a body are first those that blocks and instructions define, in the order of the text,
//!   then the constants in order of first use, each once. There are no others.
//! - Notes, positions and files are numbered in the order in which the text mentions them, those that
//!   nothing mentions are gone, and the entries 0 of notes and positions are there.
//! - An instruction without results has 0 as its first result.
//! - Contents of globals have no zero bytes at the end, and their undefined ranges are sorted and
//!   apart.
//!
//! Canonicalising changes names, never meaning.

use rustc_hash::FxHashMap;

use crate::program::{Body, Const, FileId, Init, Loc, LocId, NoteId, Op, Program, Value, ValueData};
use crate::types::Type;

/// Makes a program canonical. Linear in its size.
pub fn canonicalize(program: &mut Program) {
    let mut notes = Renumbering::new(1);
    let mut locs = Renumbering::new(1);
    let old_locs = std::mem::take(&mut program.locs);
    let old_notes = std::mem::take(&mut program.notes);
    // Equal texts are one note.
    let mut note_of_text: FxHashMap<&str, u32> = FxHashMap::default();
    let representative: Vec<u32> = old_notes
        .iter()
        .enumerate()
        .map(|(at, text)| *note_of_text.entry(text).or_insert(at as u32))
        .collect();
    let mut note = |id: &mut NoteId| {
        let known = representative.get(id.index()).filter(|&&at| !old_notes[at as usize].is_empty());
        *id = NoteId(known.map_or(0, |&at| notes.number(at)));
    };
    let mut loc = |id: &mut LocId| {
        let mut at = *id;
        *id = LocId(0);
        let mut child: Option<u32> = None;
        // A position, where it was inlined, and so on up to one that is numbered already.
        while at != LocId::NONE && old_locs.get(at.index()).is_some() {
            let seen = locs.contains(at.0);
            let number = locs.number(at.0);
            if child.is_none() {
                *id = LocId(number);
            }
            if seen {
                break;
            }
            child = Some(number);
            match old_locs[at.index()].inlined_at {
                Some(parent) => at = parent,
                None => break,
            }
        }
    };

    for global in &mut program.globals {
        loc(&mut global.loc);
        if let Some(init) = &mut global.init {
            canonicalize_init(init);
        }
    }
    for function in &mut program.functions {
        loc(&mut function.loc);
        let Some(body) = &mut function.body else { continue };
        body.compact();
        for block in &mut body.blocks {
            for inst in &mut block.insts {
                match &mut inst.op {
                    Op::Assert { note: id, .. }
                    | Op::Alloca { name: id, .. }
                    | Op::Nondet { name: id, .. } => note(id),
                    _ => {}
                }
                loc(&mut inst.loc);
            }
            loc(&mut block.term_loc);
        }
    }

    let old_files = std::mem::take(&mut program.files);
    let mut file_of_text: FxHashMap<&str, FileId> = FxHashMap::default();
    let mut files: Vec<String> = Vec::new();
    program.locs.push(Loc::UNKNOWN);
    let order = locs.order;
    let number = locs.numbers;
    for at in order {
        let mut entry = old_locs[at as usize];
        entry.file = entry.file.and_then(|id| old_files.get(id.index())).map(|text| {
            *file_of_text.entry(text).or_insert_with(|| {
                files.push(text.clone());
                FileId(files.len() as u32 - 1)
            })
        });
        note(&mut entry.function);
        entry.inlined_at = entry.inlined_at.and_then(|parent| number.get(&parent.0)).map(|&n| LocId(n));
        program.locs.push(entry);
    }
    program.files = files;
    program.notes.push(String::new());
    program.notes.extend(notes.order.iter().map(|&at| old_notes[at as usize].clone()));
}

/// New numbers, given in order of first request.
struct Renumbering {
    first: u32,
    numbers: FxHashMap<u32, u32>,
    order: Vec<u32>,
}

impl Renumbering {
    fn new(first: u32) -> Self {
        Self { first, numbers: FxHashMap::default(), order: Vec::new() }
    }

    fn contains(&self, old: u32) -> bool {
        self.numbers.contains_key(&old)
    }

    fn number(&mut self, old: u32) -> u32 {
        *self.numbers.entry(old).or_insert_with(|| {
            self.order.push(old);
            self.first + self.order.len() as u32 - 1
        })
    }
}

fn canonicalize_init(init: &mut Init) {
    let used = init.bytes.iter().rposition(|&b| b != 0).map_or(0, |at| at + 1);
    init.bytes.truncate(used);
    init.undef.retain(|&(_, length)| length > 0);
    init.undef.sort_unstable();
    let mut merged: Vec<(u64, u64)> = Vec::with_capacity(init.undef.len());
    for &(start, length) in &init.undef {
        match merged.last_mut() {
            Some((first, size)) if start <= first.saturating_add(*size) => {
                *size = (*size).max(start.saturating_add(length) - *first);
            }
            _ => merged.push((start, length)),
        }
    }
    init.undef = merged;
}

impl Body {
    /// Renumbers the values: definitions in order of the text, then constants in order of first use,
    /// equal ones shared; values that are neither defined nor used are dropped.
    pub fn compact(&mut self) {
        const NONE: Value = Value(u32::MAX);
        let old = std::mem::take(&mut self.values);
        let mut values: Vec<ValueData> = Vec::new();
        let mut renamed = vec![NONE; old.len()];
        let mut blocks = std::mem::take(&mut self.blocks);

        let mut define = |value: Value| -> Value {
            let Some(slot) = renamed.get_mut(value.index()) else { return value };
            if *slot == NONE {
                values.push(old[value.index()].clone());
                *slot = Value(values.len() as u32 - 1);
            }
            *slot
        };
        for block in &mut blocks {
            for param in &mut block.params {
                *param = define(*param);
            }
            for inst in &mut block.insts {
                let first = inst.first;
                inst.first = Value(0);
                for at in 0..inst.results {
                    let result = define(Value(first.0.saturating_add(at)));
                    if at == 0 {
                        inst.first = result;
                    }
                }
            }
        }

        let mut constants: FxHashMap<(Type, &Const), Value> = FxHashMap::default();
        let mut rename = |value: &mut Value| {
            let Some(slot) = renamed.get_mut(value.index()) else { return };
            if *slot == NONE {
                let data = &old[value.index()];
                let mut fresh = || {
                    values.push(data.clone());
                    Value(values.len() as u32 - 1)
                };
                *slot = match &data.constant {
                    Some(constant) => *constants.entry((data.ty, constant)).or_insert_with(fresh),
                    // Used and never defined; the verifier says so.
                    None => fresh(),
                };
            }
            *value = *slot;
        };
        for block in &mut blocks {
            for inst in &mut block.insts {
                inst.op.operands_mut(&mut rename);
            }
            block.term.operands_mut(&mut rename);
        }
        self.values = values;
        self.blocks = blocks;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::Bits;
    use crate::program::{BinOp, Block, Function, Inst, Term};

    #[test]
    fn values_are_numbered_by_definition_then_constants_shared() {
        let ty = Type::Int(32);
        let mut body = Body::default();
        let five = body.new_constant(ty, Const::Bits(Bits::from_u64(32, 5)));
        let _unused = body.new_value(ty);
        let result = body.new_value(ty);
        let param = body.new_value(ty);
        let other_five = body.new_constant(ty, Const::Bits(Bits::from_u64(32, 5)));
        let add = Inst { op: Op::Bin(BinOp::Add, param, five), first: result, results: 1, loc: LocId::NONE };
        let term = Term::Return(vec![result, other_five]);
        body.blocks.push(Block { params: vec![param], insts: vec![add], term, term_loc: LocId::NONE });
        body.compact();
        assert_eq!(body.values.len(), 3);
        assert_eq!(body.blocks[0].params, [Value(0)]);
        assert_eq!(body.blocks[0].insts[0].first, Value(1));
        assert_eq!(body.blocks[0].insts[0].op, Op::Bin(BinOp::Add, Value(0), Value(2)));
        assert_eq!(body.blocks[0].term, Term::Return(vec![Value(1), Value(2)]));
        let before = body.clone();
        body.compact();
        assert_eq!(body, before);
    }

    #[test]
    fn unused_notes_and_positions_go_and_inlining_is_kept() {
        let loc = |line, inlined_at| Loc {
            file: Some(FileId(1)),
            line,
            column: 0,
            function: NoteId(2),
            inlined_at,
        };
        let function = Function {
            name: "f".to_owned(),
            params: vec![],
            results: vec![],
            variadic: false,
            body: None,
            align: 1,
            loc: LocId(3),
        };
        let mut program = Program {
            functions: vec![function],
            files: vec!["a".to_owned(), "b".to_owned()],
            locs: vec![Loc::UNKNOWN, loc(1, None), loc(2, None), loc(3, Some(LocId(2)))],
            notes: vec![String::new(), "x".to_owned(), "f".to_owned()],
            ..Program::default()
        };
        canonicalize(&mut program);
        assert_eq!(program.files, ["b"]);
        assert_eq!(program.notes, ["", "f"]);
        assert_eq!(program.functions[0].loc, LocId(1));
        let lines: Vec<_> = program.locs.iter().map(|l| (l.line, l.inlined_at)).collect();
        assert_eq!(lines, [(0, None), (3, Some(LocId(2))), (2, None)]);
    }

    #[test]
    fn contents_are_trimmed_and_ranges_merged() {
        let mut init = Init { bytes: vec![1, 0, 0], undef: vec![(8, 4), (2, 0), (4, 4)], ..Init::default() };
        canonicalize_init(&mut init);
        assert_eq!((init.bytes, init.undef), (vec![1], vec![(4, 8)]));
    }
}
