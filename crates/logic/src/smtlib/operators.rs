//! The functions of the theories: their names, what sorts they take, and the terms they make.

use fathom_ir::types::FloatKind;

use super::parse::Value;
use super::sorts::{MAX_WIDTH, Surface};
use crate::op::{FloatOp, Op, Rounding, float_kind};
use crate::sort::{Sort, float_widths};
use crate::terms::{Term, Terms};

/// `distinct` compares each two arguments; more would use memory out of proportion to the script.
const MAX_DISTINCT: usize = 2000;

/// Where a name comes from, which decides whether a script can use it for something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theory {
    /// In every logic.
    Core,
    /// Logics with BV.
    Bits,
    /// Logics with A.
    Arrays,
    /// Logics with FP.
    Floats,
    /// Of solvers, or of versions of the standard after 2.6: scripts may define the name themselves.
    Extension,
}

type Unary = fn(&mut Terms, Term) -> Term;
type Binary = fn(&mut Terms, Term, Term) -> Term;

/// How a function takes its arguments.
#[derive(Clone, Copy)]
enum Rule {
    /// True or false.
    Truth(bool),
    /// A rounding mode.
    Mode(Rounding),
    Not,
    And,
    Or,
    Xor,
    Implies,
    Equal,
    Distinct,
    Ite,
    /// A bit-vector to one of the same width.
    BitsUnary(Unary),
    /// Two of one width to one of it; more associate to the left.
    BitsLeft(Binary),
    /// Two of one width to one of it.
    BitsBinary(Binary),
    /// Two of one width to a Bool.
    BitsCompare(Binary),
    /// One to a Bool.
    BitsTest(Unary),
    /// One to one bit.
    BitsReduce(Unary),
    /// Two of one width to one bit.
    BitsCompareToBit(Binary),
    Concat,
    Extract,
    ZeroExtend,
    SignExtend,
    Repeat,
    RotateLeft,
    RotateRight,
    Select,
    Store,
    /// `fp` of sign, exponent and significand.
    FloatParts,
    /// A float to one of the same format.
    FloatUnary(FloatOp),
    /// Two of one format to one of it.
    FloatBinary(FloatOp),
    /// With a rounding mode, and this many floats.
    FloatRounded(FloatOp, usize),
    /// Chainable comparison; with the operands swapped if it says so.
    FloatCompare(FloatOp, bool),
    FloatTest(FloatOp),
    ToFloat,
    ToFloatUnsigned,
    ToBits(FloatOp),
    /// Known and not supported, for this reason.
    Unsupported(&'static str),
}

/// A function of a theory.
pub struct Operator {
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub theory: Theory,
    /// How many numbers follow the name in `(_ name ...)`.
    pub indices: usize,
    rule: Rule,
}

const fn operator(name: &'static str, theory: Theory, rule: Rule) -> Operator {
    Operator { name, theory, indices: 0, rule }
}

const fn indexed(name: &'static str, theory: Theory, indices: usize, rule: Rule) -> Operator {
    Operator { name, theory, indices, rule }
}

const REALS: &str = "there are no real numbers here";

/// All functions of the theories.
pub static OPERATORS: &[Operator] = {
    use Theory::{Arrays, Bits, Core, Extension, Floats};
    &[
        operator("true", Core, Rule::Truth(true)),
        operator("false", Core, Rule::Truth(false)),
        operator("not", Core, Rule::Not),
        operator("and", Core, Rule::And),
        operator("or", Core, Rule::Or),
        operator("xor", Core, Rule::Xor),
        operator("=>", Core, Rule::Implies),
        operator("=", Core, Rule::Equal),
        operator("distinct", Core, Rule::Distinct),
        operator("ite", Core, Rule::Ite),
        operator("bvnot", Bits, Rule::BitsUnary(Terms::bv_not)),
        operator("bvneg", Bits, Rule::BitsUnary(Terms::bv_neg)),
        operator("bvand", Bits, Rule::BitsLeft(Terms::bv_and)),
        operator("bvor", Bits, Rule::BitsLeft(Terms::bv_or)),
        operator("bvxor", Bits, Rule::BitsLeft(Terms::bv_xor)),
        operator("bvadd", Bits, Rule::BitsLeft(Terms::bv_add)),
        operator("bvmul", Bits, Rule::BitsLeft(Terms::bv_mul)),
        operator("bvxnor", Bits, Rule::BitsLeft(xnor)),
        operator("bvsub", Bits, Rule::BitsLeft(Terms::bv_sub)),
        operator("bvnand", Bits, Rule::BitsBinary(nand)),
        operator("bvnor", Bits, Rule::BitsBinary(nor)),
        operator("bvudiv", Bits, Rule::BitsBinary(Terms::bv_udiv)),
        operator("bvurem", Bits, Rule::BitsBinary(Terms::bv_urem)),
        operator("bvsdiv", Bits, Rule::BitsBinary(Terms::bv_sdiv)),
        operator("bvsrem", Bits, Rule::BitsBinary(Terms::bv_srem)),
        operator("bvsmod", Bits, Rule::BitsBinary(Terms::bv_smod)),
        operator("bvshl", Bits, Rule::BitsBinary(Terms::bv_shl)),
        operator("bvlshr", Bits, Rule::BitsBinary(Terms::bv_lshr)),
        operator("bvashr", Bits, Rule::BitsBinary(Terms::bv_ashr)),
        operator("bvult", Bits, Rule::BitsCompare(Terms::bv_ult)),
        operator("bvule", Bits, Rule::BitsCompare(Terms::bv_ule)),
        operator("bvugt", Bits, Rule::BitsCompare(|terms, a, b| terms.bv_ult(b, a))),
        operator("bvuge", Bits, Rule::BitsCompare(|terms, a, b| terms.bv_ule(b, a))),
        operator("bvslt", Bits, Rule::BitsCompare(Terms::bv_slt)),
        operator("bvsle", Bits, Rule::BitsCompare(Terms::bv_sle)),
        operator("bvsgt", Bits, Rule::BitsCompare(|terms, a, b| terms.bv_slt(b, a))),
        operator("bvsge", Bits, Rule::BitsCompare(|terms, a, b| terms.bv_sle(b, a))),
        operator("bvcomp", Bits, Rule::BitsCompareToBit(Terms::bv_comp)),
        operator("concat", Bits, Rule::Concat),
        indexed("extract", Bits, 2, Rule::Extract),
        indexed("zero_extend", Bits, 1, Rule::ZeroExtend),
        indexed("sign_extend", Bits, 1, Rule::SignExtend),
        indexed("repeat", Bits, 1, Rule::Repeat),
        indexed("rotate_left", Bits, 1, Rule::RotateLeft),
        indexed("rotate_right", Bits, 1, Rule::RotateRight),
        operator("bvnego", Extension, Rule::BitsTest(Terms::nego)),
        operator("bvuaddo", Extension, Rule::BitsCompare(Terms::uaddo)),
        operator("bvsaddo", Extension, Rule::BitsCompare(Terms::saddo)),
        operator("bvumulo", Extension, Rule::BitsCompare(Terms::umulo)),
        operator("bvsmulo", Extension, Rule::BitsCompare(Terms::smulo)),
        operator("bvusubo", Extension, Rule::BitsCompare(Terms::usubo)),
        operator("bvssubo", Extension, Rule::BitsCompare(Terms::ssubo)),
        operator("bvsdivo", Extension, Rule::BitsCompare(Terms::sdivo)),
        operator("bvredor", Extension, Rule::BitsReduce(reduce_or)),
        operator("bvredand", Extension, Rule::BitsReduce(reduce_and)),
        operator("bvredxor", Extension, Rule::BitsReduce(reduce_xor)),
        operator("bvinc", Extension, Rule::BitsUnary(|terms, a| add_constant(terms, a, false))),
        operator("bvdec", Extension, Rule::BitsUnary(|terms, a| add_constant(terms, a, true))),
        operator("bvrol", Extension, Rule::BitsBinary(rotate_left_by)),
        operator("bvror", Extension, Rule::BitsBinary(rotate_right_by)),
        operator("ext_rotate_left", Extension, Rule::BitsBinary(rotate_left_by)),
        operator("ext_rotate_right", Extension, Rule::BitsBinary(rotate_right_by)),
        operator("select", Arrays, Rule::Select),
        operator("store", Arrays, Rule::Store),
        operator("fp", Floats, Rule::FloatParts),
        operator("fp.abs", Floats, Rule::FloatUnary(FloatOp::Abs)),
        operator("fp.neg", Floats, Rule::FloatUnary(FloatOp::Neg)),
        operator("fp.add", Floats, Rule::FloatRounded(FloatOp::Add, 2)),
        operator("fp.sub", Floats, Rule::FloatRounded(FloatOp::Sub, 2)),
        operator("fp.mul", Floats, Rule::FloatRounded(FloatOp::Mul, 2)),
        operator("fp.div", Floats, Rule::FloatRounded(FloatOp::Div, 2)),
        operator("fp.fma", Floats, Rule::FloatRounded(FloatOp::Fma, 3)),
        operator("fp.sqrt", Floats, Rule::FloatRounded(FloatOp::Sqrt, 1)),
        operator("fp.rem", Floats, Rule::FloatBinary(FloatOp::Rem)),
        operator("fp.roundToIntegral", Floats, Rule::FloatRounded(FloatOp::RoundToIntegral, 1)),
        operator("fp.min", Floats, Rule::FloatBinary(FloatOp::Min)),
        operator("fp.max", Floats, Rule::FloatBinary(FloatOp::Max)),
        operator("fp.leq", Floats, Rule::FloatCompare(FloatOp::Le, false)),
        operator("fp.lt", Floats, Rule::FloatCompare(FloatOp::Lt, false)),
        operator("fp.geq", Floats, Rule::FloatCompare(FloatOp::Le, true)),
        operator("fp.gt", Floats, Rule::FloatCompare(FloatOp::Lt, true)),
        operator("fp.eq", Floats, Rule::FloatCompare(FloatOp::Equal, false)),
        operator("fp.isNormal", Floats, Rule::FloatTest(FloatOp::IsNormal)),
        operator("fp.isSubnormal", Floats, Rule::FloatTest(FloatOp::IsSubnormal)),
        operator("fp.isZero", Floats, Rule::FloatTest(FloatOp::IsZero)),
        operator("fp.isInfinite", Floats, Rule::FloatTest(FloatOp::IsInfinite)),
        operator("fp.isNaN", Floats, Rule::FloatTest(FloatOp::IsNan)),
        operator("fp.isNegative", Floats, Rule::FloatTest(FloatOp::IsNegative)),
        operator("fp.isPositive", Floats, Rule::FloatTest(FloatOp::IsPositive)),
        indexed("to_fp", Floats, 2, Rule::ToFloat),
        indexed("to_fp_unsigned", Floats, 2, Rule::ToFloatUnsigned),
        indexed("fp.to_ubv", Floats, 1, Rule::ToBits(FloatOp::ToUnsigned)),
        indexed("fp.to_sbv", Floats, 1, Rule::ToBits(FloatOp::ToSigned)),
        operator("fp.to_real", Floats, Rule::Unsupported(REALS)),
        operator("roundNearestTiesToEven", Floats, Rule::Mode(Rounding::NearestEven)),
        operator("roundNearestTiesToAway", Floats, Rule::Mode(Rounding::NearestAway)),
        operator("roundTowardPositive", Floats, Rule::Mode(Rounding::Up)),
        operator("roundTowardNegative", Floats, Rule::Mode(Rounding::Down)),
        operator("roundTowardZero", Floats, Rule::Mode(Rounding::Zero)),
        operator("RNE", Floats, Rule::Mode(Rounding::NearestEven)),
        operator("RNA", Floats, Rule::Mode(Rounding::NearestAway)),
        operator("RTP", Floats, Rule::Mode(Rounding::Up)),
        operator("RTN", Floats, Rule::Mode(Rounding::Down)),
        operator("RTZ", Floats, Rule::Mode(Rounding::Zero)),
    ]
};

fn xnor(terms: &mut Terms, a: Term, b: Term) -> Term {
    let differ = terms.bv_xor(a, b);
    terms.bv_not(differ)
}

fn nand(terms: &mut Terms, a: Term, b: Term) -> Term {
    let both = terms.bv_and(a, b);
    terms.bv_not(both)
}

fn nor(terms: &mut Terms, a: Term, b: Term) -> Term {
    let either = terms.bv_or(a, b);
    terms.bv_not(either)
}

fn reduce_or(terms: &mut Terms, a: Term) -> Term {
    let zero = terms.number(terms.width(a), 0);
    let none = terms.bv_comp(a, zero);
    terms.bv_not(none)
}

fn reduce_and(terms: &mut Terms, a: Term) -> Term {
    let ones = terms.bits(&fathom_ir::Bits::ones(terms.width(a)));
    terms.bv_comp(a, ones)
}

/// One bit: an odd number of bits is set. Halves are joined, so that the term has logarithmic size.
fn reduce_xor(terms: &mut Terms, a: Term) -> Term {
    let mut bits = a;
    loop {
        let width = terms.width(bits);
        if width == 1 {
            return bits;
        }
        let half = width.div_ceil(2);
        let (high, low) = (terms.extract(bits, width - 1, half), terms.extract(bits, half - 1, 0));
        let high = terms.zero_extend(high, half);
        bits = terms.bv_xor(high, low);
    }
}

fn add_constant(terms: &mut Terms, a: Term, minus: bool) -> Term {
    let width = terms.width(a);
    let one = if minus { fathom_ir::Bits::ones(width) } else { fathom_ir::Bits::one(width) };
    let one = terms.bits(&one);
    terms.bv_add(a, one)
}

fn rotate_left_by(terms: &mut Terms, a: Term, amount: Term) -> Term {
    rotate_by(terms, a, amount, true)
}

fn rotate_right_by(terms: &mut Terms, a: Term, amount: Term) -> Term {
    rotate_by(terms, a, amount, false)
}

/// Rotation by any amount. What shifts out on one side shifts in from the other; a shift by the whole
/// width, which is what rotating by 0 needs, gives 0.
fn rotate_by(terms: &mut Terms, a: Term, amount: Term, left: bool) -> Term {
    let width = terms.width(a);
    let modulus = terms.number(width, width.into());
    let amount = terms.bv_urem(amount, modulus);
    if let Some(amount) = terms.as_u64(amount) {
        // Less than the width.
        let amount = amount as u32;
        return if left { terms.rotate_left(a, amount) } else { terms.rotate_right(a, amount) };
    }
    let back = terms.bv_sub(modulus, amount);
    let (to_left, to_right) = if left { (amount, back) } else { (back, amount) };
    let (high, low) = (terms.bv_shl(a, to_left), terms.bv_lshr(a, to_right));
    terms.bv_or(high, low)
}

/// Why an application makes no sense, and which argument is to blame (none: all of it).
pub(super) struct Misfit {
    pub(super) argument: Option<usize>,
    pub(super) message: String,
}

/// A term with its sort.
type Made = Result<(Term, Surface), Misfit>;

/// Applies functions of the theories to arguments.
pub(super) struct Applier<'a, F> {
    pub(super) terms: &'a mut Terms,
    pub(super) sort_text: F,
    pub(super) operator: &'static Operator,
    pub(super) indices: [u32; 2],
}

