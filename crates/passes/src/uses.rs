//! Where values are used.

use fathom_ir::{BlockId, Body, Term, Value};

/// A place in a body: a block and the position of an instruction, or the number of instructions for the
/// terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) block: BlockId,
    pub(crate) at: usize,
}

/// An argument of an edge: the block the edge leaves, the number of the edge there, and the parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Argument {
    pub(crate) block: BlockId,
    pub(crate) edge: usize,
    pub(crate) param: Value,
}

/// For each value, the places that use it, and the edges that pass it on. These are apart, because a
/// terminator with many arguments must not be looked at as a whole for each of them.
pub(crate) struct Uses {
    places: Lists<Place>,
    arguments: Lists<Argument>,
}

impl Uses {
    /// The uses of all values of a body.
    pub(crate) fn new(body: &Body) -> Self {
        let mut places = Vec::new();
        let mut arguments = Vec::new();
        for id in body.block_ids() {
            let block = &body.blocks[id.index()];
            for (at, inst) in block.insts.iter().enumerate() {
                inst.op.operands(|value| places.push((value, Place { block: id, at })));
            }
            let place = Place { block: id, at: block.insts.len() };
            own_operands(&block.term, |value| places.push((value, place)));
            for (number, edge) in block.term.edges().into_iter().enumerate() {
                let params = &body.blocks[edge.block.index()].params;
                for (&arg, &param) in edge.args.iter().zip(params) {
                    arguments.push((arg, Argument { block: id, edge: number, param }));
                }
            }
        }
        let count = body.values.len();
        Self { places: Lists::new(count, &places), arguments: Lists::new(count, &arguments) }
    }

    /// The instructions and terminators that use a value themselves, once for each use.
    pub(crate) fn places(&self, value: Value) -> &[Place] {
        self.places.of(value)
    }

    /// The edges that pass a value on.
    pub(crate) fn arguments(&self, value: Value) -> &[Argument] {
        self.arguments.of(value)
    }
}

/// A list for each value, end to end in one array.
struct Lists<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    fn new(values: usize, pairs: &[(Value, T)]) -> Self {
        let mut start = vec![0_u32; values + 1];
        for (value, _) in pairs {
            start[value.index() + 1] += 1;
        }
        for at in 1..start.len() {
            start[at] += start[at - 1];
        }
        let mut next = start.clone();
        // Every item is overwritten by its own.
        let mut items: Vec<T> = pairs.iter().map(|&(_, item)| item).collect();
        for &(value, item) in pairs {
            items[next[value.index()] as usize] = item;
            next[value.index()] += 1;
        }
        Self { start, items }
    }

    fn of(&self, value: Value) -> &[T] {
        let at = value.index();
        &self.items[self.start[at] as usize..self.start[at + 1] as usize]
    }
}

/// Calls `f` on every operand of a terminator that is no argument of an edge.
pub(crate) fn own_operands(term: &Term, mut f: impl FnMut(Value)) {
    match term {
        Term::Branch { cond, .. } => f(*cond),
        Term::Switch { value, .. } => f(*value),
        Term::Return(values) => values.iter().copied().for_each(f),
        Term::Jump(_) | Term::Stop => {}
    }
}
