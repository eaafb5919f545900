//! The store of terms, its operators, evaluation and walks.

mod support;

use fathom_ir::{BinOp, Bits, CmpOp, OverflowOp};
use fathom_logic::traverse::{cone, free_functions, free_symbols, postorder, related};
use fathom_logic::{ArrayValue, Evaluator, FunctionValue, Model, Op, Sort, Substitution, Term, Terms, Value};
use support::{Rng, print};

const BYTE: Sort = Sort::Bits(8);

#[test]
fn equal_terms_are_one() {
    for mut terms in [Terms::new(), Terms::unsimplified()] {
        let (x, y) = (terms.symbol("x", BYTE), terms.symbol("x", BYTE));
        assert_ne!(x, y, "two variables, whatever their names");
        let (a, b) = (terms.bv_udiv(x, y), terms.bv_udiv(x, y));
        assert_eq!(a, b);
        let c = terms.bv_udiv(y, x);
        assert_ne!(a, c);
        assert_eq!(terms.bv_add(x, y), terms.bv_add(y, x), "sums have an order");
        let (one, two) = (terms.number(8, 1), terms.number(9, 1));
        assert_ne!(one, two, "of different widths");
        assert_eq!(terms.number(8, 257), one);
        let sum = terms.bv_add(one, x);
        assert_eq!(terms.operands(sum).last(), Some(&one), "constants stand last");
        assert_eq!(terms.bool(true), terms.bool(true));
        assert_eq!(terms.as_bool(terms.bool(false)), Some(false));
        let before = terms.len();
        terms.bv_udiv(x, y);
        assert_eq!(terms.len(), before);
    }
}

#[test]
fn operands_come_before_their_users() {
    let mut terms = Terms::new();
    let x = terms.symbol("x", BYTE);
    let mut sum = x;
    for factor in 2..50 {
        let constant = terms.number(8, factor);
        let product = terms.bv_udiv(x, constant);
        sum = terms.bv_xor(sum, product);
    }
    for term in terms.iter() {
        assert!(terms.operands(term).iter().all(|operand| operand.index() < term.index()));
        assert_eq!(terms.at(term.index()), term);
    }
}

#[test]
fn wide_constants_are_one_by_value() {
    let mut terms = Terms::new();
    let value = Bits::from_words(200, &[1, 2, 3, 4]);
    let (a, b) = (terms.bits(&value), terms.bits(&value));
    assert_eq!(a, b);
    assert_eq!(terms.as_bits(a), Some(value.clone()));
    let other = terms.bits(&value.add(&Bits::one(200)));
    assert_ne!(a, other);
    assert_ne!(a, terms.bits(&value.zext(201)));
    // Many, so that the table is rehashed.
    let mut rng = Rng::new(1);
    let values: Vec<Bits> = (0..2_000).map(|_| rng.bits(100)).collect();
    let made: Vec<Term> = values.iter().map(|value| terms.bits(value)).collect();
    for (value, &term) in values.iter().zip(&made) {
        assert_eq!(terms.bits(value), term);
        assert_eq!(terms.as_bits(term).as_ref(), Some(value));
    }
    let small = terms.bits(&Bits::from_u64(100, 7));
    assert_eq!(terms.as_u64(small), Some(7));
    assert_eq!(terms.as_u64(a), None);
    let sum = terms.bv_add(a, a);
    assert_eq!(terms.as_bits(sum), Some(value.add(&value)), "wide constants fold");
}

/// A chain of a million steps that no rule shortens.
fn long_chain(terms: &mut Terms, from: Term, by: Term, steps: usize) -> Term {
    (0..steps).fold(
        from,
        |chain, step| {
            if step % 2 == 0 { terms.bv_udiv(chain, by) } else { terms.bv_add(chain, by) }
        },
    )
}

