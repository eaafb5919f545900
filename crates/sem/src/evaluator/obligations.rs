//! What has to hold, and what holds from there on.

use fathom_ir::{BlockId, FuncId, LocId, NoteId, Property};
use fathom_logic::Term;

use crate::evidence::{Cut, Obligation, Site};
use crate::scalar::Scalar;
use crate::state::State;

use super::Evaluator;

impl Evaluator<'_> {
    /// The condition holds on all executions that go on; `false` if there are none.
    pub(crate) fn assume(&mut self, state: &State, condition: Term) -> bool {
        match self.terms.as_bool(condition) {
            Some(true) => true,
            Some(false) => {
                let guard = state.guard.term(&mut self.terms);
                let never = self.terms.not(guard);
                self.evidence.facts.push(never);
                false
            }
            None => {
                let guard = state.guard.term(&mut self.terms);
                let fact = self.terms.implies(guard, condition);
                self.evidence.facts.push(fact);
                true
            }
        }
    }

    /// Where the program calls the library for what happens here.
    pub(crate) fn position_of_caller(&self, state: &State, loc: LocId) -> LocId {
        let (mut function, mut at) = (state.frame.func, loc);
        let mut callers = state.callers.as_ref();
        while self.options.foreign.contains(&function) {
            let Some(caller) = callers else { return loc };
            function = caller.frame.func;
            let body = self.program.functions[function.index()].body.as_ref();
            let inst = body.and_then(|body| body.blocks[caller.block.index()].insts.get(caller.inst));
            at = inst.map_or(at, |inst| inst.loc);
            callers = caller.callers.as_ref();
        }
        self.program.own_loc(at).unwrap_or(at)
    }

    /// Where something happens as the user sees it: what happens in a model of a library function happens
    /// where it is called.
    pub(crate) fn own_position(&self, state: &State, loc: LocId) -> (FuncId, LocId) {
        let (mut function, mut loc) = (state.frame.func, loc);
        let mut callers = state.callers.as_ref();
        while self.options.models.contains(&function)
            && let Some(caller) = callers
        {
            function = caller.frame.func;
            let body = self.program.functions[function.index()].body.as_ref();
            let inst = body.and_then(|body| body.blocks[caller.block.index()].insts.get(caller.inst));
            loc = inst.map_or(loc, |inst| inst.loc);
            callers = caller.callers.as_ref();
        }
        (function, loc)
    }

    pub(super) fn site(&mut self, site: Site) -> usize {
        let evidence = &mut self.evidence;
        *self.sites.entry(site).or_insert_with(|| {
            evidence.sites.push(site);
            evidence.reached.push(Vec::new());
            evidence.sites.len() - 1
        })
    }

    /// The condition must hold here, if its kind is checked; after that it does. `false` if no path goes on.
    pub(crate) fn oblige(
        &mut self,
        state: &State,
        property: Property,
        loc: LocId,
        note: NoteId,
        condition: Term,
    ) -> bool {
        let (function, loc) = self.own_position(state, loc);
        let checked = self.options.checks.contains(property) || property.is_limit();
        self.record_condition(Some(property), (loc, note), condition, checked);
        if !checked {
            // Failed assertions and errors that nobody asks for just end the program.
            let ends = matches!(property, Property::Assertion | Property::ErrorReached);
            if ends {
                let broken = self.terms.not(condition);
                self.end_abruptly(state, broken, loc);
            } else if self.terms.as_bool(condition) != Some(true) {
                let guard = state.guard.term(&mut self.terms);
                let site = Site { loc, function, property, note };
                let facts = self.evidence.facts.len();
                self.evidence.cuts.push(Cut { site, guard, condition, facts });
            }
            return self.assume(state, condition);
        }
        self.demand_at(state, Site { loc, function, property, note }, condition);
        self.assume(state, condition)
    }

    /// A property of the memory that is left when the program ends. An execution may fail several of these, since none
    /// comes before another: what one says is no fact for the next.
    pub(crate) fn oblige_at_the_end(
        &mut self,
        state: &State,
        property: Property,
        loc: LocId,
        condition: Term,
    ) {
        let (function, loc) = self.own_position(state, loc);
        self.record_condition(Some(property), (loc, NoteId::NONE), condition, true);
        self.demand_at(state, Site { loc, function, property, note: NoteId::NONE }, condition);
    }

    fn demand_at(&mut self, state: &State, at: Site, condition: Term) {
        let site = self.site(at);
        let guard = state.guard.term(&mut self.terms);
        // A check that always fails where it stands is looked at where the branch to it is.
        if !self.is_failure(state.frame.func, at.loc, at.property) {
            self.reach(site, guard);
        }
        if self.terms.as_bool(condition) == Some(true) {
            self.evidence.folded += 1;
            return;
        }
        let facts = self.evidence.facts.len();
        self.evidence.obligations.push(Obligation { site, guard, condition, facts });
    }

    /// The program ends itself here where the condition holds, without an orderly exit. Memory that it has
    /// then was never freed. Whether something still points to it is not followed: values that nobody will
    /// use any more are no pointers that the program has.
    pub(crate) fn end_abruptly(&mut self, state: &State, condition: Term, loc: LocId) {
        let Some(guard) = state.guard.and(&mut self.terms, condition) else { return };
        let ends = guard.term(&mut self.terms);
        self.note_end(ends);
        if self.options.checks.contains(Property::MemoryLeak) {
            let mut last = State { guard, callers: None, ..state.clone() };
            last.frame.func = self.stages[self.after_entry - 1];
            self.check_leaks(&last);
        }
        if self.options.checks.contains(Property::LostMemory) {
            self.cut_off_owners(state, ends, loc);
        }
    }

    /// Memory that the program has where it ends itself may be pointed to by variables of functions that are
    /// under way, which is not followed.
    fn cut_off_owners(&mut self, state: &State, guard: Term, loc: LocId) {
        let condition = self.owns_nothing(state);
        let note = self.new_note("the program ends itself while it has memory");
        let site = Site { loc, function: state.frame.func, property: Property::LostMemory, note };
        let facts = self.evidence.facts.len();
        self.evidence.cuts.push(Cut { site, guard, condition, facts });
    }

    /// Notes that the program ends by itself under a condition.
    pub(super) fn note_end(&mut self, condition: Term) {
        self.evidence.ends.push((condition, self.evidence.facts.len()));
    }

    fn owns_nothing(&mut self, state: &State) -> Term {
        let mut clean = self.terms.bool(true);
        for id in self.heap_objects(state) {
            let gone = self.is_gone(state, id);
            clean = self.terms.and(clean, gone);
        }
        clean
    }

    /// The value must be determinate, if that is checked.
    pub(crate) fn demand(&mut self, state: &State, value: Scalar, loc: LocId, what: &str) -> bool {
        let Some(undef) = value.undef else { return true };
        let zero = self.terms.number(self.terms.width(undef), 0);
        let condition = self.terms.eq(undef, zero);
        let note = self.new_note(what);
        self.oblige(state, Property::UninitialisedUse, loc, note, condition)
    }

    pub(super) fn reach(&mut self, site: usize, guard: Term) {
        let facts = self.evidence.facts.len();
        let reached = &mut self.evidence.reached[site];
        if reached.last().is_none_or(|&(last, _)| last != guard) {
            reached.push((guard, facts));
        }
    }

    /// Notes that a branch was reached that leads to a failing assertion: the assertion was looked at.
    pub(super) fn note_reached(&mut self, state: &State, block: BlockId) {
        let plan = self.plan(state.frame.func);
        let Some(failures) = plan.failures.get(&block) else { return };
        let guard = state.guard.term(&mut self.terms);
        for &(loc, property, note) in failures {
            if self.options.checks.contains(property) {
                let site = self.site(Site { loc, function: state.frame.func, property, note });
                self.reach(site, guard);
            }
        }
    }

    pub(super) fn is_failure(&mut self, func: FuncId, loc: LocId, property: Property) -> bool {
        self.plan(func).is_failure.contains(&(loc, property))
    }
}
