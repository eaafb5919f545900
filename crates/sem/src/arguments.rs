//! The command line: how many arguments there are, and what they are.
//!
//! An argument is a string of any length up to what Linux lets pass ([`LONGEST`]). Where it ends is the place of the first
//! zero among its first bytes, or else a number, and then every byte behind these that is read is said to be zero or not
//! as that number demands. So strings are as long as they like wherever a program reads them byte by byte. To copy bytes
//! all at once says nothing of single ones: it is modelled as far as they were read before (`strcpy` looks for the end
//! first), or if it is known which they are.

use fathom_ir::{LocId, NoteId};
use fathom_logic::{Sort, Term};
use rustc_hash::FxHashSet;

use crate::content::{Content, Known};
use crate::evaluator::Evaluator;
use crate::memory::{ObjectId, ObjectKind};
use crate::scalar::Scalar;
use crate::state::State;

/// Arguments on the command line whose contents are modelled, the name of the program included.
const ARGUMENTS: u64 = 4;
/// Arguments that there can be.
const MOST_ARGUMENTS: u64 = 1_000_000;
/// The first bytes of an argument, whose zeros say where it ends.
const ARGUMENT_BYTES: u64 = 264;
/// Bytes that the longest argument has before its end (`MAX_ARG_STRLEN` of Linux is 32 pages, the end included).
const LONGEST: u64 = 32 * 4096 - 1;

/// An argument of the command line.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its bytes, an array.
    pub bytes: Term,
    /// How many come before the end.
    pub length: Term,
    /// Offsets of bytes that facts tell of, each with the paths that they are for.
    told: FxHashSet<(Term, Term)>,
    /// All bytes before this one are told of.
    told_up_to: u64,
}

/// So many bytes are told of where they are read at once, at some place and at a known place.
const TOLD_AT_ONCE: (u64, u64) = (16, 4096);

