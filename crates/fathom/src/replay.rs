//! `fathom replay`: steps through a stored execution in the terminal, forwards and backwards.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use fathom_evidence::state::State;
use fathom_evidence::{Evidence, Kind, ObjectId};
use fathom_report::{path, words};

use crate::args::ReplayArgs;
use crate::report::{Paint, Position, RED, YELLOW, source_line};
use crate::{Failure, colour_on, exit, output};

/// What can be typed.
const COMMANDS: &str = "\
next, n [N]       go on a step, or N
back, b [N]       go back a step, or N
over, o           go on to the next step that is not in a function called here
matter, m         go on to the next step that the failure depends on
fail, f           go to the failure
start             go to the start
goto, g N         go to step N
print, p [NAME]   print a variable, or all that there are here
list, l           show the source around here
stack, s          show the calls under way
inputs, i         show the values from outside
path              show the way to the failure
help, h           show this list
quit, q           leave

An empty line repeats the last step.
";

/// Files larger than this are no evidence that Fathom wrote.
const MAX_BYTES: u64 = 1 << 30;

/// Steps through an execution; the exit code.
pub fn replay(args: &ReplayArgs) -> Result<u8, Failure> {
    let evidence = read(&args.file)?;
    let paint = Paint { colour: colour_on(&io::stdout()) };
    if evidence.steps.is_empty() {
        output::print(&format!("{}\nThe execution was not recorded.\n", headline(&evidence)));
        return Ok(exit::FINISHED);
    }
    let is_terminal = io::stdin().is_terminal();
    let mut session = Session { evidence: &evidence, at: 0, paint, repeated: Motion::Next(1) };
    output::print(&format!("{}\n{}", headline(&evidence), session.here()));
    let mut lines = io::stdin().lock().lines();
    loop {
        if is_terminal {
            output::print("(fathom) ");
        }
        let line = match lines.next() {
            None => return Ok(exit::FINISHED),
            Some(Ok(line)) => line,
            Some(Err(error)) => return Err(Failure::Input(format!("error: standard input: {error}\n"))),
        };
        match session.command(line.trim()) {
            Some(text) => output::print(&text),
            None => return Ok(exit::FINISHED),
        }
    }
}

fn read(file: &Path) -> Result<Evidence, Failure> {
    let problem =
        |what: &dyn std::fmt::Display| Failure::Input(format!("error: {}: {what}\n", file.display()));
    let size = fs::metadata(file).map_err(|error| problem(&error))?.len();
    if size > MAX_BYTES {
        return Err(problem(&"this file is too large for an execution that Fathom wrote"));
    }
    let text = fs::read(file).map_err(|error| problem(&error))?;
    let text = String::from_utf8(text)
        .map_err(|_| problem(&"this is no text; it is not an execution that Fathom wrote"))?;
    fathom_evidence::json::read(&text).map_err(|error| problem(&error))
}

fn headline(evidence: &Evidence) -> String {
    let steps = evidence.steps.len();
    let message = words::sentence(&evidence.message);
    format!("{}: {message}\nat {}, after {steps} steps", evidence.property, words::place(&evidence.place))
}

/// How to move.
#[derive(Clone, Copy)]
enum Motion {
    Next(usize),
    Back(usize),
    Over,
    Matter,
}

struct Session<'a> {
    evidence: &'a Evidence,
    at: usize,
    paint: Paint,
    /// What an empty line does again.
    repeated: Motion,
}

