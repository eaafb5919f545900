//! The end of a module: everything that was mentioned must exist, and gets its final id.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Ident, NONE, Name, Parser, canonical};
use crate::debug::MdValue;
use crate::error::{Res, fail};
use crate::layout;
use crate::module::{BlockId, ConstKind, FnAttributes, GlobalId, GlobalKind, InstKind, Module, Type, TypeId};

/// The type of what a symbol names.
fn value_type(kind: &GlobalKind) -> TypeId {
    match kind {
        GlobalKind::Variable { ty, .. } | GlobalKind::Alias { ty, .. } | GlobalKind::IFunc { ty, .. } => *ty,
        GlobalKind::Function(function) => function.ty,
    }
}

impl<'a> Parser<'a> {
    /// Checks and resolves what had to wait, and hands out the module.
    pub(super) fn finish(mut self, source: Arc<str>) -> Res<Module> {
        if let Some(at) = self.types.undefined() {
            return fail(at, "type is never defined");
        }
        let missing = self.symbols.iter().filter(|s| s.definition == NONE).map(|s| s.mention).min();
        if let Some(at) = missing {
            return fail(at as usize, "symbol is never defined or declared");
        }
        for (name, at) in &self.comdat_uses {
            if !self.comdat_names.contains_key(name) {
                return fail(*at, "comdat is never defined");
            }
        }
        self.check_metadata()?;
        self.resolve_symbols()?;
        self.resolve_block_addresses()?;
        self.resolve_attributes();
        let attributes = self.attribute_table();
        let layouts = match layout::compute(&self.types.all, &self.layout) {
            Ok(layouts) => layouts,
            Err((ty, message)) => {
                let offsets = self.types.named.values().filter(|named| named.ty == ty);
                return fail(offsets.map(|named| named.offset as usize).min().unwrap_or(0), message);
            }
        };
        Ok(Module {
            source,
            source_filename: self.source_filename,
            triple: self.triple,
            layout: self.layout,
            asm: self.asm,
            types: self.types.all,
            layouts,
            globals: self.globals,
            constants: self.constants,
            comdats: self.comdats,
            metadata: self.md.finish(),
            attributes,
        })
    }

    fn check_metadata(&self) -> Res<()> {
        if let Some(at) = self.md.beyond {
            return fail(at, "metadata is never defined");
        }
        let Some(number) = self.md.undefined() else { return Ok(()) };
        // The mention was not remembered; look for it now.
        let wanted = format!("!{number}");
        let mut found = memchr::memmem::find_iter(self.lx.src, wanted.as_bytes());
        let at = found.find(|at| !self.lx.src.get(at + wanted.len()).is_some_and(u8::is_ascii_digit));
        fail(at.unwrap_or(0), format!("metadata {wanted} is never defined"))
    }

    /// Symbols were numbered by mention; from here on by their order in the text.
    fn resolve_symbols(&mut self) -> Res<()> {
        for &(id, at) in &self.symbol_constants {
            let constant = &mut self.constants[id.index()];
            let (ConstKind::Global(symbol)
            | ConstKind::DsoLocalEquivalent(symbol)
            | ConstKind::NoCfi(symbol)) = &mut constant.kind
            else {
                continue;
            };
            symbol.0 = self.symbols[symbol.index()].definition;
            let global = &self.globals[symbol.index()];
            let fits = match *self.types.get(constant.ty) {
                Type::Ptr { space } => space == global.space,
                Type::TypedPtr { pointee, space } => {
                    space == global.space && pointee == value_type(&global.kind)
                }
                _ => false,
            };
            if !fits {
                return fail(at as usize, "symbol is used with another type than it has");
            }
        }
        if self.md.has_symbols {
            for field in &mut self.md.fields {
                if let MdValue::Global(symbol) = &mut field.value {
                    symbol.0 = self.symbols[symbol.index()].definition;
                }
            }
        }
        Ok(())
    }

    fn resolve_block_addresses(&mut self) -> Res<()> {
        let mut labels: FxHashMap<u32, FxHashMap<Name<'a>, BlockId>> = FxHashMap::default();
        for address in std::mem::take(&mut self.block_addresses) {
            let index = self.symbols[address.function as usize].definition;
            let GlobalKind::Function(function) = &self.globals[index as usize].kind else {
                return fail(address.offset, "`blockaddress` of what is no function");
            };
            let Some(body) = &function.body else {
                return fail(address.offset, "`blockaddress` of a function without body");
            };
            let block = match &address.label {
                Ident::Name(name) => {
                    let src = self.lx.src;
                    let named = labels.entry(index).or_insert_with(|| {
                        let blocks = body.blocks.iter().enumerate().filter(|(_, block)| block.name.len > 0);
                        let key = |(at, block): (usize, &crate::module::Block)| {
                            let (start, len) = (block.name.start as usize, block.name.len as usize);
                            (canonical(&src[start..start + len]), BlockId(at as u32))
                        };
                        blocks.map(key).collect()
                    });
                    named.get(name).copied()
                }
                Ident::Number(number) => {
                    // Starts are sorted by function, numbers within one function ascend.
                    let starts = &self.block_number_starts;
                    let range = starts.binary_search_by_key(&index, |&(global, _)| global).map(|at| {
                        let end = starts.get(at + 1).map_or(self.block_numbers.len(), |next| next.1 as usize);
                        starts[at].1 as usize..end
                    });
                    let numbers = &self.block_numbers[range.unwrap_or(0..0)];
                    let found = numbers.binary_search_by_key(number, |&(number, _)| number);
                    found.ok().map(|at| numbers[at].1)
                }
            };
            let Some(block) = block else { return fail(address.offset, "label is never defined") };
            self.constants[address.constant.index()].kind =
                ConstKind::BlockAddress { function: GlobalId(index), block };
        }
        Ok(())
    }

    /// Groups that were never defined have no attributes, as in LLVM.
    fn resolve_attributes(&mut self) {
        let group = |number: u32| self.groups.get(&number).copied().unwrap_or_default();
        for &(index, number) in &self.function_groups {
            if let GlobalKind::Function(function) = &mut self.globals[index as usize].kind {
                function.attrs.merge(group(number));
            }
        }
        for pending in &self.call_groups {
            let attrs = group(pending.group);
            if attrs == FnAttributes::default() {
                continue;
            }
            let GlobalKind::Function(function) = &mut self.globals[pending.global as usize].kind else {
                continue;
            };
            let Some(body) = &mut function.body else { continue };
            match &mut body.blocks[pending.block as usize].insts[pending.inst as usize].kind {
                InstKind::Call(call) | InstKind::Invoke { call, .. } | InstKind::CallBr { call, .. } => {
                    call.attrs.merge(attrs);
                }
                _ => {}
            }
        }
    }

    fn attribute_table(&self) -> Vec<FnAttributes> {
        let len = self.groups.keys().max().map_or(0, |&largest| largest as usize + 1);
        let mut table = vec![FnAttributes::default(); len];
        for (&number, &attrs) in &self.groups {
            table[number as usize] = attrs;
        }
        table
    }
}
