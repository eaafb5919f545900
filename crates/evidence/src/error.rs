//! Why stored data is refused.

/// What is wrong with stored data, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{reason}", self.place())]
pub struct Error {
    /// The way to the value, `steps[2].changes[0].object`; empty for the whole text, or if it is not known.
    pub path: String,
    /// Line and column in the text, from 1, where they are known.
    pub position: Option<(usize, usize)>,
    /// What is wrong there.
    pub reason: String,
}

impl Error {
    /// A value is wrong.
    pub fn at(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { path: path.into(), position: None, reason: reason.into() }
    }

    /// The same, for data that is part of other data.
    #[must_use]
    pub fn inside(self, whole: &str) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        Self { path: format!("{whole}{dot}{}", self.path), ..self }
    }

    /// Where, as the beginning of a message.
    fn place(&self) -> String {
        let mut text = String::new();
        if let Some((line, column)) = self.position {
            text += &format!("line {line}, column {column}: ");
        }
        if !self.path.is_empty() {
            text += &format!("{}: ", self.path);
        }
        text
    }
}
