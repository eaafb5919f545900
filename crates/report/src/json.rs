//! Reports as JSON: `docs/schemas/report.schema.json` describes what is written.
//!
//! Readers skip fields that they do not know, so that fields can be added without a new version.

use fathom_evidence::{Error, Evidence, json};
use serde::Deserialize;

use crate::model::{FORMAT, Outcome, Property, Report, VERSION, Verdict};

/// The report as a text, the same for the same report.
pub fn write(report: &Report) -> String {
    json::print(report)
}

/// Reads what [`write()`] wrote, and checks that it is sound.
pub fn read(text: &str) -> Result<Report, Error> {
    json::check_head(text, FORMAT, VERSION)?;
    let report: Report = json::parse(text).map_err(|error| inside_evidence(text).unwrap_or(error))?;
    report.check()?;
    Ok(report)
}

/// Where the shape of some evidence is wrong, if that is what is wrong. Serde reads evidence only after all
/// fields of its property are there, and then knows no more where it was.
fn inside_evidence(text: &str) -> Option<Error> {
    #[derive(Deserialize)]
    struct Properties {
        properties: Vec<serde_json::Value>,
    }
    let parts: Properties = json::parse(text).ok()?;
    parts.properties.iter().enumerate().find_map(|(number, property)| {
        let evidence = property.get("evidence")?;
        let error = serde_path_to_error::deserialize::<_, Evidence>(evidence).err()?;
        let reason = error.inner().to_string();
        Some(Error::at(json::path(error.path()), reason).inside(&format!("properties[{number}].evidence")))
    })
}

impl Report {
    /// Checks what a reader relies on: that the format and version are ours, that evidence is sound and of
    /// the property that it stands at, and that the outcome does not contradict the verdicts.
    pub fn check(&self) -> Result<(), Error> {
        json::check_format(&self.format, u64::from(self.version), FORMAT, VERSION)?;
        for (number, property) in self.properties.iter().enumerate() {
            property.check().map_err(|error| error.inside(&format!("properties[{number}]")))?;
        }
        let starts = self.loops.iter().map(|one| &one.place.position);
        if let Some(number) = starts.into_iter().position(|at| at.as_ref().is_some_and(|at| at.line == 0)) {
            return Err(Error::at(format!("loops[{number}].line"), "lines are counted from 1"));
        }
        if !self.seconds.is_finite() || self.seconds < 0.0 {
            return Err(Error::at("seconds", "this is no time"));
        }
        self.check_outcome()
    }

    fn check_outcome(&self) -> Result<(), Error> {
        let failed = self.properties.iter().any(|one| matches!(one.verdict, Verdict::Failed { .. }));
        let open = self.properties.iter().position(|one| match one.verdict {
            Verdict::Proved | Verdict::Unreachable => false,
            Verdict::SafeUpTo { .. } | Verdict::Failed { .. } | Verdict::Unknown { .. } => true,
        });
        match self.outcome {
            Outcome::Failed if !failed => Err(Error::at("outcome", "`failed`, but no property is")),
            Outcome::Bounded | Outcome::Unknown | Outcome::Proved if failed => {
                Err(Error::at("outcome", "a property is `failed`, but the outcome is not"))
            }
            Outcome::Proved => match open {
                None => Ok(()),
                Some(number) => {
                    Err(Error::at("outcome", format!("`proved`, but properties[{number}] is not")))
                }
            },
            Outcome::Failed | Outcome::Bounded | Outcome::Unknown => Ok(()),
        }
    }
}

impl Property {
    fn check(&self) -> Result<(), Error> {
        if self.place.position.as_ref().is_some_and(|at| at.line == 0) {
            return Err(Error::at("line", "lines are counted from 1"));
        }
        let Verdict::Failed { evidence } = &self.verdict else { return Ok(()) };
        evidence.check().map_err(|error| error.inside("evidence"))?;
        if evidence.property != self.kind {
            let reason = format!("this is evidence of another property than `{}`", self.kind);
            return Err(Error::at("evidence.property", reason));
        }
        Ok(())
    }
}
