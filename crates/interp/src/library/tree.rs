//! The red-black tree behind `std::map`, `std::set` and their multi-relatives.
//!
//! libstdc++ keeps the algorithms that need no type of the elements in its shared library, so they are
//! here; the shape of the tree is never visible to a correct program, only its order. Insertion and
//! removal are those of Cormen, Leiserson and Rivest, *Introduction to Algorithms*.
//!
//! ```text
//! node    [colour | parent | left | right | element …]      colour: 0 red, 1 black; a word each
//! header  [red    | root   | first | last  ]                 the node `end()` points to
//! ```
//! An iterator may stand on memory that was freed long ago: every step reads the program's memory with
//! all checks, and steps that the standard leaves undefined (past the end, before the beginning) fail.

use fathom_ir::Property;

use super::{LibraryFn, explain, pointer, void};
use crate::fault::{Fault, Step};
use crate::machine::{Args, Machine, Reply};
use crate::memory::Pointer;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base"
        | "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base" => |m, a| {
            let next = Tree { m }.next(a.ptr(0)?);
            pointer(explain(next, || "the iterator steps to the next element here".into())?)
        },
        "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base"
        | "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base" => |m, a| {
            let previous = Tree { m }.previous(a.ptr(0)?);
            pointer(explain(previous, || "the iterator steps to the previous element here".into())?)
        },
        "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_" => insert,
        "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_" => |m, a| {
            let removed = Tree { m }.remove(a.ptr(0)?, a.ptr(1)?);
            pointer(explain(removed, || "the element is removed from its tree here".into())?)
        },
        _ => return None,
    })
}

/// A link of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Link {
    Parent = 1,
    Left = 2,
    Right = 3,
}

