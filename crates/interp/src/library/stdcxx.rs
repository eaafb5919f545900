//! The parts of libstdc++ that live in its shared library and not in its headers: nodes of lists,
//! hashing, clocks, and the functions that throw its exceptions.
//!
//! What a program can see of these is what libstdc++ gives: hashes and numbers of buckets decide in
//! which order an unordered container is iterated.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use fathom_ir::Property;

use super::{LibraryFn, explain, long_long, nothing, print, rtti, truth, void, wide};
use crate::fault::{Fault, Step, Stop};
use crate::machine::{Args, Machine, Reply, Scalar};
use crate::memory::Pointer;

pub(super) fn find(name: &str) -> Option<LibraryFn> {
    Some(match name {
        "_ZNSt8__detail15_List_node_base7_M_hookEPS0_" => |m, a| linked(hook(m, a)),
        "_ZNSt8__detail15_List_node_base9_M_unhookEv" => |m, a| linked(unhook(m, a)),
        "_ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_" => |m, a| linked(transfer(m, a)),
        "_ZNSt8__detail15_List_node_base4swapERS0_S1_" => |m, a| linked(swap(m, a)),
        "_ZNSt8__detail15_List_node_base10_M_reverseEv" => |m, a| linked(reverse(m, a)),
        "_ZSt11_Hash_bytesPKvmm" | "_ZSt11_Hash_bytesPKvjj" => hash_bytes,
        "_ZSt15_Fnv_hash_bytesPKvmm" | "_ZSt15_Fnv_hash_bytesPKvjj" => fnv_hash_bytes,
        "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm"
        | "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEj" => |m, a| {
            let buckets = next_buckets(m, a.ptr(0)?, a.int(1)?)?;
            m.word(buckets)
        },
        "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm"
        | "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEjjj" => need_rehash,
        "_ZNSt6chrono3_V212steady_clock3nowEv" => |m, _| {
            let start = *m.library.started.get_or_insert_with(Instant::now);
            long_long(start.elapsed().as_nanos() as i64 + 1_000_000_000)
        },
        "_ZNSt6chrono3_V212system_clock3nowEv" => |_, _| {
            long_long(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos() as i64)
        },
        // `std::random_device`: as arbitrary as the seed.
        "_ZNSt13random_device9_M_getvalEv" => |m, _| {
            let value = m.arbitrary() >> 32;
            Ok(Some(Scalar::int(value)))
        },
        "_ZNSt13random_device7_M_finiEv" => nothing,
        _ if name.starts_with("_ZNSt13random_device7_M_initERK") => nothing,
        // Without streams there is nothing to initialise; a program that has some brings the body along.
        "_ZNSt8ios_base4InitC1Ev" | "_ZNSt8ios_base4InitD1Ev" => nothing,
        "_ZNSt8ios_base15sync_with_stdioEb" => |_, _| truth(true),
        "__cxa_bad_cast" => |_, _| Err(thrown("std::bad_cast", None)),
        "__cxa_bad_typeid" => |_, _| Err(thrown("std::bad_typeid", None)),
        "__cxa_throw_bad_array_new_length" => |_, _| Err(thrown("std::bad_array_new_length", None)),
        "__cxa_throw" => throw_object,
        _ if exception_thrown_by(name).is_some() => throw_by_name,
        _ => return None,
    })
}

/// Says that links of a list were followed, where that fails.
fn linked(step: Step<()>) -> Step<Reply> {
    explain(step, || "the links between the elements of a list are set here".into())?;
    void()
}

/// Links of a list node: the next node, then the previous one.
impl Machine<'_> {
    fn next_node(&mut self, node: Pointer) -> Step<Pointer> {
        self.memory.load_ptr(node)
    }

    fn previous_node(&mut self, node: Pointer) -> Step<Pointer> {
        self.memory.load_ptr(node.offset(self.word_bytes()))
    }

    /// Lets one node follow another.
    fn link_nodes(&mut self, first: Pointer, second: Pointer) -> Step<()> {
        self.memory.store_ptr(first, second)?;
        self.memory.store_ptr(second.offset(self.word_bytes()), first)
    }
}

fn hook(m: &mut Machine<'_>, args: &Args<'_>) -> Step<()> {
    let (node, position) = (args.ptr(0)?, args.ptr(1)?);
    let before = m.previous_node(position)?;
    m.link_nodes(before, node)?;
    m.link_nodes(node, position)
}

fn unhook(m: &mut Machine<'_>, args: &Args<'_>) -> Step<()> {
    let node = args.ptr(0)?;
    let (next, previous) = (m.next_node(node)?, m.previous_node(node)?);
    m.link_nodes(previous, next)
}