#[test]
fn a_million_deep() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, Sort::Bits(32)));
    let chain = long_chain(&mut terms, x, y, 1_000_000);
    assert_eq!(postorder(&terms, &[chain]).len(), 1_000_002);
    assert_eq!(free_symbols(&terms, &[chain]).len(), 2);

    let expected = (0..1_000_000u32)
        .fold(12_345u32, |value, step| if step % 2 == 0 { value / 3 } else { value.wrapping_add(3) });
    let mut model = Model::new();
    let set = |model: &mut Model, terms: &Terms, term: Term, value: u64| {
        let symbol = terms.as_symbol(term).expect("it is a variable");
        model.set(symbol, Value::Bits(Bits::from_u64(32, value)));
    };
    set(&mut model, &terms, x, 12_345);
    set(&mut model, &terms, y, 3);
    let value = Evaluator::new(&terms, &model).value(chain).clone();
    assert_eq!(value, Value::Bits(Bits::from_u64(32, expected.into())));

    let mut substitution = Substitution::new();
    substitution.insert(x, z);
    let replaced = substitution.apply(&mut terms, chain);
    let rebuilt = long_chain(&mut terms, z, y, 1_000_000);
    assert_eq!(replaced, rebuilt);

    // Constants for all variables leave a constant.
    let mut substitution = Substitution::new();
    let (a, b) = (terms.number(32, 12_345), terms.number(32, 3));
    substitution.insert(x, a);
    substitution.insert(y, b);
    let folded = substitution.apply(&mut terms, chain);
    assert_eq!(terms.as_u64(folded), Some(expected.into()));
}

#[test]
fn substitution_replaces_at_once_and_not_again() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.symbol(name, BYTE));
    let quotient = terms.bv_udiv(x, y);
    let mut swap = Substitution::new();
    assert!(swap.is_empty());
    assert_eq!(swap.apply(&mut terms, quotient), quotient);
    swap.insert(x, y);
    swap.insert(y, x);
    let swapped = swap.apply(&mut terms, quotient);
    assert_eq!(swapped, terms.bv_udiv(y, x));
    // A later replacement holds for terms seen before.
    swap.insert(quotient, z);
    assert_eq!(swap.apply(&mut terms, quotient), z);
    assert_eq!(swap.get(quotient), Some(z));
    let sum = terms.bv_add(quotient, x);
    let expected = terms.bv_add(z, y);
    assert_eq!(swap.apply(&mut terms, sum), expected);
    // Below a replaced term nothing is replaced.
    let mut inner = Substitution::new();
    inner.insert(x, quotient);
    let expected = terms.bv_udiv(quotient, y);
    assert_eq!(inner.apply(&mut terms, quotient), expected);
}

#[test]
fn postorder_lists_each_once_after_its_operands() {
    let mut terms = Terms::unsimplified();
    let (x, y) = (terms.symbol("x", BYTE), terms.symbol("y", BYTE));
    let sum = terms.bv_add(x, y);
    let square = terms.bv_mul(sum, sum);
    let less = terms.bv_ult(square, x);
    assert_eq!(postorder(&terms, &[less, sum]), [x, y, sum, square, less]);
    assert_eq!(cone(&terms, &[sum]).len(), 3);
    let until = fathom_logic::traverse::postorder_until(&terms, &[less], |term| term == sum);
    assert_eq!(until, [square, x, less]);
}

#[test]
fn related_follows_shared_variables_and_functions() {
    let mut terms = Terms::new();
    let [a, b, c, d, e, g] = ["a", "b", "c", "d", "e", "g"].map(|name| terms.symbol(name, BYTE));
    let f = terms.function("f", &[BYTE], BYTE);
    let ab = terms.bv_ult(a, b);
    let bc = terms.bv_ult(b, c);
    let de = terms.bv_ult(d, e);
    let fa = terms.apply(f, &[c]);
    let fg = terms.apply(f, &[g]);
    let (of_c, of_g) = (terms.bv_ult(fa, c), terms.bv_ult(fg, g));
    let never = terms.bool(false);
    let assertions = [ab, bc, de, of_c, of_g, never];
    assert_eq!(related(&terms, &[a], &assertions), [0, 1, 3, 4, 5]);
    assert_eq!(related(&terms, &[d], &assertions), [2, 5]);
    assert_eq!(related(&terms, &[], &assertions), [5]);
    assert_eq!(free_functions(&terms, &assertions), [f]);
}

