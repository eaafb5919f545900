//! What the names of a script mean, and when.

use rustc_hash::{FxHashMap, FxHashSet};

use super::names::{Name, Names};
use super::operators::{OPERATORS, Theory};
use super::parse::Value;
use super::print::symbol;
use super::sorts::{DeclaredSort, Surface};
use crate::op::Function;
use crate::terms::{Term, Terms};
use crate::traverse::postorder_until;

/// Levels that a script may push: each costs memory, and the command that makes them does not.
const MAX_LEVELS: usize = 1 << 20;

/// What a name means in a term.
#[derive(Clone, Copy, Debug)]
pub(super) enum Binding {
    /// A term: a constant, a definition without parameters, a variable of `let`.
    Term(Term, Surface),
    /// A declared function, by its number in [`Script::signatures`].
    Function(u32),
    /// A definition with parameters.
    Macro(u32),
    /// A function of a theory, by its number in [`OPERATORS`].
    Operator(u16),
}

/// What a name means in a sort.
#[derive(Clone, Copy, Debug)]
pub(super) enum SortBinding {
    Declared(DeclaredSort),
    /// A definition with this many parameters.
    Defined(Surface, u32),
    /// A parameter of the definition being read.
    Parameter(u32),
}

/// A declared function.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) parameters: Box<[Surface]>,
    pub(super) result: Surface,
    pub(super) function: Function,
}

/// A definition with parameters. Applying it copies the part of the body that depends on them.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    pub(super) name: Name,
    pub(super) parameters: Box<[(Term, Surface)]>,
    pub(super) result: Surface,
    body: Term,
    /// The terms of the body that depend on parameters, operands first.
    dependent: Box<[Term]>,
}

/// Something that a script declared: what a model gives a value to.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Its name, without bars.
    pub name: String,
    /// Sorts of its parameters; none for a constant.
    pub parameters: Vec<Surface>,
    /// Its sort.
    pub result: Surface,
    /// What it is in the terms.
    pub declared: Declared,
}

/// A declared constant or function in the terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Declared {
    /// A free variable.
    Constant(Term),
    /// An uninterpreted function.
    Function(Function),
}

/// A term with a `:named` annotation.
#[derive(Clone, Debug)]
struct NamedTerm {
    name: Name,
    term: Term,
    sort: Surface,
    /// What the name meant before.
    old: Option<Binding>,
}

/// A change of a name's meaning that ends with its level.
#[derive(Clone, Debug)]
enum Change {
    Term(Name, Option<Binding>),
    Sort(Name, Option<SortBinding>),
}

/// Where everything stood when a level began.
#[derive(Clone, Copy, Debug)]
struct Level {
    changes: usize,
    declarations: usize,
    named: usize,
}

/// The names of a script and what they mean now.
///
/// [`Script::read`] reads one command and enters what it declares; levels change only when told to
/// ([`Script::push`], [`Script::pop`]), since whoever executes commands may refuse.
#[derive(Clone, Debug)]
pub struct Script {
    pub(super) names: Names,
    bindings: Vec<Option<Binding>>,
    sorts: FxHashMap<Name, SortBinding>,
    /// Names of declared sorts, of all time.
    sort_names: Vec<Name>,
    pub(super) signatures: Vec<Signature>,
    pub(super) macros: Vec<Macro>,
    declarations: Vec<Declaration>,
    named: Vec<NamedTerm>,
    changes: Vec<Change>,
    levels: Vec<Level>,
    global: bool,
    logic: Option<String>,
    pub(super) keep_assertions: bool,
    pub(super) counts_elements: bool,
    /// Bytes read and terms made by applying definitions: the second may not outgrow the first.
    pub(super) bytes: u64,
    expanded: u64,
}

impl Default for Script {
    fn default() -> Self {
        Self::new()
    }
}

impl Script {
    /// Only the theories' names have a meaning.
    pub fn new() -> Self {
        let mut script = Self {
            names: Names::default(),
            bindings: Vec::new(),
            sorts: FxHashMap::default(),
            sort_names: Vec::new(),
            signatures: Vec::new(),
            macros: Vec::new(),
            declarations: Vec::new(),
            named: Vec::new(),
            changes: Vec::new(),
            levels: Vec::new(),
            global: false,
            logic: None,
            keep_assertions: false,
            counts_elements: false,
            bytes: 0,
            expanded: 0,
        };
        for (at, operator) in OPERATORS.iter().enumerate() {
            let name = script.names.intern(operator.name);
            script.rebind(name, Some(Binding::Operator(at as u16)));
        }
        script
    }

    /// Opens levels.
    pub fn push(&mut self, levels: u64) -> Result<(), String> {
        let all = usize::try_from(levels).ok().and_then(|levels| self.levels.len().checked_add(levels));
        if all.is_none_or(|all| all > MAX_LEVELS) {
            return Err(format!("there can be {MAX_LEVELS} levels at most"));
        }
        let level = Level {
            changes: self.changes.len(),
            declarations: self.declarations.len(),
            named: self.named.len(),
        };
        self.levels.extend((0..levels).map(|_| level));
        Ok(())
    }

