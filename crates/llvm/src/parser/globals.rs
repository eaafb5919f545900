//! Variables, aliases, ifuncs and comdats, and what all symbols have in common.

use super::{NONE, Parser};
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{
    Comdat, ComdatSelection, ConstId, FnAttributes, Global, GlobalKind, Linkage, Span, TypeId, Visibility,
};

impl<'a> Parser<'a> {
    pub(super) fn empty_global(&self) -> Global {
        Global {
            name: Span::default(),
            numbered: true,
            linkage: Linkage::External,
            visibility: Visibility::Default,
            thread_local: false,
            space: 0,
            comdat: None,
            section: None,
            align: 0,
            unnamed: false,
            dbg: None,
            // Replaced before anyone sees it.
            kind: GlobalKind::Alias { ty: TypeId(0), target: ConstId(0) },
        }
    }

    /// Linkage, visibility and the like. Returns whether a linkage was written.
    pub(super) fn linkage_words(&mut self, global: &mut Global) -> Res<bool> {
        let mut has_linkage = false;
        while self.lx.tok == Tok::Word {
            let linkage = match self.lx.kw {
                Kw::Private => Some(Linkage::Private),
                Kw::Internal => Some(Linkage::Internal),
                Kw::AvailableExternally => Some(Linkage::AvailableExternally),
                Kw::Linkonce => Some(Linkage::LinkOnce),
                Kw::LinkonceOdr => Some(Linkage::LinkOnceOdr),
                Kw::Weak => Some(Linkage::Weak),
                Kw::WeakOdr => Some(Linkage::WeakOdr),
                Kw::Common => Some(Linkage::Common),
                Kw::Appending => Some(Linkage::Appending),
                Kw::ExternWeak => Some(Linkage::ExternWeak),
                Kw::External => Some(Linkage::External),
                _ => None,
            };
            match (linkage, self.lx.kw) {
                (Some(_), _) if has_linkage => return self.fail("linkage is given twice"),
                (Some(linkage), _) => {
                    global.linkage = linkage;
                    has_linkage = true;
                }
                (None, Kw::Default) => global.visibility = Visibility::Default,
                (None, Kw::Hidden) => global.visibility = Visibility::Hidden,
                (None, Kw::Protected) => global.visibility = Visibility::Protected,
                (None, Kw::ThreadLocal) => {
                    global.thread_local = true;
                    self.lx.advance();
                    if self.lx.tok == Tok::LParen {
                        self.skip_parens()?;
                    }
                    continue;
                }
                (None, Kw::DsoLocal | Kw::DsoPreemptable | Kw::Dllimport | Kw::Dllexport) => {}
                (None, Kw::UnnamedAddr) => global.unnamed = true,
                (None, Kw::LocalUnnamedAddr) => {}
                _ => break,
            }
            self.lx.advance();
        }
        Ok(has_linkage)
    }

    /// The name of a symbol where it is defined or declared; moves past it. The symbol becomes the
    /// next of the module.
    pub(super) fn define_symbol(&mut self, global: &mut Global) -> Res<()> {
        let at = self.lx.start;
        global.name = self.lx.span();
        global.numbered = self.lx.tok == Tok::GlobalNum;
        if global.numbered {
            let number = self.id_number()?;
            if number < self.next_global_number {
                return self.fail(format!("expected number {} or above", self.next_global_number));
            }
            self.next_global_number = number + 1;
        }
        let symbol = self.mention_symbol()? as usize;
        if self.symbols[symbol].definition != NONE {
            return fail(at, "symbol is defined twice");
        }
        self.symbols[symbol].definition = self.globals.len() as u32;
        Ok(())
    }

    /// `@name = …`
    pub(super) fn global_definition(&mut self) -> Res<()> {
        let mut global = self.empty_global();
        self.define_symbol(&mut global)?;
        self.expect(Tok::Equal, "`=`")?;
        self.global_body(global)
    }

    fn global_body(&mut self, mut global: Global) -> Res<()> {
        let has_linkage = self.linkage_words(&mut global)?;
        let mut externally_initialized = false;
        loop {
            match (self.lx.tok, self.lx.kw) {
                (Tok::Word, Kw::Addrspace) => global.space = self.address_space()?,
                (Tok::Word, Kw::ExternallyInitialized) => {
                    externally_initialized = true;
                    self.lx.advance();
                }
                (Tok::Word, Kw::Alias | Kw::Ifunc) => return self.alias(global),
                (Tok::Word, Kw::Global | Kw::Constant) => break,
                _ => return self.unexpected("`global`, `constant`, `alias` or `ifunc`"),
            }
        }
        let constant = self.lx.kw == Kw::Constant;
        self.lx.advance();
        let at = self.lx.start;
        let ty = self.ty()?;
        if !self.types.is_first_class(ty) {
            return fail(at, "variable cannot have this type");
        }
        let declared = has_linkage && matches!(global.linkage, Linkage::External | Linkage::ExternWeak);
        let init = if declared { None } else { Some(self.constant(ty)?) };
        global.kind = GlobalKind::Variable { ty, constant, init, externally_initialized };
        self.variable_suffix(&mut global)?;
        self.globals.push(global);
        Ok(())
    }