impl Link {
    /// The other side.
    fn other(self) -> Self {
        match self {
            Self::Parent => Self::Parent,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

const RED: u64 = 0;
const BLACK: u64 = 1;

fn same(a: Pointer, b: Pointer) -> bool {
    a.addr == b.addr
}

fn insert(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let side = if args.int(0)? & 1 != 0 { Link::Left } else { Link::Right };
    let (node, parent, header) = (args.ptr(1)?, args.ptr(2)?, args.ptr(3)?);
    let inserted = Tree { m }.insert(side, node, parent, header);
    explain(inserted, || "the element is put into its tree here".into())?;
    void()
}

/// Trees in the memory of a program.
struct Tree<'a, 'p> {
    m: &'a mut Machine<'p>,
}

impl Tree<'_, '_> {
    fn get(&mut self, node: Pointer, link: Link) -> Step<Pointer> {
        let place = node.offset(link as u64 * self.m.word_bytes());
        self.m.memory.load_ptr(place)
    }

    fn set(&mut self, node: Pointer, link: Link, value: Pointer) -> Step<()> {
        let place = node.offset(link as u64 * self.m.word_bytes());
        self.m.memory.store_ptr(place, value)
    }

    fn colour(&mut self, node: Pointer) -> Step<u64> {
        self.m.memory.load_int(node, 4)
    }

    fn paint(&mut self, node: Pointer, colour: u64) -> Step<()> {
        self.m.memory.store_int(node, 4, colour)
    }

    /// Whether there is a node, and it is red.
    fn is_red(&mut self, node: Pointer) -> Step<bool> {
        Ok(!node.is_null() && self.colour(node)? == RED)
    }

    /// Whether the node is the header: it is red and its root's parent, and a red root there never is.
    fn is_header(&mut self, node: Pointer) -> Step<bool> {
        if self.colour(node)? != RED {
            return Ok(false);
        }
        let root = self.get(node, Link::Parent)?;
        Ok(root.is_null() || same(self.get(root, Link::Parent)?, node))
    }

    /// The outermost node on one side of a subtree.
    fn outermost(&mut self, mut node: Pointer, side: Link) -> Step<Pointer> {
        loop {
            let next = self.get(node, side)?;
            if next.is_null() {
                return Ok(node);
            }
            node = next;
        }
    }

    fn next(&mut self, node: Pointer) -> Step<Pointer> {
        let right = self.get(node, Link::Right)?;
        if self.is_header(node)? {
            let what = "the iterator is at the end already, and is moved further";
            return Err(Fault::stop(Property::InvalidArgument, what));
        }
        if !right.is_null() {
            return self.outermost(right, Link::Left);
        }
        let (mut node, mut above) = (node, self.get(node, Link::Parent)?);
        while same(node, self.get(above, Link::Right)?) {
            // Above the last element's way up is the header, whose right link may lead to it.
            if self.is_header(above)? {
                break;
            }
            node = above;
            above = self.get(above, Link::Parent)?;
        }
        Ok(above)
    }

    fn previous(&mut self, node: Pointer) -> Step<Pointer> {
        let before_first = || {
            let what = "the iterator is at the first element already, and is moved back";
            Err(Fault::stop(Property::InvalidArgument, what))
        };
        if self.is_header(node)? {
            if self.get(node, Link::Parent)?.is_null() {
                return before_first();
            }
            return self.get(node, Link::Right);
        }
        let left = self.get(node, Link::Left)?;
        if !left.is_null() {
            return self.outermost(left, Link::Right);
        }
        let (mut node, mut above) = (node, self.get(node, Link::Parent)?);
        while !self.is_header(above)? {
            if !same(node, self.get(above, Link::Left)?) {
                return Ok(above);
            }
            node = above;
            above = self.get(above, Link::Parent)?;
        }
        before_first()
    }

    /// Puts another node in the place of one below its parent.
    fn replace(&mut self, old: Pointer, new: Pointer, header: Pointer) -> Step<()> {
        let parent = self.get(old, Link::Parent)?;
        if same(self.get(header, Link::Parent)?, old) {
            self.set(header, Link::Parent, new)
        } else if same(self.get(parent, Link::Left)?, old) {
            self.set(parent, Link::Left, new)
        } else {
            self.set(parent, Link::Right, new)
        }
    }

    /// Turns a node down to a side; its child on the other side comes up.
    fn rotate(&mut self, node: Pointer, side: Link, header: Pointer) -> Step<()> {
        let child = self.get(node, side.other())?;
        let inner = self.get(child, side)?;
        self.set(node, side.other(), inner)?;
        if !inner.is_null() {
            self.set(inner, Link::Parent, node)?;
        }
        let parent = self.get(node, Link::Parent)?;
        self.set(child, Link::Parent, parent)?;
        self.replace(node, child, header)?;
        self.set(child, side, node)?;
        self.set(node, Link::Parent, child)
    }

    fn insert(&mut self, side: Link, node: Pointer, parent: Pointer, header: Pointer) -> Step<()> {
        self.set(node, Link::Parent, parent)?;
        self.set(node, Link::Left, Pointer::NULL)?;
        self.set(node, Link::Right, Pointer::NULL)?;
        self.paint(node, RED)?;
        let outermost = same(parent, self.get(header, side)?);
        self.set(parent, side, node)?;
        if same(parent, header) {
            self.set(header, Link::Parent, node)?;
            self.set(header, side.other(), node)?;
        } else if outermost {
            self.set(header, side, node)?;
        }
        let mut node = node;
        loop {
            let above = self.get(node, Link::Parent)?;
            if same(node, self.get(header, Link::Parent)?) || !self.is_red(above)? {
                break;
            }
            let top = self.get(above, Link::Parent)?;
            let side = if same(above, self.get(top, Link::Left)?) { Link::Left } else { Link::Right };
            let uncle = self.get(top, side.other())?;
            if self.is_red(uncle)? {
                self.paint(above, BLACK)?;
                self.paint(uncle, BLACK)?;
                self.paint(top, RED)?;
                node = top;
                continue;
            }
            if same(node, self.get(above, side.other())?) {
                node = above;
                self.rotate(node, side, header)?;
            }
            let above = self.get(node, Link::Parent)?;
            self.paint(above, BLACK)?;
            self.paint(top, RED)?;
            self.rotate(top, side.other(), header)?;
        }
        let root = self.get(header, Link::Parent)?;
        self.paint(root, BLACK)
    }

    /// Takes a node out of its tree; gives the node.
    fn remove(&mut self, node: Pointer, header: Pointer) -> Step<Pointer> {
        let (left, right) = (self.get(node, Link::Left)?, self.get(node, Link::Right)?);
        // The hole is where a colour goes missing: below `above`, where `filler` is now.
        let (filler, above, colour);
        if !left.is_null() && !right.is_null() {
            // The successor takes the place and the colour of the node.
            let heir = self.outermost(right, Link::Left)?;
            filler = self.get(heir, Link::Right)?;
            self.set(left, Link::Parent, heir)?;
            self.set(heir, Link::Left, left)?;
            if same(heir, right) {
                above = heir;
            } else {
                above = self.get(heir, Link::Parent)?;
                if !filler.is_null() {
                    self.set(filler, Link::Parent, above)?;
                }
                self.set(above, Link::Left, filler)?;
                self.set(heir, Link::Right, right)?;
                self.set(right, Link::Parent, heir)?;
            }
            self.replace(node, heir, header)?;
            let parent = self.get(node, Link::Parent)?;
            self.set(heir, Link::Parent, parent)?;
            colour = self.colour(heir)?;
            let inherited = self.colour(node)?;
            self.paint(heir, inherited)?;
            self.paint(node, colour)?;
        } else {
            filler = if left.is_null() { right } else { left };
            above = self.get(node, Link::Parent)?;
            colour = self.colour(node)?;
            if !filler.is_null() {
                self.set(filler, Link::Parent, above)?;
            }
            self.replace(node, filler, header)?;
            for (side, inner) in [(Link::Left, right), (Link::Right, left)] {
                if same(self.get(header, side)?, node) {
                    let outermost = if inner.is_null() { above } else { self.outermost(filler, side)? };
                    self.set(header, side, outermost)?;
                }
            }
        }
        if colour != RED {
            self.repair(filler, above, header)?;
        }
        Ok(node)
    }

    /// Restores the number of black nodes on all ways after a black one is gone above `node`.
    fn repair(&mut self, mut node: Pointer, mut above: Pointer, header: Pointer) -> Step<()> {
        while !same(node, self.get(header, Link::Parent)?) && !self.is_red(node)? {
            let side = if same(node, self.get(above, Link::Left)?) { Link::Left } else { Link::Right };
            let mut sibling = self.get(above, side.other())?;
            if self.is_red(sibling)? {
                self.paint(sibling, BLACK)?;
                self.paint(above, RED)?;
                self.rotate(above, side, header)?;
                sibling = self.get(above, side.other())?;
            }
            let (near, far) = (self.get(sibling, side)?, self.get(sibling, side.other())?);
            if !self.is_red(near)? && !self.is_red(far)? {
                self.paint(sibling, RED)?;
                node = above;
                above = self.get(above, Link::Parent)?;
                continue;
            }
            if !self.is_red(far)? {
                self.paint(near, BLACK)?;
                self.paint(sibling, RED)?;
                self.rotate(sibling, side.other(), header)?;
                sibling = self.get(above, side.other())?;
            }
            let colour = self.colour(above)?;
            self.paint(sibling, colour)?;
            self.paint(above, BLACK)?;
            let far = self.get(sibling, side.other())?;
            if !far.is_null() {
                self.paint(far, BLACK)?;
            }
            self.rotate(above, side, header)?;
            break;
        }
        if node.is_null() { Ok(()) } else { self.paint(node, BLACK) }
    }
}
