//! Calls: direct, through pointers, variadic, inline assembly, and the words of other verifiers.

use fathom_ir::variadic::AreaName;
use fathom_ir::{
    BinOp, CastOp, CmpOp, Const, FuncId, Op, Overlap, Property, Symbol, Term, Type, VaAbi, Value,
};
use fathom_llvm::module as llvm;
use llvm::{Call, Operand};

use crate::constant::CVal;
use crate::function::Lowerer;
use crate::types::{Lowered, unmodelled};

impl Lowerer<'_, '_, '_> {
    pub(crate) fn call(&mut self, inst: &llvm::Inst, call: &Call) -> Lowered<()> {
        if let Some(asm) = &call.asm {
            return self.inline_assembly(inst, call, asm);
        }
        let callee = match call.callee {
            Operand::Const(id) => match self.fold(|c| c.scalar(id))? {
                CVal::Addr(Symbol::Func(id), 0) => Some(id),
                _ => None,
            },
            _ => None,
        };
        if let Some(id) = callee {
            let name = self.shared.program.functions[id.index()].name.clone();
            if let Some(intrinsic) = name.strip_prefix("llvm.") {
                return self.intrinsic(inst, call, intrinsic);
            }
            if self.dialect(inst, call, id, &name)? {
                return Ok(());
            }
        }
        let llvm::Type::Function { params, variadic, .. } = self.module.ty(call.fn_ty) else {
            return unmodelled("a call of something that is no function");
        };
        let fixed = params.len();
        if call.args.iter().any(|arg| arg.attrs.inalloca.is_some() || arg.attrs.preallocated.is_some()) {
            return unmodelled("arguments passed by inalloca or preallocated");
        }
        let mut args = vec![];
        for arg in call.args.iter().take(fixed) {
            let values = self.leaves(arg.value)?;
            values.iter().for_each(|&value| self.demand(value));
            args.extend(values);
        }
        let area = match (*variadic, call.must_tail, self.area) {
            (false, ..) => None,
            // A thunk passes on the arguments that it got.
            (true, true, Some(area)) => Some(area),
            (true, ..) => Some(self.variadic_area(&call.args[fixed.min(call.args.len())..], callee)?),
        };
        args.extend(area);
        let results: Vec<Type> = self.types.leaves(inst.ty)?.iter().map(|leaf| leaf.ty).collect();
        let op = match callee {
            Some(id) if self.fits(id, &args, &results, *variadic) => Op::Call { callee: id, args },
            Some(id) if self.fits_without_area(id, &args, &results, *variadic) => {
                args.pop();
                Op::Call { callee: id, args }
            }
            _ => {
                let callee = match callee {
                    Some(id) => self.symbol(Symbol::Func(id)),
                    None => {
                        let ty = self.pointer_operand_type(call);
                        let value = self.scalar(llvm::Typed { ty, op: call.callee })?;
                        self.demand(value);
                        value
                    }
                };
                Op::CallPtr { callee, args, variadic: *variadic }
            }
        };
        let values = self.emit_many(op, &results);
        if let Some(area) = area.filter(|&area| Some(area) != self.area) {
            self.effect(Op::LifetimeEnd(area));
        }
        values.iter().for_each(|&value| self.promised(inst, value));
        // References are promised to be aligned as well, where what makes them was checked.
        if call.ret_attrs.align > 1
            && call.ret_attrs.dereferenceable == 0
            && let [value] = values[..]
            && self.ty(value) == Type::Ptr
        {
            let align = self.int(self.shared.program.target.pointer_bits, call.ret_attrs.align);
            self.assert_multiple(value, align, None);
        }
        self.define(inst, values);
        Ok(())
    }

    fn pointer_operand_type(&self, call: &Call) -> llvm::TypeId {
        match call.callee {
            Operand::Const(id) => self.module.constant(id).ty,
            Operand::Local(local) => self.source.local_types[local.index()],
            _ => call.fn_ty,
        }
    }

    /// Whether a direct call fits the callee's signature; otherwise it is checked as a call through a
    /// pointer.
    fn fits(&self, id: FuncId, args: &[Value], results: &[Type], variadic: bool) -> bool {
        let function = &self.shared.program.functions[id.index()];
        let fixed = args.len() - usize::from(variadic);
        function.variadic == variadic
            && function.results == results
            && function.params.len() == fixed
            && function.params.iter().zip(args).all(|(&ty, &arg)| self.ty(arg) == ty)
    }

    /// Calls without prototype pass an area that a callee with fixed parameters does not take.
    fn fits_without_area(&self, id: FuncId, args: &[Value], results: &[Type], variadic: bool) -> bool {
        variadic
            && !self.shared.program.functions[id.index()].variadic
            && self.fits(id, &args[..args.len() - 1], results, false)
    }

    /// Puts variadic arguments into memory as [`VaAbi`] says; gives the address. Those of libstdc++'s conversion are
    /// not what its format says: it passes the precision of a stream as a `long` where `int` is due.
    fn variadic_area(&mut self, args: &[llvm::Arg], callee: Option<FuncId>) -> Lowered<Value> {
        let name_of = |id: FuncId| &self.shared.program.functions[id.index()].name;
        let passed_loosely = callee.is_some_and(|id| name_of(id).starts_with("_ZSt16__convert_from_v"));
        let (slot, max_align) = match self.shared.program.target.va {
            VaAbi::SysV64 => (8, 16),
            VaAbi::Pointer { slot } => (u64::from(slot), u64::from(slot)),
            VaAbi::Unknown => (8, 16),
        };
        let mut places = vec![];
        let mut size = 0u64;
        let mut name = AreaName::default();
        for arg in args {
            if let Some(ty) = arg.attrs.byval {
                let align = self.module.align(ty).max(arg.attrs.align).clamp(slot, max_align.max(slot));
                let value = self.scalar(arg.value)?;
                self.demand(value);
                size = size.next_multiple_of(align);
                places.push((size, value, Some(self.module.alloc_size(ty))));
                name.push(None, size);
                size += self.module.alloc_size(ty).next_multiple_of(slot);
                continue;
            }
            // A vector takes one slot of its size; other aggregates are passed in pieces.
            if let llvm::Type::Vector { .. } = self.module.ty(arg.value.ty) {
                let lanes = self.leaves(arg.value)?;
                lanes.iter().for_each(|&lane| self.demand(lane));
                let value = self.concat(&lanes, self.shared.program.target.big_endian)?;
                let bytes = self.ty(value).bytes(&self.shared.program.target);
                size = size.next_multiple_of(bytes.next_power_of_two().clamp(slot, max_align));
                places.push((size, value, None));
                name.push(None, size);
                size += bytes.next_multiple_of(slot);
                continue;
            }
            for value in self.leaves(arg.value)? {
                self.demand(value);
                let bytes = self.ty(value).bytes(&self.shared.program.target);
                if bytes > slot && max_align > slot {
                    size = size.next_multiple_of(16);
                }
                places.push((size, value, None));
                // Parts of structures may have bits that are not set; clang promises that values have none.
                let is_value = arg.attrs.noundef && !passed_loosely;
                name.push(is_value.then(|| self.ty(value)), size);
                size += bytes.next_multiple_of(slot);
            }
        }
        let area = self.entry_alloca(size, 16, &name.finish());
        self.effect(Op::LifetimeStart(area));
        for (offset, value, copied) in places {
            let place = self.at_offset(area, offset);
            match copied {
                Some(bytes) => {
                    let len = self.size(bytes);
                    self.effect(Op::MemCopy { dst: place, src: value, len, overlap: Overlap::Allowed });
                }
                None => self.effect(Op::Store { value, ptr: place, align: 1 }),
            }
        }
        Ok(area)
    }

    /// Empty templates are barriers: outputs are the inputs tied to them, memory operands stay as they
    /// are. Others are not modelled.
    fn inline_assembly(&mut self, inst: &llvm::Inst, call: &Call, asm: &llvm::Asm) -> Lowered<()> {
        let template = String::from_utf8_lossy(&self.module.unescaped(asm.template)).into_owned();
        // Alignment of code and waiting have no meaning.
        let directives = [".p2align", ".align", ".balign", "nop", "pause"];
        let idle = template.split(['\n', ';']).all(|line| {
            line.trim().is_empty() || directives.iter().any(|directive| line.trim().starts_with(directive))
        });
        if !idle || !self.barrier(inst, call, asm)? {
            self.fail(Property::InlineAssembly, template.trim());
            self.undefine(inst);
        }
        Ok(())
    }

    /// Lowers inline assembly without instructions; `false` where an output has no known value.
    fn barrier(&mut self, inst: &llvm::Inst, call: &Call, asm: &llvm::Asm) -> Lowered<bool> {
        let constraints = self.module.text(asm.constraints);
        let items: Vec<&str> = constraints.split(',').filter(|c| !c.starts_with('~')).collect();
        let (outputs, inputs) = items.split_at(items.iter().take_while(|c| c.starts_with('=')).count());
        // Pointers to the outputs behind pointers come first among the arguments.
        let mut args = call.args.iter();
        let places: Vec<Option<llvm::Arg>> =
            outputs.iter().map(|c| if c.contains('*') { args.next().copied() } else { None }).collect();
        let mut tied = vec![None; outputs.len()];
        for (input, arg) in inputs.iter().zip(args) {
            if let Some(slot) = input.parse::<usize>().ok().and_then(|n| tied.get_mut(n)) {
                *slot = Some(arg.value);
            }
        }
        let types: Vec<Type> = self.types.leaves(inst.ty)?.iter().map(|leaf| leaf.ty).collect();
        let mut values = vec![];
        for ((output, place), tied) in outputs.iter().zip(places).zip(tied) {
            match (place, tied) {
                (Some(place), Some(value)) if place.attrs.elementtype == Some(value.ty) => {
                    let pointer = self.address(place.value)?;
                    let leaves = self.leaves(value)?;
                    self.store(pointer, &leaves, value.ty, 1)?;
                }
                (Some(_), None) if *output == "=*m" => {}
                (None, Some(value)) => values.push(self.scalar(value)?),
                _ => return Ok(false),
            }
        }
        if !values.iter().map(|&value| self.ty(value)).eq(types) {
            return Ok(false);
        }
        self.define(inst, values);
        Ok(true)
    }

    /// Calls with a meaning of their own for verifiers; `true` if it was one.
    fn dialect(&mut self, inst: &llvm::Inst, call: &Call, id: FuncId, name: &str) -> Lowered<bool> {
        if is_rust_panic(name) {
            self.fail(Property::Assertion, &format!("panic: {}", rust_panic_message(name)));
            self.undefine(inst);
            return Ok(true);
        }
        // Assertions of libstdc++, which are switched on for all programs; before version 12 in a header.
        if matches!(name, "_ZSt21__glibcxx_assert_failPKciS0_S0_" | "_ZSt20__replacement_assertPKciS0_S0_") {
            let note = self.string_argument(call, 3).unwrap_or_default();
            self.fail(Property::Assertion, &note);
            self.undefine(inst);
            return Ok(true);
        }
        if is_error_function(name) {
            // If nobody asks, it does what its body says.
            let checked = self.shared.options.checks.contains(Property::ErrorReached);
            if !checked && self.shared.bodies.contains(&id) {
                return Ok(false);
            }
            self.fail(Property::ErrorReached, name);
            self.undefine(inst);
            return Ok(true);
        }
        // The program's own is a function like any other, and what it is called for no assertion.
        if name == "__assert_fail" && self.shared.bodies.contains(&id) {
            let note = self.string_argument(call, 0).unwrap_or_default();
            let note = self.note(&note);
            self.reported.insert((self.loc, note));
            return Ok(false);
        }
        // A name means something only if others see it too.
        if self.shared.locals.contains(&id) {
            return Ok(false);
        }
        // Under another name a function with a body is just that function.
        if self.shared.bodies.contains(&id) {
            return Ok(false);
        }
        match name {
            "__VERIFIER_assume"
            | "assume"
            | "assume_abort_if_not"
            | "__CPROVER_assume"
            | "__ESBMC_assume"
            | "klee_assume"
            | "__llbmc_assume"
            | "__fathom_assume" => {
                let cond = self.truth(call)?;
                self.effect(Op::Assume(cond));
            }
            "__VERIFIER_assert"
            | "sassert"
            | "__CPROVER_assert"
            | "__CPROVER_precondition"
            | "__CPROVER_postcondition"
            | "__ESBMC_assert"
            | "__llbmc_assert"
            | "__fathom_assert" => {
                let cond = self.truth(call)?;
                let note = self.string_argument(call, 1).unwrap_or_default();
                self.assert(cond, Property::Assertion, &note);
            }
            "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_func" | "_assert" => {
                let at = match name {
                    "__assert_rtn" | "__assert_func" => 2 + usize::from(name == "__assert_func"),
                    _ => 0,
                };
                let note = self.string_argument(call, at).unwrap_or_default();
                self.fail(Property::Assertion, &note);
            }
            // See `asserted`.
            "__fathom_asserts" => {
                let always = self.bool(true);
                let note = self.string_argument(call, 0).unwrap_or_default();
                self.assert(always, Property::Assertion, &note);
            }
            // What the models of the C library say of their arguments.
            "__fathom_precondition" => {
                let cond = self.truth(call)?;
                let note = self.string_argument(call, 1).unwrap_or_default();
                self.assert(cond, Property::InvalidArgument, &note);
            }
            "__fathom_apart" => {
                let cond = self.truth(call)?;
                let note = self.string_argument(call, 1).unwrap_or_default();
                self.assert(cond, Property::OverlappingCopy, &note);
            }
            // See `fathom_frontend`: what clang computed though it has no value.
            "__fathom_folded" => {
                self.fail(Property::Unmodelled, "an expression without a value that the compiler computed");
            }
            // The call that follows has lost arguments that the function does not take.
            "__fathom_surplus" => {
                let never = self.bool(false);
                self.assert(never, Property::InvalidCall, "more arguments than the function takes");
            }
            // The call that follows has arguments that the compiler made fit, as it knew the function.
            "__fathom_converted" => {
                let never = self.bool(false);
                self.assert(
                    never,
                    Property::InvalidCall,
                    "an argument of another type than the function takes",
                );
            }
            "__fathom_unmodelled" => {
                let note = self.string_argument(call, 0).unwrap_or_default();
                self.fail(Property::Unmodelled, &note);
            }
            "__VERIFIER_atomic_begin" | "__VERIFIER_atomic_end" => {}
            _ if is_nondet(name) && self.asks_for_a_value(inst, call) => {
                // A large struct is returned where the caller says.
                if let Some(&llvm::Arg { value, attrs, .. }) = call.args.first()
                    && let Some(ty) = attrs.sret
                {
                    let place = self.address(value)?;
                    let values = self.inputs(ty, name)?;
                    self.store(place, &values, ty, 1)?;
                }
                let values = self.inputs(inst.ty, name)?;
                self.define(inst, values);
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.undefine(inst);
        Ok(true)
    }

    /// Whether a call does nothing but return a value: what a function does with arguments, only its author knows.
    fn asks_for_a_value(&self, inst: &llvm::Inst, call: &Call) -> bool {
        let in_memory = call.args.first().is_some_and(|arg| arg.attrs.sret.is_some());
        let returns = !matches!(self.module.ty(inst.ty), llvm::Type::Void);
        call.args.len() == usize::from(in_memory) && (in_memory || returns)
    }

    /// Arbitrary values for the scalars of a type.
    fn inputs(&mut self, ty: llvm::TypeId, function: &str) -> Lowered<Vec<Value>> {
        let leaves = self.types.leaves(ty)?;
        let name = self.note(&format!("{function}()"));
        // What a model of the library leaves open about a result comes from nowhere outside.
        let outside = !function.starts_with("__VERIFIER_nondet_fathom_open_");
        // The platform returns a number of 128 bits in two registers.
        if is_long_number(function) && leaves.iter().map(|leaf| leaf.ty).eq([Type::Int(64); 2]) {
            let whole = self.emit(Op::Nondet { name, outside }, Type::Int(128));
            return Ok(vec![self.extract_bits(whole, 0, 64), self.extract_bits(whole, 64, 64)]);
        }
        Ok(leaves.iter().map(|leaf| self.emit(Op::Nondet { name, outside }, leaf.ty)).collect())
    }

    /// The first argument as a Boolean: not zero.
    fn truth(&mut self, call: &Call) -> Lowered<Value> {
        let Some(arg) = call.args.first() else { return unmodelled("a condition is missing") };
        let value = self.scalar(arg.value)?;
        self.demand(value);
        if self.ty(value) == Type::BOOL {
            return Ok(value);
        }
        if self.ty(value) == Type::Ptr {
            let null = self.bits(Type::Ptr, fathom_ir::Bits::from_u64(self.width(value), 0));
            return Ok(self.emit(Op::Cmp(CmpOp::Ne, value, null), Type::BOOL));
        }
        Ok(self.nonzero(value))
    }

    /// The text of an argument that is a string literal.
    fn string_argument(&mut self, call: &Call, at: usize) -> Option<String> {
        let value = self.scalar(call.args.get(at)?.value).ok()?;
        let Some(Const::Addr(Symbol::Global(id), offset)) = self.body.constant(value) else { return None };
        let init = self.shared.program.globals[id.index()].init.as_ref()?;
        let bytes = init.bytes.get(usize::try_from(*offset).ok()?..)?;
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }

    /// Ends the block with a failed check of the sanitizer instrumentation.
    pub(crate) fn sanitizer_trap(&mut self, kind: u64) {
        self.fail(trap_property(kind).unwrap_or(Property::Unmodelled), "");
        self.end(Term::Stop);
    }

    /// A call of a library function that an intrinsic stands for.
    pub(crate) fn library_call(&mut self, name: &str, args: Vec<Value>, result: Type) -> Value {
        let params: Vec<Type> = args.iter().map(|&arg| self.ty(arg)).collect();
        let id = self.shared.externals.function(self.shared.program, name, &params, result);
        self.emit_many(Op::Call { callee: id, args }, &[result])[0]
    }

    /// An integer as another width, sign kept.
    pub(crate) fn resize_signed(&mut self, value: Value, width: u32) -> Value {
        match self.width(value).cmp(&width) {
            std::cmp::Ordering::Less => self.pure(Op::Cast(CastOp::SExt, value), Type::Int(width)),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => self.pure(Op::Cast(CastOp::Trunc, value), Type::Int(width)),
        }
    }

    /// A pointer with the bits of its address masked.
    pub(crate) fn mask_pointer(&mut self, pointer: Value, mask: Value) -> Value {
        let bits = self.shared.program.target.pointer_bits;
        let address = self.pure(Op::Cast(CastOp::PtrToInt, pointer), Type::Int(bits));
        let mask = self.resize_signed(mask, bits);
        let masked = self.bin(BinOp::And, address, mask);
        let back = self.bin(BinOp::Sub, masked, address);
        self.pure(Op::PtrAdd { base: pointer, index: back, scale: 1, inbounds: false }, Type::Ptr)
    }
}

/// The trap of both checks of a shift.
pub(crate) const SHIFT_TRAP: u64 = 20;

/// The trap of an argument that is null and must not be.
pub(crate) const ARGUMENT_TRAP: u64 = 16;

/// The function that is called where a divisor is zero (see `fathom_frontend::SourceCheck`), and a number for that
/// among those of traps.
pub(crate) const DIVISION_HANDLER: &str = "__ubsan_handle_divrem_overflow_minimal_abort";
pub(crate) const DIVISION_TRAP: u64 = 1 << 8;

/// What a trap of the sanitizer instrumentation is about: clang numbers the checks.
pub(crate) fn trap_property(kind: u64) -> Option<Property> {
    Some(match kind {
        0 | 3 | 12 | 13 | 21 => Property::SignedOverflow,
        1 => Property::Unreachable,
        5 => Property::FloatCastOverflow,
        6 => Property::InvalidCall,
        7 => Property::LossyConversion,
        8 => Property::InvalidArgument,
        10 => Property::InvalidValue,
        11 => Property::MissingReturn,
        14..=17 => Property::NullArgument,
        18 => Property::ArrayIndex,
        19 => Property::PointerArithmetic,
        SHIFT_TRAP => Property::ShiftAmount,
        // Of its parts, only the check for null is asked for, of C++.
        22 => Property::NullDereference,
        24 => Property::ArraySize,
        DIVISION_TRAP => Property::DivisionByZero,
        _ => return None,
    })
}

/// Whether a function without a body returns any value: inputs in the words of the tools whose harnesses we run.
pub fn is_nondet(name: &str) -> bool {
    ["__VERIFIER_nondet_", "nondet_", "nd_", "__llbmc_nondef_", "__ESBMC_nondet_"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}

/// Whether an input is a number of 128 bits: `__VERIFIER_nondet_uint128`, `nondet___int128`, `nondet_u128`.
fn is_long_number(name: &str) -> bool {
    ["int128", "int128_t", "nondet_u128"].iter().any(|end| name.ends_with(end))
}

/// Whether a call of a function with this name is an error, wherever it is defined and whoever sees it.
pub(crate) fn is_error_function(name: &str) -> bool {
    matches!(name, "reach_error" | "__VERIFIER_error")
}

/// Functions of Rust's core library that start a panic, in both manglings, and those of our bodies for it.
fn is_rust_panic(name: &str) -> bool {
    let starts = ["4core9panicking", "3std9panicking11begin_panic", "3std9panicking15panic_with_hook"];
    let failed = ["13unwrap_failed", "13expect_failed", "16slice_index_fail", "17capacity_overflow"];
    let mangled = name.starts_with("_R") || name.starts_with("_ZN");
    let of_library = mangled && starts.iter().chain(&failed).any(|part| name.contains(part));
    of_library || name.starts_with("fathom.panicking.")
}

fn rust_panic_message(name: &str) -> String {
    let known = [
        ("panic_bounds_check", "index out of bounds"),
        ("add_overflow", "attempt to add with overflow"),
        ("sub_overflow", "attempt to subtract with overflow"),
        ("mul_overflow", "attempt to multiply with overflow"),
        ("neg_overflow", "attempt to negate with overflow"),
        ("div_overflow", "attempt to divide with overflow"),
        ("div_by_zero", "attempt to divide by zero"),
        ("rem_by_zero", "attempt to calculate the remainder with a divisor of zero"),
        ("shl_overflow", "attempt to shift left with overflow"),
        ("shr_overflow", "attempt to shift right with overflow"),
        ("unwrap_failed", "unwrap of None or Err"),
        ("expect_failed", "expect of None or Err"),
        ("slice_index_fail", "slice index out of range"),
        ("assert_failed", "assertion of equality failed"),
        ("capacity_overflow", "capacity overflow"),
        ("display_failed", "a formatting trait implementation returned an error"),
    ];
    let found = known.iter().find(|(part, _)| name.contains(part));
    found.map_or_else(|| "explicit panic".to_owned(), |(_, text)| (*text).to_owned())
}