    /// `, section "…", align 8, !dbg !7 #0`
    fn variable_suffix(&mut self, global: &mut Global) -> Res<()> {
        while self.eat(Tok::Comma) {
            if self.lx.tok == Tok::MdName {
                if let (Kw::Dbg, id) = self.attachment()? {
                    global.dbg = global.dbg.or(Some(id));
                }
                continue;
            }
            match if self.lx.tok == Tok::Word { self.lx.kw } else { Kw::Unknown } {
                Kw::Section => {
                    self.lx.advance();
                    global.section = Some(self.string()?);
                }
                Kw::Partition | Kw::CodeModel => {
                    self.lx.advance();
                    self.string()?;
                }
                Kw::Align => {
                    self.lx.advance();
                    global.align = self.alignment()?;
                }
                Kw::Comdat => self.comdat_use(global)?,
                Kw::NoSanitizeAddress
                | Kw::NoSanitizeHwaddress
                | Kw::SanitizeMemtag
                | Kw::SanitizeAddressDyninit => self.lx.advance(),
                _ => return self.unexpected("a property of the variable"),
            }
        }
        let mut ignored = FnAttributes::default();
        while self.eat(Tok::AttrGroup) || self.fn_attribute(&mut ignored)? {}
        Ok(())
    }

    /// `alias T, ptr @target` and `ifunc T, ptr @resolver`
    fn alias(&mut self, mut global: Global) -> Res<()> {
        let ifunc = self.lx.kw == Kw::Ifunc;
        self.lx.advance();
        let ty = self.ty()?;
        self.expect(Tok::Comma, "`,`")?;
        let expression = matches!(
            (self.lx.tok, self.lx.kw),
            (Tok::Word, Kw::Bitcast | Kw::Getelementptr | Kw::Addrspacecast | Kw::Inttoptr)
        );
        let at = self.lx.start;
        let target = if expression { self.nested(Self::const_expression)? } else { self.typed_constant()?.1 };
        let target_ty = self.constants[target.index()].ty;
        global.space = match *self.types.get(target_ty) {
            crate::module::Type::Ptr { space } | crate::module::Type::TypedPtr { space, .. } => space,
            _ => return fail(at, "target is no pointer"),
        };
        global.kind = match ifunc {
            true => GlobalKind::IFunc { ty, resolver: target },
            false => GlobalKind::Alias { ty, target },
        };
        while self.eat(Tok::Comma) {
            if self.lx.tok == Tok::MdName {
                self.attachment()?;
                continue;
            }
            self.expect_kw(Kw::Partition, "`partition`")?;
            self.string()?;
        }
        self.globals.push(global);
        Ok(())
    }

    /// `comdat`, `comdat($name)`
    pub(super) fn comdat_use(&mut self, global: &mut Global) -> Res<()> {
        let at = self.lx.start;
        self.lx.advance();
        if !self.eat(Tok::LParen) {
            if global.numbered {
                return fail(at, "comdat of a symbol without name must be named");
            }
            let raw =
                &self.lx.src[global.name.start as usize..(global.name.start + global.name.len) as usize];
            self.comdat_uses.push((super::canonical(raw), at));
            global.comdat = Some(global.name);
            return Ok(());
        }
        if self.lx.tok != Tok::ComdatName {
            return self.unexpected("a comdat");
        }
        self.comdat_uses.push((self.name(), self.lx.start));
        global.comdat = Some(self.lx.span());
        self.lx.advance();
        self.expect(Tok::RParen, "`)`")
    }

    /// `$name = comdat any`
    pub(super) fn comdat_definition(&mut self) -> Res<()> {
        let at = self.lx.start;
        let (name, span) = (self.name(), self.lx.span());
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        self.expect_kw(Kw::Comdat, "`comdat`")?;
        let selection = match if self.lx.tok == Tok::Word { self.lx.kw } else { Kw::Unknown } {
            Kw::Any => ComdatSelection::Any,
            Kw::Exactmatch => ComdatSelection::ExactMatch,
            Kw::Largest => ComdatSelection::Largest,
            Kw::Nodeduplicate | Kw::Noduplicates => ComdatSelection::NoDeduplicate,
            Kw::Samesize => ComdatSelection::SameSize,
            _ => return self.unexpected("how to choose among comdats"),
        };
        self.lx.advance();
        if self.comdat_names.insert(name, self.comdats.len() as u32).is_some() {
            return fail(at, "comdat is defined twice");
        }
        self.comdats.push(Comdat { name: span, selection });
        Ok(())
    }
}
