//! One certificate: texts in, texts out.

use fathom_logic::smtlib::{Command, read_script};
use fathom_logic::{Term, Terms};
use fathom_solve::refutation::{self, Attempt, Refused, Refutation};
use fathom_solve::{Budget, lrat};

/// The texts of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Texts {
    /// In SMT-LIB.
    pub formula: String,
    /// In DIMACS.
    pub clauses: String,
    /// In LRAT.
    pub proof: String,
    /// See [`refutation`].
    pub models: String,
}

/// What was checked of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Proof {
    /// Clauses that are those of the formula.
    pub clauses: u64,
    /// Steps of the proof that follow.
    pub steps: u64,
}

/// Why texts are no certificate.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// The formula is no script that can be certified.
    #[error("the formula cannot be read: {0}")]
    Formula(String),
    /// The clauses or the proof are no DIMACS or LRAT.
    #[error(transparent)]
    Proof(#[from] lrat::ReadError),
    /// The models are no models.
    #[error("the models cannot be read: {0}")]
    Models(#[from] refutation::MalformedModels),
    /// They do not show what they should.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// Reads the formula of a certificate: declarations, definitions, assertions, one check.
///
/// Terms are not simplified: what rules would decide is left to the proof, so that nobody has to believe the rules.
fn read_formula(text: &str) -> Result<(Terms, Vec<Term>), Problem> {
    let mut terms = Terms::unsimplified();
    let read = read_script(text.as_bytes(), &mut terms);
    let (script, commands) = read.map_err(|error| Problem::Formula(error.to_string()))?;
    let mut assertions = Vec::new();
    let mut checks = 0;
    for command in commands {
        match command {
            Command::SetLogic(_) | Command::SetInfo { .. } | Command::Declared | Command::Exit => {}
            Command::Assert { formula, .. } if checks == 0 => assertions.push(formula),
            Command::CheckSat => checks += 1,
            // What levels, options and others do to the question is not worth the doubt.
            _ => {
                let message =
                    "only declarations, definitions, assertions and one check-sat at the end may be there";
                return Err(Problem::Formula(message.into()));
            }
        }
    }
    if checks != 1 || script.counts_elements() {
        return Err(Problem::Formula("it does not ask for one answer that clauses can give".into()));
    }
    Ok((terms, assertions))
}

/// What became of an attempt to certify a formula.
pub(crate) enum Certified {
    /// Here are the files.
    Yes(Box<Texts>),
    /// It has a model.
    Satisfiable,
    /// Not within the budget, or not at all; and why.
    No(String),
}

/// Refutes a formula and writes down how; what is written has been checked from the texts on.
pub(crate) fn certify(formula: String, budget: &Budget) -> Certified {
    let attempt = read_formula(&formula)
        .map(|(mut terms, assertions)| refutation::refute(&mut terms, &assertions, budget));
    let refutation = match attempt {
        Ok(Ok(Attempt::Refuted(refutation))) => refutation,
        Ok(Ok(Attempt::Satisfiable)) => return Certified::Satisfiable,
        Ok(Ok(Attempt::Unknown(reason))) => return Certified::No(reason.to_string()),
        Ok(Err(error)) => return Certified::No(error.to_string()),
        Err(problem) => return Certified::No(problem.to_string()),
    };
    let texts = write(formula, &refutation);
    match verify(&texts, budget) {
        Ok(_) => Certified::Yes(Box::new(texts)),
        Err(problem) => Certified::No(problem.to_string()),
    }
}

fn write(formula: String, refutation: &Refutation) -> Texts {
    let text = |write: &dyn Fn(&mut Vec<u8>) -> std::io::Result<()>| {
        let mut bytes = Vec::new();
        // Memory takes everything, and all of it is ASCII.
        let _ = write(&mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    };
    Texts {
        formula,
        clauses: text(&|bytes| refutation.certificate.write_dimacs(bytes)),
        proof: text(&|bytes| refutation.certificate.write_lrat(bytes)),
        models: text(&|bytes| refutation::write_models(&refutation.models, bytes)),
    }
}

/// Checks texts that anybody may have written: the clauses are those of the formula, and the proof refutes them.
pub(crate) fn verify(texts: &Texts, budget: &Budget) -> Result<Proof, Problem> {
    let (mut terms, assertions) = read_formula(&texts.formula)?;
    let certificate = lrat::Certificate::read(&texts.clauses, &texts.proof)?;
    let models = refutation::read_models(&texts.models)?;
    let clauses = certificate.clauses.len() as u64;
    let stats = refutation::check(&mut terms, &assertions, &Refutation { certificate, models }, budget)?;
    Ok(Proof { clauses, steps: stats.additions })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `x < y`, `y < x`.
    const UNSAT: &str = "(set-logic QF_BV)\n(declare-fun x () (_ BitVec 8))\n(declare-fun y () (_ BitVec 8))\n\
                         (assert (bvult x y))\n(assert (bvult y x))\n(check-sat)\n";

    fn certified(formula: &str) -> Texts {
        match certify(formula.to_string(), &Budget::default()) {
            Certified::Yes(texts) => *texts,
            Certified::Satisfiable => panic!("satisfiable"),
            Certified::No(why) => panic!("{why}"),
        }
    }

    #[test]
    fn a_certificate_is_verified() {
        let texts = certified(UNSAT);
        let proof = verify(&texts, &Budget::default()).unwrap();
        assert!(proof.clauses > 0 && proof.steps > 0, "{proof:?}");
    }

    #[test]
    fn another_formula_is_refused() {
        let mut texts = certified(UNSAT);
        texts.formula = texts.formula.replace("(bvult y x)", "(bvule y x)");
        assert!(matches!(verify(&texts, &Budget::default()), Err(Problem::Refused(_))));
    }

    #[test]
    fn formulas_that_have_a_model_or_are_no_question() {
        let satisfiable = UNSAT.replace("(assert (bvult y x))\n", "");
        assert!(matches!(certify(satisfiable, &Budget::default()), Certified::Satisfiable));
        for wrong in [
            UNSAT.replace("(check-sat)", ""),
            UNSAT.replace("(check-sat)", "(check-sat)(check-sat)"),
            UNSAT.replace("(check-sat)", "(check-sat)(assert false)"),
            UNSAT.replace("(check-sat)", "(push 1)(check-sat)"),
            UNSAT.replace("(check-sat)", "(check-sat-assuming (false))"),
            UNSAT.replace("(assert", "(reset)(assert"),
            UNSAT.replace("(assert", "(set-option :global-declarations true)(assert"),
            UNSAT[..UNSAT.len() - 20].to_string(),
            "(".into(),
            "no script".into(),
            String::new(),
        ] {
            let certified = certify(wrong.clone(), &Budget::default());
            assert!(matches!(certified, Certified::No(_)), "{wrong}");
        }
    }

    #[test]
    fn a_budget_that_is_too_small_is_a_reason() {
        // A prime has no factors, but nobody finds out by propagation.
        let hard = "(declare-const a (_ BitVec 20))(declare-const b (_ BitVec 20))\
                    (assert (= (bvmul ((_ zero_extend 20) a) ((_ zero_extend 20) b)) (_ bv549755813881 40)))\
                    (assert (bvult #x00001 a))(assert (bvult #x00001 b))(check-sat)";
        let budget = Budget { conflicts: Some(10), ..Budget::default() };
        match certify(hard.to_string(), &budget) {
            Certified::No(why) => assert_eq!(why, "the limit of conflicts was reached"),
            Certified::Yes(_) | Certified::Satisfiable => panic!("that was quick"),
        }
    }
}