#[test]
fn functions_have_the_graph_of_the_model() {
    let mut terms = Terms::new();
    let x = terms.symbol("x", BYTE);
    let f = terms.function("f", &[BYTE, Sort::Bool], BYTE);
    let yes = terms.bool(true);
    let (once, same) = (terms.apply(f, &[x, yes]), terms.apply(f, &[x, yes]));
    assert_eq!(once, same);
    let twice = terms.apply(f, &[once, yes]);
    assert_eq!(terms.function_name(f), "f");
    let byte = |value: u64| Value::Bits(Bits::from_u64(8, value));
    let mut model = Model::new();
    assert_eq!(*Evaluator::new(&terms, &model).value(twice), byte(0));
    let arguments: Box<[Value]> = [byte(0), Value::Bool(true)].into();
    let entries = [(arguments, byte(7))].into_iter().collect();
    model.set_function(f, FunctionValue { entries, default: byte(9) });
    assert_eq!(*Evaluator::new(&terms, &model).value(once), byte(7));
    assert_eq!(*Evaluator::new(&terms, &model).value(twice), byte(9));
}

#[test]
fn only_the_branch_taken_is_evaluated() {
    let mut terms = Terms::unsimplified();
    let (p, x, y) = (terms.symbol("p", Sort::Bool), terms.symbol("x", BYTE), terms.symbol("y", BYTE));
    let mut choice = x;
    for _ in 0..100_000 {
        choice = terms.ite(p, y, choice);
    }
    let mut model = Model::new();
    model.set(terms.as_symbol(x).expect("a variable"), Value::Bits(Bits::from_u64(8, 3)));
    assert_eq!(*Evaluator::new(&terms, &model).value(choice), Value::Bits(Bits::from_u64(8, 3)));
}

/// What the operators of `build` give on constants, simplified and not, is what a function says.
fn check_all(
    build: impl Fn(&mut Terms, Term, Term) -> Term,
    meaning: impl Fn(&Bits, &Bits) -> Value,
    what: &str,
) {
    for width in 1..=4 {
        let mut plain = Terms::unsimplified();
        let mut simple = Terms::new();
        let sort = Sort::Bits(width);
        let built: Vec<(Term, [Term; 2])> = [&mut plain, &mut simple]
            .into_iter()
            .map(|terms| {
                let (x, y) = (terms.symbol("x", sort), terms.symbol("y", sort));
                (build(terms, x, y), [x, y])
            })
            .collect();
        for a in 0..1u64 << width {
            for b in 0..1u64 << width {
                let (a, b) = (Bits::from_u64(width, a), Bits::from_u64(width, b));
                let expected = meaning(&a, &b);
                for (terms, (term, variables)) in [&plain, &simple].into_iter().zip(&built) {
                    let mut model = Model::new();
                    for (&variable, value) in variables.iter().zip([&a, &b]) {
                        let symbol = terms.as_symbol(variable).expect("a variable");
                        model.set(symbol, Value::Bits(value.clone()));
                    }
                    let value = Evaluator::new(terms, &model).value(*term).clone();
                    assert_eq!(value, expected, "{what} on {a:?} {b:?}: {}", print(terms, *term));
                }
                let (a, b) = (simple.bits(&a), simple.bits(&b));
                let folded = build(&mut simple, a, b);
                assert_eq!(Some(folded), simple.value(&expected, simple.sort(folded)), "{what} folds");
            }
        }
    }
}

/// A number as SMT-LIB's `bv2int` of the signed kind.
fn signed(a: &Bits) -> i64 {
    a.to_i64().expect("widths are small")
}

fn unsigned(a: &Bits) -> i64 {
    a.low_u64() as i64
}

/// An integer does not fit.
fn misfit(value: i64, width: u32, is_signed: bool) -> Value {
    let power = 1i64 << width;
    let range = if is_signed { -power / 2..power / 2 } else { 0..power };
    Value::Bool(!range.contains(&value))
}

