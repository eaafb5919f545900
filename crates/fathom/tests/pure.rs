//! Memories of the programs in `tests`: they are well-formed, and executions agree with them.
//!
//! Every program is compiled as `fathom ir` does it. Its memories must pass the check, with regions and with
//! one region for all. Then, of programs in `tests/run`, each object is tagged with its region when it is
//! made, each access is preceded by an assertion that the tag is that of the pointer's region, and the
//! interpreter executes the result. `FATHOM_SAMPLE=1` takes every program, otherwise it is one in four;
//! `FATHOM_PROGRAMS` names another directory to take them from.

mod common;

use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Job, in_parallel, tests_directory};
use fathom_frontend::split_words;
use fathom_interp::fault::Stop;
use fathom_interp::machine::{Machine, Scalar};
use fathom_interp::{RunOptions, library};
use fathom_ir::{
    BinOp, Bits, Block, BlockId, Body, CmpOp, Const, FuncId, Function, GlobalId, Inst, LocId, NoteId, Op,
    Program, Property, Symbol, Term, Type, Value, text, verify,
};
use fathom_passes::purify::{self, Pure};
use fathom_passes::regions::{Object, RegionId, RegionOptions, Site};

/// What the assertions say.
const NOTE: &str = "the object is in another region than the pointer";

/// A sample of the programs in a directory of `tests`, or of those that the environment names instead.
fn corpus(directory: &str) -> Vec<PathBuf> {
    let other = std::env::var_os("FATHOM_PROGRAMS").map(PathBuf::from);
    let one_in = std::env::var("FATHOM_SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let all = programs(other.unwrap_or_else(|| tests_directory().join(directory)));
    all.into_iter().step_by(one_in.max(1)).collect()
}

/// Programs in a directory.
fn programs(directory: PathBuf) -> Vec<PathBuf> {
    let mut open = vec![directory];
    let mut paths = Vec::new();
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => open.push(path),
                Some("c" | "cpp" | "cc" | "ll") => paths.push(path),
                _ => {}
            }
        }
    }
    paths.sort();
    paths
}

/// The program that `fathom ir` makes of a file; `None` if it does not take the options in the file.
fn compile(path: &Path) -> Option<Program> {
    let source = std::fs::read_to_string(path).unwrap();
    let options = source.lines().filter_map(|line| {
        let line = line.strip_prefix("//").or_else(|| line.strip_prefix(';'))?;
        split_words(line.trim_start().strip_prefix("OPTIONS:")?).ok()
    });
    let mut job = Job::fathom("ir");
    job.command.args(options.flatten()).current_dir(path.parent().unwrap()).arg(path.file_name().unwrap());
    let result = job.run();
    (result.code == Some(0)).then(|| text::parse(&result.stdout).unwrap())
}

fn memories(program: &Program, one_region: bool) -> Result<Pure, String> {
    let options = RegionOptions { one_region, ..RegionOptions::default() };
    let pure = purify::purify(program, &options);
    purify::check(program, &pure).map_err(|error| error.to_string())?;
    Ok(pure)
}

#[test]
fn memories_of_all_programs_are_well_formed() {
    let paths = [corpus("check"), corpus("run")].concat();
    let results = in_parallel(&paths, |path| {
        let program = compile(path)?;
        let failure = [false, true].map(|one_region| memories(&program, one_region).err());
        Some(failure.into_iter().flatten().map(|what| format!("{}: {what}\n", path.display())).collect())
    });
    let compiled: Vec<String> = results.into_iter().flatten().collect();
    assert!(compiled.len() * 2 > paths.len(), "only {} of {} compile", compiled.len(), paths.len());
    assert_eq!(compiled.concat(), "");
}

#[test]
fn hard_programs_run_to_their_end_and_stay_in_their_regions() {
    let paths = programs(tests_directory().join("pure"));
    assert!(!paths.is_empty());
    for path in &paths {
        let mut job = Job::fathom("run");
        job.command.arg(path);
        let result = job.run();
        assert_eq!(result.code, Some(0), "{}: {}", path.display(), result.stderr);
    }
    stay_in_their_regions(&paths);
}

#[test]
fn executions_stay_in_their_regions() {
    stay_in_their_regions(&corpus("run"));
}

fn stay_in_their_regions(paths: &[PathBuf]) {
    let results = in_parallel(paths, |path| {
        let program = compile(path)?;
        let pure = memories(&program, false).ok()?;
        let tagged = Tagger::new(program, &pure)?.finish();
        if let Err(errors) = verify::verify(&tagged) {
            return Some(format!("{}: {errors:?}\n", path.display()));
        }
        Some(execute(&tagged).map_or(String::new(), |what| format!("{}: {what}\n", path.display())))
    });
    let executed: Vec<String> = results.into_iter().flatten().collect();
    assert!(executed.len() * 2 > paths.len(), "only {} of {} were executed", executed.len(), paths.len());
    assert_eq!(executed.concat(), "");
}

