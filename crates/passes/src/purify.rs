//! Memory as a value: which memory each instruction takes and gives.
//!
//! The program stays as it is. Beside it, every region of [`crate::regions`] is a *memory*: contents,
//! lifetimes and sizes of its objects, as one value that changes. An instruction that reads takes the
//! present version of it, one that writes takes it and gives a new one; where versions meet, blocks have
//! memory parameters, and edges pass them; functions take and give back what they read and write. So there
//! is no state besides values. This is the central idea of SeaBMC (Priya, Su, Bao, Zhou, Vizel, Gurfinkel,
//! "Bounded Model Checking for LLVM", FMCAD 2022), made an overlay as LLVM's MemorySSA is: who does not
//! ask for memories sees the program without them.
//!
//! Whether an object is exposed (see [`crate::regions`]) is no part of a memory: what makes an address a
//! number gives no new one.

mod accesses;
mod check;
mod print;
mod ssa;

use std::collections::BTreeSet;

use fathom_ir::{BlockId, FuncId, Program};

pub use accesses::Access;
pub use check::{PureError, check};
pub use print::print;

use crate::regions::{RegionId, RegionOptions, Regions};
use accesses::Summaries;

/// A version of a memory: a value of a [`PureBody`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Version(pub u32);

impl Version {
    /// The position in [`PureBody::versions`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The memories of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pure {
    /// What each memory holds.
    pub regions: Regions,
    /// For each function, the memories it works on.
    pub functions: Vec<PureFunction>,
}

/// The memories of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PureFunction {
    /// Memories it takes: those that it, or a function it calls, reads or writes. Sorted.
    pub takes: Vec<RegionId>,
    /// Memories it gives back: those that are written. Sorted.
    pub gives: Vec<RegionId>,
    /// For its body, if it has one.
    pub body: Option<PureBody>,
}

/// The memories in a body.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PureBody {
    /// The region of each version. Versions are numbered in the order of the text.
    pub versions: Vec<RegionId>,
    /// For each block.
    pub blocks: Vec<PureBlock>,
}

/// The memories in a block.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PureBlock {
    /// Parameters, one a region, sorted by region; those of the first block are the function's.
    pub params: Vec<Version>,
    /// For each instruction.
    pub insts: Vec<PureInst>,
    /// For each edge of the terminator, what it passes for the parameters.
    pub edges: Vec<Vec<Version>>,
    /// What a return gives back.
    pub returns: Vec<Version>,
}

/// The memories of an instruction, each list sorted by region.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PureInst {
    /// Those it reads, or writes in part.
    pub takes: Vec<Version>,
    /// Those it makes.
    pub gives: Vec<Version>,
}

impl PureBody {
    /// The regions that the instructions of some blocks take and give: of a loop, say.
    pub fn access_of(&self, blocks: impl IntoIterator<Item = BlockId>) -> Access {
        let (mut takes, mut gives) = (BTreeSet::new(), BTreeSet::new());
        let blocks = blocks.into_iter().filter_map(|block| self.blocks.get(block.index()));
        for inst in blocks.flat_map(|block| &block.insts) {
            takes.extend(inst.takes.iter().map(|version| self.versions[version.index()]));
            gives.extend(inst.gives.iter().map(|version| self.versions[version.index()]));
        }
        Access { takes: takes.into_iter().collect(), gives: gives.into_iter().collect() }
    }
}

/// Makes memories explicit.
///
/// Before: a valid program. After: [`check`] holds, and the program is what it was.
pub fn purify(program: &Program, options: &RegionOptions) -> Pure {
    let regions = Regions::new(program, options);
    let summaries = Summaries::new(program, &regions);
    let functions = (0..program.functions.len() as u32).map(FuncId).map(|id| {
        let Access { takes, gives } = summaries.of_function(id);
        let function = &program.functions[id.index()];
        let accesses = |site| summaries.of_instruction(program, &regions, site);
        let body = function.body.as_ref().map(|body| ssa::build(id, body, &takes, &gives, accesses));
        PureFunction { takes, gives, body }
    });
    let functions = functions.collect();
    Pure { regions, functions }
}