#[test]
fn arithmetic_is_that_of_bits() {
    let bin = |op: BinOp| move |a: &Bits, b: &Bits| Value::Bits(Bits::bin(op, a, b));
    check_all(Terms::bv_and, bin(BinOp::And), "and");
    check_all(Terms::bv_or, bin(BinOp::Or), "or");
    check_all(Terms::bv_xor, bin(BinOp::Xor), "xor");
    check_all(Terms::bv_add, bin(BinOp::Add), "add");
    check_all(Terms::bv_sub, bin(BinOp::Sub), "sub");
    check_all(Terms::bv_mul, bin(BinOp::Mul), "mul");
    check_all(Terms::bv_udiv, bin(BinOp::UDiv), "udiv");
    check_all(Terms::bv_urem, bin(BinOp::URem), "urem");
    check_all(Terms::bv_sdiv, bin(BinOp::SDiv), "sdiv");
    check_all(Terms::bv_srem, bin(BinOp::SRem), "srem");
    check_all(Terms::bv_shl, bin(BinOp::Shl), "shl");
    check_all(Terms::bv_lshr, bin(BinOp::LShr), "lshr");
    check_all(Terms::bv_ashr, bin(BinOp::AShr), "ashr");
    check_all(
        Terms::bv_smod,
        |a, b| {
            let result = match signed(b) {
                0 => signed(a),
                divisor => {
                    // The remainder of flooring division has the sign of the divisor.
                    let rest = signed(a).rem_euclid(divisor.abs());
                    if divisor < 0 && rest != 0 { rest + divisor } else { rest }
                }
            };
            Value::Bits(Bits::from_i64(a.width(), result))
        },
        "smod",
    );
    check_all(|terms, a, _| terms.bv_neg(a), |a, _| Value::Bits(a.neg()), "neg");
    check_all(|terms, a, _| terms.bv_not(a), |a, _| Value::Bits(a.not()), "not");
    check_all(|terms, a, _| terms.magnitude(a), |a, _| Value::Bits(a.magnitude()), "magnitude");
}

#[test]
fn comparisons_are_those_of_bits() {
    let cmp = |op: CmpOp| move |a: &Bits, b: &Bits| Value::Bool(Bits::compare(op, a, b));
    check_all(Terms::bv_ult, cmp(CmpOp::Ult), "ult");
    check_all(Terms::bv_ule, cmp(CmpOp::Ule), "ule");
    check_all(Terms::bv_slt, cmp(CmpOp::Slt), "slt");
    check_all(Terms::bv_sle, cmp(CmpOp::Sle), "sle");
    check_all(Terms::eq, |a, b| Value::Bool(a == b), "eq");
    check_all(Terms::ne, |a, b| Value::Bool(a != b), "ne");
    check_all(Terms::bv_comp, |a, b| Value::Bits(Bits::from_bool(a == b)), "comp");
    check_all(|terms, a, _| terms.is_negative(a), |a, _| Value::Bool(a.sign_bit()), "is_negative");
}

#[test]
fn overflows_are_those_of_integers() {
    let overflow = |op: OverflowOp| move |a: &Bits, b: &Bits| Value::Bool(Bits::overflow(op, a, b));
    check_all(Terms::umulo, overflow(OverflowOp::UMul), "umulo");
    check_all(Terms::smulo, overflow(OverflowOp::SMul), "smulo");
    check_all(Terms::uaddo, |a, b| misfit(unsigned(a) + unsigned(b), a.width(), false), "uaddo");
    check_all(Terms::saddo, |a, b| misfit(signed(a) + signed(b), a.width(), true), "saddo");
    check_all(Terms::usubo, |a, b| misfit(unsigned(a) - unsigned(b), a.width(), false), "usubo");
    check_all(Terms::ssubo, |a, b| misfit(signed(a) - signed(b), a.width(), true), "ssubo");
    check_all(Terms::umulo, |a, b| misfit(unsigned(a) * unsigned(b), a.width(), false), "umulo");
    check_all(Terms::smulo, |a, b| misfit(signed(a) * signed(b), a.width(), true), "smulo");
    check_all(|terms, a, _| terms.nego(a), |a, _| misfit(-signed(a), a.width(), true), "nego");
    check_all(
        Terms::sdivo,
        |a, b| match signed(b) {
            0 => Value::Bool(false),
            divisor => misfit(signed(a) / divisor, a.width(), true),
        },
        "sdivo",
    );
    check_all(Terms::ushlo, |a, b| misfit(unsigned(a) << unsigned(b), a.width(), false), "ushlo");
    check_all(Terms::sshlo, |a, b| misfit(signed(a) << unsigned(b), a.width(), true), "sshlo");
}

