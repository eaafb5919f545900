//! Pseudo-random numbers, the same as glibc's.

/// `random` and `rand`: an additive feedback generator, `r[i] = r[i-3] + r[i-31]`.
#[derive(Clone, Debug)]
pub(super) struct Random {
    state: [u32; 31],
    front: usize,
    rear: usize,
}

impl Default for Random {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Random {
    /// The generator after `srandom`.
    pub(super) fn new(seed: u32) -> Self {
        let mut state = [0; 31];
        let mut word = if seed == 0 { 1 } else { seed as i32 };
        state[0] = word as u32;
        for slot in &mut state[1..] {
            // 16807 * word mod 2^31 - 1 without overflow.
            let (high, low) = (word / 127_773, word % 127_773);
            word = 16807i32.wrapping_mul(low).wrapping_sub(2836i32.wrapping_mul(high));
            if word < 0 {
                word = word.wrapping_add(i32::MAX);
            }
            *slot = word as u32;
        }
        let mut random = Self { state, front: 3, rear: 0 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    /// A number of 31 bits.
    pub(super) fn next(&mut self) -> u32 {
        self.state[self.front] = self.state[self.front].wrapping_add(self.state[self.rear]);
        let value = self.state[self.front] >> 1;
        self.front = (self.front + 1) % 31;
        self.rear = (self.rear + 1) % 31;
        value
    }
}

/// `rand_r`: the number, and the new seed.
pub(super) fn rand_r(seed: u32) -> (u32, u32) {
    let step = |seed: u32| seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
    let first = step(seed);
    let second = step(first);
    let third = step(second);
    let high = (first >> 16) % 2048;
    let middle = (second >> 16) % 1024;
    let low = (third >> 16) % 1024;
    ((high << 10 ^ middle) << 10 ^ low, third)
}

/// The `drand48` family: a linear congruential generator of 48 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lcg48 {
    pub(super) state: u64,
    pub(super) factor: u64,
    pub(super) add: u64,
}

impl Default for Lcg48 {
    fn default() -> Self {
        Self { state: 0, factor: 0x5_deec_e66d, add: 0xb }
    }
}

impl Lcg48 {
    /// The next state.
    pub(super) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(self.factor).wrapping_add(self.add) & ((1 << 48) - 1);
        self.state
    }

    /// The state after `srand48`.
    pub(super) fn seed(&mut self, seed: u32) {
        *self = Self { state: u64::from(seed) << 16 | 0x330e, ..Self::default() };
    }
}

/// A state as a number in [0, 1).
pub(super) fn unit(state: u64) -> f64 {
    state as f64 / (1u64 << 48) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rand_is_that_of_glibc() {
        let mut random = Random::default();
        let first: Vec<u32> = (0..5).map(|_| random.next()).collect();
        assert_eq!(first, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793]);
        let mut random = Random::new(42);
        let first: Vec<u32> = (0..4).map(|_| random.next()).collect();
        assert_eq!(first, [71_876_166, 708_592_740, 1_483_128_881, 907_283_241]);
        assert_eq!(Random::new(0).next(), Random::new(1).next());
    }

    #[test]
    fn drand48_is_that_of_glibc() {
        let mut lcg = Lcg48::default();
        lcg.seed(1);
        assert_eq!(format!("{:.6}", unit(lcg.next())), "0.041630");
    }
}
