//! The effort that a check spends by itself if nobody gives it a time.
//!
//! It is counted in events and not by the clock, so that the same program gets the same answer on every machine. What
//! the events weigh is about what they take: measured on programs that are deep, that are wide and that are hard for
//! the solver, a unit is a nanosecond, give or take a factor of two.

/// What a check may spend: about a minute.
const ALL: u64 = 60_000_000_000;

/// What of it evaluation may spend: what it found is to be decided as well.
const FOR_EVALUATION: u64 = ALL / 2;

/// What the questions may spend that only make the answer better when the rest is spent.
const FOR_THE_END: u64 = ALL / 20;

/// Clauses that there may be at once, of some 250 bytes each with the gates that they come from: one and a half gigabytes,
/// and what the solver does with them before it looks for conflicts may take it half a minute, which no event counts.
pub(super) const CLAUSES: u64 = 6_000_000;

const STEP: u64 = 1000;
const TERM: u64 = 500;
const GATE: u64 = 500;
const CLAUSE: u64 = 500;
const PROPAGATION: u64 = 300;

/// What was spent.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Effort(u64);

impl Effort {
    /// On evaluation.
    pub fn of_evaluation(steps: u64, terms: u64) -> Self {
        Self(steps.saturating_mul(STEP).saturating_add(terms.saturating_mul(TERM)))
    }

    /// On solving.
    pub fn of_solving(stats: &fathom_solve::embedded::Stats) -> Self {
        // What comes next would only be larger.
        if stats.clauses >= CLAUSES {
            return Self(ALL);
        }
        let parts = [(stats.gates, GATE), (stats.clauses, CLAUSE), (stats.propagations, PROPAGATION)];
        Self(
            parts
                .iter()
                .fold(0, |sum: u64, (count, weight)| sum.saturating_add(count.saturating_mul(*weight))),
        )
    }

    /// On both.
    pub fn and(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Whether nothing is left.
    pub fn is_all(self) -> bool {
        self.0 >= ALL
    }

    /// Whether evaluation that took this much has to end.
    pub fn is_all_of_evaluation(self) -> bool {
        self.0 >= FOR_EVALUATION
    }

    /// Propagations that may follow; some even if nothing is left, if it is `at_the_end`.
    pub fn propagations_left(self, at_the_end: bool) -> u64 {
        let all = if at_the_end { ALL.max(self.0) + FOR_THE_END } else { ALL };
        all.saturating_sub(self.0) / PROPAGATION
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluation_leaves_something_for_solving() {
        let evaluated = Effort::of_evaluation(FOR_EVALUATION / STEP, 0);
        assert!(evaluated.is_all_of_evaluation() && !evaluated.is_all());
        assert!(evaluated.propagations_left(false) > 10_000_000);
        let both = evaluated.and(evaluated);
        assert!(both.is_all());
        assert_eq!(both.propagations_left(false), 0);
        assert!(both.propagations_left(true) > 1_000_000, "the answer may still be made better");
    }

    #[test]
    fn nothing_overflows() {
        let endless = Effort::of_evaluation(u64::MAX, u64::MAX);
        assert!(endless.and(endless).is_all());
    }
}
