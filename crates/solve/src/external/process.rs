//! A child process that reads commands and writes replies.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::reply::{Reply, Splitter};
use crate::sat::{Budget, Reason};
use crate::solver::SolveError;

/// How often a wait looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(20);
/// How long a process that closed its output may take to end.
const ENDING: Duration = Duration::from_millis(500);
/// How much of what a process complains about is kept.
const COMPLAINTS: usize = 2000;

/// The process. It is killed when this is dropped.
pub struct Process {
    command: String,
    child: Child,
    /// Commands on their way. A thread writes them, since a pipe is full when the process does not read.
    input: Option<Sender<String>>,
    replies: Receiver<String>,
    complaints: Arc<Mutex<Complaints>>,
}

/// What a process wrote to its standard error.
#[derive(Default)]
struct Complaints {
    text: String,
    /// It will say no more.
    ended: bool,
}

impl Process {
    /// Looks for the program that [`Self::start`] would start.
    pub fn find(command: &str) -> Result<(), SolveError> {
        let words = words(command);
        let Some(program) = words.first() else { return Err(empty()) };
        let folders = match program.contains('/') {
            true => OsString::new(),
            false => env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into()),
        };
        let found: Vec<PathBuf> = env::split_paths(&folders)
            .map(|folder| folder.join(program))
            .filter(|file| file.is_file())
            .collect();
        let can_be_run =
            |file: &PathBuf| fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o111 != 0);
        match found.first() {
            None => Err(missing(program)),
            Some(_) if found.iter().any(can_be_run) => Ok(()),
            Some(file) => {
                Err(SolveError::External(format!("cannot run `{}`: it is no program", file.display())))
            }
        }
    }

    /// Starts a program with its arguments, which are separated by spaces; quotes keep spaces.
    pub fn start(command: &str) -> Result<Self, SolveError> {
        let words = words(command);
        let Some((program, arguments)) = words.split_first() else {
            return Err(empty());
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => missing(program),
                _ => SolveError::External(format!("cannot run `{program}`: {error}")),
            })?;
        let (sender, replies) = channel();
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || forward(output, &sender));
        }
        let complaints = Arc::new(Mutex::new(Complaints::default()));
        if let Some(errors) = child.stderr.take() {
            let complaints = Arc::clone(&complaints);
            thread::spawn(move || keep(errors, &complaints));
        }
        let (input, commands) = channel();
        if let Some(pipe) = child.stdin.take() {
            thread::spawn(move || write(pipe, &commands));
        }
        Ok(Self { command: command.to_owned(), child, input: Some(input), replies, complaints })
    }

    /// Sends commands, without waiting until they are read.
    pub fn send(&mut self, text: &str) -> Result<(), SolveError> {
        let sent = self.input.as_ref().map_or(Ok(()), |input| input.send(text.to_owned()));
        // Why it does not listen any more, its last words may say better.
        sent.map_err(|_| self.last_words())
    }

    /// The next reply, without `success` and `unsupported`.
    pub fn reply(&mut self, budget: &Budget) -> Result<Reply, SolveError> {
        loop {
            if budget.interrupt.as_ref().is_some_and(|interrupt| interrupt.is_set()) {
                return Ok(Reply::Stopped(Reason::Interrupted));
            }
            let left = budget.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(Reply::Stopped(Reason::Time));
            }
            match self.replies.recv_timeout(left.map_or(POLL, |left| left.min(POLL))) {
                Ok(text) if text == "success" || text == "unsupported" => {}
                Ok(text) if text.starts_with("(error") => return Err(self.error(&format!("it says {text}"))),
                Ok(text) => return Ok(Reply::Text(text)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.last_words()),
            }
        }
    }

    /// An error about this process.
    pub fn error(&self, what: &str) -> SolveError {
        SolveError::External(format!("`{}` failed: {what}", self.command))
    }

    /// Why it ended, as far as it says.
    fn last_words(&mut self) -> SolveError {
        let deadline = Instant::now() + ENDING;
        let status = loop {
            let heard = self.complaints.lock().is_ok_and(|complaints| complaints.ended);
            match self.child.try_wait() {
                Ok(status) if Instant::now() >= deadline || (status.is_some() && heard) => break status,
                Ok(_) => thread::sleep(Duration::from_millis(5)),
                Err(_) => break None,
            }
        };
        let ended = match status {
            Some(status) => format!("it ended with {status}"),
            None => "it closed its output".to_owned(),
        };
        let error = self.replies.try_iter().find(|text| text.starts_with("(error"));
        let complaints =
            self.complaints.lock().map(|complaints| complaints.text.trim().to_owned()).unwrap_or_default();
        let said = [error.unwrap_or_default(), complaints].into_iter().filter(|text| !text.is_empty());
        let said: Vec<String> = said.collect();
        match said.is_empty() {
            true => self.error(&ended),
            false => self.error(&format!("{ended}; it says: {}", said.join("; "))),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be computing, so it is not asked.
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn empty() -> SolveError {
    SolveError::External("the command of the solver is empty".to_owned())
}

fn missing(program: &str) -> SolveError {
    let place = if program.contains('/') { "" } else { " on the PATH" };
    SolveError::External(format!(
        "there is no program `{program}`{place}: install it, or name another solver"
    ))
}

/// Writes commands until there are no more or nobody reads them.
fn write(mut pipe: ChildStdin, commands: &Receiver<String>) {
    for text in commands {
        if pipe.write_all(text.as_bytes()).and_then(|()| pipe.flush()).is_err() {
            return;
        }
    }
}

/// Reads until the end and hands over each reply.
fn forward(mut output: impl Read, replies: &Sender<String>) {
    let mut splitter = Splitter::default();
    let mut buffer = [0; 1 << 16];
    while let Ok(count) = output.read(&mut buffer) {
        if count == 0 {
            return;
        }
        for reply in splitter.feed(&buffer[..count]) {
            if replies.send(reply).is_err() {
                return;
            }
        }
    }
}

/// Reads until the end and keeps the beginning.
fn keep(mut errors: impl Read, kept: &Mutex<Complaints>) {
    let mut buffer = [0; 4096];
    loop {
        let count = errors.read(&mut buffer).unwrap_or(0);
        let Ok(mut kept) = kept.lock() else { return };
        if count == 0 {
            kept.ended = true;
            return;
        }
        if kept.text.len() < COMPLAINTS {
            kept.text.push_str(&String::from_utf8_lossy(&buffer[..count]));
        }
    }
}

/// The words of a command line.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in command.chars() {
        match (quote, c) {
            (Some(q), c) if c == q => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{Process, words};

    #[test]
    fn a_program_is_found_before_it_is_started() {
        let why =
            |command: &str| Process::find(command).err().map_or(String::new(), |error| error.to_string());
        for command in ["sh -c 'exit 1'", "/bin/sh", "'sh'"] {
            assert_eq!(why(command), "", "{command}");
        }
        assert!(why(" ").contains("is empty"));
        assert!(why("no-such-solver --fast").contains("no program `no-such-solver` on the PATH: install it"));
        assert!(why("/no/such/solver").contains("no program `/no/such/solver`: install it"));
        assert!(why("/etc/passwd").contains("it is no program"));
        assert!(why("/etc").contains("there is no program"));
    }

    #[test]
    fn quotes_keep_spaces() {
        assert_eq!(words("  a  'b c' d\"e f\" '' "), ["a", "b c", "de f", ""]);
        assert!(words("   ").is_empty());
    }
}