impl Evaluator<'_> {
    /// How many arguments the command line has: at least the name of the program.
    pub(crate) fn argument_count(&mut self, state: &mut State) -> Option<Scalar> {
        let count = self.terms.symbol("argc", Sort::Bits(32));
        let (zero, most) = (self.terms.number(32, 0), self.terms.number(32, MOST_ARGUMENTS));
        let (some, possible) = (self.terms.bv_slt(zero, count), self.terms.bv_sle(count, most));
        let range = self.terms.and(some, possible);
        let few = self.terms.number(32, ARGUMENTS);
        let few = self.terms.bv_sle(count, few);
        self.preferences.push(few);
        self.rest_on(
            "the command line has the name of the program, and fewer than a million arguments, each of less than 128 KiB",
        );
        self.arguments.get_or_insert((count, Vec::new()));
        self.record_condition(None, (LocId::NONE, NoteId::NONE), range, false);
        self.assume(state, range).then_some(Scalar::plain(count))
    }

    /// The arguments themselves: the first are strings of any length.
    pub(crate) fn argument_vector(&mut self, state: &mut State, count: Scalar) -> Scalar {
        let form = self.form;
        let word = u64::from(form.pointer_bits / 8);
        let (name, loc) = (self.new_note("argv"), LocId::NONE);
        let events = self.evidence.objects.len();
        // One pointer more than there are arguments, which is null.
        let length = self.as_length(count.bits);
        let (one, each) =
            (self.terms.number(form.pointer_bits, 1), self.terms.number(form.pointer_bits, word));
        let entries = self.terms.bv_add(length, one);
        let size = self.terms.bv_mul(entries, each);
        let kind = ObjectKind::Environment(ARGUMENTS * word);
        let wishes = self.preferences.len();
        let vector = self.new_object(state, kind, size, word, (name, loc), true, None);
        let (id, yes) = (ObjectId(self.objects.len() as u32 - 1), self.terms.bool(true));
        self.take_room(state, id, yes, &[]);
        let region = self.region(id);
        let flat = self.options.encoding.flat;
        let start = if flat { vector.bits } else { self.terms.number(form.pointer_bits, 0) };
        let mut strings = Vec::new();
        for at in 0..ARGUMENTS {
            let (string, bytes) = self.argument(state, at);
            let number = self.terms.number(32, at);
            let given = self.terms.bv_ult(number, count.bits);
            let null = Scalar::plain(self.terms.number(form.pointer_bits, 0));
            let value = Scalar::choose(&mut self.terms, given, string, null);
            let offset = self.terms.number(form.pointer_bits, at * word);
            let place = self.terms.bv_add(start, offset);
            if let Some(content) = state.memory.contents.get_mut(&region) {
                content.write(&mut self.terms, form, (place, yes), (word, value), &Known::new(None, word));
            }
            strings.push(bytes);
        }
        self.preferences.truncate(wishes);
        // The interpreter makes these itself.
        self.evidence.objects.truncate(events);
        if let Some((_, known)) = &mut self.arguments {
            *known = strings;
        }
        vector
    }

    /// The environment: an array of pointers of which none is modelled.
    pub(crate) fn environment_vector(&mut self, state: &mut State) -> Scalar {
        let width = self.form.pointer_bits;
        let word = u64::from(width / 8);
        let name = self.new_note("environ");
        let events = self.evidence.objects.len();
        let (size, yes) = (self.terms.number(width, word), self.terms.bool(true));
        let vector =
            self.new_object(state, ObjectKind::Environment(0), size, word, (name, LocId::NONE), false, None);
        self.take_room(state, ObjectId(self.objects.len() as u32 - 1), yes, &[]);
        // The interpreter makes it itself.
        self.evidence.objects.truncate(events);
        vector
    }

    /// A string of the command line. It ends at its first zero.
    fn argument(&mut self, state: &mut State, at: u64) -> (Scalar, Argument) {
        let form = self.form;
        let width = form.pointer_bits;
        let bytes = self.terms.symbol("argument", Sort::Array { index: width, element: 8 });
        // Where it does not end soon, it is as long as it likes.
        let (near, far) = (self.terms.number(width, ARGUMENT_BYTES), self.terms.number(width, LONGEST));
        let more = self.terms.symbol("length", Sort::Bits(LONGEST.ilog2() + 1));
        let more = self.terms.zero_extend(more, width);
        let long = self.terms.bv_add(near, more);
        let possible = self.terms.bv_ule(long, far);
        let mut length = self.terms.ite(possible, long, far);
        for at in (0..ARGUMENT_BYTES).rev() {
            let index = self.terms.number(width, at);
            let byte = self.terms.select(bytes, index);
            let zero = self.terms.number(8, 0);
            let ends = self.terms.eq(byte, zero);
            length = self.terms.ite(ends, index, length);
        }
        let one = self.terms.number(width, 1);
        let size = self.terms.bv_add(length, one);
        let name = self.new_note(&format!("argv[{at}]"));
        let kind = ObjectKind::Argument(at as u32);
        let string = self.new_object(state, kind, size, 1, (name, LocId::NONE), false, None);
        let (id, yes) = (ObjectId(self.objects.len() as u32 - 1), self.terms.bool(true));
        self.take_room(state, id, yes, &[]);
        let fresh = Content::new(&mut self.terms, form, bytes, false);
        let region = self.region(id);
        if self.options.encoding.flat {
            let from = self.terms.number(width, 0);
            if let Some(content) = state.memory.contents.get_mut(&region) {
                content.copy(&mut self.terms, form, (string.bits, size, yes), &fresh, from);
            }
        } else {
            state.memory.contents.insert(region, fresh);
        }
        (string, Argument { bytes, length, told: FxHashSet::default(), told_up_to: ARGUMENT_BYTES })
    }

    /// Bytes of an argument are about to be read: before the end none is zero, and at the end one is. For the first bytes
    /// that is so by the definition of the end; of the others it is said where they are read. Gives how many bytes from
    /// the beginning are modelled, unless those that are read are in any case.
    pub(crate) fn tell_of_argument(
        &mut self,
        state: &State,
        at: u32,
        offset: Term,
        count: Term,
    ) -> Option<u64> {
        let width = self.form.pointer_bits;
        let (from, count) = (self.terms.as_u64(offset), self.terms.as_u64(count));
        let argument = self.arguments.as_mut().and_then(|(_, known)| known.get_mut(at as usize))?;
        let most = if from.is_some() { TOLD_AT_ONCE.1 } else { TOLD_AT_ONCE.0 };
        let Some(count) = count.filter(|&count| count <= most) else {
            // Those that were read on another path are told of on this one, too.
            let known = argument.told_up_to;
            for index in ARGUMENT_BYTES..known {
                let index = self.terms.number(width, index);
                self.tell_of_byte(state, at, index);
            }
            return Some(known);
        };
        if let Some(from) = from.filter(|&from| from <= argument.told_up_to) {
            argument.told_up_to = argument.told_up_to.max(from + count);
        }
        if from.is_some_and(|from| from.saturating_add(count) <= ARGUMENT_BYTES) {
            return None;
        }
        for distance in 0..count {
            let distance = self.terms.number(width, distance);
            let index = self.terms.bv_add(offset, distance);
            self.tell_of_byte(state, at, index);
        }
        None
    }

    fn tell_of_byte(&mut self, state: &State, at: u32, index: Term) {
        let guard = state.guard.term(&mut self.terms);
        let argument = self.arguments.as_mut().and_then(|(_, known)| known.get_mut(at as usize));
        let Some(argument) = argument else { return };
        let is_new = argument.told.insert((guard, index));
        let (bytes, length, terms) = (argument.bytes, argument.length, &mut self.terms);
        let byte = terms.select(bytes, index);
        let zero = terms.number(8, 0);
        let is_zero = terms.eq(byte, zero);
        let not_zero = terms.not(is_zero);
        let (before, end) = (terms.bv_ult(index, length), terms.eq(index, length));
        for fact in [terms.implies(before, not_zero), terms.implies(end, is_zero)] {
            let fact = self.terms.implies(guard, fact);
            // Who repeats an evaluation looks for the same conditions.
            self.record_condition(None, (LocId::NONE, NoteId::NONE), fact, false);
            if is_new && self.terms.as_bool(fact) != Some(true) {
                self.evidence.facts.push(fact);
            }
        }
    }
}
