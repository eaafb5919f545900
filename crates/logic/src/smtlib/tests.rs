//! Reading, printing, and both after each other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use fathom_ir::Bits;
use rustc_hash::FxHashMap;

use super::lexer::{Lexer, Token, normalise};
use super::print::{ScriptOptions, print_script, symbol, term_text};
use super::script::Declared;
use super::{Command, Position, Script, Source, read_script};
use crate::eval::Evaluator;
use crate::op::Op;
use crate::reads::{ExpandError, Through, expand};
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use crate::traverse::{free_functions, free_symbols, postorder};
use crate::value::{ArrayValue, FunctionValue, Model, Value};

/// Xorshift: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    fn bits(&mut self, width: u32) -> Bits {
        match self.below(4) {
            0 => self.of(&[Bits::zero, Bits::one, Bits::ones, Bits::signed_min])(width),
            _ => {
                let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                Bits::from_words(width, &words)
            }
        }
    }
}

fn formulas(commands: &[Command]) -> Vec<Term> {
    let formula = |command: &Command| match command {
        Command::Assert { formula, .. } => Some(*formula),
        _ => None,
    };
    commands.iter().filter_map(formula).collect()
}

fn read(text: &str) -> Result<(Terms, Script, Vec<Command>), String> {
    let mut terms = Terms::new();
    let (script, commands) = read_script(text.as_bytes(), &mut terms).map_err(|error| error.to_string())?;
    Ok((terms, script, commands))
}

/// The formula is true for all values of its variables, as far as simplification can see.
#[track_caller]
fn holds(text: &str) {
    let script = format!(
        "(declare-const p Bool) (declare-const q Bool) (declare-const x (_ BitVec 8))
        (declare-const y (_ BitVec 8)) (declare-const m (Array (_ BitVec 8) (_ BitVec 8)))
        (declare-fun f ((_ BitVec 8) Bool) (_ BitVec 8)) (assert {text})"
    );
    let (terms, _, commands) = read(&script).unwrap();
    let formula = formulas(&commands)[0];
    let mut random = Random(7);
    for _ in 0..100 {
        let model = random_model(&terms, &[formula], &mut random);
        assert!(Evaluator::new(&terms, &model).holds(formula), "{text}");
    }
}

/// Every value of a small sort is likely, also of the results of functions.
fn random_value(sort: Sort, random: &mut Random) -> Value {
    match sort {
        Sort::Bool => Value::Bool(random.below(2) == 0),
        Sort::Bits(width) => Value::Bits(random.bits(width)),
        Sort::Array { index, element } => {
            let mut array = ArrayValue::constant(index, random.bits(element));
            for _ in 0..random.below(6) {
                array = array.set(&random.bits(index), &random.bits(element));
            }
            Value::Array(array)
        }
        other => Value::default_of(other),
    }
}

fn random_model(terms: &Terms, roots: &[Term], random: &mut Random) -> Model {
    let mut model = Model::new();
    for symbol in free_symbols(terms, roots) {
        model.set(symbol, random_value(terms.symbol_sort(symbol), random));
    }
    for function in free_functions(terms, roots) {
        let (parameters, result) = terms.signature(function);
        let default = random_value(result, random);
        let mut entries = FxHashMap::default();
        for _ in 0..20 {
            let arguments: Box<[Value]> = parameters.iter().map(|&sort| random_value(sort, random)).collect();
            entries.insert(arguments, random_value(result, random));
        }
        model.set_function(function, FunctionValue { entries, default });
    }
    model
}

