//! Values: bits with what Fathom knows beside them.

use fathom_logic::{Term, Terms};

/// Width of a provenance: the number of an object, 0 for none.
pub const PROVENANCE_BITS: u32 = 32;

/// A value of the program.
///
/// ```text
/// bits         what the machine sees; for a pointer its address, for a float its IEEE bits
/// provenance   the object that it points into; none: no object. Integers that were read from memory
///              where a pointer lies have one too, so that copying bytes copies pointers
/// undef        bits that are indeterminate; none: no bit is
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scalar {
    /// A bit-vector.
    pub bits: Term,
    /// A bit-vector of [`PROVENANCE_BITS`].
    pub provenance: Option<Term>,
    /// A bit-vector as wide as `bits`.
    pub undef: Option<Term>,
}

impl Scalar {
    /// A determinate value without provenance.
    pub fn plain(bits: Term) -> Self {
        Self { bits, provenance: None, undef: None }
    }

    /// A pointer.
    pub fn pointer(address: Term, provenance: Term) -> Self {
        Self { bits: address, provenance: Some(provenance), undef: None }
    }

    /// The provenance as a term.
    pub fn provenance(self, terms: &mut Terms) -> Term {
        self.provenance.unwrap_or_else(|| terms.number(PROVENANCE_BITS, 0))
    }

    /// The indeterminate bits as a term.
    pub fn undef(self, terms: &mut Terms) -> Term {
        let width = terms.width(self.bits);
        self.undef.unwrap_or_else(|| terms.number(width, 0))
    }

    /// `condition ? a : b`
    pub fn choose(terms: &mut Terms, condition: Term, a: Self, b: Self) -> Self {
        if a == b {
            return a;
        }
        let bits = terms.ite(condition, a.bits, b.bits);
        let provenance = match (a.provenance, b.provenance) {
            (None, None) => None,
            (Some(x), Some(y)) if x == y => Some(x),
            _ => {
                let (x, y) = (a.provenance(terms), b.provenance(terms));
                Some(terms.ite(condition, x, y))
            }
        };
        let undef = match (a.undef, b.undef) {
            (None, None) => None,
            _ => {
                let (x, y) = (a.undef(terms), b.undef(terms));
                {
                    let undef = terms.ite(condition, x, y);
                    determinate(terms, undef)
                }
            }
        };
        Self { bits, provenance, undef }
    }
}

/// A value that was read where parts of several pointers lie.
#[derive(Clone, Debug)]
pub struct Torn {
    /// When that is so, as a Bool.
    pub condition: Term,
    /// Provenances of the parts.
    pub parts: Vec<Term>,
}

/// Indeterminate bits, unless there are none for sure.
pub fn determinate(terms: &Terms, undef: Term) -> Option<Term> {
    terms.as_bits(undef).is_none_or(|bits| !bits.is_zero()).then_some(undef)
}

/// An unsigned number in another width: cut, or with zeros added.
pub fn resize(terms: &mut Terms, term: Term, width: u32) -> Term {
    match terms.width(term).cmp(&width) {
        std::cmp::Ordering::Less => terms.zero_extend(term, width),
        std::cmp::Ordering::Equal => term,
        std::cmp::Ordering::Greater => terms.extract(term, width - 1, 0),
    }
}

/// The byte at a place of a value that lies in memory, counted from its lowest address.
pub fn byte(terms: &mut Terms, value: Scalar, at: u32, big_endian: bool) -> Scalar {
    let width = terms.width(value.bits);
    let low = if big_endian { width - 8 * (at + 1) } else { 8 * at };
    let bits = terms.extract(value.bits, low + 7, low);
    let undef = value.undef.map(|undef| terms.extract(undef, low + 7, low));
    let undef = undef.and_then(|undef| determinate(terms, undef));
    Scalar { bits, provenance: value.provenance, undef }
}

/// The value that bytes make, the one at the lowest address first. Its provenance is what all share; where they do not
/// share one, it has none, and is a number that parts of addresses make: `torn` gets that condition then, as a Bool,
/// and the provenances of the parts.
pub fn assemble(terms: &mut Terms, bytes: &[Scalar], big_endian: bool, torn: &mut Vec<Torn>) -> Scalar {
    let join = |terms: &mut Terms, parts: &[Term]| {
        let mut parts = parts.iter().copied();
        let mut joined = parts.next();
        for part in parts {
            joined =
                joined.map(|low| if big_endian { terms.concat(low, part) } else { terms.concat(part, low) });
        }
        joined.unwrap_or_else(|| terms.number(8, 0))
    };
    let bits: Vec<Term> = bytes.iter().map(|byte| byte.bits).collect();
    let bits = join(terms, &bits);
    let provenance = if bytes.iter().all(|byte| byte.provenance.is_none()) {
        None
    } else if bytes.iter().all(|byte| byte.provenance == bytes[0].provenance) {
        bytes[0].provenance
    } else {
        let first = bytes[0].provenance(terms);
        let mut same = terms.bool(true);
        for byte in &bytes[1..] {
            let other = byte.provenance(terms);
            let equal = terms.eq(first, other);
            same = terms.and(same, equal);
        }
        let none = terms.number(PROVENANCE_BITS, 0);
        let shared = terms.ite(same, first, none);
        let parts = bytes.iter().filter_map(|byte| byte.provenance).collect();
        torn.push(Torn { condition: terms.not(same), parts });
        (terms.as_u64(shared) != Some(0)).then_some(shared)
    };
    let undef = if bytes.iter().all(|byte| byte.undef.is_none()) {
        None
    } else {
        let parts: Vec<Term> = bytes.iter().map(|byte| byte.undef(terms)).collect();
        let undef = join(terms, &parts);
        determinate(terms, undef)
    };
    Scalar { bits, provenance, undef }
}
