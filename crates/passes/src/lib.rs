//! Passes: functions from IR to IR, and the analyses they need.
//!
//! Each pass is a module with a public function that says what holds before and after. A pass takes a
//! valid program to a valid program with the same executions. No pass removes a check that can fail.

pub mod call_graph;
mod components;
pub mod dead_code;
mod determinate;
pub mod frontiers;
pub mod inline;
pub mod loops;
pub mod promote;
pub mod purify;
pub mod redundant_params;
pub mod regions;
mod rewrite;
pub mod simplify;
pub mod stubs;
pub mod unreachable_blocks;
pub mod unsequenced;
mod uses;

use std::ops::AddAssign;

use fathom_ir::{Body, Program};

pub use promote::Uninitialised;

/// What passes did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// Stack slots that became values.
    pub promoted: usize,
    /// Values replaced, operations and branches decided.
    pub simplified: usize,
    /// Operations and parameters that nothing needed.
    pub dead: usize,
    /// Blocks removed or merged.
    pub blocks: usize,
    /// Calls inlined.
    pub inlined: usize,
}

impl AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        let Self { promoted, simplified, dead, blocks, inlined } = other;
        self.promoted += promoted;
        self.simplified += simplified;
        self.dead += dead;
        self.blocks += blocks;
        self.inlined += inlined;
    }
}

/// A pass, for those that choose passes by name.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name in options.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub description: &'static str,
    /// Runs it.
    pub run: fn(&mut Program) -> Stats,
}

/// All passes.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "prepare",
        description: "the default pipeline: promote, simplify, dead-code and unreachable-blocks",
        run: |program| prepare(program, Uninitialised::Indeterminate),
    },
    Pass {
        name: "promote",
        description: "makes values of stack slots and of their pieces",
        run: |program| Stats {
            promoted: promote::promote(program, Uninitialised::Indeterminate),
            ..Stats::default()
        },
    },
    Pass {
        name: "simplify",
        description: "propagates constants and copies, decides branches, applies identities of operators",
        run: |program| Stats { simplified: simplify::simplify(program), ..Stats::default() },
    },
    Pass {
        name: "dead-code",
        description: "removes computations and block parameters that nothing needs",
        run: |program| Stats { dead: on_bodies(program, dead_code::remove_dead_code), ..Stats::default() },
    },
    Pass {
        name: "unreachable-blocks",
        description: "removes blocks that nothing reaches and joins blocks that follow each other",
        run: |program| Stats {
            blocks: on_bodies(program, unreachable_blocks::merge_blocks),
            ..Stats::default()
        },
    },
    Pass {
        name: "inline",
        description: "replaces calls of small functions by copies of them",
        run: |program| Stats {
            inlined: inline::inline(program, inline::InlineOptions::default()),
            ..Stats::default()
        },
    },
    Pass {
        name: "canonical",
        description: "numbers values, positions and notes in the order of the text and shares constants",
        run: |program| {
            fathom_ir::canonical::canonicalize(program);
            Stats::default()
        },
    },
];

/// A pass by its name.
pub fn pass_named(name: &str) -> Option<&'static Pass> {
    PASSES.iter().find(|pass| pass.name == name)
}

/// The default pipeline. Makes values of stack slots, simplifies, and cleans up; a second time if
/// simplification made more slots promotable.
///
/// Before: a valid program. After: a valid program that fails where the first fails and computes what it
/// computes, with values numbered in order.
pub fn prepare(program: &mut Program, uninitialised: Uninitialised) -> Stats {
    let mut stats = Stats::default();
    for _ in 0..2 {
        let promoted = promote::promote(program, uninitialised);
        stats.promoted += promoted;
        if promoted == 0 && stats.simplified > 0 {
            break;
        }
        stats.simplified += simplify::simplify(program);
    }
    stats.blocks += on_bodies(program, unreachable_blocks::merge_blocks);
    stats.dead += on_bodies(program, dead_code::remove_dead_code);
    program.functions.iter_mut().filter_map(|function| function.body.as_mut()).for_each(Body::compact);
    stats
}

fn on_bodies(program: &mut Program, pass: impl Fn(&mut Body) -> usize) -> usize {
    program.functions.iter_mut().filter_map(|function| function.body.as_mut()).map(pass).sum()
}