#[test]
fn tokens() {
    let mut lexer = Lexer::of_text("(a |b c| :d 12 1.50 #xAf #b01 \"x\"\"y\");z\n<=");
    let mut found = Vec::new();
    loop {
        match lexer.next().unwrap() {
            Token::End => break,
            token => found.push(token),
        }
    }
    use Token::*;
    let expected = [
        Open,
        Symbol("a"),
        Quoted("b c"),
        Keyword(":d"),
        Numeral("12"),
        Decimal("1.50"),
        Hex("Af"),
        Binary("01"),
        String("x\"\"y"),
        Close,
        Symbol("<="),
    ];
    assert_eq!(found, expected);
    for wrong in ["#", "#x", "#b2", "#xg", "012", "1a", "1.", ":", "|a", "\"a", "|a\\b|", "ä", "'", "\u{0}"]
    {
        assert!(Lexer::of_text(wrong).next().is_err(), "{wrong}");
    }
    assert_eq!(normalise(" ( a ;x\n (b)\t|c  d| \"e  f\" )"), "(a (b) |c  d| \"e  f\")");
}

#[test]
fn positions_count_lines_and_characters() {
    assert_eq!(Position::START.after("ab\nä".as_bytes()), Position { line: 2, column: 2 });
    let error = read("; é\n(declare-const x Bool)\n  (assert |é| )").map(|_| ()).unwrap_err();
    assert_eq!(error, "line 3 column 11: |é| is not declared");
}

#[test]
fn a_command_is_handed_out_with_its_last_byte() {
    /// Gives one byte at a time, and panics when asked for more than there is.
    struct Drop<'a>(&'a [u8]);
    impl std::io::Read for Drop<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let (first, rest) = self.0.split_first().expect("nobody may ask for more");
            buffer[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }
    let mut source = Source::new(Drop(b" ; (\n(echo \")\" |)| ;)\n () )(b)"));
    assert_eq!(source.next_chunk().unwrap().unwrap().text, "(echo \")\" |)| ;)\n () )");
    let chunk = source.next_chunk().unwrap().unwrap();
    assert_eq!((&*chunk.text, chunk.position), ("(b)", Position { line: 3, column: 6 }));
}

#[test]
fn meaning_of_the_operators() {
    for formula in [
        "(= (bvsub x y) (bvadd x (bvneg y)))",
        "(= (bvnor x y) (bvnot (bvor x y)))",
        "(= (bvxnor x y) (bvnot (bvxor x y)))",
        "(= (bvugt x y) (bvult y x))",
        "(= (bvuge x y) (not (bvult x y)))",
        "(= (bvsgt x y) (bvslt y x))",
        "(= (bvsge x y) (not (bvslt x y)))",
        "(= (bvcomp x y) (ite (= x y) #b1 #b0))",
        "(= (bvredor x) (bvnot (bvcomp x #x00)))",
        "(= (bvredand x) (bvcomp x #xff))",
        "(= (bvredxor #b0101011) #b0)",
        "(= (bvredxor ((_ extract 2 0) x))
            (bvxor ((_ extract 0 0) x) ((_ extract 1 1) x) ((_ extract 2 2) x)))",
        "(= (ext_rotate_left x #x0b) ((_ rotate_left 3) x))",
        "(= (ext_rotate_right x (bvand y #x0f)) (ext_rotate_left x (bvneg (bvand y #x0f))))",
        "(= ((_ rotate_right 9) x) (concat ((_ extract 0 0) x) ((_ extract 7 1) x)))",
        "(= ((_ repeat 3) #b10) #b101010)",
        "(= (concat #xa #b0 #b11) #b1010011)",
        "(= ((_ zero_extend 0) x) ((_ sign_extend 0) x) x)",
        "(= (bvuaddo x y) (bvult (bvadd x y) x))",
        "(= (bvnego x) (= x #x80))",
        "(= (bvsdivo x y) (and (= x #x80) (= y #xff)))",
        "(= (bvssubo x y) (not (= ((_ sign_extend 1) (bvsub x y))
            (bvsub ((_ sign_extend 1) x) ((_ sign_extend 1) y)))))",
        "(= (bvusubo x y) (bvult x y))",
        "(= (=> p q p) (or (not p) (not q) p))",
        "(= (xor p q p) q)",
        "(= (= p q p) (and (= p q) (= q p)))",
        "(not (distinct p q p))",
        "(= (distinct x y #x00) (not (or (= x y) (= x #x00) (= y #x00))))",
        "(= (select (store m x y) x) y)",
        "(= (select ((as const (Array (_ BitVec 8) (_ BitVec 8))) x) y) x)",
        "(= (bvadd x y x) (bvadd (bvmul #x02 x) y))",
        "(= (_ bv258 16) #x0102 #b0000000100000010)",
        "(let ((x y) (y x)) (= (bvsub x y) (bvneg (bvsub y x))))",
        "(let ((p q)) (let ((q (not p))) (xor p q)))",
        "(= (f x p) (f (bvadd x #x00) (and p true)))",
        "(= (as x (_ BitVec 8)) x)",
        "(= ((as f (_ BitVec 8)) x p) (f x p))",
        "(! (! p :a (b (c)) :d :e \"f\" :named n) :named k) :x 1",
    ] {
        if let Some(formula) = formula.strip_suffix(" :x 1") {
            assert!(read(&format!("(declare-const p Bool)(assert {formula})(assert (= n k p))")).is_ok());
        } else {
            holds(formula);
        }
    }
}

