//! The state of an execution at a step, from the changes up to it.

use std::collections::BTreeMap;

use crate::model::{Evidence, Kind, ObjectId, Value};

/// Values of leaves: by object and path.
pub type State = BTreeMap<(ObjectId, String), Value>;

impl Evidence {
    /// What all objects contain after a step, as far as it is known.
    pub fn state_at(&self, step: usize) -> State {
        let mut state = State::new();
        for (id, object) in self.objects.iter().enumerate() {
            if object.begin.is_none_or(|begin| begin <= step) {
                state.extend(object.initial.iter().map(|(path, value)| ((id, path.clone()), value.clone())));
            }
        }
        for change in self.steps.iter().take(step.saturating_add(1)).flat_map(|step| &step.changes) {
            state.insert((change.object, change.path.clone()), change.value.clone());
        }
        state
    }

    /// The variable that a name means in the last step, at a depth of the stack: the innermost local one, or
    /// else a global one.
    pub fn visible(&self, name: &str, depth: u32) -> Option<ObjectId> {
        let named = |kind: Kind| {
            let objects = self.objects.iter().enumerate().rev();
            objects.filter(move |(_, object)| object.kind == kind && object.name == name)
        };
        let local =
            named(Kind::Local).find(|(_, object)| object.depth == Some(depth) && object.end.is_none());
        local.or_else(|| named(Kind::Global).next()).map(|(id, _)| id)
    }
}
