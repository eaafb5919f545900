//! Where memory is read as something else than it was written as.
//!
//! Bytes of a pointer that are read as a number expose the object; a number that is read as a pointer gets
//! an exposed object; and so does a pointer that was overwritten in part. Unions and copies byte by byte do
//! this, structures that hold numbers and pointers side by side do not. The offsets of the accesses tell
//! them apart, as far as they are known.

use std::collections::{BTreeMap, BTreeSet};

use fathom_ir::{BinOp, Body, Const, Init, Inst, Op, Type, Value};

use super::Site;
use super::classes::Class;
use super::library::{Effects, Gives};
use super::nodes::Node;
use super::solve::Solver;
use crate::Uninitialised;

/// Bytes from an offset on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Range {
    at: Class,
    bytes: u64,
}

impl Range {
    /// Any bytes.
    const ALL: Self = Self { at: Class::ANY, bytes: 1 };

    fn join(self, other: Self) -> Self {
        Self { at: self.at.join(other.at), bytes: self.bytes.max(other.bytes) }
    }

    fn overlaps(self, other: Self) -> bool {
        self.at.overlaps(self.bytes, other.at, other.bytes)
    }
}

/// Ranges; few, or one that stands for all of them.
#[derive(Clone, Default, Debug)]
struct Ranges(BTreeSet<Range>);

/// More ranges than this become one.
const MANY: usize = 24;

impl Ranges {
    fn add(&mut self, range: Range) -> bool {
        if self.0.iter().any(|known| known.join(range) == *known) {
            return false;
        }
        self.0.insert(range);
        if self.0.len() > MANY {
            let all = self.0.iter().copied().reduce(Range::join);
            self.0 = all.into_iter().collect();
        }
        true
    }

    fn iter(&self) -> impl Iterator<Item = Range> + '_ {
        self.0.iter().copied()
    }
}

/// What is done to the objects of a set.
#[derive(Clone, Default, Debug)]
struct Footprint {
    pointers_read: Ranges,
    pointers_written: Ranges,
    numbers_read: Ranges,
    numbers_written: Ranges,
    /// Where zeros or copies begin or end.
    borders: Ranges,
}

/// A copy from one set to another, and how far it moves the bytes.
struct Copy {
    to: usize,
    from: usize,
    shift: Class,
}

#[derive(Default)]
struct Footprints {
    sets: BTreeMap<usize, (Node, Footprint)>,
    copies: Vec<Copy>,
}