impl Session<'_> {
    /// Does what is typed; `None` if that is to leave.
    fn command(&mut self, line: &str) -> Option<String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = match rest {
            "" => Ok(1),
            text => text.parse::<usize>(),
        };
        let motion = match word {
            "" => self.repeated,
            "next" | "n" | "back" | "b" => match number {
                Ok(number) if word.starts_with('n') => Motion::Next(number),
                Ok(number) => Motion::Back(number),
                Err(_) => return Some(format!("{rest} is no number of steps\n")),
            },
            "over" | "o" => Motion::Over,
            "matter" | "m" => Motion::Matter,
            "fail" | "f" => return Some(self.go(self.evidence.steps.len() - 1)),
            "start" => return Some(self.go(0)),
            "goto" | "g" => {
                return Some(match number {
                    Ok(number) if !rest.is_empty() && (1..=self.evidence.steps.len()).contains(&number) => {
                        self.go(number - 1)
                    }
                    _ => format!("steps are numbered from 1 to {}\n", self.evidence.steps.len()),
                });
            }
            "print" | "p" => return Some(self.print(rest)),
            "list" | "l" => return Some(self.list()),
            "stack" | "s" => return Some(self.stack()),
            "inputs" | "i" => return Some(self.inputs()),
            "path" => return Some(self.path()),
            "help" | "h" | "?" => return Some(COMMANDS.into()),
            "quit" | "q" | "exit" => return None,
            other => return Some(format!("{} is no command; help lists them\n", words::one_line(other))),
        };
        self.repeated = motion;
        Some(self.go(self.target(motion)))
    }

    fn target(&self, motion: Motion) -> usize {
        let steps = &self.evidence.steps;
        let last = steps.len() - 1;
        let depth = steps[self.at].depth;
        let mut later = self.at + 1..steps.len();
        match motion {
            Motion::Next(number) => self.at.saturating_add(number).min(last),
            Motion::Back(number) => self.at.saturating_sub(number),
            Motion::Over => later.find(|&at| steps[at].depth <= depth).unwrap_or(last),
            Motion::Matter => later.find(|&at| steps[at].matters).unwrap_or(last),
        }
    }

    fn go(&mut self, at: usize) -> String {
        self.at = at;
        self.here()
    }

    /// The step where we are.
    fn here(&self) -> String {
        let step = &self.evidence.steps[self.at];
        let last = self.at + 1 == self.evidence.steps.len();
        let style = if last { RED } else { YELLOW };
        let mark = self.paint.with(style, &format!("{}/{}", self.at + 1, self.evidence.steps.len()));
        let source = step.at.position.as_ref().and_then(|at| {
            source_line(&Position { file: at.file.clone(), line: at.line, column: at.column })
        });
        let mut text = format!("{mark}  {}\n", words::place(&step.at));
        if let Some(source) = source {
            let _ = writeln!(text, "    {}", source.trim());
        }
        let what = path::what(self.evidence, step);
        if !what.is_empty() {
            let _ = writeln!(text, "    => {what}");
        }
        text
    }

    fn state(&self) -> State {
        self.evidence.state_at(self.at)
    }

    /// Whether an object is there at this step.
    fn is_there(&self, object: ObjectId) -> bool {
        let object = &self.evidence.objects[object];
        object.begin.is_none_or(|begin| begin <= self.at) && object.end.is_none_or(|end| end >= self.at)
    }

    fn print(&self, name: &str) -> String {
        let depth = self.evidence.steps[self.at].depth;
        let state = self.state();
        let (wanted, path) = match name.find(['.', '[']) {
            Some(at) => name.split_at(at),
            None => (name, ""),
        };
        let mut text = String::new();
        for (id, object) in self.evidence.objects.iter().enumerate() {
            let here = match object.kind {
                Kind::Local => object.depth == Some(depth),
                Kind::Global | Kind::Heap => true,
                Kind::Constant | Kind::Function | Kind::Other => false,
            };
            let named = if wanted.is_empty() {
                here
            } else {
                object.name == wanted && (here || object.kind != Kind::Local)
            };
            let is_gone = object.end.is_some_and(|end| end < self.at);
            let is_shown = named && (self.is_there(id) || is_gone && object.name == wanted);
            if !is_shown {
                continue;
            }
            if is_gone {
                let when = object.end.unwrap_or(0) + 1;
                let _ = writeln!(text, "{} is gone since step {when}", words::object_name(self.evidence, id));
            }
            let leaves = state
                .range((id, path.to_string())..)
                .take_while(|((object, leaf), _)| *object == id && leaf.starts_with(path));
            for ((_, leaf), value) in leaves {
                let _ = writeln!(
                    text,
                    "{}{} = {}",
                    words::object_name(self.evidence, id),
                    words::one_line(leaf),
                    words::text(value)
                );
            }
        }
        match text.is_empty() {
            false => text,
            true if name.is_empty() => "there are no variables here\n".into(),
            true => format!("nothing is known of {} here\n", words::one_line(name)),
        }
    }

    fn list(&self) -> String {
        let Some(at) = &self.evidence.steps[self.at].at.position else {
            return "the source is not known\n".into();
        };
        let mut text = String::new();
        for line in at.line.saturating_sub(5).max(1)..=at.line + 5 {
            let position = Position { file: at.file.clone(), line, column: 0 };
            let Some(source) = source_line(&position) else { continue };
            let mark = if line == at.line { "->" } else { "  " };
            let _ = writeln!(text, "{mark} {line:>5}  {source}");
        }
        if text.is_empty() { format!("{} cannot be read\n", words::one_line(&at.file)) } else { text }
    }

    /// The calls under way: for each depth the last step in it.
    fn stack(&self) -> String {
        let mut text = String::new();
        let mut depth = u32::MAX;
        for step in self.evidence.steps[..=self.at].iter().rev() {
            if step.depth < depth {
                depth = step.depth;
                let _ = writeln!(text, "{}", words::place(&step.at));
            }
        }
        text
    }

    fn inputs(&self) -> String {
        let long = words::long_inputs(self.evidence).into_iter().map(|(text, _)| text + "\n");
        let single = words::single_inputs(self.evidence).map(|input| words::input(input) + "\n");
        let mut text: String = long.chain(single).collect();
        if let Some(arguments) = &self.evidence.arguments {
            let quoted: Vec<String> = arguments.iter().map(|argument| format!("{argument:?}")).collect();
            let _ = writeln!(text, "arguments: {}", quoted.join(" "));
        }
        if text.is_empty() { "there are none\n".into() } else { text }
    }

    fn path(&self) -> String {
        let options = path::Options {
            full: false,
            width: 80,
            lines: 60,
            source: &|file, line| source_line(&Position { file: file.into(), line, column: 0 }),
        };
        path::render(self.evidence, &options)
    }
}