#[test]
fn a_wrong_region_is_seen() {
    let program = text::parse(
        "global @a size 4 align 4 = {}\nglobal @b size 4 align 4 = {}\nfn @main() -> i32 {\nb0:\n  \
         store i32 1, @a, align 4\n  %0 = load i32, @b, align 4\n  return %0\n}\n",
    )
    .unwrap();
    let pure = memories(&program, false).unwrap();
    assert_eq!(execute(&Tagger::new(program.clone(), &pure).unwrap().finish()), None);
    let mut tagger = Tagger::new(program, &pure).unwrap();
    tagger.shift = 1;
    assert!(execute(&tagger.finish()).is_some());
}

/// Executes a program as `fathom run` does, without arguments or input; what an assertion about a region
/// says, if one fails.
fn execute(program: &Program) -> Option<String> {
    let options = RunOptions { max_steps: 20_000_000, memory_limit: 1 << 28, ..RunOptions::default() };
    let mut machine = Machine::new(program, options).ok()?;
    machine.library.capture_output();
    machine.library.set_input(Vec::new());
    let main = program.function_named("main")?;
    for function in program.constructors.iter().copied().chain([main]) {
        let mut values = Vec::new();
        for (at, &ty) in program.functions[function.index()].params.iter().enumerate() {
            values.push(match (at, ty) {
                (0, _) => Scalar::int(1),
                (1, Type::Ptr) => Scalar::ptr(machine.string_array(&[b"a.out".to_vec()], "argv").ok()?),
                (2, Type::Ptr) => Scalar::ptr(library::environment(&mut machine)),
                _ => return None,
            });
        }
        if let Err(stop) = machine.call_function(function, &values) {
            let Stop::Fault(fault) = stop else { return None };
            let wrong = fault.details.iter().any(|detail| detail.contains(NOTE));
            let place = machine.memory.site;
            return wrong.then(|| format!("{} in {:?}", NOTE, place));
        }
    }
    None
}

/// Rewrites a program so that objects carry the number of their region, and accesses look at it.
struct Tagger<'a> {
    program: Program,
    pure: &'a Pure,
    set: FuncId,
    get: FuncId,
    alive: FuncId,
    note: NoteId,
    /// Added to the regions that are expected, for a test of the test.
    shift: u64,
}

/// The slot of the tag.
const SLOT: u64 = 77;

impl<'a> Tagger<'a> {
    /// `None` if the program has functions of these names itself, or objects that cannot be tagged.
    fn new(mut program: Program, pure: &'a Pure) -> Option<Self> {
        let names = ["sea_set_shadowmem", "sea_get_shadowmem", "sea_is_alloc", "posix_memalign"];
        if names.iter().any(|name| program.function_named(name).is_some()) {
            return None;
        }
        let word = Type::Int(program.target.pointer_bits);
        let mut declare = |name: &str, params: &[Type], results: &[Type]| {
            program.functions.push(Function {
                name: name.into(),
                params: params.to_vec(),
                results: results.to_vec(),
                variadic: false,
                body: None,
                align: 1,
                loc: LocId::NONE,
            });
            FuncId(program.functions.len() as u32 - 1)
        };
        let set = declare(names[0], &[Type::Int(32), Type::Ptr, word], &[]);
        let get = declare(names[1], &[Type::Int(32), Type::Ptr], &[word]);
        let alive = declare(names[2], &[Type::Ptr], &[Type::Int(32)]);
        program.notes.push(NOTE.into());
        let note = NoteId(program.notes.len() as u32 - 1);
        Some(Self { program, pure, set, get, alive, note, shift: 0 })
    }

    fn finish(mut self) -> Program {
        for id in (0..self.program.functions.len() as u32).map(FuncId) {
            let Some(mut body) = self.program.functions[id.index()].body.take() else { continue };
            for block in 0..body.blocks.len() {
                let insts = std::mem::take(&mut body.blocks[block].insts);
                let mut new = Vec::new();
                for (at, inst) in insts.into_iter().enumerate() {
                    let site = Site { func: id, block: BlockId(block as u32), inst: at as u32 };
                    self.instruction(site, inst, &mut body, &mut new);
                }
                body.blocks[block].insts = new;
            }
            self.program.functions[id.index()].body = Some(body);
        }
        self.tag_globals();
        self.program
    }

    /// A constructor before all others.
    fn tag_globals(&mut self) {
        let mut body = Body::default();
        let mut insts = Vec::new();
        for id in (0..self.program.globals.len() as u32).map(GlobalId) {
            let Some(region) = self.pure.regions.of_object(Object::Global(id)) else { continue };
            let address = body.new_constant(Type::Ptr, Const::Addr(Symbol::Global(id), 0));
            self.tag(address, region, &mut body, &mut insts);
        }
        let (term, term_loc) = (Term::Return(vec![]), LocId::NONE);
        body.blocks.push(Block { params: vec![], insts, term, term_loc });
        self.program.functions.push(Function {
            name: "tag objects".into(),
            params: vec![],
            results: vec![],
            variadic: false,
            body: Some(body),
            align: 1,
            loc: LocId::NONE,
        });
        self.program.constructors.insert(0, FuncId(self.program.functions.len() as u32 - 1));
    }

