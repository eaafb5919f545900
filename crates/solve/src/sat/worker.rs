//! Calls of CaDiCaL on a thread of their own, which can be left to itself.
//!
//! CaDiCaL looks whether it should stop only where a propagation ended without a conflict. In an unrolled
//! program thousands of conflicts can follow each other, and each takes long; who waits for an answer until
//! some time cannot wait for that.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::Lit;
use rustsat_cadical::CaDiCaL;

use super::{Watch, require};

type Solver = CaDiCaL<'static, 'static>;

/// How often the watch is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// How long a solver may take to stop after it was asked to.
pub(super) const GRACE: Duration = Duration::from_millis(400);

/// Calls the solver with a stack of so many bytes. `None` if it was to stop and did not within the grace: it is
/// left to itself then, and is dropped when it stops.
pub(super) fn solve(
    solver: Solver,
    assumptions: &[Lit],
    stack: usize,
    watch: &Watch,
    grace: Duration,
) -> Option<(Solver, SolverResult)> {
    let (answer, answered) = channel();
    let asked: Vec<Lit> = assumptions.to_vec();
    // If there is no thread to be had, the solver is still here.
    let lent = Arc::new(Mutex::new(Some(solver)));
    let borrowed = Arc::clone(&lent);
    let thread = std::thread::Builder::new().name("sat".into()).stack_size(stack);
    let spawned = thread.spawn(move || {
        let Some(mut solver) = take(&borrowed) else { return };
        let result = catch_unwind(AssertUnwindSafe(|| require(solver.solve_assumps(&asked))));
        let _ = answer.send((solver, result));
    });
    if spawned.is_err() {
        // Where so much address space is not to be had, the stack at hand will usually do.
        let mut solver = take(&lent)?;
        let result = require(solver.solve_assumps(assumptions));
        return Some((solver, result));
    }
    let mut asked_to_stop: Option<Instant> = None;
    loop {
        match answered.recv_timeout(LOOK) {
            Ok((solver, Ok(result))) => return Some((solver, result)),
            Ok((_, Err(panic))) => resume_unwind(panic),
            Err(RecvTimeoutError::Disconnected) => panic!("the SAT solver's thread ended without an answer"),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(reason) = watch.stop_now() {
            let since = *asked_to_stop.get_or_insert_with(Instant::now);
            if since.elapsed() >= grace {
                watch.stop(reason);
                return None;
            }
        }
    }
}

fn take(slot: &Mutex<Option<Solver>>) -> Option<Solver> {
    slot.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
}
