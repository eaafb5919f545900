//! Block parameters that always get the same value.

use fathom_ir::{BlockId, Body, Value};
use rustc_hash::FxHashMap;

use crate::rewrite::Replacements;

/// Replaces block parameters for which every edge passes the same value, or the parameter itself, by
/// that value, as in Braun et al., "Simple and Efficient Construction of Static Single Assignment Form"
/// (2013). Returns how many were replaced; they stay, unused, for [`crate::dead_code`].
///
/// Before: a valid body in which every block is reachable. The one value dominates the block: the first
/// time control comes here, it comes over an edge that does not pass the parameter itself.
pub fn remove_redundant_params(body: &mut Body) -> usize {
    // What is passed for each parameter.
    let mut incoming: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    let mut params: Vec<Value> = Vec::new();
    for id in body.block_ids().filter(|&id| id != BlockId(0)) {
        params.extend(&body.blocks[id.index()].params);
    }
    // The parameters that get a value.
    let mut receivers: FxHashMap<Value, Vec<Value>> = FxHashMap::default();
    for block in &body.blocks {
        for edge in block.term.edges() {
            for (&param, &arg) in body.blocks[edge.block.index()].params.iter().zip(&edge.args) {
                let args = incoming.entry(param).or_default();
                if args.last() != Some(&arg) {
                    args.push(arg);
                    receivers.entry(arg).or_default().push(param);
                }
            }
        }
    }
    let mut replaced = Replacements::new(body);
    let mut count = 0;
    let mut work = params;
    work.reverse();
    while let Some(param) = work.pop() {
        if replaced.is_replaced(param) {
            continue;
        }
        let Some(args) = incoming.get(&param) else { continue };
        let mut only = None;
        let mut several = false;
        for &arg in args {
            let arg = replaced.resolve(arg);
            if arg != param && only.is_none_or(|only| only != arg) {
                several = only.replace(arg).is_some();
                if several {
                    break;
                }
            }
        }
        let Some(only) = only.filter(|_| !several) else { continue };
        replaced.replace(param, only);
        count += 1;
        // Those that got the parameter get its replacement now, and may have become redundant.
        if let Some(mut to) = receivers.remove(&param) {
            work.extend(&to);
            receivers.entry(only).or_default().append(&mut to);
        }
    }
    replaced.apply(body);
    count
}
