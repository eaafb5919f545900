//! Runs every command in the book (`docs/book`), and compares what it prints with what the book says.
//!
//! In a page, a code block that is called `c`, `sh` or `yaml` and then a file name is a file; a block called
//! `console` has commands, in lines that begin with `$ `, and what they print. A line `...` stands for any
//! number of lines. The files and commands of a page share an empty folder. With `FATHOM_UPDATE=1`, what
//! commands print is written into the book, except in blocks with `...`.

mod common;

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use common::{Job, has_sanitizers, in_parallel, say_aloud, scratch, tests_directory};

/// A part of a page.
enum Part {
    /// Text that is there for people.
    Text(String),
    /// A file that commands use.
    File { name: String, text: String, fence: String },
    /// Commands, each with what it prints.
    Console(Vec<(String, String)>),
}

fn parts(page: &str) -> Vec<Part> {
    let mut parts = vec![];
    let mut lines = page.lines();
    let mut text = String::new();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```").filter(|info| !info.is_empty()) else {
            let _ = writeln!(text, "{line}");
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let block: String = body.iter().map(|line| format!("{line}\n")).collect();
        match info.split_once(' ') {
            Some((_, name)) => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(Part::File { name: name.into(), text: block, fence: line.into() });
            }
            None if info == "console" => {
                parts.push(Part::Text(std::mem::take(&mut text)));
                parts.push(Part::Console(commands(&body)));
            }
            None => {
                let _ = write!(text, "{line}\n{block}```\n");
            }
        }
    }
    parts.push(Part::Text(text));
    parts
}

fn commands(lines: &[&str]) -> Vec<(String, String)> {
    let mut commands: Vec<(String, String)> = vec![];
    for line in lines {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.into(), String::new())),
            (None, Some((_, output))) => output.push_str(&format!("{line}\n")),
            (None, None) => panic!("a console block begins with what a command prints: {line}"),
        }
    }
    commands
}

/// Whether a text is as described, where a line `...` stands for any number of lines.
fn matches(expected: &[&str], found: &[&str]) -> bool {
    match expected {
        [] => found.is_empty(),
        ["...", rest @ ..] => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        [first, rest @ ..] => found.first() == Some(first) && matches(rest, &found[1..]),
    }
}

fn run(page: &Path, update: bool) -> Vec<String> {
    let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let folder = scratch(&format!("book-{name}"));
    let fathom = PathBuf::from(env!("CARGO_BIN_EXE_fathom"));
    let mut path = vec![fathom.parent().expect("a folder").to_path_buf()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    let path = env::join_paths(path).expect("a path");
    let before = fs::read_to_string(page).expect("a page");
    let mut problems = vec![];
    let mut after = String::new();
    for part in parts(&before) {
        match part {
            Part::Text(text) => after.push_str(&text),
            Part::File { name, text, fence } => {
                fs::write(folder.join(&name), &text).expect("a file");
                let _ = write!(after, "{fence}\n{text}```\n");
            }
            Part::Console(commands) => {
                after.push_str("```console\n");
                for (command, expected) in commands {
                    let mut job = Job::new("sh");
                    job.command
                        .args(["-c", &format!("{{ {command}\n}} 2>&1")])
                        .current_dir(&folder)
                        .env("PATH", &path);
                    let found = job.run().stdout;
                    let wanted: Vec<&str> = expected.lines().collect();
                    let same = matches(&wanted, &found.lines().collect::<Vec<_>>());
                    let untested = found.lines().any(|line| line.contains(" has no runtime for -fsanitize="));
                    if untested && !has_sanitizers() {
                        say_aloud(&format!("{}: {command}: NOT compared: {found}", page.display()));
                    } else if !same {
                        problems.push(format!(
                            "{}: {command}\nsays:\n{found}and not:\n{expected}",
                            page.display()
                        ));
                    }
                    let kept = if wanted.contains(&"...") { &expected } else { &found };
                    let _ = write!(after, "$ {command}\n{kept}");
                }
                after.push_str("```\n");
            }
        }
    }
    let _ = fs::remove_dir_all(&folder);
    if update && after != before {
        fs::write(page, after).expect("the page can be written");
    }
    problems
}

#[test]
fn every_command_prints_what_the_book_says() {
    let book = tests_directory().join("../docs/book");
    let mut pages: Vec<PathBuf> =
        fs::read_dir(book).expect("the book").map(|entry| entry.expect("an entry").path()).collect();
    pages.sort();
    assert!(pages.len() > 4, "the book has pages");
    let update = env::var_os("FATHOM_UPDATE").is_some();
    let problems: Vec<String> = in_parallel(&pages, |page| run(page, update)).into_iter().flatten().collect();
    assert!(update || problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn dots_stand_for_lines() {
    let found = ["a", "b", "c", "d"];
    assert!(matches(&["a", "...", "d"], &found));
    assert!(matches(&["...", "c", "..."], &found));
    assert!(matches(&["a", "b", "...", "c", "d"], &found));
    assert!(!matches(&["a", "...", "b"], &found));
    assert!(!matches(&["a"], &found));
    assert!(matches(&["..."], &[]));
}
