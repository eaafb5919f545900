//! Whether memories are well-formed: what [`crate::purify`] promises.

use std::fmt;

use fathom_ir::cfg::{Cfg, Dominators};
use fathom_ir::{BlockId, Body, FuncId, Op, Program, Term};

use super::accesses::{Access, Summaries};
use super::{Pure, PureBlock, PureBody, Version};
use crate::regions::{RegionId, Site};

/// Something is wrong with the memories of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PureError {
    /// Of this function.
    pub function: String,
    /// What is wrong.
    pub what: String,
}

impl fmt::Display for PureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "@{}: {}", self.function, self.what)
    }
}

impl std::error::Error for PureError {}

/// Checks that every version has one definition, which dominates its uses; that every instruction takes and
/// gives the memories it works on; that edges pass what blocks take; and that functions take and give what
/// their instructions and callees do.
pub fn check(program: &Program, pure: &Pure) -> Result<(), PureError> {
    let summaries = Summaries::new(program, &pure.regions);
    for (id, function) in (0..).map(FuncId).zip(&program.functions) {
        let fail = |what: String| PureError { function: function.name.clone(), what };
        let own = pure.functions.get(id.index()).ok_or_else(|| fail("has no memories".into()))?;
        let is_sorted = |list: &[RegionId]| list.windows(2).all(|pair| pair[0] < pair[1]);
        if !is_sorted(&own.takes) || !is_sorted(&own.gives) {
            return Err(fail("its memories are not in order".into()));
        }
        if own.gives.iter().any(|region| own.takes.binary_search(region).is_err()) {
            return Err(fail("gives a memory that it does not take".into()));
        }
        match (&function.body, &own.body) {
            (None, None) => {}
            (Some(body), Some(memories)) => {
                let checker = Checker::new(program, pure, &summaries, id, body, memories).map_err(fail)?;
                checker.check().map_err(fail)?;
            }
            _ => return Err(fail("its body and its memories do not belong together".into())),
        }
    }
    Ok(())
}

/// Where a version is defined: before the first instruction of a block (0), or by one (from 1).
type Place = (BlockId, usize);

struct Checker<'a> {
    program: &'a Program,
    pure: &'a Pure,
    summaries: &'a Summaries,
    id: FuncId,
    body: &'a Body,
    memories: &'a PureBody,
    dominators: Dominators,
    defined: Vec<Place>,
}

impl<'a> Checker<'a> {
    fn new(
        program: &'a Program,
        pure: &'a Pure,
        summaries: &'a Summaries,
        id: FuncId,
        body: &'a Body,
        memories: &'a PureBody,
    ) -> Result<Self, String> {
        let mut defined: Vec<Option<Place>> = vec![None; memories.versions.len()];
        for (block, code) in (0..).map(BlockId).zip(&memories.blocks) {
            let params = code.params.iter().map(|&version| (version, 0));
            let insts = (1..).zip(&code.insts);
            let given = insts.flat_map(|(at, inst)| inst.gives.iter().map(move |&version| (version, at)));
            for (version, at) in params.chain(given) {
                let slot = defined.get_mut(version.index()).ok_or(format!("there is no m{}", version.0))?;
                if slot.replace((block, at)).is_some() {
                    return Err(format!("m{} is defined twice", version.0));
                }
            }
        }
        let all = defined.iter().enumerate().map(|(at, place)| place.ok_or(format!("m{at} is not defined")));
        let defined = all.collect::<Result<_, _>>()?;
        let dominators = Dominators::new(&Cfg::new(body));
        Ok(Self { program, pure, summaries, id, body, memories, dominators, defined })
    }

    fn check(&self) -> Result<(), String> {
        if self.memories.blocks.len() != self.body.blocks.len() {
            return Err("has memories for another number of blocks".into());
        }
        let own = &self.pure.functions[self.id.index()];
        let entry = self.memories.blocks.first().map_or(&[][..], |block| &block.params);
        self.agree("the first block", entry, &own.takes)?;
        for (id, block) in self.body.block_ids().zip(&self.memories.blocks) {
            self.instructions(id, block)?;
            self.terminator(id, block)?;
        }
        Ok(())
    }