/// Moves the nodes from `first` up to `last` in front of a position.
fn transfer(m: &mut Machine<'_>, args: &Args<'_>) -> Step<()> {
    let (position, first, last) = (args.ptr(0)?, args.ptr(1)?, args.ptr(2)?);
    if position.addr == last.addr {
        return Ok(());
    }
    let end = m.previous_node(last)?;
    let before_first = m.previous_node(first)?;
    let before_position = m.previous_node(position)?;
    m.link_nodes(before_first, last)?;
    m.link_nodes(before_position, first)?;
    m.link_nodes(end, position)
}

fn swap(m: &mut Machine<'_>, args: &Args<'_>) -> Step<()> {
    let (a, b) = (args.ptr(0)?, args.ptr(1)?);
    let ends = |m: &mut Machine<'_>, node| Ok((m.next_node(node)?, m.previous_node(node)?));
    let (ends_of_a, ends_of_b) = (ends(m, a)?, ends(m, b)?);
    for (node, other, (first, last)) in [(a, b, ends_of_b), (b, a, ends_of_a)] {
        if first.addr == other.addr {
            m.link_nodes(node, node)?;
        } else {
            m.link_nodes(node, first)?;
            m.link_nodes(last, node)?;
        }
    }
    Ok(())
}

fn reverse(m: &mut Machine<'_>, args: &Args<'_>) -> Step<()> {
    let head = args.ptr(0)?;
    let word = m.word_bytes();
    let mut node = head;
    loop {
        let (next, previous) = (m.next_node(node)?, m.previous_node(node)?);
        m.memory.store_ptr(node, previous)?;
        m.memory.store_ptr(node.offset(word), next)?;
        node = next;
        if node.addr == head.addr {
            return Ok(());
        }
    }
}

/// Bytes as a number, the first the lowest.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

/// MurmurHash64A, in the variant of libstdc++ for a `size_t` of 64 bits.
fn murmur64(bytes: &[u8], seed: u64) -> u64 {
    const MUL: u64 = 0xc6a4_a793_5bd1_e995;
    let mix = |value: u64| value ^ value >> 47;
    let mut hash = seed ^ (bytes.len() as u64).wrapping_mul(MUL);
    let words = bytes.chunks_exact(8);
    let rest = words.remainder();
    for word in words {
        let data = mix(number(word).wrapping_mul(MUL)).wrapping_mul(MUL);
        hash = (hash ^ data).wrapping_mul(MUL);
    }
    if !rest.is_empty() {
        hash = (hash ^ number(rest)).wrapping_mul(MUL);
    }
    mix(mix(hash).wrapping_mul(MUL))
}

/// MurmurHash2, which libstdc++ uses where `size_t` has 32 bits.
fn murmur32(bytes: &[u8], seed: u32) -> u32 {
    const MUL: u32 = 0x5bd1_e995;
    let mut hash = seed ^ bytes.len() as u32;
    let words = bytes.chunks_exact(4);
    let rest = words.remainder();
    for word in words {
        let data = (number(word) as u32).wrapping_mul(MUL);
        let data = (data ^ data >> 24).wrapping_mul(MUL);
        hash = hash.wrapping_mul(MUL) ^ data;
    }
    if !rest.is_empty() {
        hash = (hash ^ number(rest) as u32).wrapping_mul(MUL);
    }
    hash = (hash ^ hash >> 13).wrapping_mul(MUL);
    hash ^ hash >> 15
}

fn hash_bytes(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let bytes = explain(m.memory.bytes(args.ptr(0)?, args.int(1)?), || "these bytes are hashed".into())?;
    let seed = args.int(2)?;
    let hash =
        if m.word_bits() == 32 { u64::from(murmur32(bytes, seed as u32)) } else { murmur64(bytes, seed) };
    m.word(hash)
}

fn fnv_hash_bytes(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let bytes = explain(m.memory.bytes(args.ptr(0)?, args.int(1)?), || "these bytes are hashed".into())?;
    let prime: u64 = if m.word_bits() == 32 { 16_777_619 } else { 1_099_511_628_211 };
    let hash = bytes.iter().fold(args.int(2)?, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(prime));
    m.word(hash)
}

