//! Verifies the copy of the program that has the witness in it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use std::{env, fs};

use fathom_engines::{Answer, CheckOptions, StopOnFail, StopWhen};
use fathom_frontend::{TempDir, Word};
use fathom_interp::Report;
use fathom_ir::{LocId, Program, Property, PropertySet};
use fathom_witness::Sources;
use fathom_witness::model::{Format, Invariant};
use fathom_witness::weave::{self, Aim, Step, Stretch, Unwoven, Woven};

use super::judge::{Checked, leaks};
use crate::args::{CompileArgs, ValidateArgs};
use crate::check::{decide, stats};
use crate::pipeline::{self, Prepared, Reading, Timings};
use crate::property_file::{Goal, Specification, kinds};
use crate::svcomp::{self, DISPUTED, Verdict};
use crate::{Failure, checks, output, place};

/// What all claims of a witness are checked with.
pub struct Job<'a> {
    pub args: &'a ValidateArgs,
    pub specification: &'a Specification,
    pub sources: &'a Sources,
    pub data_model: Word,
    pub format: Format,
    pub start: Instant,
    pub interrupt: Arc<AtomicBool>,
}

/// Options for the copy: nothing is warned of, but constraints with side effects are errors.
const STRICT: &str = "-Wno-everything -Werror=assume";

impl Job<'_> {
    /// Whether an execution goes this way and violates the property.
    pub fn violation(&self, steps: &[Step]) -> Result<Verdict, Failure> {
        let goals = &self.specification.goals;
        let has = |goal: Goal| goals.iter().any(|&one| one == goal || one.violations().contains(&goal));
        let error_functions =
            if has(Goal::UnreachCall) { vec!["reach_error", "__VERIFIER_error"] } else { vec![] };
        let leaks = has(Goal::ValidMemtrack) || has(Goal::ValidMemcleanup);
        let woven = match weave::violation(self.sources, steps, &Aim { error_functions, leaks }) {
            Ok(woven) => woven,
            Err(unwoven) => return Ok(cannot(&unwoven)),
        };
        let checks = checks::union(self.specification.kinds(), checks::limits());
        let wanted = self.specification.kinds();
        self.check(&woven, checks, move |stop: &Places, report| {
            let counts = stop.first_own(report) || self::leaks().contains(report.property);
            counts && wanted.contains(report.property)
        })?
        .map_or_else(Ok, |(program, answer, copies)| {
            let checked = self.checked(&program, &answer, &woven, &copies);
            Ok(checked.violation(goals))
        })
    }

    /// Whether these invariants hold, and the property as well.
    pub fn correctness(&self, invariants: &[Invariant]) -> Result<Verdict, Failure> {
        let woven = match weave::correctness(self.sources, invariants) {
            Ok(woven) => woven,
            Err(unwoven) => return Ok(cannot(&unwoven)),
        };
        let wanted = self.specification.kinds();
        let checks = checks::union(wanted, checks::limits()).with(Property::Assertion);
        self.check(&woven, checks, move |stop: &Places, report| {
            wanted.contains(report.property) || stop.first_own(report)
        })?
        .map_or_else(Ok, |(program, answer, copies)| {
            let checked = self.checked(&program, &answer, &woven, &copies);
            Ok(checked.correctness(&self.specification.goals, invariants))
        })
    }

    fn checked<'a>(
        &self,
        program: &'a Program,
        answer: &'a Answer,
        woven: &'a Woven,
        copies: &'a Copies,
    ) -> Checked<'a> {
        Checked { program, answer, woven, copies, format: self.format }
    }

    /// Verifies a copy; a verdict right away if it does not compile.
    fn check(
        &self,
        woven: &Woven,
        checks: PropertySet,
        stop: impl Fn(&Places, &Report) -> bool + Send + Sync + Copy + 'static,
    ) -> Result<Result<(Program, Answer, Copies), Verdict>, Failure> {
        let copies = Copies::write(self.sources, woven, self.args.emit_woven.as_deref())?;
        let mut timings = Timings::default();
        let more = CompileArgs {
            include_dirs: copies.include_dirs.clone(),
            cflags: vec![STRICT.into()],
            ..CompileArgs::default()
        };
        let compiled = svcomp::compile(&copies.paths, self.data_model, &more, checks, &mut timings);
        let (units, compile, missing) = match compiled {
            Ok(compiled) => compiled,
            Err(Failure::Input(messages)) => return self.not_compiled(&copies, &messages).map(Err),
            Err(other) => return Err(other),
        };
        let entry = &self.specification.entry;
        let Prepared { program, entry, assumptions: assumed, .. } = pipeline::compiled_for_engines(
            units,
            &compile,
            checks,
            entry,
            &Reading::new(missing),
            &mut timings,
        )?;
        let stretches = woven.target.iter().chain(&woven.invariants);
        let without: &[Stretch] = if woven.invariants.is_empty() { &woven.ours } else { &[] };
        let places = Places::new(&program, &copies, &stretches.cloned().collect::<Vec<_>>(), without);
        let options = CheckOptions {
            checks,
            stop_on_fail: StopOnFail::Reluctantly(kinds(Goal::ValidMemtrack).with(DISPUTED)),
            stop_when: Some(StopWhen(Arc::new(move |report| stop(&places, report)))),
            deadline: self.start.checked_add(self.args.timeout),
            interrupt: Arc::clone(&self.interrupt),
            memory_limit: Some(svcomp::memory_limit(self.args.memory_limit)),
            ..CheckOptions::default()
        };
        let answer = timings.step("check", || {
            let mut answer = decide(&program, entry, &options);
            answer.assumptions.extend(assumed);
            let remark = format!("{} properties, {} loops", answer.properties.len(), answer.loops.len());
            (answer, remark)
        });
        if self.args.stats {
            output::error(&timings.render());
            output::error(&stats::render(&answer));
        }
        Ok(Ok((program, answer, copies)))
    }

    /// The copy does not compile: either the program does not, or the witness is to blame.
    fn not_compiled(&self, copies: &Copies, messages: &str) -> Result<Verdict, Failure> {
        let nothing = CompileArgs::default();
        let mut timings = Timings::default();
        let checks = self.specification.kinds();
        svcomp::compile(&self.args.files, self.data_model, &nothing, checks, &mut timings)?;
        let first = messages.lines().find(|line| line.contains("error: ")).unwrap_or(messages);
        let first = copies.in_words_of_the_program(first.trim());
        Ok(Verdict::Unknown(format!("with the witness in it, the program does not compile: {first}")))
    }
}

