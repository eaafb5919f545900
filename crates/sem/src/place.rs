//! Where an evaluation is.
//!
//! A place is a sequence of numbers, see [`crate::schedule`]: the places of the calls under way, then that in
//! the running function. Calls share what they have in common, and every call is there once, so that a
//! function which calls itself ten thousand times does not need ten thousand long sequences.

use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// The place of a call: in the call around it, and the numbers there. Two are the same if they are one object.
#[derive(Clone, Default, Debug)]
pub struct Call(Option<Rc<Inner>>);

#[derive(Debug)]
struct Inner {
    outer: Call,
    depth: u32,
    path: Box<[u32]>,
}

impl Drop for Inner {
    /// Calls can nest deeply; dropping them must not recurse.
    fn drop(&mut self) {
        let mut next = self.outer.0.take();
        while let Some(inner) = next {
            match Rc::try_unwrap(inner) {
                Ok(mut inner) => next = inner.outer.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl Call {
    fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |inner| inner.depth)
    }

    fn address(&self) -> usize {
        self.0.as_ref().map_or(0, |inner| Rc::as_ptr(inner) as usize)
    }

    /// The numbers in the call around it; none for the outermost.
    pub fn path(&self) -> &[u32] {
        self.0.as_ref().map_or(&[], |inner| &inner.path)
    }

    /// The call around it.
    pub fn outer(&self) -> Self {
        self.0.as_ref().map_or_else(Self::default, |inner| inner.outer.clone())
    }

    /// The first numbers.
    pub fn outermost(&self) -> &[u32] {
        let mut at = self;
        while let Some(inner) = &at.0 {
            if inner.outer.0.is_none() {
                break;
            }
            at = &inner.outer;
        }
        at.path()
    }

    /// All numbers, from the outside in.
    pub fn numbers(&self) -> Vec<u32> {
        let mut paths = Vec::new();
        let mut at = &self.0;
        while let Some(inner) = at {
            paths.push(&inner.path[..]);
            at = &inner.outer.0;
        }
        paths.reverse();
        paths.concat()
    }
}

impl PartialEq for Call {
    fn eq(&self, other: &Self) -> bool {
        self.address() == other.address()
    }
}

impl Eq for Call {}

/// All calls there were.
#[derive(Default, Debug)]
pub struct Calls {
    known: FxHashMap<(usize, Box<[u32]>), Call>,
}

impl Calls {
    /// The call at some numbers in another one.
    pub fn call(&mut self, outer: &Call, path: Vec<u32>) -> Call {
        let path: Box<[u32]> = path.into();
        let make = || {
            Call(Some(Rc::new(Inner { outer: outer.clone(), depth: outer.depth() + 1, path: path.clone() })))
        };
        self.known.entry((outer.address(), path.clone())).or_insert_with(make).clone()
    }
}

/// From a call to the one around it: its numbers there.
fn up<'a>(call: &mut &'a Call, path: &mut &'a [u32]) {
    if let Some(inner) = &call.0 {
        (*path, *call) = (&inner.path, &inner.outer);
    }
}

/// Where an evaluation is: a call, and numbers in the function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The call of the running function.
    pub call: Call,
    /// The numbers there.
    pub here: Vec<u32>,
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Place {
    /// As sequences of all numbers. Only what is not shared is looked at.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (&self.call, &other.call);
        let (mut path_a, mut path_b) = (&self.here[..], &other.here[..]);
        let difference = i64::from(a.depth()) - i64::from(b.depth());
        for _ in 0..difference.unsigned_abs() {
            if difference > 0 { up(&mut a, &mut path_a) } else { up(&mut b, &mut path_b) }
        }
        while a != b {
            up(&mut a, &mut path_a);
            up(&mut b, &mut path_b);
        }
        // Numbers of blocks end a path in a function, and a call goes on after one: the shorter is smaller.
        path_a.cmp(path_b).then(difference.cmp(&0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(place: &Place) -> Vec<u32> {
        [place.call.numbers(), place.here.clone()].concat()
    }

    /// All places with up to two calls, of a few numbers each, as blocks and calls make them.
    fn places() -> Vec<Place> {
        let mut calls = Calls::default();
        let outermost = calls.call(&Call::default(), vec![0, 0]);
        let mut all = Vec::new();
        let mut open = vec![(outermost, 0)];
        while let Some((call, depth)) = open.pop() {
            for block in 1..3 {
                all.push(Place { call: call.clone(), here: vec![block] });
                for inst in 0..2 {
                    all.push(Place { call: call.clone(), here: vec![block, inst, 1, 0] });
                    if depth < 2 {
                        open.push((calls.call(&call, vec![block, inst, 0, 0]), depth + 1));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn places_are_ordered_as_sequences() {
        let all = places();
        for a in &all {
            for b in &all {
                assert_eq!(a.cmp(b), numbers(a).cmp(&numbers(b)), "{:?} {:?}", numbers(a), numbers(b));
                assert_eq!(a == b, numbers(a) == numbers(b));
            }
        }
    }

    #[test]
    fn a_call_is_there_once() {
        let mut calls = Calls::default();
        let first = calls.call(&Call::default(), vec![1, 2]);
        assert_eq!(first, calls.call(&Call::default(), vec![1, 2]));
        assert_ne!(calls.call(&first, vec![1, 2]), first);
        let inner = calls.call(&first, vec![3]);
        assert_eq!((inner.numbers(), inner.outermost()), (vec![1, 2, 3], &[1, 2][..]));
    }

    #[test]
    fn deep_calls_are_dropped_without_recursion() {
        let mut calls = Calls::default();
        let mut call = Call::default();
        for _ in 0..300_000 {
            call = calls.call(&call, vec![1]);
        }
        drop(calls);
    }
}
