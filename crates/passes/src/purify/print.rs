//! Memories in the text form of a program.

use std::fmt::Write as _;

use fathom_ir::text::{self, Memories};
use fathom_ir::{BlockId, FuncId, Op, Program};

use super::{Pure, PureBlock, PureBody, Version};
use crate::regions::{Object, RegionId, Site};

/// The text of a program, or of one function of it, with its memories. What is in each is listed first.
///
/// A memory of region `n` has type `memn`. It stands after `in` where an instruction takes it, and among
/// the results where it is given: `m4 = store i32 %1, %2, align 4 in m3`.
pub fn print(program: &Program, pure: &Pure, function: Option<FuncId>) -> String {
    let shown = Shown { program, pure };
    match function {
        Some(id) => {
            let own = pure.functions.get(id.index());
            let regions = own.map_or(&[][..], |own| &own.takes);
            let mut text = String::new();
            regions.iter().for_each(|&region| text += &shown.region(region));
            if !regions.is_empty() {
                text.push('\n');
            }
            text + &text::print_function_with(program, id, &shown)
        }
        None => text::print_with(program, &shown),
    }
}

/// Columns after which a list of objects goes on in the next line.
const WIDTH: usize = 110;

struct Shown<'a> {
    program: &'a Program,
    pure: &'a Pure,
}

fn memory_type(region: RegionId) -> String {
    format!("mem{}", region.0)
}

/// The name of a symbol, on one line whatever is in it.
fn symbol(name: &str) -> String {
    format!("@{}", name.escape_debug())
}

fn names(versions: &[Version]) -> Vec<String> {
    versions.iter().map(|version| format!("m{}", version.0)).collect()
}

impl Shown<'_> {
    fn body(&self, function: FuncId) -> Option<&PureBody> {
        self.pure.functions.get(function.index())?.body.as_ref()
    }

    fn block(&self, function: FuncId, block: BlockId) -> Option<&PureBlock> {
        self.body(function)?.blocks.get(block.index())
    }

    /// A line or more about a region: its objects, and where pointers in it point.
    fn region(&self, id: RegionId) -> String {
        let Some(region) = self.pure.regions.regions.get(id.index()) else { return String::new() };
        let last = region.objects.len().saturating_sub(1);
        let objects = region.objects.iter().enumerate();
        let mut items: Vec<String> =
            objects.map(|(at, &object)| self.object(object) + if at == last { "" } else { "," }).collect();
        if let Some(content) = region.content {
            items.push(format!("; points into mem{}", content.0));
        }
        let mut text = format!("; mem{}:", id.0);
        let mut width = text.len();
        for item in items {
            let space = if item.starts_with(';') { "" } else { " " };
            if width + item.len() > WIDTH && !space.is_empty() {
                text += "\n;  ";
                width = 4;
            }
            // Writing into a string does not fail.
            let _ = write!(text, "{space}{item}");
            width += space.len() + item.len();
        }
        text + "\n"
    }

    fn object(&self, object: Object) -> String {
        match object {
            Object::Global(id) => {
                symbol(self.program.globals.get(id.index()).map_or("", |global| &global.name))
            }
            Object::Function(id) => {
                symbol(self.program.functions.get(id.index()).map_or("", |function| &function.name))
            }
            Object::Made(site) => self.made(site).unwrap_or_default(),
            Object::Environment => "the arguments of the program".into(),
            Object::Errno => "errno".into(),
            Object::Unknown => "whatever code without a body owns".into(),
        }
    }

    /// An object that an instruction makes: what it is, and where.
    fn made(&self, site: Site) -> Option<String> {
        let function = self.program.functions.get(site.func.index())?;
        let block = function.body.as_ref()?.blocks.get(site.block.index())?;
        let inst = block.insts.get(site.inst as usize)?;
        let what = match &inst.op {
            Op::Alloca { name, .. } => match self.program.note(*name) {
                "" => "alloca".to_string(),
                name => format!("\"{}\"", name.escape_debug()),
            },
            Op::Call { callee, .. } => self.program.functions.get(callee.index())?.name.clone(),
            _ => "a call through a pointer".into(),
        };
        let place = self.program.loc(inst.loc).and_then(|loc| {
            let file = self.program.files.get(loc.file?.index())?;
            Some(format!(" at {file}:{}:{}", loc.line, loc.column))
        });
        Some(format!("{what} in {}{}", symbol(&function.name), place.unwrap_or_default()))
    }
}

impl Memories for Shown<'_> {
    fn header(&self) -> String {
        let all = (0..self.pure.regions.regions.len() as u32).map(RegionId);
        let mut text: String = all.map(|region| self.region(region)).collect();
        if !text.is_empty() {
            text.push('\n');
        }
        text
    }

    fn takes(&self, function: FuncId) -> Vec<String> {
        let own = self.pure.functions.get(function.index());
        own.map_or_else(Vec::new, |own| own.takes.iter().copied().map(memory_type).collect())
    }

    fn gives(&self, function: FuncId) -> Vec<String> {
        let own = self.pure.functions.get(function.index());
        own.map_or_else(Vec::new, |own| own.gives.iter().copied().map(memory_type).collect())
    }

    fn params(&self, function: FuncId, block: BlockId) -> Vec<String> {
        let (Some(body), Some(block)) = (self.body(function), self.block(function, block)) else {
            return vec![];
        };
        let params = block.params.iter();
        let with_type = |version: &Version| {
            let region = body.versions.get(version.index())?;
            Some(format!("m{}: {}", version.0, memory_type(*region)))
        };
        params.filter_map(with_type).collect()
    }

    fn inst(&self, function: FuncId, block: BlockId, inst: usize) -> (Vec<String>, Vec<String>) {
        let own = self.block(function, block).and_then(|block| block.insts.get(inst));
        own.map_or_else(Default::default, |own| (names(&own.takes), names(&own.gives)))
    }

    fn edge(&self, function: FuncId, block: BlockId, edge: usize) -> Vec<String> {
        let own = self.block(function, block).and_then(|block| block.edges.get(edge));
        own.map_or_else(Vec::new, |passed| names(passed))
    }

    fn returns(&self, function: FuncId, block: BlockId) -> Vec<String> {
        self.block(function, block).map_or_else(Vec::new, |block| names(&block.returns))
    }
}
