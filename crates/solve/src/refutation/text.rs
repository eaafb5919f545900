//! Models as text.

use std::io::{self, Write};

use crate::sat::Lit;

/// Text that is no list of models.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct MalformedModels {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

/// Writes models, a line for each: `v`, the variables that are true, and `0`.
pub fn write_models(models: &[Vec<Lit>], mut w: impl Write) -> io::Result<()> {
    for model in models {
        write!(w, "v ")?;
        model.iter().try_for_each(|lit| write!(w, "{lit} "))?;
        writeln!(w, "0")?;
    }
    Ok(())
}

/// Reads what [`write_models`] wrote. Lines that begin with `c` are comments.
pub fn read_models(text: &str) -> Result<Vec<Vec<Lit>>, MalformedModels> {
    let mut models = Vec::new();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('c') {
            continue;
        }
        let model = read_model(line).map_err(|problem| MalformedModels { line: index + 1, problem })?;
        models.push(model);
    }
    Ok(models)
}

fn read_model(line: &str) -> Result<Vec<Lit>, String> {
    let mut words = line.split_whitespace();
    if words.next() != Some("v") {
        return Err("a model begins with `v`".into());
    }
    let mut model = Vec::new();
    loop {
        let word = words.next().ok_or("a model does not end in 0")?;
        let number: i32 = word.parse().map_err(|_| format!("`{word}` is not a variable"))?;
        match Lit::from_dimacs(number) {
            Some(lit) if !lit.is_negated() => model.push(lit),
            None if number == 0 => break,
            _ => return Err(format!("`{word}` is not a variable")),
        }
    }
    match words.next() {
        None => Ok(model),
        Some(word) => Err(format!("`{word}` after the end of the model")),
    }
}
