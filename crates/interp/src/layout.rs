//! Where functions and globals lie.
//!
//! Addresses are given before objects are made, so that [`layout`] can tell them to others (a replay
//! has to agree on them) by the very code that a running program uses.

use fathom_ir::{FuncId, Program};

use crate::library;
use crate::machine::{Machine, RunOptions};
use crate::memory::{ObjectKind, ObjectName, Pointer, Site};

/// The addresses of all functions and globals of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// Of each global.
    pub globals: Vec<u64>,
    /// Of each function.
    pub functions: Vec<u64>,
}

/// The addresses that functions and globals have in every execution of a program in this process.
/// (Globals that the library defines may come after copies of the environment, such as `environ`.)
///
/// Addresses of a program whose globals do not fit the address space mean nothing; it does not run.
pub fn layout(program: &Program) -> Layout {
    let places = Machine::empty(program, RunOptions::default()).place_statics();
    let address = |place: &Place| match *place {
        Place::Address(address) => address,
        Place::Library(pointer) => pointer.addr,
    };
    Layout { globals: places.globals.iter().map(address).collect(), functions: places.functions }
}

/// The place of a global.
enum Place {
    /// An address for an object that is still to be made.
    Address(u64),
    /// An object that the library made.
    Library(Pointer),
}

/// Places of all functions and globals.
pub(crate) struct Places {
    globals: Vec<Place>,
    functions: Vec<u64>,
}

impl Machine<'_> {
    /// Gives addresses to functions and globals, and makes the objects that the library defines.
    pub(crate) fn place_statics(&mut self) -> Places {
        let program = self.program;
        let functions = program
            .functions
            .iter()
            .map(|function| self.memory.next_static(1, function.align, &function.name))
            .collect();
        let mut globals = vec![];
        for global in &program.globals {
            let library = match global.init {
                None => library::external_object(self, &global.name, global.size),
                Some(_) => None,
            };
            globals.push(match library {
                Some(pointer) => Place::Library(pointer),
                None => Place::Address(self.memory.next_static(global.size, global.align, &global.name)),
            });
        }
        Places { globals, functions }
    }

    /// Makes functions and globals at their places; gives pointers to functions and to globals.
    pub(crate) fn make_statics(&mut self, places: &Places) -> (Vec<Pointer>, Vec<Pointer>) {
        let program = self.program;
        let name = |text: &str| ObjectName::Text(text.into());
        let mut functions = vec![];
        for (at, (function, &base)) in program.functions.iter().zip(&places.functions).enumerate() {
            let kind = ObjectKind::Function(FuncId(at as u32));
            functions.push(self.memory.add_static_at(base, kind, 1, name(&function.name)));
        }
        let mut globals = vec![];
        for (global, place) in program.globals.iter().zip(&places.globals) {
            let kind = match (&global.init, global.constant) {
                (None, _) => ObjectKind::Undefined,
                (Some(_), true) => ObjectKind::Constant,
                (Some(_), false) => ObjectKind::Global,
            };
            let site = self.memory.site;
            self.memory.site = Site { loc: global.loc, ..Site::START };
            globals.push(match *place {
                Place::Library(pointer) => pointer,
                Place::Address(base) => {
                    self.memory.add_static_at(base, kind, global.size, name(&global.name))
                }
            });
            self.memory.site = site;
        }
        (functions, globals)
    }

    /// Gives globals their initial contents.
    pub(crate) fn fill_globals(&mut self) {
        let program = self.program;
        for (at, global) in program.globals.iter().enumerate() {
            let pointer = self.global_addresses[at];
            let Some(init) = &global.init else { continue };
            self.memory.initialise(pointer, 0, &init.bytes);
            for (&offset, &(symbol, addend)) in &init.pointers {
                let value = self.address(symbol).offset(addend as u64);
                self.memory.initialise_ptr(pointer, offset, value);
            }
            for &(start, len) in &init.undef {
                self.memory.initialise_undef(pointer, start, len);
            }
        }
    }
}
