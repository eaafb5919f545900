//! Pointers, cells, and what there is to know of an object.

use std::rc::Rc;

use fathom_ir::{FuncId, LocId, NoteId};

/// Which object a pointer was derived from; `NONE` belongs to no object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Provenance(pub u64);

impl Provenance {
    /// No object.
    pub const NONE: Self = Self(0);

    pub(super) fn slot(self) -> usize {
        self.0 as u32 as usize
    }

    pub(super) fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// An address and where it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pointer {
    /// The address.
    pub addr: u64,
    /// The object it may access.
    pub prov: Provenance,
}

impl Pointer {
    /// The null pointer.
    pub const NULL: Self = Self { addr: 0, prov: Provenance::NONE };

    /// The pointer some bytes further.
    #[must_use]
    pub fn offset(self, bytes: u64) -> Self {
        Self { addr: self.addr.wrapping_add(bytes), prov: self.prov }
    }

    /// Whether its address is 0.
    pub fn is_null(self) -> bool {
        self.addr == 0
    }
}

/// Up to 64 bits as memory holds them: value, which bits are indeterminate, provenance.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The bits; 0 where indeterminate.
    pub bits: u64,
    /// Indeterminate bits.
    pub undef: u64,
    /// Provenance all of the bytes share.
    pub prov: Provenance,
}

/// Who allocates and who frees heap memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// `malloc` and relatives, `free`.
    Malloc,
    /// `new`, `delete`.
    New,
    /// `new[]`, `delete[]`.
    NewArray,
    /// `new` with this alignment, `delete` with the same.
    AlignedNew(u64),
    /// `new[]` with this alignment, `delete[]` with the same.
    AlignedNewArray(u64),
    /// `fopen`, `fclose`.
    File,
    /// `mmap`, `munmap`.
    Mapping,
}

impl Family {
    /// The function that allocates.
    pub fn allocator(self) -> &'static str {
        match self {
            Self::Malloc => "malloc",
            Self::New | Self::AlignedNew(_) => "new",
            Self::NewArray | Self::AlignedNewArray(_) => "new[]",
            Self::File => "fopen",
            Self::Mapping => "mmap",
        }
    }

    /// The function that releases.
    pub(super) fn releaser(self) -> &'static str {
        match self {
            Self::Malloc => "free",
            Self::New | Self::AlignedNew(_) => "delete",
            Self::NewArray | Self::AlignedNewArray(_) => "delete[]",
            Self::File => "fclose",
            Self::Mapping => "munmap",
        }
    }

    /// The alignment that both are given, in words.
    pub(super) fn alignment(self) -> String {
        match self {
            Self::AlignedNew(align) | Self::AlignedNewArray(align) => format!(" with alignment {align}"),
            Self::Malloc | Self::New | Self::NewArray | Self::File | Self::Mapping => String::new(),
        }
    }
}

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A global variable.
    Global,
    /// A constant: string literals, `const` globals.
    Constant,
    /// A local variable.
    Stack,
    /// A local variable that may not be written any more in this life.
    Sealed,
    /// Heap memory.
    Heap(Family),
    /// A function's code.
    Function(FuncId),
    /// A global variable that nothing defines, or whose initialiser is not modelled.
    Undefined,
    /// Memory of the library (`stdin`, the result of `strerror`, …).
    Library,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Live,
    OutOfScope,
    Returned,
    Freed,
}

/// A place in the program, for stories about objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// Position.
    pub loc: LocId,
    /// Function.
    pub func: FuncId,
}

impl Site {
    /// Before the program runs.
    pub const START: Self = Self { loc: LocId::NONE, func: FuncId(u32::MAX) };
}

/// Name of an object, made only when somebody asks.
#[derive(Clone, Debug)]
pub enum ObjectName {
    /// No name.
    None,
    /// A note of the program.
    Note(NoteId),
    /// Another name.
    Text(Rc<str>),
}

/// What a program sees of one object, for reports and for library functions.
#[derive(Clone, Copy, Debug)]
pub struct ObjectInfo {
    /// First address.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// Where it was allocated.
    pub allocated: Site,
}

/// Name, origin and end of an object.
#[derive(Clone, Debug)]
pub struct Story {
    /// Its name.
    pub name: ObjectName,
    /// Where it was made.
    pub allocated: Site,
    /// How and where it ended.
    pub ended: Option<(&'static str, Site)>,
}
