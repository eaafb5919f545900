//! Memory that no address leads to any more.

use super::{Family, Memory, Object, ObjectInfo, ObjectKind, Pointer, Provenance, State, assemble};

impl Memory {
    /// Heap objects that are alive and that the program made.
    pub fn owned_heap(&self) -> impl Iterator<Item = (Pointer, ObjectInfo)> + '_ {
        self.live_heap().filter(|(_, info)| info.kind != ObjectKind::Heap(Family::File))
    }

    /// Those that no pointer in a global object leads to, directly or over other objects.
    pub fn lost_heap(&self) -> Vec<Pointer> {
        let mut seen = vec![false; self.objects.len()];
        let is_root = |object: &Object| {
            matches!(object.kind, ObjectKind::Global | ObjectKind::Constant | ObjectKind::Library)
        };
        let mut open: Vec<usize> =
            (1..self.objects.len()).filter(|&slot| is_root(&self.objects[slot])).collect();
        open.iter().for_each(|&slot| seen[slot] = true);
        while let Some(slot) = open.pop() {
            let object = &self.objects[slot];
            if object.state != State::Live {
                continue;
            }
            let value = |at: u64| {
                let bytes = object.bytes.get(at as usize..(at + self.pointer_bytes) as usize);
                bytes.map_or(0, |bytes| assemble(bytes, self.big_endian))
            };
            let pointers =
                object.provs.iter().flat_map(|provs| provs.pieces(object.size, self.pointer_bytes));
            let mut found: Vec<(u64, Provenance)> =
                pointers.map(|(at, prov)| (value(at), Provenance(prov))).collect();
            // A number may be an address that the program has seen.
            if !self.exposed.is_empty() && object.kind != ObjectKind::Constant {
                let numbers = (0..(object.size + 1).saturating_sub(self.pointer_bytes)).map(value);
                found.extend(numbers.map(|number| (number, self.exposed_at(number))));
            }
            for (address, to) in found {
                let points = self.info(to).is_some_and(|info| address.wrapping_sub(info.base) <= info.size);
                if points && !std::mem::replace(&mut seen[to.slot()], true) {
                    open.push(to.slot());
                }
            }
        }
        let owned = self.owned_heap().map(|(pointer, _)| pointer);
        owned.filter(|pointer| !seen[pointer.prov.slot()]).collect()
    }
}