#[test]
fn structure_is_that_of_bits() {
    check_all(Terms::concat, |a, b| Value::Bits(a.concat(b)), "concat");
    check_all(
        |terms, a, _| {
            let width = terms.width(a) + 3;
            terms.zero_extend(a, width)
        },
        |a, _| Value::Bits(a.zext(a.width() + 3)),
        "zero_extend",
    );
    check_all(
        |terms, a, _| {
            let width = terms.width(a) + 3;
            terms.sign_extend(a, width)
        },
        |a, _| Value::Bits(a.sext(a.width() + 3)),
        "sign_extend",
    );
    for count in 1..8 {
        let repeated =
            |a: &Bits, _: &Bits| Value::Bits((1..count).fold(a.clone(), |result, _| result.concat(a)));
        check_all(|terms, a, _| terms.repeat(a, count), repeated, "repeat");
    }
    for by in 0..10 {
        let bits = |a: &Bits| (0..a.width()).map(|at| a.bit(at)).collect::<Vec<_>>();
        let from = |bits: Vec<bool>| {
            let word = bits.iter().rev().fold(0, |word, &bit| word << 1 | u64::from(bit));
            Value::Bits(Bits::from_u64(bits.len() as u32, word))
        };
        let left = |a: &Bits, _: &Bits| {
            let mut bits = bits(a);
            bits.rotate_right(by as usize % a.width() as usize);
            from(bits)
        };
        check_all(|terms, a, _| terms.rotate_left(a, by), left, "rotate_left");
        let right = |a: &Bits, _: &Bits| {
            let mut bits = bits(a);
            bits.rotate_left(by as usize % a.width() as usize);
            from(bits)
        };
        check_all(|terms, a, _| terms.rotate_right(a, by), right, "rotate_right");
    }
    for low in 0..4 {
        let at = |width: u32| low.min(width - 1);
        check_all(
            |terms, a, _| {
                let width = terms.width(a);
                terms.extract(a, width - 1, at(width))
            },
            |a, _| Value::Bits(a.extract(at(a.width()), a.width() - at(a.width()))),
            "extract",
        );
        check_all(
            |terms, a, _| {
                let width = terms.width(a);
                terms.bit(a, at(width))
            },
            |a, _| Value::Bool(a.bit(at(a.width()))),
            "bit",
        );
    }
}

#[test]
fn boolean_operators() {
    let bool = |a: &Bits| a.bit(0);
    let lifted = |build: fn(&mut Terms, Term, Term) -> Term| {
        move |terms: &mut Terms, a: Term, b: Term| {
            let (a, b) = (terms.bit(a, 0), terms.bit(b, 0));
            build(terms, a, b)
        }
    };
    check_all(lifted(Terms::and), |a, b| Value::Bool(bool(a) && bool(b)), "and");
    check_all(lifted(Terms::or), |a, b| Value::Bool(bool(a) || bool(b)), "or");
    check_all(lifted(Terms::xor), |a, b| Value::Bool(bool(a) != bool(b)), "xor");
    check_all(lifted(Terms::implies), |a, b| Value::Bool(!bool(a) || bool(b)), "implies");
    let bits = |terms: &mut Terms, a: Term, b: Term| -> Vec<Term> {
        [a, b]
            .into_iter()
            .flat_map(|a| (0..terms.width(a)).map(move |at| (a, at)))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(a, at)| terms.bit(a, at))
            .collect()
    };
    check_all(
        |terms, a, b| {
            let bits = bits(terms, a, b);
            terms.and_all(&bits)
        },
        |a, b| Value::Bool(a.is_ones() && b.is_ones()),
        "and_all",
    );
    check_all(
        |terms, a, b| {
            let bits = bits(terms, a, b);
            terms.or_all(&bits)
        },
        |a, b| Value::Bool(!a.is_zero() || !b.is_zero()),
        "or_all",
    );
    let mut terms = Terms::new();
    assert_eq!(terms.and_all(&[]), terms.bool(true));
    assert_eq!(terms.or_all(&[]), terms.bool(false));
}

/// The elements one by one.
fn elements(array: &ArrayValue) -> Vec<Bits> {
    (0..1u64 << array.index_width())
        .map(|at| array.get(&Bits::from_u64(array.index_width(), at)).clone())
        .collect()
}

