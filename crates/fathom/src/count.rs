//! How much of what there is in a program: for `fathom ir --count`.

use std::collections::BTreeMap;
use std::fmt;

use fathom_ir::{Op, Program, Property};

/// Counts of a program. Limits are counted by their notes, which name what is not modelled.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    functions: usize,
    declared: usize,
    globals: usize,
    blocks: usize,
    instructions: usize,
    loads: usize,
    stores: usize,
    calls: usize,
    assertions: BTreeMap<Property, usize>,
    limits: BTreeMap<(Property, String), usize>,
}

impl Counts {
    /// Counts a program.
    pub fn of(program: &Program) -> Self {
        let mut counts = Self { globals: program.globals.len(), ..Self::default() };
        for function in &program.functions {
            let Some(body) = &function.body else {
                counts.declared += 1;
                continue;
            };
            counts.functions += 1;
            counts.blocks += body.blocks.len();
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                counts.instructions += 1;
                match &inst.op {
                    Op::Load { .. } => counts.loads += 1,
                    Op::Store { .. } => counts.stores += 1,
                    Op::Call { .. } | Op::CallPtr { .. } => counts.calls += 1,
                    Op::Assert { property, note, .. } => {
                        *counts.assertions.entry(*property).or_default() += 1;
                        if property.is_limit() {
                            let note = program.note(*note).to_string();
                            *counts.limits.entry((*property, note)).or_default() += 1;
                        }
                    }
                    _ => {}
                }
            }
        }
        counts
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let asserted: usize = self.assertions.values().sum();
        for (what, count) in [
            ("functions", self.functions),
            ("declared only", self.declared),
            ("globals", self.globals),
            ("blocks", self.blocks),
            ("instructions", self.instructions),
            ("loads", self.loads),
            ("stores", self.stores),
            ("calls", self.calls),
            ("assertions", asserted),
        ] {
            writeln!(f, "{what:<24}{count:>10}")?;
        }
        for (property, count) in &self.assertions {
            writeln!(f, "  {:<22}{count:>10}", property.name())?;
        }
        for ((property, note), count) in &self.limits {
            writeln!(f, "limit {property}: {note}: {count}")?;
        }
        Ok(())
    }
}
