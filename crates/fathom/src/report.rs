//! Says what happened, as a good compiler does.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad.
    pub severity: Severity,
    /// The stable name of the kind, where there is one.
    pub kind: Option<&'static str>,
    /// One sentence.
    pub message: String,
    /// The weakness in the Common Weakness Enumeration.
    pub cwe: Option<u32>,
    /// Where.
    pub position: Option<Position>,
    /// Details, a line each.
    pub notes: Vec<String>,
    /// Who called whom, innermost first.
    pub stack: Vec<Frame>,
}

/// How bad.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// A defect of the program, or an input that cannot be used.
    Error,
    /// Fathom cannot tell.
    Unknown,
}

/// A place in a source file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The file as the compiler names it.
    pub file: String,
    /// From 1; 0 if not known.
    pub line: u32,
    /// From 1; 0 if not known.
    pub column: u32,
}

/// A call that has not returned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Name of the function.
    pub function: String,
    /// Where it is in that function.
    pub position: Option<Position>,
}

/// How many calls of a long stack are shown at its inner and outer end.
const STACK_ENDS: (usize, usize) = (8, 4);

impl Diagnostic {
    /// The text, with colours if they are wanted.
    pub fn render(&self, colour: bool) -> String {
        let source = self.position.as_ref().and_then(source_line);
        self.render_with(source.as_deref(), colour)
    }