    /// Closes levels, and forgets what was declared in them unless declarations are global.
    pub fn pop(&mut self, levels: u64) -> Result<(), String> {
        let left = usize::try_from(levels).ok().and_then(|levels| self.levels.len().checked_sub(levels));
        let Some(left) = left else {
            return Err(format!("cannot pop {levels} of {} levels", self.levels.len()));
        };
        if let Some(&level) = self.levels.get(left) {
            self.levels.truncate(left);
            self.restore(level);
        }
        Ok(())
    }

    fn restore(&mut self, level: Level) {
        for change in self.changes.split_off(level.changes).into_iter().rev() {
            match change {
                Change::Term(name, old) => {
                    self.rebind(name, old);
                }
                Change::Sort(name, Some(old)) => {
                    self.sorts.insert(name, old);
                }
                Change::Sort(name, None) => {
                    self.sorts.remove(&name);
                }
            }
        }
        if !self.global {
            self.declarations.truncate(level.declarations);
        }
        self.named.truncate(level.named);
    }

    /// Closes all levels; declarations go too unless they are global.
    pub fn reset_assertions(&mut self) {
        self.levels.clear();
        if !self.global {
            self.restore(Level { changes: 0, declarations: 0, named: 0 });
        } else {
            self.named.clear();
        }
    }

    /// Open levels.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// Whether declarations outlive their level (`:global-declarations`).
    pub fn set_global_declarations(&mut self, global: bool) {
        self.global = global;
    }

    /// Which theories' names a script cannot declare itself.
    pub fn set_logic(&mut self, logic: &str) {
        self.logic = Some(logic.to_string());
    }

    /// Whether [`super::Command::Assert`] has the text of the formula.
    pub fn set_keep_assertions(&mut self, keep: bool) {
        self.keep_assertions = keep;
    }

    /// Formulas may hold or not depending on how many elements a declared sort has: there was a constant
    /// array with indices of one, and such arrays can be equal after a few stores if the sort is small
    /// enough. Models that are found are right, but that none is found says nothing.
    pub fn counts_elements(&self) -> bool {
        self.counts_elements
    }

    /// What was declared and still is, in order.
    pub fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }

    /// Terms of sort Bool that were given names by annotations, in order.
    pub fn named_formulas(&self) -> impl Iterator<Item = (&str, Term)> {
        let formulas = self.named.iter().filter(|named| named.sort == Surface::Bool);
        formulas.map(|named| (self.names.text(named.name), named.term))
    }

    /// A sort in the notation of SMT-LIB.
    pub fn sort_text(&self, sort: Surface) -> String {
        sort.text(&|declared| self.declared_sort_text(declared))
    }

    pub(super) fn declared_sort_text(&self, sort: DeclaredSort) -> String {
        symbol(self.names.text(self.sort_names[sort.0 as usize]))
    }

    pub(super) fn declared_sort_name(&self, sort: DeclaredSort) -> &str {
        self.names.text(self.sort_names[sort.0 as usize])
    }
}

/// Meanings of names.
impl Script {
    pub(super) fn binding(&self, name: Name) -> Option<Binding> {
        self.bindings.get(name.index()).copied().flatten()
    }

    /// Gives a name a meaning for now; the one it had.
    pub(super) fn rebind(&mut self, name: Name, binding: Option<Binding>) -> Option<Binding> {
        if self.bindings.len() <= name.index() {
            self.bindings.resize(name.index() + 1, None);
        }
        std::mem::replace(&mut self.bindings[name.index()], binding)
    }

    pub(super) fn sort_binding(&self, name: Name) -> Option<SortBinding> {
        self.sorts.get(&name).copied()
    }

    pub(super) fn rebind_sort(&mut self, name: Name, binding: Option<SortBinding>) -> Option<SortBinding> {
        match binding {
            Some(binding) => self.sorts.insert(name, binding),
            None => self.sorts.remove(&name),
        }
    }

    /// Why a script cannot give this name a meaning, if it cannot.
    pub(super) fn refusal(&self, name: Name) -> Option<String> {
        let text = self.names.text(name);
        match self.binding(name) {
            None => None,
            Some(Binding::Operator(at)) if !self.has_theory(OPERATORS[at as usize].theory) => None,
            Some(Binding::Operator(_)) => {
                Some(format!("{} is a function of the logic's theories", symbol(text)))
            }
            Some(_) => Some(format!("{} is already declared", symbol(text))),
        }
    }

    /// Names of this theory are taken in the logic. Without a logic they all are.
    fn has_theory(&self, theory: Theory) -> bool {
        let logic = self.logic.as_deref().unwrap_or("ALL");
        if logic == "ALL" {
            return theory != Theory::Extension;
        }
        match theory {
            Theory::Core => true,
            Theory::Bits => logic.contains("BV") || logic.contains("FP"),
            Theory::Arrays => logic.trim_start_matches("QF_").starts_with('A'),
            Theory::Floats => logic.contains("FP"),
            Theory::Extension => false,
        }
    }

