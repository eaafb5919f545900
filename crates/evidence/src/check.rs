//! Whether evidence is sound: what it refers to is there.
//!
//! What passes can be walked by any view without a second look. Views that get evidence from elsewhere (the
//! recorder of this very process) still index with care; this is for data from outside.

use crate::json::check_format;
use crate::model::{FORMAT, VERSION};
use crate::{Error, Event, Evidence, Input, Object, Position, Step, Value, Where};

impl Evidence {
    /// Checks that the format and version are ours, that objects, inputs and steps that are referred to
    /// exist, that positions begin with line 1, that the first call of the stack is where the failure is,
    /// and that nothing follows the failure.
    pub fn check(&self) -> Result<(), Error> {
        check_format(&self.format, u64::from(self.version), FORMAT, VERSION)?;
        place(&self.place).map_err(|error| error.inside("place"))?;
        each("stack", &self.stack, |_, call| place(call))?;
        if self.stack.first().is_some_and(|innermost| *innermost != self.place) {
            return Err(Error::at("stack[0]", "the innermost call is not the place of the failure"));
        }
        if let Some(object) = self.object {
            self.exists(object)?;
        }
        each("inputs", &self.inputs, |_, one| input(one))?;
        each("objects", &self.objects, |_, one| self.object(one))?;
        each("steps", &self.steps, |number, one| self.step(number, one))
    }

    fn object(&self, object: &Object) -> Result<(), Error> {
        position(object.position.as_ref())?;
        for (name, step) in [("begin", object.begin), ("end", object.end)] {
            if step.is_some_and(|step| step >= self.steps.len()) {
                return Err(Error::at(name, missing("step", step.unwrap_or(0), self.steps.len())));
            }
        }
        if object.begin.zip(object.end).is_some_and(|(begin, end)| end < begin) {
            return Err(Error::at("end", "it ends before it begins"));
        }
        each("initial", &object.initial, |_, (_, value)| {
            self.value(value).map_err(|error| error.inside("[1]"))
        })
    }

    fn step(&self, number: usize, step: &Step) -> Result<(), Error> {
        place(&step.at)?;
        let last = number + 1 == self.steps.len();
        each("events", &step.events, |_, event| self.event(event, last))?;
        each("changes", &step.changes, |_, change| {
            self.exists(change.object)?;
            self.value(&change.value).map_err(|error| error.inside("value"))
        })
    }

    fn event(&self, event: &Event, last: bool) -> Result<(), Error> {
        match event {
            Event::Enter { arguments } => each("arguments", arguments, |_, (_, value)| {
                self.value(value).map_err(|error| error.inside("[1]"))
            }),
            Event::Return { value: Some(value) } => self.value(value).map_err(|error| error.inside("value")),
            Event::Allocate { object } | Event::Free { object } => self.exists(*object),
            Event::Input { input } if *input >= self.inputs.len() => {
                Err(Error::at("input", missing("input", *input, self.inputs.len())))
            }
            Event::Fail if !last => Err(Error::at("event", "only the last step can fail")),
            Event::Return { value: None }
            | Event::Decide { .. }
            | Event::Round { .. }
            | Event::Input { .. }
            | Event::Fail => Ok(()),
        }
    }

    fn value(&self, value: &Value) -> Result<(), Error> {
        match &value.target {
            None => Ok(()),
            Some(target) => self.exists(target.object).map_err(|error| error.inside("target")),
        }
    }

    fn exists(&self, object: usize) -> Result<(), Error> {
        if object < self.objects.len() {
            return Ok(());
        }
        Err(Error::at("object", missing("object", object, self.objects.len())))
    }
}

fn missing(what: &str, number: usize, count: usize) -> String {
    format!("there is no {what} {number}; there are {count}, numbered from 0")
}

/// Checks each of a list, and says which one is wrong.
fn each<T>(
    name: &str,
    list: &[T],
    mut check: impl FnMut(usize, &T) -> Result<(), Error>,
) -> Result<(), Error> {
    for (number, one) in list.iter().enumerate() {
        check(number, one).map_err(|error| error.inside(&format!("{name}[{number}]")))?;
    }
    Ok(())
}

fn input(input: &Input) -> Result<(), Error> {
    position(input.position.as_ref())?;
    if input.bits.is_empty() || !input.bits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(Error::at("bits", "these are no hexadecimal digits"));
    }
    Ok(())
}

fn place(place: &Where) -> Result<(), Error> {
    position(place.position.as_ref())
}

fn position(position: Option<&Position>) -> Result<(), Error> {
    if position.is_some_and(|position| position.line == 0) {
        return Err(Error::at("line", "lines are counted from 1"));
    }
    Ok(())
}