    /// The text; `source` is the line that the position is in.
    fn render_with(&self, source: Option<&str>, colour: bool) -> String {
        let paint = Paint { colour };
        let mut out = String::new();
        let (word, style) = match self.severity {
            Severity::Error => ("error", RED),
            Severity::Unknown => ("unknown", YELLOW),
        };
        let head = self.kind.map_or(word.to_string(), |kind| format!("{word}[{kind}]"));
        let cwe = self.cwe.map_or(String::new(), |number| format!(" (CWE-{number})"));
        line(
            &mut out,
            &format!("{}{}", paint.with(style, &head), paint.with(BOLD, &format!(": {}{cwe}", self.message))),
        );

        let number = self.position.as_ref().map_or(String::new(), |position| position.line.to_string());
        let margin = if source.is_some() { number.len() } else { 1 };
        let blank = " ".repeat(margin);
        let bar = paint.with(BLUE, "|");
        if let Some(position) = &self.position {
            line(&mut out, &format!("{blank}{} {position}", paint.with(BLUE, "-->")));
        }
        if let (Some(source), Some(position)) = (source, &self.position) {
            line(&mut out, &format!("{blank} {bar}"));
            line(&mut out, &format!("{} {bar} {source}", paint.with(BLUE, &number)));
            match caret(source, position.column) {
                Some(space) => line(&mut out, &format!("{blank} {bar} {space}{}", paint.with(style, "^"))),
                None => line(&mut out, &format!("{blank} {bar}")),
            }
        }
        for note in &self.notes {
            line(&mut out, &format!("{blank} {} {note}", paint.with(BLUE, "=")));
        }
        // One frame only repeats the position.
        if self.stack.len() > 1 {
            line(&mut out, &format!("{blank} {} call stack: {}", paint.with(BLUE, "="), stack(&self.stack)));
        }
        out
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        if self.line != 0 {
            write!(f, ":{}", self.line)?;
            if self.column != 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

fn line(out: &mut String, text: &str) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{}", text.trim_end());
}

/// The white space that puts a caret under a column, which counts bytes as clang does. Tabs stay tabs,
/// so that both lines expand them alike.
fn caret(source: &str, column: u32) -> Option<String> {
    let before = (column as usize).checked_sub(1)?;
    let prefix = source.get(..before)?;
    Some(prefix.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect())
}

/// The line that a position is in.
pub fn source_line(position: &Position) -> Option<String> {
    let index = (position.line as usize).checked_sub(1)?;
    let bytes = fs::read(Path::new(&position.file)).ok()?;
    let line = bytes.split(|&byte| byte == b'\n').nth(index)?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    // Control characters other than tabs would disturb the terminal.
    Some(String::from_utf8_lossy(line).replace(|c: char| c.is_control() && c != '\t', "\u{fffd}"))
}

fn stack(frames: &[Frame]) -> String {
    let name = |frame: &Frame| match &frame.position {
        Some(position) => {
            let file = Path::new(&position.file)
                .file_name()
                .map_or(position.file.as_str().into(), |name| name.to_string_lossy());
            format!("{} ({file}:{})", frame.function, position.line)
        }
        None => frame.function.clone(),
    };
    let (inner, outer) = STACK_ENDS;
    let names: Vec<String> = if frames.len() > inner + outer {
        let left_out = format!("… {} more …", frames.len() - inner - outer);
        let ends = (frames[..inner].iter().map(name), frames[frames.len() - outer..].iter().map(name));
        ends.0.chain([left_out]).chain(ends.1).collect()
    } else {
        frames.iter().map(name).collect()
    };
    names.join(" ← ")
}

/// For defects.
pub const RED: &str = "1;31";
/// For what holds.
pub const GREEN: &str = "1;32";
/// For what is not known, and for warnings.
pub const YELLOW: &str = "1;33";
const BLUE: &str = "1;34";
const BOLD: &str = "1";

/// Colours text, or not.
pub struct Paint {
    /// Whether it does.
    pub colour: bool,
}

impl Paint {
    /// The text in a style.
    pub fn with(&self, style: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{style}m{text}\x1b[0m") } else { text.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Diagnostic {
        let position = |line, column| Position { file: "src/main.c".into(), line, column };
        let frame =
            |function: &str, line| Frame { function: function.into(), position: Some(position(line, 5)) };
        Diagnostic {
            severity: Severity::Error,
            kind: Some("use-after-free"),
            message: "heap memory is used after it was freed".into(),
            cwe: Some(416),
            position: Some(position(12, 12)),
            notes: vec!["reads 4 bytes at offset 0 of a heap object of 8 bytes".into()],
            stack: vec![frame("f", 12), frame("main", 20)],
        }
    }

    #[test]
    fn a_diagnostic_shows_the_source() {
        let text = example().render_with(Some("    return p[0];"), false);
        assert_eq!(
            text,
            "\
error[use-after-free]: heap memory is used after it was freed (CWE-416)
  --> src/main.c:12:12
   |
12 |     return p[0];
   |            ^
   = reads 4 bytes at offset 0 of a heap object of 8 bytes
   = call stack: f (main.c:12) ← main (main.c:20)
"
        );
    }

    #[test]
    fn tabs_and_wide_columns() {
        assert_eq!(caret("\tx = 1;", 2).as_deref(), Some("\t"));
        assert_eq!(caret("é = 1;", 4).as_deref(), Some("  "));
        assert_eq!(caret("x", 9), None);
        assert_eq!(caret("x", 0), None);
        assert_eq!(caret("é", 2), None);
    }

    #[test]
    fn without_source_or_position() {
        let mut diagnostic = example();
        diagnostic.stack.clear();
        let text = diagnostic.render_with(None, false);
        assert!(
            text.contains("\n --> src/main.c:12:12\n   = reads")
                || text.contains(" --> src/main.c:12:12\n  = reads"),
            "{text}"
        );
        diagnostic.position = None;
        diagnostic.notes.clear();
        let text = diagnostic.render_with(None, false);
        assert_eq!(text, "error[use-after-free]: heap memory is used after it was freed (CWE-416)\n");
    }

    #[test]
    fn long_stacks_are_cut_in_the_middle() {
        let frames: Vec<Frame> =
            (0..100).map(|n| Frame { function: format!("f{n}"), position: None }).collect();
        let text = stack(&frames);
        assert!(text.starts_with("f0 ← f1 ←") && text.ends_with("← f98 ← f99"));
        assert!(text.contains("f7 ← … 88 more … ← f96"), "{text}");
    }

    #[test]
    fn colours_only_if_wanted() {
        assert!(example().render_with(None, true).contains("\x1b["));
        assert!(!example().render_with(None, false).contains('\x1b'));
    }
}
