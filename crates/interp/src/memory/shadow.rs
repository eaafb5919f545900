//! What verification harnesses keep beside objects: whether one was written, and tags of their own.
//!
//! Both belong to an object from its allocation to its end; that the lifetime of a local object ends and
//! starts again changes nothing.

use std::collections::BTreeMap;

use super::object::State;
use super::{Memory, Object, Provenance};

/// What is kept beside one object.
#[derive(Clone, Debug, Default)]
pub(super) struct Shadow {
    /// Written since it was made or since the mark was taken away.
    pub modified: bool,
    /// Tags by slot, those that were set.
    tags: BTreeMap<u8, u64>,
}

impl Memory {
    fn live(&self, prov: Provenance) -> Option<&Object> {
        let object = self.objects.get(prov.slot())?;
        (object.generation == prov.generation() && object.state == State::Live).then_some(object)
    }

    fn live_shadow(&mut self, prov: Provenance) -> Option<&mut Shadow> {
        self.live(prov)?;
        Some(&mut self.objects[prov.slot()].shadow)
    }

    /// Whether an object is alive and was written, while changes were tracked, since it was made or since
    /// [`Memory::reset_modified`].
    pub fn is_modified(&self, prov: Provenance) -> bool {
        self.live(prov).is_some_and(|object| object.shadow.modified)
    }

    /// Takes the mark of a change from an object that is alive.
    pub fn reset_modified(&mut self, prov: Provenance) {
        if let Some(shadow) = self.live_shadow(prov) {
            shadow.modified = false;
        }
    }

    /// The tag in a slot of an object; 0 where none was set, and where the object is not alive.
    pub fn tag(&self, prov: Provenance, slot: u8) -> u64 {
        self.live(prov).and_then(|object| object.shadow.tags.get(&slot)).copied().unwrap_or(0)
    }

    /// Sets the tag in a slot of an object that is alive.
    pub fn set_tag(&mut self, prov: Provenance, slot: u8, value: u64) {
        if let Some(shadow) = self.live_shadow(prov) {
            shadow.tags.insert(slot, value);
        }
    }
}