    fn word(&self) -> Type {
        Type::Int(self.program.target.pointer_bits)
    }

    fn number(body: &mut Body, ty: Type, value: u64) -> Value {
        let Type::Int(width) = ty else { unreachable!() };
        body.new_constant(ty, Const::Bits(Bits::from_u64(width, value)))
    }

    fn push(body: &mut Body, insts: &mut Vec<Inst>, op: Op, result: Option<Type>) -> Value {
        let first = result.map_or(Value(0), |ty| body.new_value(ty));
        insts.push(Inst { op, first, results: u32::from(result.is_some()), loc: LocId::NONE });
        first
    }

    fn tag(&self, pointer: Value, region: RegionId, body: &mut Body, insts: &mut Vec<Inst>) {
        let slot = Self::number(body, Type::Int(32), SLOT);
        let tag = Self::number(body, self.word(), u64::from(region.0) + 1);
        Self::push(body, insts, Op::Call { callee: self.set, args: vec![slot, pointer, tag] }, None);
    }

    fn instruction(&mut self, site: Site, inst: Inst, body: &mut Body, insts: &mut Vec<Inst>) {
        match inst.op {
            Op::Load { ptr, .. } | Op::Store { ptr, .. } => self.expect(site.func, ptr, body, insts),
            Op::MemSet { dst, .. } => self.expect(site.func, dst, body, insts),
            Op::MemCopy { dst, src, .. } => {
                self.expect(site.func, dst, body, insts);
                self.expect(site.func, src, body, insts);
            }
            _ => {}
        }
        let result = inst.result();
        insts.push(inst);
        if let (Some(region), Some(result)) = (self.pure.regions.of_object(Object::Made(site)), result) {
            self.tag(result, region, body, insts);
        }
    }

    /// Asserts that a live object under a pointer is in the pointer's region.
    fn expect(&self, function: FuncId, pointer: Value, body: &mut Body, insts: &mut Vec<Inst>) {
        // The body was taken out of the program: constants are looked up here.
        let region = match body.constant(pointer) {
            Some(&Const::Addr(Symbol::Global(id), _)) => self.pure.regions.of_object(Object::Global(id)),
            Some(_) => return,
            None => self.pure.regions.of_variable(function, pointer),
        };
        let word = self.word();
        let slot = Self::number(body, Type::Int(32), SLOT);
        let call = Op::Call { callee: self.get, args: vec![slot, pointer] };
        let tag = Self::push(body, insts, call, Some(word));
        let call = Op::Call { callee: self.alive, args: vec![pointer] };
        let alive = Self::push(body, insts, call, Some(Type::Int(32)));
        let dead = Self::number(body, Type::Int(32), 0);
        let mut fine = Self::push(body, insts, Op::Cmp(CmpOp::Eq, alive, dead), Some(Type::BOOL));
        // Objects of the library have no tag.
        let outside =
            |object: &Object| matches!(object, Object::Unknown | Object::Environment | Object::Errno);
        let untagged = region
            .is_some_and(|region| self.pure.regions.regions[region.index()].objects.iter().any(outside));
        let own = region.map(|region| u64::from(region.0) + 1 + self.shift);
        for expected in own.into_iter().chain(untagged.then_some(0)) {
            let expected = Self::number(body, word, expected);
            let same = Self::push(body, insts, Op::Cmp(CmpOp::Eq, tag, expected), Some(Type::BOOL));
            fine = Self::push(body, insts, Op::Bin(BinOp::Or, fine, same), Some(Type::BOOL));
        }
        let assert = Op::Assert { cond: fine, property: Property::Assertion, note: self.note };
        Self::push(body, insts, assert, None);
    }
}

#[test]
fn the_text_of_memories() {
    let here = std::env::temp_dir().join(format!("fathom-pure-{}", std::process::id()));
    std::fs::create_dir_all(&here).unwrap();
    let source = "int a, b;\nvoid set(int *p) { *p = 1; }\nint main(void) { set(&a); b = 2; return a; }\n";
    std::fs::write(here.join("a.c"), source).unwrap();
    let print = |args: &[&str]| {
        let mut job = Job::fathom("ir");
        job.timeout = Duration::from_secs(60);
        job.command.args(args).arg("a.c").current_dir(&here);
        let result = job.run();
        assert_eq!(result.code, Some(0), "{}", result.stderr);
        result.stdout
    };
    let all = print(&["--stage", "pure"]);
    let one = print(&["--stage", "pure", "--function", "set"]);
    let flat = print(&["--stage", "pure-flat"]);
    std::fs::remove_dir_all(&here).unwrap();
    assert!(all.starts_with("; mem0: @a\n; mem1: @b\n"), "{all}");
    assert!(all.contains("fn @main(mem0, mem1) -> i32, mem0, mem1"), "{all}");
    assert!(one.contains("m1 = store i32 1, %0, align 4 in m0") && !one.contains("@main"), "{one}");
    assert!(flat.starts_with("; mem0: @a, @b\n"), "{flat}");
}
