//! What is known of a pointer's offset in its object: it is one number, or one number up to multiples of
//! another, as in Granger, "Static Analysis of Arithmetical Congruences" (1989).
//!
//! This is what tells a structure with a number and a pointer in it from a union of the two.

/// The offsets `at + k * modulus` for all integers `k`; a modulus of 0 leaves one offset, 1 all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Class {
    at: i64,
    modulus: u64,
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Class {
    /// Any offset.
    pub const ANY: Self = Self { at: 0, modulus: 1 };
    /// The start of the object.
    pub const START: Self = Self::exactly(0);

    /// One offset.
    pub const fn exactly(at: i64) -> Self {
        Self { at, modulus: 0 }
    }

    /// Multiples of a number.
    pub fn multiples(modulus: u64) -> Self {
        Self { at: 0, modulus }
    }

    fn normal(at: i128, modulus: u64) -> Self {
        if modulus > 0 {
            let at = at.rem_euclid(i128::from(modulus));
            // Moduli that large say nothing about offsets.
            return i64::try_from(at).map_or(Self::ANY, |at| Self { at, modulus });
        }
        i64::try_from(at).map_or(Self::ANY, Self::exactly)
    }

    /// The same class, or all offsets if it is one number that pointers of so many bits cannot hold: it
    /// would have wrapped around.
    pub fn within(self, pointer_bits: u32) -> Self {
        let unused = 64 - pointer_bits.clamp(1, 64);
        let fits = self.modulus > 0 || (self.at << unused) >> unused == self.at;
        if fits { self } else { Self::ANY }
    }

    /// Sums of offsets of both.
    pub fn plus(self, other: Self) -> Self {
        Self::normal(i128::from(self.at) + i128::from(other.at), gcd(self.modulus, other.modulus))
    }

    /// Differences of offsets of both.
    pub fn minus(self, other: Self) -> Self {
        Self::normal(i128::from(self.at) - i128::from(other.at), gcd(self.modulus, other.modulus))
    }

    /// The offsets of both, and perhaps more.
    pub fn join(self, other: Self) -> Self {
        let apart = i128::from(self.at).abs_diff(i128::from(other.at));
        let apart = u64::try_from(apart).unwrap_or(1);
        Self::normal(i128::from(self.at), gcd(gcd(self.modulus, other.modulus), apart))
    }

    /// The nearest distances from an offset of the other class to one of this, on both sides; equal where
    /// there is only one distance.
    fn distances(self, other: Self) -> [i128; 2] {
        let apart = i128::from(self.at) - i128::from(other.at);
        match gcd(self.modulus, other.modulus) {
            0 => [apart, apart],
            modulus => {
                let above = apart.rem_euclid(i128::from(modulus));
                [above, above - i128::from(modulus)]
            }
        }
    }

    /// The distances that are not 0 and nearest to it.
    fn strict_distances(self, other: Self) -> [i128; 2] {
        let modulus = gcd(self.modulus, other.modulus);
        let [above, below] = self.distances(other);
        if above == 0 && modulus > 0 { [i128::from(modulus), below] } else { [above, below] }
    }

    /// May a range of `own` bytes at this class share a byte with one of `length` bytes at the other?
    pub fn overlaps(self, own: u64, other: Self, length: u64) -> bool {
        if own == 0 || length == 0 {
            return false;
        }
        let meets = |apart: i128| -i128::from(own) < apart && apart < i128::from(length);
        self.distances(other).into_iter().any(meets)
    }

    /// May two slots of `width` bytes overlap without being the same?
    pub fn is_misaligned_to(self, other: Self, width: u64) -> bool {
        let clashes = |apart: i128| apart != 0 && apart.unsigned_abs() < u128::from(width);
        self.strict_distances(other).into_iter().any(clashes)
    }

    /// May this offset lie inside a slot of `width` bytes, and not at its start?
    pub fn splits(self, slot: Self, width: u64) -> bool {
        let inside = |apart: i128| 0 < apart && apart < i128::from(width);
        self.strict_distances(slot).into_iter().any(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::Class;

    /// Some offsets of a class.
    fn members(class: Class) -> Vec<i64> {
        (-40..40).map(|k| class.at + k * class.modulus as i64).collect()
    }

    fn classes() -> Vec<Class> {
        let all = (0..9u64).flat_map(|modulus| (0..9).map(move |at| (at, modulus)));
        all.map(|(at, modulus)| Class::normal(at, modulus)).collect()
    }

    #[test]
    fn relations_are_those_of_members() {
        for a in classes() {
            for b in classes() {
                let pairs: Vec<(i64, i64)> = members(a)
                    .into_iter()
                    .flat_map(|x| members(b).into_iter().map(move |y| (x, y)))
                    .collect();
                let any = |test: &dyn Fn(i64, i64) -> bool| pairs.iter().any(|&(x, y)| test(x, y));
                for (own, length) in [(1, 1), (4, 1), (1, 4), (4, 8), (3, 2)] {
                    let meet = any(&|x, y| x < y + length && y < x + own);
                    assert_eq!(a.overlaps(own as u64, b, length as u64), meet, "{a:?} {own} {b:?} {length}");
                }
                let misaligned = any(&|x, y| x != y && (x - y).abs() < 4);
                assert_eq!(a.is_misaligned_to(b, 4), misaligned, "{a:?} {b:?}");
                assert_eq!(a.splits(b, 4), any(&|x, y| y < x && x < y + 4), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn joins_sums_and_differences_hold_all_members() {
        let contains = |class: Class, at: i64| match class.modulus {
            0 => class.at == at,
            modulus => (at - class.at).rem_euclid(modulus as i64) == 0,
        };
        for a in classes() {
            for b in classes() {
                let (join, sum, difference) = (a.join(b), a.plus(b), a.minus(b));
                assert!(members(a).into_iter().chain(members(b)).all(|at| contains(join, at)));
                for (x, y) in members(a).into_iter().zip(members(b).into_iter().rev()) {
                    assert!(contains(sum, x + y) && contains(difference, x - y));
                }
            }
        }
    }

    #[test]
    fn huge_numbers_do_not_overflow() {
        let far = Class::exactly(i64::MAX);
        let near = Class::exactly(i64::MIN);
        assert_eq!(far.plus(far), Class::ANY);
        assert_eq!(near.minus(far), Class::ANY);
        assert_eq!(Class::exactly(1 << 31).within(32), Class::ANY);
        assert_eq!((Class::exactly(-4).within(32), far.within(64)), (Class::exactly(-4), far));
        let _ =
            (far.join(near), far.overlaps(u64::MAX, near, u64::MAX), Class::multiples(u64::MAX).plus(far));
    }
}