    /// Gives a name a meaning that ends with the level.
    pub(super) fn define(&mut self, name: Name, binding: Binding) {
        let old = self.rebind(name, Some(binding));
        if !self.global {
            self.changes.push(Change::Term(name, old));
        }
    }

    pub(super) fn define_sort(&mut self, name: Name, binding: SortBinding) {
        let old = self.sorts.insert(name, binding);
        if !self.global {
            self.changes.push(Change::Sort(name, old));
        }
    }

    pub(super) fn declare_sort(&mut self, name: Name) {
        let sort = DeclaredSort(self.sort_names.len() as u32);
        self.sort_names.push(name);
        self.define_sort(name, SortBinding::Declared(sort));
    }

    /// Enters a constant or function.
    pub(super) fn declare(
        &mut self,
        terms: &mut Terms,
        name: Name,
        parameters: Vec<Surface>,
        result: Surface,
    ) {
        let text = self.names.text(name).to_string();
        let declared = if parameters.is_empty() {
            let constant = terms.symbol(&text, result.sort());
            self.define(name, Binding::Term(constant, result));
            Declared::Constant(constant)
        } else {
            let sorts: Vec<_> = parameters.iter().map(|parameter| parameter.sort()).collect();
            let function = terms.function(&text, &sorts, result.sort());
            let at = self.signatures.len() as u32;
            self.signatures.push(Signature { parameters: parameters.clone().into(), result, function });
            self.define(name, Binding::Function(at));
            Declared::Function(function)
        };
        self.declarations.push(Declaration { name: text, parameters, result, declared });
    }

    /// Gives a term a name, for the formulas that follow and for what asks about named terms.
    pub(super) fn name_term(&mut self, name: Name, value: Value) {
        let old = self.binding(name);
        self.define(name, Binding::Term(value.term, value.sort));
        self.named.push(NamedTerm { name, term: value.term, sort: value.sort, old });
    }

    /// How many terms have names.
    pub(super) fn named_count(&self) -> usize {
        self.named.len()
    }

    /// Takes back the names given since there were `count`.
    pub(super) fn forget_names(&mut self, count: usize) {
        for NamedTerm { name, old, .. } in self.named.split_off(count).into_iter().rev() {
            self.rebind(name, old);
            if !self.global {
                self.changes.pop();
            }
        }
    }

    /// The declared sort with the name that a value like `@S!3` has.
    pub(super) fn value_of_declared_sort(&self, text: &str, sort: DeclaredSort) -> Option<u32> {
        let number =
            text.strip_prefix('@')?.strip_prefix(self.declared_sort_name(sort))?.strip_prefix('!')?;
        number.parse().ok()
    }
}

/// Definitions with parameters.
impl Script {
    /// Makes a definition of a body over parameters, which are variables that occur in no older term.
    pub(super) fn add_macro(
        &mut self,
        terms: &Terms,
        name: Name,
        parameters: Vec<(Term, Surface)>,
        body: Value,
    ) {
        let own: FxHashSet<Term> = parameters.iter().map(|&(parameter, _)| parameter).collect();
        let oldest = parameters.iter().map(|&(parameter, _)| parameter).min();
        // Operands have smaller numbers than their users: what is older than the parameters is closed.
        let order = postorder_until(terms, &[body.term], |term| oldest.is_none_or(|oldest| term < oldest));
        let mut open: FxHashSet<Term> = FxHashSet::default();
        let mut dependent = Vec::new();
        for term in order {
            if own.contains(&term) {
                open.insert(term);
            } else if terms.operands(term).iter().any(|operand| open.contains(operand)) {
                open.insert(term);
                dependent.push(term);
            }
        }
        let at = self.macros.len() as u32;
        self.macros.push(Macro {
            name,
            parameters: parameters.into(),
            result: body.sort,
            body: body.term,
            dependent: dependent.into(),
        });
        self.define(name, Binding::Macro(at));
    }

    /// The body with arguments for the parameters; `None` if the terms made in this way outgrow the
    /// script (definitions that use each other twice grow exponentially).
    pub(super) fn expand(&mut self, terms: &mut Terms, at: u32, arguments: &[Value]) -> Option<Term> {
        let definition = &self.macros[at as usize];
        self.expanded += definition.dependent.len() as u64;
        if self.expanded > (1 << 22) + self.bytes.saturating_mul(256) {
            return None;
        }
        let mut copies: FxHashMap<Term, Term> = FxHashMap::default();
        copies.extend(definition.parameters.iter().zip(arguments).map(|(p, argument)| (p.0, argument.term)));
        let mut operands = Vec::new();
        for &term in &definition.dependent {
            operands.clear();
            operands.extend(terms.operands(term).iter().map(|o| copies.get(o).copied().unwrap_or(*o)));
            let copy = terms.app(terms.op(term), terms.sort(term), &operands);
            copies.insert(term, copy);
        }
        Some(copies.get(&definition.body).copied().unwrap_or(definition.body))
    }
}