impl Solver<'_> {
    /// Exposes what is seen as a number and lets point anywhere what is made of numbers.
    pub fn find_puns(&mut self) {
        let mut all = Footprints::default();
        self.initial_footprints(&mut all);
        let program = self.program;
        for (func, function) in (0..).map(fathom_ir::FuncId).zip(&program.functions) {
            let Some(body) = &function.body else { continue };
            for (block, code) in body.block_ids().zip(&body.blocks) {
                for (at, inst) in (0..).zip(&code.insts) {
                    self.footprint(Site { func, block, inst: at }, body, inst, &mut all);
                }
            }
        }
        all.copy();
        let width = u64::from(program.target.pointer_bits / 8);
        for (node, footprint) in all.sets.into_values() {
            if footprint.is_exposing() {
                self.expose_content(node);
            }
            if footprint.is_conjuring(width) {
                self.conjure_content(node);
            }
        }
    }

    fn initial_footprints(&mut self, all: &mut Footprints) {
        let program = self.program;
        let width = u64::from(program.target.pointer_bits / 8);
        for (global, node) in program.globals.iter().zip(self.globals.clone()) {
            let Some(init) = global.init.as_ref() else { continue };
            let own = self.set(all, node);
            for &at in init.pointers.keys() {
                own.pointers_written.add(Range { at: exactly(at), bytes: width });
            }
            numbers_of(init, width, |range| {
                own.numbers_written.add(range);
            });
        }
        if self.options.uninitialised == Uninitialised::Arbitrary {
            for node in self.sites.values().copied().collect::<Vec<_>>() {
                self.set(all, node).numbers_written.add(Range::ALL);
            }
        }
    }

    fn set<'a>(&mut self, all: &'a mut Footprints, node: Node) -> &'a mut Footprint {
        let node = self.nodes.find(node);
        &mut all.sets.entry(self.nodes.index(node)).or_insert_with(|| (node, Footprint::default())).1
    }

    /// The footprint of the objects that a pointer points to, and the offsets it has there.
    fn at<'a>(
        &mut self,
        all: &'a mut Footprints,
        site: Site,
        ptr: Value,
    ) -> Option<(Class, &'a mut Footprint)> {
        let node = self.value(site.func, ptr)?;
        let at = self.offsets_of(site.func, ptr)?;
        Some((at, self.set(all, node)))
    }

    fn footprint(&mut self, site: Site, body: &Body, inst: &Inst, all: &mut Footprints) {
        match &inst.op {
            Op::Load { ptr, .. } => {
                let ty = body.ty(inst.first);
                let bytes = ty.bytes(&self.program.target);
                if let Some((at, own)) = self.at(all, site, *ptr) {
                    let kind = if ty == Type::Ptr { &mut own.pointers_read } else { &mut own.numbers_read };
                    kind.add(Range { at, bytes });
                }
            }
            Op::Store { value, ptr, .. } => {
                let ty = body.ty(*value);
                let bytes = ty.bytes(&self.program.target);
                let is_zero = body.bits(*value).is_some_and(fathom_ir::Bits::is_zero);
                let is_address = !matches!(body.constant(*value), Some(Const::Bits(_) | Const::Undef));
                let Some((at, own)) = self.at(all, site, *ptr) else { return };
                let range = Range { at, bytes };
                if ty == Type::Ptr && (is_zero || is_address) {
                    own.pointers_written.add(range);
                } else if is_zero {
                    own.add_borders(at, Class::exactly(bytes as i64));
                } else {
                    own.numbers_written.add(range);
                }
            }
            Op::MemSet { dst, byte, len } => {
                let is_zero = body.bits(*byte).is_some_and(fathom_ir::Bits::is_zero);
                let length = length(body, *len);
                let known = body.bits(*len).and_then(fathom_ir::Bits::to_u64);
                let Some((at, own)) = self.at(all, site, *dst) else { return };
                own.add_borders(at, length);
                if !is_zero {
                    own.numbers_written.add(known.map_or(Range::ALL, |bytes| Range { at, bytes }));
                }
            }
            Op::MemCopy { dst, src, len, .. } => {
                self.copied(all, site, (*dst, *src), length(body, *len));
            }
            Op::Call { callee, args } => self.call_footprint(site, body, *callee, args, all),
            Op::CallPtr { args, .. } => {
                for callee in self.targets.get(&site).cloned().unwrap_or_default() {
                    self.call_footprint(site, body, callee, args, all);
                }
            }
            _ => {}
        }
    }

    fn call_footprint(
        &mut self,
        site: Site,
        body: &Body,
        callee: fathom_ir::FuncId,
        args: &[Value],
        all: &mut Footprints,
    ) {
        let function = &self.program.functions[callee.index()];
        if function.body.is_some() {
            return;
        }
        // What escapes is exposed and made of numbers already.
        let Some(effects) = Effects::of_call(self.program, function, body, args) else { return };
        for &at in effects.writes {
            if let Some((_, own)) = self.at(all, site, args[at]) {
                own.numbers_written.add(Range::ALL);
            }
        }
        if let Some((to, from)) = effects.copies {
            let len = args.get(2).map_or(Class::ANY, |&len| length(body, len));
            self.copied(all, site, (args[to], args[from]), len);
        }
        if let Some(at) = effects.stores_fresh {
            let bytes = u64::from(self.program.target.pointer_bits / 8);
            if let Some((at, own)) = self.at(all, site, args[at]) {
                own.pointers_written.add(Range { at, bytes });
            }
        }
        // What does not fit any more is cut off, and where is not known.
        if let Gives::Resized(at) = effects.gives
            && let Some((_, own)) = self.at(all, site, args[at])
        {
            let len = if let [_, len] = args { length(body, *len) } else { Class::ANY };
            own.add_borders(Class::START, len);
        }
    }

    fn copied(&mut self, all: &mut Footprints, site: Site, (dst, src): (Value, Value), length: Class) {
        let (Some(from), Some(from_at)) = (self.value(site.func, src), self.offsets_of(site.func, src))
        else {
            return;
        };
        let from = self.nodes.index(from);
        let Some((at, own)) = self.at(all, site, dst) else { return };
        own.add_borders(at, length);
        let to = self.value(site.func, dst).map(|node| self.nodes.index(node));
        all.copies.extend(to.map(|to| Copy { to, from, shift: at.minus(from_at) }));
    }
}

