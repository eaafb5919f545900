//! Single assert: every check branches to one block at the end, which fails. What ends without a failure
//! goes there too, under an assumption that is false, as in the paper.

use crate::recording::{Item, Operand, RecordedBlock, Recording, What, Why};

use super::{Block, End, Form, Stage, Statement};

/// Blocks at the end.
struct Ends {
    beyond: usize,
    end: usize,
    error: usize,
}

/// Where blocks end is known when all are there: positions of blocks of the recording, or of the [`Ends`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Next,
    Recorded(usize),
    Beyond,
    End,
    Error,
}

/// The pieces of a block between its checks: what happens, and how it ends.
struct Piece {
    label: String,
    statements: Vec<Statement>,
    end: (Option<Operand>, Target, Target),
    remark: String,
}

/// The program that was recorded, in single assert form.
pub(super) fn single_assert(recording: &Recording, explain: &dyn Fn(Why) -> String) -> Form {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut starts = Vec::with_capacity(recording.blocks.len());
    // For each exit of each block, the piece that it leaves from.
    let mut leaves: Vec<Vec<usize>> = Vec::with_capacity(recording.blocks.len());
    for block in &recording.blocks {
        starts.push(pieces.len());
        cut(block, explain, &mut pieces);
        leaves.push(leave(block, &mut pieces));
    }
    let first = pieces.len();
    let ends = Ends { end: first, beyond: first + 1, error: first + 2 };
    for (at, block) in recording.blocks.iter().enumerate() {
        let from: Vec<usize> = block.arrivals.iter().map(|&(from, exit)| leaves[from][exit]).collect();
        for statement in &mut pieces[starts[at]].statements {
            if let Statement::Define(define) = statement
                && let What::Phi(blocks) = &mut define.what
            {
                blocks.clone_from(&from);
            }
        }
    }
    let mut blocks: Vec<Block> = pieces
        .into_iter()
        .enumerate()
        .map(|(at, piece)| {
            let place = |target| match target {
                Target::Next => at + 1,
                Target::Recorded(block) => starts[block],
                Target::Beyond => ends.beyond,
                Target::End => ends.end,
                Target::Error => ends.error,
            };
            let end = match piece.end {
                (None, to, _) => End::Jump(place(to)),
                (Some(condition), then, els) => End::Branch(condition, place(then), place(els)),
            };
            Block { label: piece.label, statements: piece.statements, end, remark: piece.remark }
        })
        .collect();
    for (label, remark) in
        [("end", "nothing failed"), ("beyond", "nothing is known of executions beyond the bound")]
    {
        let mut block = Block::new(label.to_string());
        block.statements.push(Statement::Assume(Operand::Bool(false), remark.to_string()));
        block.end = End::Jump(ends.error);
        blocks.push(block);
    }
    let mut error = Block::new("error".to_string());
    error.statements.push(Statement::Assert(Operand::Bool(false)));
    blocks.push(error);
    let mut form = Form { stage: Stage::Sa, registers: recording.registers.clone(), blocks, counter: 0 };
    remove_unreached(&mut form);
    form
}

/// Cuts a block where something is checked.
fn cut(block: &RecordedBlock, explain: &dyn Fn(Why) -> String, pieces: &mut Vec<Piece>) {
    let mut number = 0;
    let mut piece = new_piece(block.label.clone());
    for item in &block.items {
        match item {
            Item::Define(define) => piece.statements.push(Statement::Define(define.clone())),
            Item::Assume(condition, why) => {
                piece.statements.push(Statement::Assume(*condition, explain(*why)));
            }
            Item::Check(condition, why) => {
                piece.remark = explain(*why);
                piece.end = match condition {
                    Operand::Bool(false) => (None, Target::Error, Target::Error),
                    _ => (Some(*condition), Target::Next, Target::Error),
                };
                number += 1;
                pieces.push(std::mem::replace(&mut piece, new_piece(format!("{}.{number}", block.label))));
            }
        }
    }
    pieces.push(piece);
}

/// Ends the last piece of a block with a chain of branches, one for each exit but the last. For each exit,
/// the piece that it leaves from.
fn leave(block: &RecordedBlock, pieces: &mut Vec<Piece>) -> Vec<usize> {
    let target = |exit: &crate::recording::Exit| match exit.to {
        Some(to) => Target::Recorded(to),
        None if exit.beyond => Target::Beyond,
        // Evaluation found that nothing gets there.
        None => Target::End,
    };
    let mut from = Vec::new();
    let count = block.exits.len();
    for (at, exit) in block.exits.iter().enumerate() {
        let here = pieces.len() - 1;
        let Some(piece) = pieces.last_mut() else { return from };
        match exit.condition {
            Some(condition) if at + 1 < count => {
                let twice = at + 2 == count && target(&block.exits[at + 1]) == target(exit);
                let next =
                    if at + 2 == count && !twice { target(&block.exits[at + 1]) } else { Target::Next };
                piece.end = (Some(condition), target(exit), next);
                from.push(here);
                if next == Target::Next {
                    pieces.push(new_piece(format!("{}.else{}", block.label, at + 1)));
                }
            }
            // The second way of a branch whose first way was written just now.
            _ if piece.end.0.is_some() => from.push(here),
            _ => {
                piece.end = (None, target(exit), target(exit));
                from.push(here);
            }
        }
    }
    from
}

fn new_piece(label: String) -> Piece {
    Piece { label, statements: vec![], end: (None, Target::End, Target::End), remark: String::new() }
}

/// Removes blocks that nothing leads to: what follows a check that always fails, and ends that no path has.
fn remove_unreached(form: &mut Form) {
    let count = form.blocks.len();
    let mut reached = vec![false; count];
    for at in 0..count {
        // The block that fails stays even if nothing does.
        if at == 0 || at + 1 == count {
            reached[at] = true;
        }
        if !reached[at] {
            continue;
        }
        match form.blocks[at].end {
            End::Jump(to) => reached[to] = true,
            End::Branch(_, then, els) => {
                reached[then] = true;
                reached[els] = true;
            }
            End::Halt => {}
        }
    }
    let mut number = Vec::with_capacity(count);
    let mut next = 0;
    for &kept in &reached {
        number.push(next);
        next += usize::from(kept);
    }
    let mut at = 0;
    form.blocks.retain(|_| {
        at += 1;
        reached[at - 1]
    });
    for block in &mut form.blocks {
        match &mut block.end {
            End::Jump(to) => *to = number[*to],
            End::Branch(_, then, els) => {
                *then = number[*then];
                *els = number[*els];
            }
            End::Halt => {}
        }
        for statement in &mut block.statements {
            if let Statement::Define(define) = statement
                && let What::Phi(from) = &mut define.what
            {
                let kept: Vec<bool> = from.iter().map(|&block| reached[block]).collect();
                let mut keep = kept.iter();
                define.operands.retain(|_| keep.next().copied().unwrap_or(true));
                let mut keep = kept.iter();
                from.retain(|_| keep.next().copied().unwrap_or(true));
                from.iter_mut().for_each(|block| *block = number[*block]);
            }
        }
    }
}