fn cannot(unwoven: &Unwoven) -> Verdict {
    Verdict::Unknown(format!("the witness cannot be checked: {unwoven}"))
}

/// The files of the copy.
pub struct Copies {
    /// In the order of the program's.
    paths: Vec<PathBuf>,
    /// The names of the program's files.
    originals: Vec<String>,
    /// Where headers of the program are.
    include_dirs: Vec<PathBuf>,
    /// Where they are, until this goes away.
    _directory: TempDir,
}

impl Copies {
    fn write(sources: &Sources, woven: &Woven, keep: Option<&Path>) -> Result<Self, Failure> {
        let directory = TempDir::new().map_err(|error| Failure::Input(format!("error: {error}\n")))?;
        let mut copies =
            Self { paths: vec![], originals: vec![], include_dirs: vec![], _directory: directory };
        for (number, (source, text)) in sources.0.iter().zip(&woven.texts).enumerate() {
            let original = Path::new(&source.name);
            let Some(name) = original.file_name() else { continue };
            let folder = copies._directory.path().join(number.to_string());
            let path = folder.join(name);
            let written = fs::create_dir(&folder).and_then(|()| fs::write(&path, text));
            written.map_err(|error| cannot_write(&path, &error))?;
            if let Some(keep) = keep {
                let path = keep.join(name);
                let written = fs::create_dir_all(keep).and_then(|()| fs::write(&path, text));
                written.map_err(|error| cannot_write(&path, &error))?;
            }
            let folder = env::current_dir().unwrap_or_default().join(original);
            copies.include_dirs.extend(folder.parent().map(Path::to_path_buf));
            copies.paths.push(path);
            copies.originals.push(source.name.clone());
        }
        Ok(copies)
    }

    /// The number of a file of the copy, by the name that the compiler has for it.
    pub fn number(&self, file: &str) -> Option<usize> {
        let path = env::current_dir().unwrap_or_default().join(file);
        self.paths.iter().position(|copy| *copy == path)
    }

    /// The name of a file in the program.
    pub fn original(&self, file: &str) -> String {
        self.number(file).map_or(file.to_string(), |number| self.originals[number].clone())
    }

    /// A text that speaks of the copy, made one that speaks of the program.
    pub fn in_words_of_the_program(&self, text: &str) -> String {
        let here = env::current_dir().unwrap_or_default();
        let names = self.paths.iter().zip(&self.originals);
        names.fold(text.to_string(), |text, (path, original)| {
            let short = path.strip_prefix(&here).unwrap_or(path);
            let text = text.replace(&path.display().to_string(), original);
            text.replace(&short.display().to_string(), original)
        })
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Input(format!("error: cannot write {}: {error}\n", path.display()))
}

/// What each position of the program is.
struct Places(Vec<Place>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In a library: who called it counts.
    Foreign,
    /// Where a failure counts.
    Wanted,
    Other,
}

/// Stretches by the lines that they touch.
type Lines<'a> = HashMap<(usize, u32), Vec<&'a Stretch>>;

fn lines(stretches: &[Stretch]) -> Lines<'_> {
    let mut lines = Lines::new();
    for stretch in stretches {
        for line in stretch.line..=stretch.until.0 {
            lines.entry((stretch.file, line)).or_default().push(stretch);
        }
    }
    lines
}

impl Places {
    /// Positions in some stretches are wanted, except those that are in others as well.
    fn new(program: &Program, copies: &Copies, stretches: &[Stretch], without: &[Stretch]) -> Self {
        let (by_line, not_by_line) = (lines(stretches), lines(without));
        let of = |number: usize| {
            let mut loc = LocId(number as u32);
            while place::is_foreign(program, loc) {
                match program.loc(loc).and_then(|loc| loc.inlined_at) {
                    Some(outer) => loc = outer,
                    None => return Place::Foreign,
                }
            }
            let Some(position) = place::position(program, loc) else { return Place::Foreign };
            let Some(file) = copies.number(&position.file) else { return Place::Other };
            let inside = |lines: &Lines| {
                let near = lines.get(&(file, position.line)).map_or(&[][..], Vec::as_slice);
                near.iter().any(|stretch| stretch.contains(file, position.line, position.column))
            };
            if inside(&by_line) && !inside(&not_by_line) { Place::Wanted } else { Place::Other }
        };
        Self((0..program.locs.len()).map(of).collect())
    }

    /// Whether the first position of the user's code that a failure is at is one that counts.
    fn first_own(&self, report: &Report) -> bool {
        let stack = report.stack.iter().map(|&(_, loc)| loc);
        let mut places = [report.loc]
            .into_iter()
            .chain(stack)
            .map(|loc| self.0.get(loc.index()).copied().unwrap_or(Place::Foreign));
        places.find(|&place| place != Place::Foreign) == Some(Place::Wanted)
    }
}