#[test]
fn definitions_are_macros() {
    let text = "
        (define-sort W () (_ BitVec 8)) (define-sort Map (a b) (Array a b)) (define-sort Same (a) (Map a a))
        (declare-const x W) (declare-const m (Same W))
        (define-fun twice ((x W)) W (bvadd x x))
        (define-fun four ((y W) (p Bool)) W (ite p (twice (twice y)) (select m y)))
        (define-const c W #x03)
        (define-fun two () W #x02)
        (assert (= (four c true) #x0c))
        (assert (= (four x false) (select m x)))
        (assert (= (four (bvadd x two) true) (bvmul #x04 (bvadd x two))))";
    let (terms, _, commands) = read(text).unwrap();
    let formulas = formulas(&commands);
    let mut random = Random(3);
    for _ in 0..50 {
        let model = random_model(&terms, &formulas, &mut random);
        let mut evaluator = Evaluator::new(&terms, &model);
        assert!(formulas.iter().all(|&formula| evaluator.holds(formula)));
    }
}

#[test]
fn definitions_that_double_are_refused_before_memory_is_full() {
    let script = |left: &str| {
        let mut text =
            String::from("(define-sort W () (_ BitVec 32))(declare-fun g (W) W)(declare-fun h (W) W)");
        text += "(define-fun f0 ((x W)) W (g x))";
        for n in 1..100 {
            let m = n - 1;
            text += &format!("(define-fun f{n} ((x W)) W (bvxor (f{m} {left}) (f{m} (h x))))\n");
        }
        text
    };
    // This is shared and grows as a square only.
    assert!(read(&script("x")).is_ok());
    let mut terms = Terms::unsimplified();
    let error = read_script(script("(g x)").as_bytes(), &mut terms).map(|_| ()).unwrap_err().to_string();
    assert!(error.ends_with("unsupported: definitions that grow out of all proportion"), "{error}");
}

#[test]
fn a_million_levels() {
    let depth = 1_000_000;
    let nested = format!("(declare-const p Bool)(assert {}p{})", "(not ".repeat(depth), ")".repeat(depth));
    let (terms, _, commands) = read(&nested).unwrap();
    assert_eq!(terms.as_symbol(formulas(&commands)[0]).map(|symbol| terms.symbol_name(symbol)), Some("p"));

    let mut lets = String::from("(declare-const x (_ BitVec 8))(assert ");
    for n in 0..depth {
        lets += &format!(
            "(let ((a{} (bvadd {} x))) ",
            n % 7,
            if n == 0 { "x".into() } else { format!("a{}", (n - 1) % 7) }
        );
    }
    lets += &format!("(= a{} x){})", (depth - 1) % 7, ")".repeat(depth));
    let mut terms = Terms::unsimplified();
    let (_, commands) = read_script(lets.as_bytes(), &mut terms).unwrap();
    let model = Model::new();
    assert!(Evaluator::new(&terms, &model).holds(formulas(&commands)[0]));
    // And out again.
    let text = print_script(&terms, &formulas(&commands), &ScriptOptions::default()).unwrap();
    let mut again = Terms::unsimplified();
    assert_eq!(formulas(&read_script(text.as_bytes(), &mut again).unwrap().1).len(), 1);

    for junk in ["(".repeat(depth), format!("(assert {}", "(! ".repeat(depth)), ")".repeat(depth)] {
        assert!(read(&junk).is_err());
    }
    let sorts =
        format!("(define-sort I (x) x)(declare-const x {}Bool{})", "(I ".repeat(depth), ")".repeat(depth));
    assert!(read(&sorts).is_ok());
}

/// Random terms over all operators but bulk ones and floats.
fn random_terms(terms: &mut Terms, random: &mut Random, count: usize) -> Vec<Term> {
    const WIDTHS: [u32; 5] = [1, 3, 4, 8, 70];
    const MEMORY: Sort = Sort::Array { index: 4, element: 8 };
    let mut pool: Vec<Term> = Vec::new();
    for name in ["p", "p", "and", "let", "", "a b", "a|b", "x!2", "$1"] {
        pool.push(terms.symbol(name, Sort::Bool));
    }
    for width in WIDTHS {
        for name in ["x", "x", "x!2"] {
            pool.push(terms.symbol(name, Sort::Bits(width)));
        }
        pool.push(terms.bits(&random.bits(width)));
    }
    pool.push(terms.symbol("m", MEMORY));
    pool.push(terms.symbol("n", MEMORY));
    let f = terms.function("f", &[Sort::Bits(4), Sort::Bool], Sort::Bits(8));
    let g = terms.function("p", &[Sort::Bits(70)], Sort::Bool);
    for _ in 0..count {
        let pick = |terms: &Terms, random: &mut Random, sort: Sort| -> Term {
            let fitting: Vec<Term> = pool.iter().copied().filter(|&term| terms.sort(term) == sort).collect();
            // New ones more often.
            let from = if random.below(2) == 0 { fitting.len() / 2 } else { 0 };
            random.of(&fitting[from..])
        };
        let width = random.of(&WIDTHS);
        let bits = Sort::Bits(width);
        let (a, b) = (pick(terms, random, bits), pick(terms, random, bits));
        let (p, q) = (pick(terms, random, Sort::Bool), pick(terms, random, Sort::Bool));
        let new = match random.below(41) {
            0 => terms.not(p),
            1 => terms.and(p, q),
            2 => terms.or(p, q),
            3 => terms.implies(p, q),
            4 => terms.xor(p, q),
            5 => terms.eq(p, q),
            6 => terms.eq(a, b),
            7 => terms.ne(a, b),
            8 => terms.ite(p, a, b),
            9 => terms.bv_not(a),
            10 => terms.bv_and(a, b),
            11 => terms.bv_or(a, b),
            12 => terms.bv_xor(a, b),
            13 => terms.bv_neg(a),
            14 => terms.bv_add(a, b),
            15 => terms.bv_sub(a, b),
            16 => terms.bv_mul(a, b),
            17 => terms.bv_udiv(a, b),
            18 => terms.bv_urem(a, b),
            19 => terms.bv_sdiv(a, b),
            20 => terms.bv_smod(a, b),
            21 => terms.bv_shl(a, b),
            22 => terms.bv_lshr(a, b),
            23 => terms.bv_ashr(a, b),
            24 => terms.bv_ult(a, b),
            25 => terms.bv_ule(a, b),
            26 => terms.bv_slt(a, b),
            27 => terms.bv_sle(a, b),
            28 => terms.umulo(a, b),
            29 => terms.smulo(a, b),
            30 => terms.bv_comp(a, b),
            31 => {
                let low = pick(terms, random, Sort::Bits(1));
                let three = pick(terms, random, Sort::Bits(3));
                terms.concat(low, three)
            }
            32 => {
                let wide = pick(terms, random, Sort::Bits(70));
                let low = random.below(70 - 8) as u32;
                terms.extract(wide, low + 7, low)
            }
            33 => {
                let narrow = pick(terms, random, Sort::Bits(4));
                if random.below(2) == 0 { terms.zero_extend(narrow, 8) } else { terms.sign_extend(narrow, 8) }
            }
            34 | 35 => {
                let (memory, at) = (pick(terms, random, MEMORY), pick(terms, random, Sort::Bits(4)));
                terms.select(memory, at)
            }
            36 => {
                let (memory, at) = (pick(terms, random, MEMORY), pick(terms, random, Sort::Bits(4)));
                let value = pick(terms, random, Sort::Bits(8));
                terms.store(memory, at, value)
            }
            37 => {
                let value = pick(terms, random, Sort::Bits(8));
                terms.const_array(MEMORY, value)
            }
            38 => {
                let (m, n) = (pick(terms, random, MEMORY), pick(terms, random, MEMORY));
                if random.below(2) == 0 { terms.eq(m, n) } else { terms.ite(p, m, n) }
            }
            39 => {
                let at = pick(terms, random, Sort::Bits(4));
                terms.apply(f, &[at, p])
            }
            _ => {
                let at = pick(terms, random, Sort::Bits(70));
                terms.apply(g, &[at])
            }
        };
        pool.push(new);
    }
    pool
}

/// A model that gives what a script declares the values of variables with the same printed names.
fn translated(
    model: &Model,
    terms: &Terms,
    roots: &[Term],
    printed: &super::print::Printer,
    script: &Script,
    read: &Terms,
) -> Model {
    let mut result = Model::new();
    for declaration in script.declarations() {
        let name = symbol(&declaration.name);
        match declaration.declared {
            Declared::Constant(term) => {
                let old = free_symbols(terms, roots)
                    .into_iter()
                    .find(|&old| printed.symbol_name(old) == Some(&name))
                    .unwrap();
                result.set(read.as_symbol(term).unwrap(), model.get(old).unwrap().clone());
            }
            Declared::Function(function) => {
                let old = free_functions(terms, roots)
                    .into_iter()
                    .find(|&old| printed.function_name(old) == Some(&name))
                    .unwrap();
                result.set_function(function, model.get_function(old).unwrap().clone());
            }
        }
    }
    result
}

#[test]
fn what_is_printed_is_read_with_the_same_meaning() {
    for seed in 1..=240u64 {
        let mut random = Random(seed * 0x9e37_79b9);
        let mut terms = if seed % 2 == 0 { Terms::new() } else { Terms::unsimplified() };
        let pool = random_terms(&mut terms, &mut random, 60);
        let roots: Vec<Term> =
            pool.iter().copied().filter(|&term| terms.sort(term) == Sort::Bool).rev().take(8).collect();
        let mut printer = super::print::Printer::new();
        printer.set_overflow_predicates(seed % 3 != 0);
        let mut text = String::new();
        printer.define(&terms, &roots, &mut text).unwrap();
        for &root in &roots {
            text += "(assert ";
            printer.write(&terms, root, &mut text).unwrap();
            text += ")\n";
        }
        let mut again = if seed % 4 < 2 { Terms::new() } else { Terms::unsimplified() };
        let (script, commands) = read_script(text.as_bytes(), &mut again)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let same = formulas(&commands);
        assert_eq!(same.len(), roots.len());
        for _ in 0..8 {
            let model = random_model(&terms, &roots, &mut random);
            let other = translated(&model, &terms, &roots, &printer, &script, &again);
            let (mut one, mut two) = (Evaluator::new(&terms, &model), Evaluator::new(&again, &other));
            for (&root, &same) in roots.iter().zip(&same) {
                assert_eq!(one.holds(root), two.holds(same), "seed {seed}\n{text}");
            }
        }
    }
}

#[test]
fn a_term_by_itself_shares_by_let() {
    let mut terms = Terms::unsimplified();
    let mut x = terms.symbol("x", Sort::Bits(8));
    for _ in 0..100 {
        x = terms.bv_mul(x, x);
    }
    let text = term_text(&terms, x).unwrap();
    assert!(text.len() < 4000, "{}", text.len());
    let script = format!("(declare-const x (_ BitVec 8))(assert (= x {text}))");
    let mut again = Terms::unsimplified();
    let (_, commands) = read_script(script.as_bytes(), &mut again).unwrap();
    assert_eq!(postorder(&again, &formulas(&commands)).len(), 102);
}

#[test]
fn familiar_operators_are_printed() {
    let mut terms = Terms::unsimplified();
    let (p, q) = (terms.symbol("p", Sort::Bool), terms.symbol("q", Sort::Bool));
    let (x, y) = (terms.symbol("x", Sort::Bits(8)), terms.symbol("y", Sort::Bits(8)));
    let cases = [
        (terms.or(p, q), "(or p q)"),
        (terms.implies(p, q), "(=> p q)"),
        (terms.xor(p, q), "(xor p q)"),
        (terms.bv_ule(x, y), "(bvule x y)"),
        (terms.bv_sle(x, y), "(bvsle x y)"),
        (terms.ne(x, y), "(distinct x y)"),
        (terms.bv_or(x, y), "(bvor x y)"),
        (terms.bv_sub(x, y), "(bvsub x y)"),
        (terms.bv_comp(x, y), "(bvcomp x y)"),
        (terms.zero_extend(x, 12), "((_ zero_extend 4) x)"),
        (terms.sign_extend(x, 12), "((_ sign_extend 4) x)"),
        (terms.extract(x, 3, 1), "((_ extract 3 1) x)"),
        (terms.number(8, 0x0a), "#x0a"),
        (terms.number(7, 0x0a), "#b0001010"),
    ];
    for (term, text) in cases {
        assert_eq!(term_text(&terms, term).unwrap(), text);
    }
}

/// Floats: what is printed is printed again when it is read.
#[test]
fn floats_are_read_as_they_are_printed() {
    let text = "(declare-const r RoundingMode)(declare-const x Float32)(declare-const y (_ FloatingPoint 8 24))
        (declare-const d Float64)(declare-const h Float16)(declare-const q Float128)
        (declare-const e (_ FloatingPoint 15 64))
        (declare-const w (_ BitVec 32))
        (assert (fp.lt (fp.add r x y) (fp.mul RNE x y) (fp.div RTZ (fp.sub RTP x y) (fp.neg (fp.abs y)))))
        (assert (fp.geq (fp.fma RTN x y x) (fp.sqrt RNA y) (fp.rem x y)))
        (assert (fp.eq (fp.min x y) (fp.max x (fp.roundToIntegral roundTowardZero y))))
        (assert (or (fp.isNormal x) (fp.isSubnormal x) (fp.isZero x) (fp.isInfinite x) (fp.isNaN x)
                    (fp.isNegative x) (fp.isPositive x)))
        (assert (= ((_ to_fp 8 24) w) ((_ to_fp 8 24) r d) ((_ to_fp 8 24) r w) ((_ to_fp_unsigned 8 24) r w)))
        (assert (= w ((_ fp.to_sbv 32) r x) ((_ fp.to_ubv 32) r x)))
        (assert (= e ((_ to_fp 15 64) RNE q)))
        (assert (distinct x (_ +oo 8 24) (_ -oo 8 24) (_ NaN 8 24) (_ -zero 8 24) (fp #b1 #x7f (_ bv5 23))))
        (assert (= h ((_ to_fp 5 11) #x3c00))) (assert (= r RNE))";
    let mut terms = Terms::unsimplified();
    let (_, commands) = read_script(text.as_bytes(), &mut terms).unwrap();
    let once = print_script(&terms, &formulas(&commands), &ScriptOptions::default()).unwrap();
    let mut terms = Terms::unsimplified();
    let (_, commands) = read_script(once.as_bytes(), &mut terms).unwrap();
    let twice = print_script(&terms, &formulas(&commands), &ScriptOptions::default()).unwrap();
    assert_eq!(formulas(&commands).len(), 10);
    let mut terms = Terms::unsimplified();
    let (_, commands) = read_script(twice.as_bytes(), &mut terms).unwrap();
    assert_eq!(print_script(&terms, &formulas(&commands), &ScriptOptions::default()).unwrap(), twice);
    for wrong in [
        "(assert (fp.add r x y))",
        "(assert (fp.isNaN (fp.add x y)))",
        "(assert (fp.eq x d))",
        "(assert (fp.isNaN (fp.add r x d)))",
        "(assert (fp.isNaN ((_ to_fp 11 53) w)))",
        "(assert (fp.isNaN ((_ to_fp 8 24) x x)))",
        "(assert (fp.isNaN (fp #b00 #x7f (_ bv5 23))))",
        "(assert (= w ((_ fp.to_sbv 0) r x)))",
    ] {
        assert!(read(&format!("{}{wrong}", &text[..text.find("(assert").unwrap()])).is_err(), "{wrong}");
    }
}

#[test]
fn reads_of_bulk_memories_become_choices() {
    let sort = Sort::Array { index: 4, element: 8 };
    for seed in 1..=200u64 {
        let mut random = Random(seed * 0x1234_5678_9abc);
        let mut terms = if seed % 2 == 0 { Terms::new() } else { Terms::unsimplified() };
        let mut memories = vec![terms.symbol("m", sort), terms.symbol("n", sort)];
        let indices: Vec<Term> = (0..4).map(|_| terms.symbol("i", Sort::Bits(4))).collect();
        let values: Vec<Term> = (0..3).map(|_| terms.symbol("v", Sort::Bits(8))).collect();
        let condition = terms.symbol("p", Sort::Bool);
        for _ in 0..6 {
            let (m, n) = (random.of(&memories), random.of(&memories));
            let (a, b, c) = (random.of(&indices), random.of(&indices), random.of(&indices));
            let value = random.of(&values);
            memories.push(match random.below(4) {
                0 => terms.store(m, a, value),
                1 => terms.fill(m, a, b, value),
                2 => terms.copy(m, a, b, n, c),
                _ => terms.ite(condition, m, n),
            });
        }
        let mut roots = Vec::new();
        for &memory in &memories {
            for &index in &indices {
                roots.push(terms.select(memory, index));
                // An index that is itself read from a memory.
                let element = terms.select(memory, index);
                let other = terms.extract(element, 3, 0);
                roots.push(terms.select(memory, other));
            }
        }
        let through = random.of(&[Through::Bulk, Through::Everything]);
        let plain = expand(&mut terms, &roots, through, 1 << 20).unwrap();
        let order = postorder(&terms, &plain);
        assert!(order.iter().all(|&term| !matches!(terms.op(term), Op::Fill | Op::Copy)), "seed {seed}");
        for _ in 0..10 {
            let model = random_model(&terms, &roots, &mut random);
            let mut evaluator = Evaluator::new(&terms, &model);
            for (&root, &plain) in roots.iter().zip(&plain) {
                let value = evaluator.value(root).clone();
                assert_eq!(&value, evaluator.value(plain), "seed {seed}");
            }
        }
    }
}

#[test]
fn bulk_memories_cannot_be_compared() {
    let mut terms = Terms::unsimplified();
    let sort = Sort::Array { index: 4, element: 8 };
    let (m, i, v) =
        (terms.symbol("m", sort), terms.symbol("i", Sort::Bits(4)), terms.symbol("v", Sort::Bits(8)));
    let filled = terms.fill(m, i, i, v);
    let equal = terms.eq(filled, m);
    let bulk = |terms: &mut Terms, root| expand(terms, &[root], Through::Bulk, 100);
    assert_eq!(bulk(&mut terms, equal), Err(ExpandError::UsedWhole));
    assert_eq!(bulk(&mut terms, filled), Err(ExpandError::UsedWhole));
    assert!(print_script(&terms, &[equal], &ScriptOptions::default()).is_err());
    let stored = terms.store(m, i, v);
    let equal = terms.eq(stored, m);
    assert_eq!(bulk(&mut terms, equal), Ok(vec![equal]));
}

#[test]
fn mutated_scripts_do_not_panic() {
    const SEED: &str = "(set-logic QF_AUFBV)(set-info :status sat)
        (declare-sort S 0)(define-sort W (a) (Array a (_ BitVec 8)))(declare-const x (_ BitVec 8))
        (declare-fun f (S Bool) (_ BitVec 8))(declare-const s S)(declare-const m (W (_ BitVec 8)))
        (define-fun g ((a (_ BitVec 8)) (b Bool)) (_ BitVec 8) (ite b (bvudiv a x) ((_ rotate_left 3) a)))
        (push 1)(assert (! (= (g (f s true) false) (let ((y (bvadd x #x01))) (select m y))) :named |n m|))
        (assert (distinct ((_ extract 7 4) x) (_ bv3 4) #b0101))(check-sat-assuming (|n m| (not |n m|)))
        (assert (fp.leq ((_ to_fp 8 24) RNE x) (fp #b0 #x7f (_ bv0 23)) (_ +oo 8 24)))
        (get-value (x (bvsmod x x) s m))(pop 1)(assert (bvslt ((_ repeat 2) x) ((_ sign_extend 8) x)))
        (assert (= m (store ((as const (Array (_ BitVec 8) (_ BitVec 8))) x) x x)))
        (echo \"a\"\"b\")(get-model)(reset)(exit)";
    let tokens: Vec<&str> = SEED.split_inclusive([' ', '(', ')']).collect();
    let mut random = Random(0xfa7);
    for case in 0..6000 {
        let text = if case % 2 == 0 {
            let mut bytes = SEED.as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = random.of(b"()|\"; :#_!019abx\xc3\xff\x00\n"),
                    1 => {
                        bytes.remove(at);
                    }
                    2 => bytes.insert(at, random.of(b"()|\";:#0")),
                    _ => bytes.truncate(at + 1),
                }
            }
            bytes
        } else {
            let mut tokens = tokens.clone();
            for _ in 0..=random.below(4) {
                let (at, other) = (random.below(tokens.len()), random.below(tokens.len()));
                match random.below(4) {
                    0 => tokens[at] = tokens[other],
                    1 => tokens.swap(at, other),
                    2 => tokens.insert(at, tokens[other]),
                    _ => {
                        tokens[at] =
                            random.of(&["0", "99999999999999999999 ", "4294967295 ", "(_ ", "Bool ", "() "])
                    }
                }
            }
            tokens.concat().into_bytes()
        };
        // All commands, whether or not one of them is wrong.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let (mut terms, mut script) = (Terms::new(), Script::new());
            let mut source = Source::new(&text[..]);
            while let Some(chunk) = source.next_chunk().unwrap() {
                match script.read(&mut terms, &chunk) {
                    Ok(Command::Push(levels)) => drop(script.push(levels)),
                    Ok(Command::Pop(levels)) => drop(script.pop(levels)),
                    _ => {}
                }
            }
        }));
        assert!(outcome.is_ok(), "case {case}: {}", String::from_utf8_lossy(&text));
    }
}
