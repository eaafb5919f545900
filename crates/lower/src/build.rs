//! Parts of the program under construction that all functions share: notes, files, positions.

use fathom_ir::{FileId, Loc, LocId, NoteId, Program};
use fathom_llvm::debug::{Key, NodeKind};
use fathom_llvm::module as llvm;
use rustc_hash::FxHashMap;

/// Interns notes, files and positions.
#[derive(Default)]
pub struct Tables {
    notes: FxHashMap<String, NoteId>,
    files: FxHashMap<String, FileId>,
    locs: FxHashMap<Loc, LocId>,
    /// Positions and file nodes of one module, by metadata node.
    seen: FxHashMap<(u32, llvm::MdId), LocId>,
    seen_files: FxHashMap<(u32, llvm::MdId), FileId>,
    seen_scopes: FxHashMap<(u32, llvm::MdId), (Option<FileId>, NoteId)>,
}

/// Inlining deeper than this is cut off in positions.
const MAX_INLINE_DEPTH: usize = 64;

impl Tables {
    /// A note's id.
    pub fn note(&mut self, program: &mut Program, text: &str) -> NoteId {
        if let Some(&id) = self.notes.get(text) {
            return id;
        }
        let id = NoteId(program.notes.len() as u32);
        program.notes.push(text.to_owned());
        self.notes.insert(text.to_owned(), id);
        id
    }

    /// The position of a `DILocation`.
    pub fn location(&mut self, program: &mut Program, module: (u32, &llvm::Module), id: llvm::MdId) -> LocId {
        if let Some(&known) = self.seen.get(&(module.0, id)) {
            return known;
        }
        // Inlining nests positions: from the outermost in.
        let mut chain = vec![id];
        while chain.len() < MAX_INLINE_DEPTH
            && let Some(location) = module.1.metadata.location(chain[chain.len() - 1])
            && let Some(outer) = location.inlined_at
        {
            chain.push(outer);
        }
        let mut inlined_at = None;
        let mut result = LocId::NONE;
        for &node in chain.iter().rev() {
            let Some(location) = module.1.metadata.location(node) else { continue };
            let (file, function) = match location.scope {
                Some(scope) => self.scope(program, module, scope),
                None => (None, NoteId::NONE),
            };
            let loc = Loc { file, line: location.line, column: location.column, function, inlined_at };
            result = self.intern(program, loc);
            inlined_at = (result != LocId::NONE).then_some(result);
        }
        self.seen.insert((module.0, id), result);
        result
    }

    /// The position of a subprogram or variable: its file and line.
    pub fn declaration(
        &mut self,
        program: &mut Program,
        module: (u32, &llvm::Module),
        id: llvm::MdId,
    ) -> LocId {
        let metadata = &module.1.metadata;
        let line = metadata.get_int(id, Key::Line).unwrap_or(0) as u32;
        let (file, function) = self.scope(program, module, id);
        self.intern(program, Loc { file, line, column: 0, function, inlined_at: None })
    }

    fn intern(&mut self, program: &mut Program, loc: Loc) -> LocId {
        if loc.file.is_none() || loc.line == 0 {
            return LocId::NONE;
        }
        *self.locs.entry(loc).or_insert_with(|| {
            program.locs.push(loc);
            LocId(program.locs.len() as u32 - 1)
        })
    }

    fn scope(
        &mut self,
        program: &mut Program,
        module: (u32, &llvm::Module),
        scope: llvm::MdId,
    ) -> (Option<FileId>, NoteId) {
        if let Some(&known) = self.seen_scopes.get(&(module.0, scope)) {
            return known;
        }
        let metadata = &module.1.metadata;
        let file = metadata.file_of(scope).map(|file| self.file(program, module, file));
        let name = metadata.subprogram_of(scope).and_then(|sub| metadata.get_str(sub, Key::Name));
        let function = match name {
            Some(span) => {
                let name = String::from_utf8_lossy(&module.1.unescaped(span)).into_owned();
                self.note(program, &name)
            }
            None => NoteId::NONE,
        };
        self.seen_scopes.insert((module.0, scope), (file, function));
        (file, function)
    }

    fn file(&mut self, program: &mut Program, module: (u32, &llvm::Module), id: llvm::MdId) -> FileId {
        if let Some(&known) = self.seen_files.get(&(module.0, id)) {
            return known;
        }
        let metadata = &module.1.metadata;
        debug_assert_eq!(metadata.node(id).kind, NodeKind::File);
        let part = |key| {
            let span = metadata.get_str(id, key);
            span.map(|span| String::from_utf8_lossy(&module.1.unescaped(span)).into_owned())
                .unwrap_or_default()
        };
        let (name, directory) = (part(Key::Filename), part(Key::Directory));
        let absolute = name.starts_with('/') || name.get(1..3).is_some_and(|s| s == ":\\" || s == ":/");
        let path = if absolute || directory.is_empty() { name } else { format!("{directory}/{name}") };
        let file = *self.files.entry(path).or_insert_with_key(|path| {
            program.files.push(path.clone());
            FileId(program.files.len() as u32 - 1)
        });
        self.seen_files.insert((module.0, id), file);
        file
    }
}