/// The numbers of buckets that libstdc++ chooses from.
#[rustfmt::skip]
const PRIMES: [u32; 256] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 103,
    109, 113, 127, 137, 139, 149, 157, 167, 179, 193, 199, 211, 227, 241, 257, 277, 293, 313, 337, 359, 383,
    409, 439, 467, 503, 541, 577, 619, 661, 709, 761, 823, 887, 953, 1031, 1109, 1193, 1289, 1381, 1493,
    1613, 1741, 1879, 2029, 2179, 2357, 2549, 2753, 2971, 3209, 3469, 3739, 4027, 4349, 4703, 5087, 5503,
    5953, 6427, 6949, 7517, 8123, 8783, 9497, 10_273, 11_113, 12_011, 12_983, 14_033, 15_173, 16_411,
    17_749, 19_183, 20_753, 22_447, 24_281, 26_267, 28_411, 30_727, 33_223, 35_933, 38_873, 42_043, 45_481,
    49_201, 53_201, 57_557, 62_233, 67_307, 72_817, 78_779, 85_229, 92_203, 99_733, 107_897, 116_731,
    126_271, 136_607, 147_793, 159_871, 172_933, 187_091, 202_409, 218_971, 236_897, 256_279, 277_261,
    299_951, 324_503, 351_061, 379_787, 410_857, 444_487, 480_881, 520_241, 562_841, 608_903, 658_753,
    712_697, 771_049, 834_181, 902_483, 976_369, 1_056_323, 1_142_821, 1_236_397, 1_337_629, 1_447_153,
    1_565_659, 1_693_859, 1_832_561, 1_982_627, 2_144_977, 2_320_627, 2_510_653, 2_716_249, 2_938_679,
    3_179_303, 3_439_651, 3_721_303, 4_026_031, 4_355_707, 4_712_381, 5_098_259, 5_515_729, 5_967_347,
    6_456_007, 6_984_629, 7_556_579, 8_175_383, 8_844_859, 9_569_143, 10_352_717, 11_200_489, 12_117_689,
    13_109_983, 14_183_539, 15_345_007, 16_601_593, 17_961_079, 19_431_899, 21_023_161, 22_744_717,
    24_607_243, 26_622_317, 28_802_401, 31_160_981, 33_712_729, 36_473_443, 39_460_231, 42_691_603,
    46_187_573, 49_969_847, 54_061_849, 58_488_943, 63_278_561, 68_460_391, 74_066_549, 80_131_819,
    86_693_767, 93_793_069, 101_473_717, 109_783_337, 118_773_397, 128_499_677, 139_022_417, 150_406_843,
    162_723_577, 176_048_909, 190_465_427, 206_062_531, 222_936_881, 241_193_053, 260_944_219, 282_312_799,
    305_431_229, 330_442_829, 357_502_601, 386_778_277, 418_451_333, 452_718_089, 489_790_921, 529_899_637,
    573_292_817, 620_239_453, 671_030_513, 725_980_837, 785_430_967, 849_749_479, 919_334_987, 994_618_837,
    1_076_067_617, 1_164_186_217, 1_259_520_799, 1_362_662_261, 1_474_249_943, 1_594_975_441, 1_725_587_117,
    1_866_894_511, 2_019_773_507, 2_185_171_673, 2_364_114_217, 2_557_710_269, 2_767_159_799, 2_993_761_039,
    3_238_918_481, 3_504_151_727, 3_791_104_843, 4_101_556_399, 4_294_967_291,
];

/// Numbers of buckets for few elements.
const FEW: [u8; 14] = [2, 2, 2, 3, 5, 5, 7, 7, 11, 11, 11, 11, 13, 13];

/// The number of buckets for at least so many; notes in the policy when to grow next.
///
/// The policy is `{ float most_elements_a_bucket; size_t next_resize; }`.
fn next_buckets(m: &mut Machine<'_>, policy: Pointer, least: u64) -> Step<u64> {
    if least == 0 {
        return Ok(1);
    }
    let count = match FEW.get(usize::try_from(least).unwrap_or(usize::MAX)) {
        Some(&few) => u64::from(few),
        None => {
            let at = PRIMES.partition_point(|&prime| u64::from(prime) < least);
            u64::from(PRIMES[at.min(PRIMES.len() - 1)])
        }
    };
    note_next_resize(m, policy, count)?;
    Ok(count)
}

fn most_elements_a_bucket(m: &mut Machine<'_>, policy: Pointer) -> Step<f64> {
    Ok(f64::from(f32::from_bits(m.memory.load_int(policy, 4)? as u32)))
}

fn note_next_resize(m: &mut Machine<'_>, policy: Pointer, buckets: u64) -> Step<()> {
    let elements = (buckets as f64 * most_elements_a_bucket(m, policy)?).floor();
    let word = m.word_bytes();
    let value = (elements as u64).min(fathom_ir::bits::mask(m.word_bits()));
    m.memory.store_int(policy.offset(word), word, value)
}