fn exactly(at: u64) -> Class {
    i64::try_from(at).map_or(Class::ANY, Class::exactly)
}

/// What is known of a number of bytes.
fn length(body: &Body, len: Value) -> Class {
    if let Some(bits) = body.bits(len) {
        return bits.to_i64().map_or(Class::ANY, Class::exactly);
    }
    let made = |inst: &&Inst| inst.results == 1 && inst.first == len;
    let op = body.blocks.iter().flat_map(|block| &block.insts).find(made).map(|inst| &inst.op);
    // Products may wrap around: then only factors that are powers of two are left.
    let factor = match op {
        Some(Op::Bin(BinOp::Mul, a, b)) => {
            let zeros = |value: &Value| body.bits(*value).map_or(0, |bits| bits.low_u64().trailing_zeros());
            zeros(a).max(zeros(b)).min(62)
        }
        Some(Op::Bin(BinOp::Shl, _, by)) => {
            body.bits(*by).and_then(fathom_ir::Bits::to_u64).map_or(0, |by| by.min(62) as u32)
        }
        _ => 0,
    };
    Class::multiples(1 << factor)
}

/// The bytes of initial contents that are not zero and belong to no pointer.
fn numbers_of(init: &Init, width: u64, mut f: impl FnMut(Range)) {
    let covered = |at: u64| {
        let last = init.pointers.range(..=at).next_back();
        last.is_some_and(|(&start, _)| at - start < width)
    };
    let mut start = None;
    for (at, &byte) in (0..).zip(init.bytes.iter().chain([&0])) {
        let counts = byte != 0 && !covered(at);
        match (start, counts) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                f(Range { at: exactly(from), bytes: at - from });
                start = None;
            }
            (None, false) | (Some(_), true) => {}
        }
    }
}

impl Footprint {
    fn add_borders(&mut self, start: Class, length: Class) {
        self.borders.add(Range { at: start, bytes: 1 });
        self.borders.add(Range { at: start.plus(length), bytes: 1 });
    }

    /// Bytes of pointers may be read as numbers.
    fn is_exposing(&self) -> bool {
        self.numbers_read
            .iter()
            .any(|read| self.pointers_written.iter().any(|written| read.overlaps(written)))
    }

    /// What is read as a pointer may not have been written as one.
    fn is_conjuring(&self, width: u64) -> bool {
        self.pointers_read.iter().any(|read| {
            self.numbers_written.iter().any(|written| read.overlaps(written))
                || self.pointers_written.iter().any(|written| read.at.is_misaligned_to(written.at, width))
                || self.borders.iter().any(|border| border.at.splits(read.at, width))
        })
    }
}

impl Footprints {
    /// Lets copies take along what was written, until nothing is new.
    fn copy(&mut self) {
        for round in 0.. {
            let mut new = false;
            for Copy { to, from, shift } in &self.copies {
                let Some((_, source)) = self.sets.get(from).cloned() else { continue };
                let Some((_, target)) = self.sets.get_mut(to) else { continue };
                let moved = |range: Range| match round > MANY {
                    true => Range { at: Class::ANY, ..range },
                    false => Range { at: range.at.plus(*shift), ..range },
                };
                for range in source.pointers_written.iter() {
                    new |= target.pointers_written.add(moved(range));
                }
                for range in source.numbers_written.iter() {
                    new |= target.numbers_written.add(moved(range));
                }
                for range in source.borders.iter() {
                    new |= target.borders.add(moved(range));
                }
            }
            if !new {
                return;
            }
        }
    }
}