#[test]
fn arrays_of_runs_are_arrays() {
    let mut rng = Rng::new(2);
    for width in 1..=5 {
        let size = 1usize << width;
        for _ in 0..3_000 {
            let element = |rng: &mut Rng| Bits::from_u64(4, rng.next() % 3);
            let first = element(&mut rng);
            let mut array = ArrayValue::constant(width, first.clone());
            let mut model = vec![first; size];
            let mut old = (array.clone(), model.clone());
            for _ in 0..8 {
                let (start, length, from) = (rng.below(size), rng.below(size), rng.below(size));
                let bits = |at: usize| Bits::from_u64(width, at as u64);
                let value = element(&mut rng);
                match rng.below(3) {
                    0 => {
                        array = array.set(&bits(start), &value);
                        model[start] = value;
                    }
                    1 => {
                        array = array.fill(&bits(start), &bits(length), &value);
                        (0..length).for_each(|at| model[(start + at) % size] = value.clone());
                    }
                    _ => {
                        let (source, source_model) =
                            if rng.chance(1, 2) { old.clone() } else { (array.clone(), model.clone()) };
                        old = (array.clone(), model.clone());
                        array = array.copy(&bits(start), &bits(length), &source, &bits(from));
                        for at in 0..length {
                            model[(start + at) % size] = source_model[(from + at) % size].clone();
                        }
                    }
                }
                assert_eq!(elements(&array), model);
                check_runs(&array);
            }
            // The same array made element by element is the same value.
            let rebuilt = model
                .iter()
                .enumerate()
                .fold(ArrayValue::constant(width, Bits::from_u64(4, 9)), |array, (at, value)| {
                    array.set(&Bits::from_u64(width, at as u64), value)
                });
            assert_eq!(rebuilt, array);
        }
    }
}

/// The first run begins at 0, they ascend, and neighbours differ.
fn check_runs(array: &ArrayValue) {
    let runs: Vec<(&Bits, &Bits)> = array.runs().collect();
    assert!(runs[0].0.is_zero());
    for pair in runs.windows(2) {
        assert!(pair[0].0.ult(pair[1].0) && pair[0].1 != pair[1].1, "{runs:?}");
    }
}

#[test]
fn arrays_with_large_indices() {
    // An array as the list of its updates, asked from the newest on.
    enum Update {
        Fill(Bits, Bits, Bits),
        Copy(Bits, Bits, usize, Bits),
    }
    fn read(updates: &[Update], index: &Bits) -> Bits {
        let within = |start: &Bits, length: &Bits| index.sub(start).ult(length);
        for (at, update) in updates.iter().enumerate().rev() {
            match update {
                Update::Fill(start, length, value) if within(start, length) => return value.clone(),
                Update::Copy(start, length, source, from) if within(start, length) => {
                    return read(&updates[..*source.min(&at)], &from.add(&index.sub(start)));
                }
                _ => {}
            }
        }
        Bits::zero(8)
    }
    let mut rng = Rng::new(3);
    for width in [8, 64, 70] {
        for _ in 0..400 {
            let mut arrays = vec![ArrayValue::constant(width, Bits::zero(8))];
            let mut updates = Vec::new();
            let mut near = vec![Bits::zero(width)];
            for _ in 0..8 {
                let any = |rng: &mut Rng, near: &[Bits]| match rng.below(3) {
                    0 => rng.corner(width),
                    1 => rng.pick(near).add(&Bits::from_i64(width, rng.below(9) as i64 - 4)),
                    _ => Bits::from_u64(width, rng.next() % 20),
                };
                let [start, length, from] = [(); 3].map(|()| any(&mut rng, &near));
                let value = Bits::from_u64(8, rng.next() % 4);
                let last = arrays.last().expect("there is one");
                let next = match rng.below(3) {
                    0 => {
                        let next = last.set(&start, &value);
                        updates.push(Update::Fill(start.clone(), Bits::one(width), value));
                        next
                    }
                    1 => {
                        let next = last.fill(&start, &length, &value);
                        updates.push(Update::Fill(start.clone(), length.clone(), value));
                        next
                    }
                    _ => {
                        let source = rng.below(arrays.len());
                        let next = last.copy(&start, &length, &arrays[source], &from);
                        updates.push(Update::Copy(start.clone(), length.clone(), source, from.clone()));
                        next
                    }
                };
                check_runs(&next);
                arrays.push(next);
                near.extend([start.add(&length), start, from]);
            }
            let array = arrays.last().expect("there is one");
            for _ in 0..40 {
                let index = match rng.below(2) {
                    0 => rng.corner(width),
                    _ => rng.pick(&near).add(&Bits::from_i64(width, rng.below(5) as i64 - 2)),
                };
                assert_eq!(*array.get(&index), read(&updates, &index), "at {index:?}");
            }
        }
    }
}