impl<F: Fn(Surface) -> String> Applier<'_, F> {
    fn name(&self) -> String {
        let name = self.operator.name;
        match self.operator.indices {
            0 => name.to_string(),
            1 => format!("(_ {name} {})", self.indices[0]),
            _ => format!("(_ {name} {} {})", self.indices[0], self.indices[1]),
        }
    }

    fn misfit<T>(&self, argument: impl Into<Option<usize>>, message: String) -> Result<T, Misfit> {
        Err(Misfit { argument: argument.into(), message: format!("{}: {message}", self.name()) })
    }

    fn wrong_sort<T>(&self, arguments: &[Value], at: usize, expected: &str) -> Result<T, Misfit> {
        let found = (self.sort_text)(arguments[at].sort);
        self.misfit(at, format!("argument {} must be {expected}, found {found}", at + 1))
    }

    fn count(&self, arguments: &[Value], least: usize, most: usize) -> Result<(), Misfit> {
        let found = arguments.len();
        if found >= least && found <= most {
            return Ok(());
        }
        let expected = match (least, most) {
            (1, 1) => "1 argument".to_string(),
            _ if least == most => format!("{least} arguments"),
            (1, usize::MAX) => "arguments".to_string(),
            (_, usize::MAX) => format!("at least {least} arguments"),
            _ => format!("{least} to {most} arguments"),
        };
        self.misfit(None, format!("expected {expected}, found {found}"))
    }

    fn bools(&self, arguments: &[Value], least: usize, most: usize) -> Result<Vec<Term>, Misfit> {
        self.count(arguments, least, most)?;
        self.all(arguments, Surface::Bool, "of sort Bool")
    }

    fn all(&self, arguments: &[Value], sort: Surface, expected: &str) -> Result<Vec<Term>, Misfit> {
        match arguments.iter().position(|argument| argument.sort != sort) {
            Some(at) => self.wrong_sort(arguments, at, expected),
            None => Ok(arguments.iter().map(|argument| argument.term).collect()),
        }
    }

    fn like_first(&self, arguments: &[Value]) -> Result<Vec<Term>, Misfit> {
        let sort = arguments[0].sort;
        match arguments.iter().position(|argument| argument.sort != sort) {
            Some(at) => {
                let expected = format!("of sort {} like the first", (self.sort_text)(sort));
                self.wrong_sort(arguments, at, &expected)
            }
            None => Ok(arguments.iter().map(|argument| argument.term).collect()),
        }
    }

    fn width(&self, arguments: &[Value], at: usize) -> Result<u32, Misfit> {
        match arguments[at].sort {
            Surface::Bits(width) => Ok(width),
            _ => self.wrong_sort(arguments, at, "a bit-vector"),
        }
    }

    /// All arguments are bit-vectors of one width.
    fn bits(&self, arguments: &[Value], least: usize, most: usize) -> Result<(u32, Vec<Term>), Misfit> {
        self.count(arguments, least, most)?;
        let width = self.width(arguments, 0)?;
        Ok((width, self.like_first(arguments)?))
    }

    fn pair(&self, arguments: &[Value]) -> Result<(u32, Term, Term), Misfit> {
        match *arguments {
            // Nearly always.
            [Value { term: a, sort: Surface::Bits(width), .. }, Value { term: b, sort, .. }]
                if sort == Surface::Bits(width) =>
            {
                Ok((width, a, b))
            }
            _ => self.bits(arguments, 2, 2).map(|(width, terms)| (width, terms[0], terms[1])),
        }
    }

    fn single(&self, arguments: &[Value]) -> Result<(u32, Term), Misfit> {
        self.count(arguments, 1, 1)?;
        Ok((self.width(arguments, 0)?, arguments[0].term))
    }

    fn checked_width(&self, width: u64) -> Result<u32, Misfit> {
        match u32::try_from(width) {
            Ok(width) if (1..=MAX_WIDTH).contains(&width) => Ok(width),
            _ => self.misfit(None, format!("the result has {width} bits; at most {MAX_WIDTH} are supported")),
        }
    }

    fn mode(&self, arguments: &[Value]) -> Result<Term, Misfit> {
        match arguments[0].sort {
            Surface::Rounding => Ok(arguments[0].term),
            _ => self.wrong_sort(arguments, 0, "a rounding mode"),
        }
    }

    fn float(&self, arguments: &[Value], at: usize) -> Result<FloatKind, Misfit> {
        match arguments[at].sort {
            Surface::Float(kind) => Ok(kind),
            _ => self.wrong_sort(arguments, at, "a floating-point number"),
        }
    }

    /// The arguments from `from` on are floats of one format.
    fn floats(&self, arguments: &[Value], from: usize) -> Result<(FloatKind, Vec<Term>), Misfit> {
        let kind = self.float(arguments, from)?;
        for at in from..arguments.len() {
            if self.float(arguments, at)? != kind {
                let expected = format!("of sort {}", (self.sort_text)(Surface::Float(kind)));
                return self.wrong_sort(arguments, at, &expected);
            }
        }
        Ok((kind, arguments[from..].iter().map(|argument| argument.term).collect()))
    }

    fn target_format(&self) -> Result<FloatKind, Misfit> {
        let [exponent, significand] = self.indices;
        match float_kind(exponent, significand) {
            Some(kind) => Ok(kind),
            None => self.misfit(None, "this floating-point format is not supported".into()),
        }
    }

    fn float_app(&mut self, op: FloatOp, sort: Surface, operands: &[Term]) -> Made {
        Ok((self.terms.app(Op::Float(op), sort.sort(), operands), sort))
    }

    /// The term of an application.
    pub(super) fn apply(&mut self, arguments: &[Value]) -> Made {
        const MANY: usize = usize::MAX;
        match self.operator.rule {
            Rule::Truth(value) => {
                self.count(arguments, 0, 0)?;
                Ok((self.terms.bool(value), Surface::Bool))
            }
            Rule::Mode(mode) => {
                self.count(arguments, 0, 0)?;
                Ok((self.terms.app(Op::Rounding(mode), Sort::Rounding, &[]), Surface::Rounding))
            }
            Rule::Not => {
                let operands = self.bools(arguments, 1, 1)?;
                Ok((self.terms.not(operands[0]), Surface::Bool))
            }
            Rule::And => {
                let operands = self.bools(arguments, 1, MANY)?;
                Ok((self.terms.and_all(&operands), Surface::Bool))
            }
            Rule::Or => {
                let operands = self.bools(arguments, 1, MANY)?;
                Ok((self.terms.or_all(&operands), Surface::Bool))
            }
            Rule::Xor => {
                let operands = self.bools(arguments, 2, MANY)?;
                let first = operands[0];
                let xor = operands[1..].iter().fold(first, |a, &b| self.terms.xor(a, b));
                Ok((xor, Surface::Bool))
            }
            Rule::Implies => {
                let mut operands = self.bools(arguments, 2, MANY)?;
                let last = operands.remove(operands.len() - 1);
                // To the right: all but the last imply it together.
                let all = self.terms.and_all(&operands);
                Ok((self.terms.implies(all, last), Surface::Bool))
            }
            Rule::Equal => {
                self.count(arguments, 2, MANY)?;
                let operands = self.like_first(arguments)?;
                let equal: Vec<Term> =
                    operands.windows(2).map(|pair| self.terms.eq(pair[0], pair[1])).collect();
                Ok((self.terms.and_all(&equal), Surface::Bool))
            }
            Rule::Distinct => self.distinct(arguments),
            Rule::Ite => {
                self.count(arguments, 3, 3)?;
                if arguments[0].sort != Surface::Bool {
                    return self.wrong_sort(arguments, 0, "of sort Bool");
                }
                if arguments[2].sort != arguments[1].sort {
                    let expected = format!("of sort {} like the second", (self.sort_text)(arguments[1].sort));
                    return self.wrong_sort(arguments, 2, &expected);
                }
                let [condition, yes, no] = [arguments[0].term, arguments[1].term, arguments[2].term];
                Ok((self.terms.ite(condition, yes, no), arguments[1].sort))
            }
            Rule::BitsUnary(build) => {
                let (width, a) = self.single(arguments)?;
                Ok((build(self.terms, a), Surface::Bits(width)))
            }
            Rule::BitsLeft(build) => {
                let (width, operands) = self.bits(arguments, 2, MANY)?;
                let first = operands[0];
                let result = operands[1..].iter().fold(first, |a, &b| build(self.terms, a, b));
                Ok((result, Surface::Bits(width)))
            }
            Rule::BitsBinary(build) => {
                let (width, a, b) = self.pair(arguments)?;
                Ok((build(self.terms, a, b), Surface::Bits(width)))
            }
            Rule::BitsCompare(build) => {
                let (_, a, b) = self.pair(arguments)?;
                Ok((build(self.terms, a, b), Surface::Bool))
            }
            Rule::BitsTest(build) => {
                let (_, a) = self.single(arguments)?;
                Ok((build(self.terms, a), Surface::Bool))
            }
            Rule::BitsReduce(build) => {
                let (_, a) = self.single(arguments)?;
                Ok((build(self.terms, a), Surface::Bits(1)))
            }
            Rule::BitsCompareToBit(build) => {
                let (_, a, b) = self.pair(arguments)?;
                Ok((build(self.terms, a, b), Surface::Bits(1)))
            }
            Rule::Concat => {
                self.count(arguments, 2, MANY)?;
                let mut width = 0;
                for at in 0..arguments.len() {
                    width += u64::from(self.width(arguments, at)?);
                }
                let width = self.checked_width(width)?;
                let first = arguments[0].term;
                let result = arguments[1..].iter().fold(first, |high, low| self.terms.concat(high, low.term));
                Ok((result, Surface::Bits(width)))
            }
            Rule::Extract => {
                let (width, a) = self.single(arguments)?;
                let [high, low] = self.indices;
                if low > high {
                    return self.misfit(None, "the first index is less than the second".into());
                }
                if high >= width {
                    return self.misfit(None, format!("the argument has only {width} bits"));
                }
                Ok((self.terms.extract(a, high, low), Surface::Bits(high - low + 1)))
            }
            Rule::ZeroExtend | Rule::SignExtend => {
                let (width, a) = self.single(arguments)?;
                let to = self.checked_width(u64::from(width) + u64::from(self.indices[0]))?;
                let result = match self.operator.rule {
                    _ if to == width => a,
                    Rule::ZeroExtend => self.terms.zero_extend(a, to),
                    _ => self.terms.sign_extend(a, to),
                };
                Ok((result, Surface::Bits(to)))
            }
            Rule::Repeat => {
                let (width, a) = self.single(arguments)?;
                if self.indices[0] == 0 {
                    return self.misfit(None, "the index must be at least 1".into());
                }
                let to = self.checked_width(u64::from(width) * u64::from(self.indices[0]))?;
                Ok((self.terms.repeat(a, self.indices[0]), Surface::Bits(to)))
            }
            Rule::RotateLeft => {
                let (width, a) = self.single(arguments)?;
                Ok((self.terms.rotate_left(a, self.indices[0]), Surface::Bits(width)))
            }
            Rule::RotateRight => {
                let (width, a) = self.single(arguments)?;
                Ok((self.terms.rotate_right(a, self.indices[0]), Surface::Bits(width)))
            }
            Rule::Select => self.select(arguments),
            Rule::Store => self.store(arguments),
            Rule::FloatParts => self.float_parts(arguments),
            Rule::FloatUnary(op) => {
                self.count(arguments, 1, 1)?;
                let (kind, operands) = self.floats(arguments, 0)?;
                self.float_app(op, Surface::Float(kind), &operands)
            }
            Rule::FloatBinary(op) => {
                self.count(arguments, 2, 2)?;
                let (kind, operands) = self.floats(arguments, 0)?;
                self.float_app(op, Surface::Float(kind), &operands)
            }
            Rule::FloatRounded(op, count) => {
                self.count(arguments, count + 1, count + 1)?;
                let mode = self.mode(arguments)?;
                let (kind, mut operands) = self.floats(arguments, 1)?;
                operands.insert(0, mode);
                self.float_app(op, Surface::Float(kind), &operands)
            }
            Rule::FloatCompare(op, swap) => {
                self.count(arguments, 2, MANY)?;
                let (_, operands) = self.floats(arguments, 0)?;
                let mut parts = Vec::new();
                for pair in operands.windows(2) {
                    let pair = if swap { [pair[1], pair[0]] } else { [pair[0], pair[1]] };
                    parts.push(self.float_app(op, Surface::Bool, &pair)?.0);
                }
                Ok((self.terms.and_all(&parts), Surface::Bool))
            }
            Rule::FloatTest(op) => {
                self.count(arguments, 1, 1)?;
                let (_, operands) = self.floats(arguments, 0)?;
                self.float_app(op, Surface::Bool, &operands)
            }
            Rule::ToFloat => self.convert(arguments),
            Rule::ToFloatUnsigned => {
                self.count(arguments, 2, 2)?;
                let (kind, mode) = (self.target_format()?, self.mode(arguments)?);
                self.width(arguments, 1)?;
                self.float_app(FloatOp::FromUnsigned, Surface::Float(kind), &[mode, arguments[1].term])
            }
            Rule::ToBits(op) => {
                self.count(arguments, 2, 2)?;
                let mode = self.mode(arguments)?;
                self.float(arguments, 1)?;
                let width = self.checked_width(self.indices[0].into())?;
                self.float_app(op, Surface::Bits(width), &[mode, arguments[1].term])
            }
            Rule::Unsupported(reason) => self.misfit(None, format!("unsupported: {reason}")),
        }
    }

    fn distinct(&mut self, arguments: &[Value]) -> Made {
        self.count(arguments, 2, usize::MAX)?;
        let operands = self.like_first(arguments)?;
        let values = match arguments[0].sort {
            Surface::Bool => Some(2),
            Surface::Bits(width) if width < 32 => Some(1usize << width),
            _ => None,
        };
        if values.is_some_and(|values| operands.len() > values) {
            return Ok((self.terms.bool(false), Surface::Bool));
        }
        if operands.len() > MAX_DISTINCT {
            let message = format!("unsupported: {} arguments, more than {MAX_DISTINCT}", operands.len());
            return self.misfit(None, message);
        }
        let mut parts = Vec::new();
        for (at, &a) in operands.iter().enumerate() {
            for &b in &operands[at + 1..] {
                parts.push(self.terms.ne(a, b));
            }
        }
        Ok((self.terms.and_all(&parts), Surface::Bool))
    }

    fn select(&mut self, arguments: &[Value]) -> Made {
        self.count(arguments, 2, 2)?;
        let Surface::Array(index, element) = arguments[0].sort else {
            return self.wrong_sort(arguments, 0, "an array");
        };
        if arguments[1].sort != index.surface() {
            let expected = format!("of sort {}", (self.sort_text)(index.surface()));
            return self.wrong_sort(arguments, 1, &expected);
        }
        let at = self.cell(arguments[1]);
        let bits = self.terms.select(arguments[0].term, at);
        let result = match element.surface() {
            Surface::Bool => self.terms.bit(bits, 0),
            _ => bits,
        };
        Ok((result, element.surface()))
    }

    fn store(&mut self, arguments: &[Value]) -> Made {
        self.count(arguments, 3, 3)?;
        let Surface::Array(index, element) = arguments[0].sort else {
            return self.wrong_sort(arguments, 0, "an array");
        };
        for (at, cell) in [(1, index), (2, element)] {
            if arguments[at].sort != cell.surface() {
                let expected = format!("of sort {}", (self.sort_text)(cell.surface()));
                return self.wrong_sort(arguments, at, &expected);
            }
        }
        let (at, value) = (self.cell(arguments[1]), self.cell(arguments[2]));
        Ok((self.terms.store(arguments[0].term, at, value), arguments[0].sort))
    }

    /// An index or element as arrays have it.
    fn cell(&mut self, value: Value) -> Term {
        to_cell(self.terms, value)
    }

    fn float_parts(&mut self, arguments: &[Value]) -> Made {
        self.count(arguments, 3, 3)?;
        let sign = self.width(arguments, 0)?;
        let (exponent, fraction) = (self.width(arguments, 1)?, self.width(arguments, 2)?);
        if sign != 1 {
            return self.wrong_sort(arguments, 0, "of sort (_ BitVec 1)");
        }
        let Some(kind) = float_kind(exponent, fraction + 1) else {
            let message = format!(
                "floating-point numbers with {exponent} bits of exponent and {} of significand are not \
                 supported",
                fraction + 1
            );
            return self.misfit(None, message);
        };
        let high = self.terms.concat(arguments[0].term, arguments[1].term);
        let bits = self.terms.concat(high, arguments[2].term);
        Ok((from_interchange(self.terms, kind, bits), Surface::Float(kind)))
    }

    fn convert(&mut self, arguments: &[Value]) -> Made {
        self.count(arguments, 1, 2)?;
        let kind = self.target_format()?;
        let sort = Surface::Float(kind);
        if let [bits] = arguments {
            let (exponent, significand) = float_widths(kind);
            if bits.sort != Surface::Bits(exponent + significand) {
                let expected = format!("of sort (_ BitVec {})", exponent + significand);
                return self.wrong_sort(arguments, 0, &expected);
            }
            return Ok((from_interchange(self.terms, kind, bits.term), sort));
        }
        let mode = self.mode(arguments)?;
        let operands = [mode, arguments[1].term];
        match arguments[1].sort {
            Surface::Float(_) => self.float_app(FloatOp::FromFloat, sort, &operands),
            Surface::Bits(_) => self.float_app(FloatOp::FromSigned, sort, &operands),
            _ => self.wrong_sort(arguments, 1, "a floating-point number or a bit-vector"),
        }
    }
}

/// An index or element as arrays have it: a Bool is one bit.
pub(super) fn to_cell(terms: &mut Terms, value: Value) -> Term {
    match value.sort {
        Surface::Bool => terms.bool_to_bit(value.term),
        _ => value.term,
    }
}

/// The float of bits in the interchange format: sign, exponent, fraction without the hidden bit.
///
/// The x87 format stores the bit that the others hide. It is set unless the exponent is 0.
pub(super) fn from_interchange(terms: &mut Terms, kind: FloatKind, bits: Term) -> Term {
    let (exponent, significand) = float_widths(kind);
    let mut stored = bits;
    if kind.bits() != exponent + significand {
        let width = terms.width(bits);
        let (high, low) =
            (terms.extract(bits, width - 1, significand - 1), terms.extract(bits, significand - 2, 0));
        let exponent = terms.extract(bits, width - 2, significand - 1);
        let zero = terms.number(terms.width(exponent), 0);
        let tiny = terms.bv_comp(exponent, zero);
        let hidden = terms.bv_not(tiny);
        let high = terms.concat(high, hidden);
        stored = terms.concat(high, low);
    }
    terms.app(Op::Float(FloatOp::FromBits), Sort::Float(kind), &[stored])
}