/// Whether so many elements more need more buckets, and how many: a `pair<bool, size_t>`.
fn need_rehash(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    // Where the pair is not returned in registers, its address is the first argument.
    let first = usize::from(args.values.len() == 5);
    let policy = args.ptr(first)?;
    let (buckets, elements, more) = (args.int(first + 1)?, args.int(first + 2)?, args.int(first + 3)?);
    let word = m.word_bytes();
    let next_resize = m.memory.load_int(policy.offset(word), word)?;
    let wanted = elements.wrapping_add(more);
    let mut answer = None;
    if wanted > next_resize {
        let least = wanted.max(if next_resize == 0 { 11 } else { 0 }) as f64;
        let least = least / most_elements_a_bucket(m, policy)?;
        if least >= buckets as f64 {
            let count = (least.floor() as u64).saturating_add(1).max(buckets.saturating_mul(2));
            answer = Some(next_buckets(m, policy, count)?);
        } else {
            note_next_resize(m, policy, buckets)?;
        }
    }
    let (grow, count) = (u64::from(answer.is_some()), answer.unwrap_or(0));
    if first == 1 {
        let result = args.ptr(0)?;
        m.memory.store_int(result, 1, grow)?;
        m.memory.store_int(result.offset(word), word, count)?;
        return void();
    }
    Ok(Some(wide(8 + m.word_bits(), u128::from(grow) | u128::from(count) << 8)))
}

/// The failure for an exception.
fn thrown(class: &str, message: Option<&str>) -> Stop {
    let message = message.map_or(String::new(), |message| format!(": {message}"));
    Fault::stop(Property::Exception, format!("`{class}` is thrown{message}"))
}

/// `out_of_range` for the mangled name of `std::__throw_out_of_range`, and the parameters after it.
fn exception_thrown_by(name: &str) -> Option<(&str, &str)> {
    let rest = name.strip_prefix("_ZSt")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let length: usize = rest.get(..digits)?.parse().ok()?;
    let class = rest.get(digits..digits.checked_add(length)?)?.strip_prefix("__throw_")?;
    Some((class.strip_suffix("_fmt").unwrap_or(class), &rest[digits + length..]))
}

fn throw_by_name(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let (class, parameters) = exception_thrown_by(super::plain_name(args.name)).unwrap_or_default();
    let message = match parameters {
        "PKcz" => print::formatted(m, args, 0)?,
        _ if parameters.starts_with("PKc") => Some(m.string(args.ptr(0)?)?),
        _ => None,
    };
    let class = match class {
        "ios_failure" => "ios_base::failure",
        "regex_error" => "regex_error",
        other => other,
    };
    let message = message.map(|text| String::from_utf8_lossy(&text).into_owned());
    Err(thrown(&format!("std::{class}"), message.as_deref()))
}

/// `__cxa_throw(object, type, destructor)`.
fn throw_object(m: &mut Machine<'_>, args: &Args<'_>) -> Step<Reply> {
    let word = m.word_bytes();
    let name = m.memory.load_ptr(args.ptr(1)?.offset(word))?;
    let name = String::from_utf8_lossy(&m.string(name)?).into_owned();
    let Some(class) = rtti::readable(&name) else {
        return Err(thrown(&format!("{name} (mangled)"), None));
    };
    // Those of the standard library that have a message keep it in the word after the virtual table.
    let has_message = ["_error", "out_of_range", "invalid_argument"].iter().any(|end| class.ends_with(end));
    let message = match has_message && class.starts_with("std::") {
        true => m.memory.load_ptr(args.ptr(0)?.offset(word)).and_then(|text| m.string(text)).ok(),
        false => None,
    };
    let message = message.map(|text| String::from_utf8_lossy(&text).into_owned());
    Err(thrown(&class, message.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_of_libstdcxx() {
        // `std::hash<std::string>()(text)` as natively compiled.
        const SEED: u64 = 0xc70f_6907;
        assert_eq!(murmur64(b"", SEED), 0x553e_9390_1e46_2a6e);
        assert_eq!(murmur64(b"hello world", SEED), 0x4d66_86d3_6206_7ff9);
        assert_eq!(murmur64(b"12345678", SEED), 0x8c5b_90a3_3a04_dca5);
    }

    #[test]
    fn throwing_functions() {
        assert_eq!(exception_thrown_by("_ZSt24__throw_out_of_range_fmtPKcz"), Some(("out_of_range", "PKcz")));
        assert_eq!(exception_thrown_by("_ZSt17__throw_bad_allocv"), Some(("bad_alloc", "v")));
        assert_eq!(exception_thrown_by("_ZSt9terminatev"), None);
    }
}
