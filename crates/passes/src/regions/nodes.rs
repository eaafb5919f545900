//! Sets of objects that some pointer may point into, joined as more is known: union and find, where each
//! set has at most one set that the pointers stored in it point into.

use super::classes::Class;

/// A set of objects, or what became of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Node(u32);

#[derive(Default)]
pub(super) struct Nodes {
    parent: Vec<u32>,
    /// Where pointers that are stored in the set point.
    content: Vec<Option<u32>>,
    /// Offsets of pointers into the set that are stored somewhere.
    offsets: Vec<Option<Class>>,
    /// How often two sets became one, or offsets more: nothing is new while this stays.
    pub changes: u64,
}

impl Nodes {
    /// A new set.
    pub fn fresh(&mut self) -> Node {
        let id = self.parent.len() as u32;
        self.parent.push(id);
        self.content.push(None);
        self.offsets.push(None);
        Node(id)
    }

    /// The set that a set became part of.
    pub fn find(&mut self, node: Node) -> Node {
        let mut at = node.0;
        while self.parent[at as usize] != at {
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        Node(at)
    }

    /// Where pointers that are stored in a set point.
    pub fn content(&mut self, node: Node) -> Node {
        let node = self.find(node);
        if let Some(content) = self.content[node.0 as usize] {
            return self.find(Node(content));
        }
        let content = self.fresh();
        self.content[node.0 as usize] = Some(content.0);
        content
    }

    /// The same, if any are stored.
    pub fn known_content(&mut self, node: Node) -> Option<Node> {
        let node = self.find(node);
        self.content[node.0 as usize].map(|content| self.find(Node(content)))
    }

    /// Makes two sets one, and with them what is stored in them.
    pub fn unify(&mut self, a: Node, b: Node) {
        let mut work = vec![(a, b)];
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            self.changes += 1;
            // The older one stays, so that the result does not depend on the order of what was done.
            let (keep, gone) = (a.min(b), a.max(b));
            self.parent[gone.0 as usize] = keep.0;
            if let Some(offsets) = self.offsets[gone.0 as usize] {
                self.stored(keep, offsets);
            }
            match (self.content[keep.0 as usize], self.content[gone.0 as usize]) {
                (Some(one), Some(other)) => work.push((Node(one), Node(other))),
                (None, content) => self.content[keep.0 as usize] = content,
                (Some(_), None) => {}
            }
        }
    }

    /// Pointers into the set with these offsets are stored somewhere.
    pub fn stored(&mut self, node: Node, offsets: Class) {
        let node = self.find(node);
        let known = &mut self.offsets[node.0 as usize];
        let joined = known.map_or(offsets, |known| known.join(offsets));
        if *known != Some(joined) {
            *known = Some(joined);
            self.changes += 1;
        }
    }

    /// Offsets of pointers into the set that are stored somewhere; `None` if none are.
    pub fn stored_offsets(&mut self, node: Node) -> Option<Class> {
        let node = self.find(node);
        self.offsets[node.0 as usize]
    }

    /// The number of a set.
    pub fn index(&mut self, node: Node) -> usize {
        self.find(node).0 as usize
    }
}