#[test]
fn bulk_operations_are_their_definitions() {
    // fill and copy against `i - start <u length` at every index.
    let mut rng = Rng::new(4);
    for width in 1..=4 {
        let sort = Sort::Array { index: width, element: 3 };
        let mut terms = Terms::new();
        let memories = ["m", "n"].map(|name| terms.symbol(name, sort));
        let [start, length, from, at] =
            ["s", "l", "f", "i"].map(|name| terms.symbol(name, Sort::Bits(width)));
        let value = terms.symbol("v", Sort::Bits(3));
        let fill = terms.fill(memories[0], start, length, value);
        let copy = terms.copy(memories[0], start, length, memories[1], from);
        let [below, other] = memories.map(|memory| terms.select(memory, at));
        let distance = terms.bv_sub(at, start);
        let inside = terms.bv_ult(distance, length);
        let there = terms.bv_add(from, distance);
        let moved = terms.select(memories[1], there);
        let (filled, copied) = (terms.ite(inside, value, below), terms.ite(inside, moved, below));
        let (of_fill, of_copy) = (terms.select(fill, at), terms.select(copy, at));
        for _ in 0..3_000 {
            let mut model = Model::new();
            for symbol in free_symbols(&terms, &[of_fill, of_copy, other]) {
                model.set(symbol, rng.value(terms.symbol_sort(symbol)));
            }
            let mut evaluator = Evaluator::new(&terms, &model);
            assert_eq!(evaluator.value(of_fill).clone(), *evaluator.value(filled));
            assert_eq!(evaluator.value(of_copy).clone(), *evaluator.value(copied));
        }
    }
}

#[test]
fn values_of_arrays_are_terms_again() {
    let mut rng = Rng::new(5);
    for (index, element) in [(1, 1), (3, 2), (8, 8), (64, 8), (70, 65)] {
        let sort = Sort::Array { index, element };
        let mut terms = Terms::new();
        for _ in 0..200 {
            let value = Value::Array(rng.array(index, element));
            let term = terms.value(&value, sort).expect("it is of the sort");
            let model = Model::new();
            assert_eq!(*Evaluator::new(&terms, &model).value(term), value);
        }
    }
}

#[test]
fn operands_must_fit() {
    let mut terms = Terms::new();
    let (p, x) = (terms.symbol("p", Sort::Bool), terms.symbol("x", BYTE));
    let y = terms.symbol("y", Sort::Bits(9));
    let memory = Sort::Array { index: 8, element: 9 };
    let m = terms.symbol("m", memory);
    let fits = |op, sort, operands: &[Term]| terms.fits(op, sort, operands);
    assert!(fits(Op::BvAdd, BYTE, &[x, x]));
    assert!(!fits(Op::BvAdd, BYTE, &[x, y]));
    assert!(!fits(Op::BvAdd, Sort::Bits(9), &[x, x]));
    assert!(!fits(Op::And, Sort::Bool, &[p, x]));
    assert!(fits(Op::Ite, memory, &[p, m, m]));
    assert!(!fits(Op::Ite, memory, &[p, m, x]));
    assert!(fits(Op::Extract { low: 3 }, Sort::Bits(5), &[x]));
    assert!(!fits(Op::Extract { low: 4 }, Sort::Bits(5), &[x]));
    assert!(!fits(Op::Extract { low: u32::MAX }, Sort::Bits(5), &[x]));
    assert!(!fits(Op::SignExtend, Sort::Bits(7), &[x]));
    assert!(fits(Op::Select, Sort::Bits(9), &[m, x]));
    assert!(!fits(Op::Select, Sort::Bits(9), &[m, y]));
    assert!(fits(Op::Store, memory, &[m, x, y]));
    assert!(fits(Op::Fill, memory, &[m, x, x, y]));
    assert!(!fits(Op::Fill, memory, &[m, x, y, y]));
    assert!(fits(Op::Copy, memory, &[m, x, x, m, x]));
    assert!(fits(Op::ConstArray, memory, &[y]));
    assert!(!fits(Op::ConstArray, memory, &[x]));
    assert!(fits(Op::Concat, Sort::Bits(17), &[x, y]));
}
