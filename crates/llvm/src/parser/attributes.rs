//! Attributes: those that change what a program means are kept, all others are skipped by shape.
//!
//! An attribute is `word`, `word(…)`, `word=value`, `"text"` or `"text"="text"`. A word that is no
//! keyword counts as an attribute only on the line of what it belongs to, as LLVM prints it: so a
//! statement that this reader does not know is never mistaken for an attribute of the one before.

use super::Parser;
use crate::error::{Res, fail};
use crate::keywords::Kw;
use crate::lexer::Tok;
use crate::module::{FnAttributes, ParamAttributes, TypeId};

impl FnAttributes {
    /// Adds the attributes of another set.
    pub(super) fn merge(&mut self, other: Self) {
        self.noreturn |= other.noreturn;
        self.returns_twice |= other.returns_twice;
        self.naked |= other.naked;
        self.always_inline |= other.always_inline;
        self.no_inline |= other.no_inline;
        self.null_is_valid |= other.null_is_valid;
        self.strictfp |= other.strictfp;
    }
}

impl<'a> Parser<'a> {
    /// Whether the current token is the first of its line.
    fn starts_line(&self) -> bool {
        let before = &self.lx.src[..self.lx.start];
        before.iter().rev().find(|b| !matches!(b, b' ' | b'\t' | b'\r')).is_none_or(|&b| b == b'\n')
    }

    /// `word`, `word(…)`, `word=value`
    fn skip_attribute(&mut self) -> Res<()> {
        self.lx.advance();
        match self.lx.tok {
            Tok::LParen => self.skip_parens(),
            Tok::Equal => {
                self.lx.advance();
                match self.lx.tok {
                    Tok::Int | Tok::Word | Tok::Str => {
                        self.lx.advance();
                        Ok(())
                    }
                    _ => self.unexpected("the value of an attribute"),
                }
            }
            _ => Ok(()),
        }
    }

    /// `"text"`, `"text"="text"`; returns the two.
    fn string_attribute(&mut self) -> Res<(&'a [u8], &'a [u8])> {
        let key = self.lx.text();
        self.lx.advance();
        if !self.eat(Tok::Equal) {
            return Ok((key, b""));
        }
        if self.lx.tok != Tok::Str {
            return self.unexpected("a string");
        }
        let value = self.lx.text();
        self.lx.advance();
        Ok((key, value))
    }

    /// One attribute of a function or call, if the current token is one. Groups are left to the
    /// caller.
    #[inline]
    pub(super) fn fn_attribute(&mut self, attrs: &mut FnAttributes) -> Res<bool> {
        match self.lx.tok {
            Tok::Word => {
                match self.lx.kw {
                    Kw::Noreturn => attrs.noreturn = true,
                    Kw::ReturnsTwice => attrs.returns_twice = true,
                    Kw::Naked => attrs.naked = true,
                    Kw::Alwaysinline => attrs.always_inline = true,
                    Kw::Noinline => attrs.no_inline = true,
                    Kw::NullPointerIsValid => attrs.null_is_valid = true,
                    Kw::Strictfp => attrs.strictfp = true,
                    Kw::Alignstack
                    | Kw::Preallocated
                    | Kw::Elementtype
                    | Kw::SanitizeMemtag
                    | Kw::Returned => {}
                    Kw::Unknown if !self.starts_line() => {}
                    _ => return Ok(false),
                }
                self.skip_attribute()?;
                Ok(true)
            }
            Tok::Str => {
                let (key, value) = self.string_attribute()?;
                if key == b"null-pointer-is-valid" && value == b"true" {
                    attrs.null_is_valid = true;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// `attributes #0 = { … }`
    pub(super) fn attribute_group(&mut self) -> Res<()> {
        self.lx.advance();
        if self.lx.tok != Tok::AttrGroup {
            return self.unexpected("an attribute group");
        }
        let at = self.lx.start;
        let number = self.table_number()?;
        self.lx.advance();
        self.expect(Tok::Equal, "`=`")?;
        self.expect(Tok::LBrace, "`{`")?;
        let mut attrs = FnAttributes::default();
        while self.lx.tok != Tok::RBrace {
            if self.fn_attribute(&mut attrs)? {
                continue;
            }
            match self.lx.tok {
                // Words that mean something elsewhere, as `align=8`.
                Tok::Word => self.skip_attribute()?,
                _ => return self.unexpected("an attribute or `}`"),
            }
        }
        self.lx.advance();
        if self.groups.insert(number, attrs).is_some() {
            return fail(at, "attribute group is defined twice");
        }
        Ok(())
    }

    /// `(T)` after an attribute that takes a type; `None` where it is left out, as old modules may.
    fn attribute_type(&mut self) -> Res<Option<TypeId>> {
        self.lx.advance();
        if !self.eat(Tok::LParen) {
            return Ok(None);
        }
        let ty = self.any_type()?;
        self.expect(Tok::RParen, "`)`")?;
        Ok(Some(ty))
    }

    /// Attributes of a parameter, argument or result, up to a type or a value.
    #[inline]
    pub(super) fn param_attributes(&mut self) -> Res<ParamAttributes> {
        let mut attrs = ParamAttributes::default();
        while matches!(self.lx.tok, Tok::Word | Tok::Str) {
            if !self.param_attribute(&mut attrs)? {
                break;
            }
        }
        Ok(attrs)
    }

    fn param_attribute(&mut self, attrs: &mut ParamAttributes) -> Res<bool> {
        if self.lx.tok == Tok::Str {
            self.string_attribute()?;
            return Ok(true);
        }
        match self.lx.kw {
            Kw::Noundef => attrs.noundef = true,
            Kw::Nonnull => attrs.nonnull = true,
            Kw::Zeroext => attrs.zeroext = true,
            Kw::Signext => attrs.signext = true,
            Kw::Returned => attrs.returned = true,
            Kw::Swifterror => attrs.swifterror = true,
            Kw::Nest => attrs.nest = true,
            Kw::Byval => {
                attrs.byval = self.attribute_type()?;
                return Ok(true);
            }
            Kw::Sret => {
                attrs.sret = self.attribute_type()?;
                return Ok(true);
            }
            Kw::Inalloca => {
                attrs.inalloca = self.attribute_type()?;
                return Ok(true);
            }
            Kw::Preallocated => {
                attrs.preallocated = self.attribute_type()?;
                return Ok(true);
            }
            Kw::Byref => {
                attrs.byref = self.attribute_type()?;
                return Ok(true);
            }
            Kw::Elementtype => {
                attrs.elementtype = self.attribute_type()?;
                return Ok(true);
            }
            Kw::Align => {
                self.lx.advance();
                let parens = self.eat(Tok::LParen);
                attrs.align = self.alignment()?;
                if parens {
                    self.expect(Tok::RParen, "`)`")?;
                }
                return Ok(true);
            }
            Kw::Dereferenceable => {
                self.lx.advance();
                self.expect(Tok::LParen, "`(`")?;
                attrs.dereferenceable = self.number("a number of bytes")?;
                self.expect(Tok::RParen, "`)`")?;
                return Ok(true);
            }
            Kw::Unknown | Kw::Alignstack | Kw::Range => {
                self.skip_attribute()?;
                return Ok(true);
            }
            _ => return Ok(false),
        }
        self.lx.advance();
        Ok(true)
    }
}
