//! Versions: static single assignment for memories (Cytron et al., "Efficiently Computing Static Single
//! Assignment Form and the Control Dependence Graph", 1991), pruned: a block takes a memory only where
//! different versions meet and somebody still wants it.

use std::collections::BTreeMap;

use fathom_ir::cfg::{Cfg, Dominators};
use fathom_ir::{BlockId, Body, FuncId, Term};

use super::accesses::Access;
use super::{PureBlock, PureBody, PureInst, Version};
use crate::frontiers::dominance_frontiers;
use crate::regions::{RegionId, Site};

/// Versions for a body, given what the function takes and gives and what each instruction does.
pub(super) fn build(
    function: FuncId,
    body: &Body,
    takes: &[RegionId],
    gives: &[RegionId],
    accesses: impl Fn(Site) -> Access,
) -> PureBody {
    let cfg = Cfg::new(body);
    let dominators = Dominators::new(&cfg);
    let accesses: Vec<Vec<Access>> = body
        .block_ids()
        .zip(&body.blocks)
        .map(|(block, code)| {
            let sites = (0..code.insts.len() as u32).map(|inst| Site { func: function, block, inst });
            sites.map(&accesses).collect()
        })
        .collect();
    let params = place_params(body, &cfg, &dominators, takes, gives, &accesses);
    let mut pure = number(body, &params, &accesses);
    connect(body, &dominators, gives, &accesses, &params, &mut pure);
    pure
}

/// The regions that each block takes, sorted.
fn place_params(
    body: &Body,
    cfg: &Cfg,
    dominators: &Dominators,
    takes: &[RegionId],
    gives: &[RegionId],
    accesses: &[Vec<Access>],
) -> Vec<Vec<RegionId>> {
    let mut params: Vec<Vec<RegionId>> = vec![Vec::new(); body.blocks.len()];
    if let Some(entry) = params.first_mut() {
        entry.extend(takes);
    }
    let frontiers = dominance_frontiers(cfg, dominators);
    let returning = |block: &BlockId| matches!(body.blocks[block.index()].term, Term::Return(_));
    let returning: Vec<BlockId> = body.block_ids().filter(returning).collect();
    let touched = blocks_by_region(accesses, |access| &access.takes);
    let written = blocks_by_region(accesses, |access| &access.gives);
    for &region in gives {
        let mut work = written.get(&region).cloned().unwrap_or_default();
        let wanted = touched.get(&region).into_iter().chain([&returning]).flatten().copied().collect();
        let live = live_at_start(cfg, wanted);
        let mut placed = vec![false; body.blocks.len()];
        while let Some(block) = work.pop() {
            for &join in &frontiers[block.index()] {
                let new = !std::mem::replace(&mut placed[join.index()], true);
                if new && live[join.index()] && join.0 != 0 {
                    params[join.index()].push(region);
                }
                if new {
                    work.push(join);
                }
            }
        }
    }
    params
}

/// The blocks in which each region is among those asked for.
fn blocks_by_region(
    accesses: &[Vec<Access>],
    regions: impl Fn(&Access) -> &Vec<RegionId>,
) -> BTreeMap<RegionId, Vec<BlockId>> {
    let mut blocks: BTreeMap<RegionId, Vec<BlockId>> = BTreeMap::new();
    for (block, accesses) in (0..).map(BlockId).zip(accesses) {
        for &region in accesses.iter().flat_map(&regions) {
            let list = blocks.entry(region).or_default();
            if list.last() != Some(&block) {
                list.push(block);
            }
        }
    }
    blocks
}

/// Blocks from which one that wants the memory can be reached. Nothing ends the life of a memory on the
/// way: what makes a new version takes the old one.
fn live_at_start(cfg: &Cfg, wanted: Vec<BlockId>) -> Vec<bool> {
    let mut live = vec![false; cfg.len()];
    let mut work = wanted;
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut live[block.index()], true) {
            work.extend(cfg.predecessors(block));
        }
    }
    live
}

/// Gives every definition its version, in the order of the text.
fn number(body: &Body, params: &[Vec<RegionId>], accesses: &[Vec<Access>]) -> PureBody {
    let mut versions = Vec::new();
    let mut define = |regions: &[RegionId]| -> Vec<Version> {
        let first = versions.len() as u32;
        versions.extend(regions);
        (first..versions.len() as u32).map(Version).collect()
    };
    let blocks = body.blocks.iter().zip(params).zip(accesses).map(|((block, params), accesses)| PureBlock {
        params: define(params),
        insts: accesses
            .iter()
            .map(|access| PureInst { takes: Vec::new(), gives: define(&access.gives) })
            .collect(),
        edges: vec![Vec::new(); block.term.edges().len()],
        returns: Vec::new(),
    });
    let blocks = blocks.collect();
    PureBody { versions, blocks }
}

/// Fills in what instructions, edges and returns take.
fn connect(
    body: &Body,
    dominators: &Dominators,
    gives: &[RegionId],
    accesses: &[Vec<Access>],
    params: &[Vec<RegionId>],
    pure: &mut PureBody,
) {
    let Some(entry) = params.first() else { return };
    // The present versions at the end of each block, in the order of the function's parameters.
    let slot = |region: RegionId| entry.binary_search(&region).ok();
    let start: Vec<Version> = pure.blocks[0].params.clone();
    let mut ends: Vec<Option<Vec<Version>>> = vec![None; body.blocks.len()];
    let unreachable = body.block_ids().filter(|&block| block.0 != 0 && dominators.immediate(block).is_none());
    // What nothing reaches may as well begin with what the function begins with.
    let order: Vec<BlockId> = dominators.preorder().iter().copied().chain(unreachable).collect();
    for &block in &order {
        let above = dominators.immediate(block).and_then(|above| ends[above.index()].clone());
        let mut now = above.unwrap_or_else(|| start.clone());
        let at = |now: &[Version], regions: &[RegionId]| -> Vec<Version> {
            regions.iter().filter_map(|&region| slot(region)).map(|slot| now[slot]).collect()
        };
        let set = |now: &mut Vec<Version>, regions: &[RegionId], versions: &[Version]| {
            for (&region, &version) in regions.iter().zip(versions) {
                if let Some(slot) = slot(region) {
                    now[slot] = version;
                }
            }
        };
        let own = &mut pure.blocks[block.index()];
        set(&mut now, &params[block.index()], &own.params);
        for (inst, access) in own.insts.iter_mut().zip(&accesses[block.index()]) {
            inst.takes = at(&now, &access.takes);
            set(&mut now, &access.gives, &inst.gives);
        }
        let term = &body.blocks[block.index()].term;
        for (passed, edge) in own.edges.iter_mut().zip(term.edges()) {
            *passed = params.get(edge.block.index()).map_or_else(Vec::new, |params| at(&now, params));
        }
        if matches!(term, Term::Return(_)) {
            own.returns = at(&now, gives);
        }
        ends[block.index()] = Some(now);
    }
}