    fn instructions(&self, id: BlockId, block: &PureBlock) -> Result<(), String> {
        let insts = &self.body.blocks[id.index()].insts;
        if insts.len() != block.insts.len() {
            return Err(format!("b{} has memories for another number of instructions", id.0));
        }
        let own = &self.pure.functions[self.id.index()];
        for (at, (inst, memories)) in insts.iter().zip(&block.insts).enumerate() {
            let site = Site { func: self.id, block: id, inst: at as u32 };
            let Access { takes, gives } =
                self.summaries.of_instruction(self.program, &self.pure.regions, site);
            let name = format!("instruction {at} of b{}", id.0);
            self.agree(&name, &memories.takes, &takes)?;
            self.agree(&name, &memories.gives, &gives)?;
            self.dominated(&name, &memories.takes, (id, at + 1))?;
            let outside = takes.iter().any(|region| own.takes.binary_search(region).is_err())
                || gives.iter().any(|region| own.gives.binary_search(region).is_err());
            if outside {
                return Err(format!("{name} works on memories that the function does not"));
            }
            self.call(&name, &inst.op, site, &takes, &gives)?;
        }
        Ok(())
    }

    /// A call takes what its callees take.
    fn call(
        &self,
        name: &str,
        op: &Op,
        site: Site,
        takes: &[RegionId],
        gives: &[RegionId],
    ) -> Result<(), String> {
        let callees: &[FuncId] = match op {
            Op::Call { callee, .. } => &[*callee],
            Op::CallPtr { .. } => self.pure.regions.targets(site),
            _ => &[],
        };
        for callee in callees.iter().filter_map(|callee| self.pure.functions.get(callee.index())) {
            let inside =
                |some: &[RegionId], all: &[RegionId]| some.iter().all(|one| all.binary_search(one).is_ok());
            if !inside(&callee.takes, takes) || !inside(&callee.gives, gives) {
                return Err(format!("{name} does not take and give what its callee does"));
            }
        }
        Ok(())
    }

    fn terminator(&self, id: BlockId, block: &PureBlock) -> Result<(), String> {
        let term = &self.body.blocks[id.index()].term;
        let end = (id, usize::MAX);
        let edges = term.edges();
        if edges.len() != block.edges.len() {
            return Err(format!("b{} has memories for another number of edges", id.0));
        }
        for (edge, passed) in edges.into_iter().zip(&block.edges) {
            let name = format!("the edge from b{} to b{}", id.0, edge.block.0);
            let to = self.memories.blocks.get(edge.block.index()).ok_or(format!("{name} goes nowhere"))?;
            self.agree(&name, passed, &self.regions_of(&to.params))?;
            self.dominated(&name, passed, end)?;
        }
        let name = format!("the end of b{}", id.0);
        let own = &self.pure.functions[self.id.index()];
        let given = if matches!(term, Term::Return(_)) { &own.gives[..] } else { &[] };
        self.agree(&name, &block.returns, given)?;
        self.dominated(&name, &block.returns, end)
    }

    fn regions_of(&self, versions: &[Version]) -> Vec<RegionId> {
        versions.iter().filter_map(|version| self.memories.versions.get(version.index()).copied()).collect()
    }

    fn agree(&self, name: &str, versions: &[Version], regions: &[RegionId]) -> Result<(), String> {
        if versions.len() == regions.len() && self.regions_of(versions) == regions {
            return Ok(());
        }
        Err(format!("{name} has {versions:?} for the memories {regions:?}"))
    }

    fn dominated(&self, name: &str, versions: &[Version], (block, at): Place) -> Result<(), String> {
        for version in versions {
            let place = self.defined.get(version.index());
            let &(from, defined) = place.ok_or(format!("there is no m{}", version.0))?;
            let fine = if from == block { defined < at } else { self.dominators.dominates(from, block) };
            if !fine {
                return Err(format!("{name} uses m{} before its definition", version.0));
            }
        }
        Ok(())
    }
}
