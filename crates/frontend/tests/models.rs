//! The models of the C library: that they compile by themselves, that they need no more than they say, and
//! that they do what the C library of this machine does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::thread;

use fathom_frontend::models::{self, World};
use fathom_frontend::{Clang, Options, Word, installed_clangs};

/// As `models::compile_for` has them, as far as they matter for warnings and meaning.
const FLAGS: [&str; 4] = ["-std=gnu2x", "-ffreestanding", "-fno-strict-overflow", "-fno-math-errno"];

/// A directory for the files of one test.
fn scratch(test: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn all() -> Vec<String> {
    models::provided().into_iter().map(str::to_owned).collect()
}

/// Symbols that a module defines for others, and those that it leaves to others.
fn symbols(ir: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let name = |line: &str| {
        let rest = &line[line.find('@').unwrap() + 1..];
        rest[..rest.find(|c: char| !c.is_alphanumeric() && !"_.$".contains(c)).unwrap()].to_owned()
    };
    let (mut defined, mut undefined) = (BTreeSet::new(), BTreeSet::new());
    for line in ir.lines() {
        let hidden = ["internal ", "private ", "appending "].iter().any(|linkage| line.contains(linkage));
        if line.starts_with("declare ") || line.starts_with('@') && line.contains(" external ") {
            undefined.insert(name(line));
        } else if (line.starts_with("define ") || line.starts_with('@')) && !hidden {
            defined.insert(name(line));
        }
    }
    (defined, undefined)
}

fn is_known_to_engines(symbol: &str) -> bool {
    let prefixes = ["llvm.", "__VERIFIER_nondet_fathom_"];
    prefixes.iter().any(|prefix| symbol.starts_with(prefix))
        || symbol.starts_with("__fathom_")
        || models::NATIVE.contains(&symbol)
}

/// Every model by itself: without warnings, with no symbol that nobody has, and alone.
#[test]
fn each_model_compiles_alone() {
    let directory = scratch("each_model");
    let clang = Clang::find().unwrap();
    let names = models::provided();
    for name in &names {
        fs::write(
            directory.join(format!("{name}.c")),
            models::source(&[(*name).to_owned()], World::default()).unwrap(),
        )
        .unwrap();
    }
    // Many at a time: starting the compiler is most of the work.
    thread::scope(|scope| {
        for part in names.chunks(names.len().div_ceil(4)) {
            let mut command = Command::new(&clang.path);
            command.args(FLAGS).args(["-Wall", "-Wextra", "-Werror", "-S", "-emit-llvm"]);
            command.args(part.iter().map(|name| format!("{name}.c"))).current_dir(&directory);
            scope.spawn(move || {
                let output = command.output().unwrap();
                assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            });
        }
    });
    for name in names {
        let text = fs::read_to_string(directory.join(format!("{name}.ll"))).unwrap();
        let (defined, undefined) = symbols(&text);
        assert_eq!(defined, BTreeSet::from([name.to_owned()]));
        for symbol in undefined {
            assert!(is_known_to_engines(&symbol), "{name}: nobody defines {symbol}");
        }
    }
    fs::remove_dir_all(directory).unwrap();
}

#[test]
fn no_clang_warns_for_32_or_64_bit() {
    let source = scratch("warnings").join("models.c");
    fs::write(&source, models::source(&all(), World { io_may_fail: true }).unwrap()).unwrap();
    for clang in installed_clangs() {
        for word in ["-m64", "-m32"] {
            let mut command = Command::new(&clang.path);
            command.args(FLAGS).args(["-Wall", "-Wextra", "-Werror", "-fsyntax-only", word]).arg(&source);
            let output = command.output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn all_models_compile_together_with_every_clang() {
    let names = all();
    for clang in installed_clangs() {
        for word in [Word::Bits32, Word::Bits64] {
            let options = Options { clang: Some(clang.clone()), word: Some(word), ..Options::default() };
            let units = models::compile_for(&names, World::default(), &options).unwrap();
            let [unit] = units.as_slice() else { panic!("{} units", units.len()) };
            assert!(models::is_model_file(unit.path.to_str().unwrap()));
            let (defined, undefined) = symbols(&unit.text);
            assert_eq!(defined, names.iter().cloned().collect());
            for symbol in undefined {
                assert!(is_known_to_engines(&symbol), "nobody defines {symbol}");
            }
            // No checks of the compiler, and no promises that it could break.
            for word in ["llvm.ubsantrap", " nsw ", " nuw "] {
                assert!(!unit.text.contains(word), "{word}");
            }
            // Positions show where they are.
            let part = |line: &str, key: &str| {
                let rest = line.split_once(key).unwrap().1;
                rest.split('"').nth(1).unwrap().to_owned()
            };
            for line in unit.text.lines().filter(|line| line.contains("!DIFile(")) {
                let (name, directory) = (part(line, "filename: "), part(line, "directory: "));
                assert!(directory == "<fathom>" && !name.contains('/'), "{line}");
            }
        }
    }
}

#[test]
fn only_what_is_asked_for_is_there() {
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    assert!(
        models::compile_for(
            &names(&["main", "malloc", "fathom_strlen"]),
            World::default(),
            &Options::default()
        )
        .unwrap()
        .is_empty()
    );
    let units =
        models::compile_for(&names(&["strdup", "main", "getenv"]), World::default(), &Options::default())
            .unwrap();
    let (defined, undefined) = symbols(&units[0].text);
    assert_eq!(defined, names(&["getenv", "strdup"]).into_iter().collect());
    assert!(undefined.contains("malloc") && !units[0].text.contains("strtok"));
    assert!(models::provides("strlen") && models::provides("stdin") && models::provides("__isoc99_sscanf"));
    assert!(!models::provides("malloc") && !models::provides("sin") && !models::provides("fathom_strlen"));
    assert_eq!(models::assumptions(&names(&["strlen", "getenv"])).len(), 0);
    assert!(models::is_model_file("<fathom>/string.c") && models::is_model_file("/tmp/<fathom>/string.c"));
    assert!(!models::is_model_file("/home/fathom/string.c"));
}

/// The target is that of the program, however it was chosen.
#[test]
fn the_target_is_that_of_the_program() {
    let names = ["strlen".to_owned()];
    for flag in ["-m32", "--target=i386-linux-gnu"] {
        let options = Options { cflags: vec!["-DX".into(), flag.into()], ..Options::default() };
        let units = models::compile_for(&names, World::default(), &options).unwrap();
        assert!(units[0].text.contains("define dso_local i32 @strlen"), "{flag}");
    }
}

/// Runs a command that must succeed.
fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert!(output.status.success(), "{command:?}: {}", said.concat());
}

/// All models as an object file, under other names (`model_strlen`).
fn models_object() -> &'static Path {
    static OBJECT: OnceLock<PathBuf> = OnceLock::new();
    OBJECT.get_or_init(|| {
        let directory = scratch("models_object");
        let renamed: String = all().iter().map(|name| format!("#define {name} model_{name}\n")).collect();
        let (source, object) = (directory.join("models.c"), directory.join("models.o"));
        fs::write(&source, renamed + &models::source(&all(), World { io_may_fail: true }).unwrap()).unwrap();
        let clang = Clang::find().unwrap();
        run(Command::new(&clang.path).args(FLAGS).args(["-g", "-c", "-o"]).args([&object, &source]));
        object
    })
}

/// Runs a driver in `tests/models`, which compares models with the library of this machine.
fn compare(driver: &str) {
    let object = models_object();
    let program = scratch(&format!("compare_{driver}")).join(driver);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models").join(driver).with_extension("c");
    run(Command::new(&Clang::find().unwrap().path)
        .args(["-std=gnu17", "-D_GNU_SOURCE", "-fno-builtin", "-w", "-g", "-o"])
        .args([program.as_path(), &source, object])
        .arg("-lm"));
    run(&mut Command::new(&program));
}

#[test]
fn strings_are_those_of_the_machine() {
    compare("string");
}

#[test]
fn classes_of_characters_are_those_of_the_machine() {
    compare("ctype");
}

#[test]
fn numbers_and_sorting_are_those_of_the_machine() {
    compare("stdlib");
}

#[test]
fn formats_are_those_of_the_machine() {
    compare("format");
}

#[test]
fn mathematics_is_that_of_the_machine() {
    compare("math");
}

/// What the environment decides has no reference; it keeps its own promises, whatever the choices.
#[test]
fn input_and_output_keep_their_promises() {
    compare("environment");
}
