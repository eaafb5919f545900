//! Runs the compilers that are installed. Needs at least one clang; the heavier claims are checked with
//! every version that is there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use fathom_frontend::{
    Clang, FrontendError, Language, Options, SourceCheck, Word, compile, installed_clangs,
};

/// A directory for the files of one test.
fn scratch(test: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn write(directory: &Path, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = directory.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn ir(path: PathBuf, options: &Options) -> String {
    let mut units = compile(&[path], options).unwrap();
    units.pop().unwrap().text
}

fn error(paths: &[PathBuf]) -> String {
    let errors = compile(paths, &Options::default()).unwrap_err();
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// One function for each check, and the number that its trap must have.
const TRAPS: &[(&str, u32, &str, &str)] = &[
    ("add", 0, "c", "int add(int a, int b) { return a + b; }"),
    ("wide_add", 0, "c", "unsigned wide_add(unsigned a, unsigned b) { return a + b; }"),
    ("quotient", 3, "c", "int quotient(int a, int b) { return a / b; }"),
    ("to_int", 5, "c", "int to_int(double d) { return (int)d; }"),
    ("narrow", 7, "c", "unsigned char narrow(int a) { return a; }"),
    ("zeros", 8, "c", "int zeros(unsigned x) { return __builtin_ctz(x); }"),
    ("truth", 10, "c", "int truth(_Bool *b) { return *b; }"),
    ("which", 10, "cc", "enum E { A, B }; extern \"C\" int which(E *e) { return *e; }"),
    ("missing", 11, "cc", "extern \"C\" int missing(int x) { if (x) return 1; }"),
    ("mul", 12, "c", "int mul(int a, int b) { return a * b; }"),
    ("wide_mul", 12, "c", "unsigned wide_mul(unsigned a, unsigned b) { return a * b; }"),
    ("neg", 13, "c", "int neg(int a) { return -a; }"),
    ("wide_neg", 13, "c", "unsigned wide_neg(unsigned a) { return -a; }"),
    ("passes", 16, "c", "void g(void *p) __attribute__((nonnull)); void passes(void *p) { g(p); }"),
    ("returns", 17, "c", "__attribute__((returns_nonnull)) void *returns(void *p) { return p; }"),
    ("index", 18, "c", "int a[4]; int index(int i) { return a[i]; }"),
    ("trailing", 18, "c", "struct T { int n, a[4]; }; int trailing(struct T *t, int i) { return t->a[i]; }"),
    ("shift", 20, "c", "int shift(int a, int b) { return a << b; }"),
    ("sub", 21, "c", "int sub(int a, int b) { return a - b; }"),
    ("wide_sub", 21, "c", "unsigned wide_sub(unsigned a, unsigned b) { return a - b; }"),
    ("vla", 24, "c", "void f(char *); void vla(int n) { char a[n]; f(a); }"),
];

/// The lowering gives every trap its meaning by the number: it must be the same in every version.
#[test]
fn trap_numbers_are_those_we_know_in_every_clang() {
    let clangs = installed_clangs();
    assert!(!clangs.is_empty(), "no clang is installed");
    let directory = scratch("traps");
    for extension in ["c", "cc"] {
        let cases: Vec<_> = TRAPS.iter().filter(|trap| trap.2 == extension).collect();
        let source: String = cases.iter().map(|trap| format!("{}\n", trap.3)).collect();
        let path = write(&directory, &format!("traps.{extension}"), source);
        for clang in &clangs {
            let sanitizers: Vec<_> = SourceCheck::ALL.iter().map(|check| check.sanitizers()).collect();
            let output = Command::new(&clang.path)
                .args(["-Xclang", "-disable-llvm-passes", "-w", "-S", "-emit-llvm", "-o", "-"])
                .args(["-fsanitize-trap=all", &format!("-fsanitize={}", sanitizers.join(","))])
                .args((clang.version >= 16).then_some("-fstrict-flex-arrays=1"))
                .arg(&path)
                .output()
                .unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).unwrap();
            for (function, number, _, _) in &cases {
                let (_, body) = text.split_once(&format!("@{function}(")).unwrap();
                let (body, _) = body.split_once("\n}").unwrap();
                let trap = format!("@llvm.ubsantrap(i8 {number})");
                assert!(body.contains(&trap), "clang {}: no {trap} in {function}:\n{body}", clang.version);
            }
        }
    }
}

fn with_clang(clang: Clang, path: &Path) -> String {
    ir(path.to_owned(), &Options { clang: Some(clang), ..Options::default() })
}

#[test]
fn every_clang_gives_lifetimes_lines_and_a_trap_for_each_check() {
    let directory = scratch("plain");
    let source = "int main(int a, char **v) {\n    {\n        int x = a + 1;\n        v[x] = 0;\n        \
                  x = x + 2;\n    }\n    return 0;\n}\n";
    let path = write(&directory, "plain.c", source);
    for clang in installed_clangs() {
        let text = with_clang(clang.clone(), &path);
        assert!(text.contains("alloca i32") && text.contains("call void @llvm.lifetime.end"), "{text}");
        assert_eq!(text.matches("call void @llvm.ubsantrap(i8 0)").count(), 2, "{text}");
        assert!(text.contains("!DILocation(line: 5") && !text.contains("!DILocation(line: 0"), "{text}");
    }
}

#[test]
fn headers_are_those_of_unoptimised_code() {
    let directory = scratch("headers");
    let source = "#include <stdlib.h>\nint main(int n, char **v) { return atoi(v[0]); }\n";
    let text = ir(write(&directory, "headers.c", source), &Options::default());
    assert!(!text.contains("available_externally"), "{text}");
}

#[test]
fn strings_of_cpp_have_bodies() {
    let directory = scratch("strings");
    let source =
        "#include <string>\nint main(int n, char **v) { std::string s(v[0]); s += s; return s.size(); }\n";
    let path = write(&directory, "strings.cc", source);
    for clang in installed_clangs() {
        let text = with_clang(clang.clone(), &path);
        let declared = |line: &&str| line.starts_with("declare") && line.contains("basic_string");
        assert_eq!(text.lines().find(declared), None, "clang {}", clang.version);
        assert!(text.lines().any(|line| line.starts_with("define") && line.contains("9_M_create")));
    }
}

#[test]
fn options_reach_clang() {
    let directory = scratch("options");
    fs::create_dir(directory.join("inc")).unwrap();
    write(&directory, "inc/one.h", "#define ONE 1\n");
    let forced = write(&directory, "forced.h", "#define TWO 2\n");
    let source = "#include \"one.h\"\n#if ONE + TWO + THREE + FOUR != 10 || defined __linux__ \
                  || __STDC_VERSION__ != 199901L || sizeof_int != 4\n#error wrong\n#endif\n\
                  char size[sizeof(void *) == 4 ? 1 : -1];\n";
    let path = write(&directory, "options.c", source);
    let options = Options {
        include_dirs: vec![directory.join("inc")],
        includes: vec![forced],
        defines: vec!["THREE=3".into(), "FOUR=4".into()],
        undefines: vec!["__linux__".into(), "FOUR".into()],
        std: Some("c99".into()),
        cflags: vec!["-Dsizeof_int=4".into()],
        word: Some(Word::Bits32),
        ..Options::default()
    };
    assert!(ir(path, &options).contains("target triple = \"i"));
}

#[test]
fn diagnostics_are_those_of_clang() {
    let directory = scratch("diagnostics");
    let path = write(&directory, "wrong.c", "int main(void) { return x; }\n");
    let errors = compile(std::slice::from_ref(&path), &Options::default()).unwrap_err();
    let [FrontendError::Rejected { diagnostics, .. }] = &errors[..] else { panic!("{errors:?}") };
    let clang = Clang::find().unwrap();
    let output = Command::new(clang.path).args(["-fsyntax-only"]).arg(&path).output().unwrap();
    assert_eq!(*diagnostics, String::from_utf8(output.stderr).unwrap());
}

#[test]
fn warnings_pass_through_on_request() {
    let directory = scratch("warnings");
    let path = write(&directory, "warn.c", "int main(void) { int unused; return 0; }\n");
    let quiet = compile(std::slice::from_ref(&path), &Options::default()).unwrap();
    assert_eq!(quiet[0].diagnostics, "");
    let options = Options { cflags: vec!["-Wall".into()], ..Options::default() };
    let loud = compile(&[path], &options).unwrap();
    assert!(loud[0].diagnostics.contains("unused variable"));
}

#[test]
fn several_inputs_keep_their_order() {
    let directory = scratch("several");
    let paths: Vec<PathBuf> = (0..5)
        .map(|n| write(&directory, &format!("f{n}.c"), format!("int f{n}(void) {{ return {n}; }}\n")))
        .collect();
    let units = compile(&paths, &Options::default()).unwrap();
    for (n, unit) in units.iter().enumerate() {
        assert_eq!((&unit.path, unit.language, unit.from_source), (&paths[n], Language::C, true));
        assert!(unit.text.contains(&format!("@f{n}(")));
    }
}

#[test]
fn every_failing_input_is_named() {
    let directory = scratch("failing");
    let good = write(&directory, "good.c", "int x;\n");
    let odd = write(&directory, "odd.txt", "");
    let empty = write(&directory, "empty.ll", "");
    let message = error(&[good, odd, empty, directory.join("none.c"), directory.clone()]);
    for part in
        ["odd.txt", "should end in one of .c", "empty.ll is empty", "none.c: No such file", "is a directory"]
    {
        assert!(message.contains(part), "{part} in\n{message}");
    }
    let binary = write(&directory, "binary.ll", b"BC\xc0\xde");
    assert!(error(&[binary]).contains("offset 2"));
    assert!(error(&["-".into(), "-".into()]).contains("only once"));
}

#[test]
fn a_standard_that_fits_no_file_is_refused() {
    let directory = scratch("standard");
    let path = write(&directory, "a.c", "int x;\n");
    let options = Options { std: Some("c++17".into()), ..Options::default() };
    let errors = compile(&[path], &options).unwrap_err();
    assert!(errors[0].to_string().contains("-std=c++17"));
}

/// clang would replace the target of the module, and with it the size of pointers.
#[test]
fn bitcode_keeps_its_target() {
    let directory = scratch("bitcode");
    let source = write(&directory, "word.c", "char size[sizeof(void *)];\n");
    let clang = Clang::find().unwrap();
    for (flag, pointer) in [("-m32", "[4 x i8]"), ("-m64", "[8 x i8]")] {
        let path = directory.join(format!("word{flag}.bc"));
        let status = Command::new(&clang.path)
            .args([flag, "-c", "-emit-llvm", "-o"])
            .args([&path, &source])
            .status()
            .unwrap();
        assert!(status.success());
        let unit = compile(&[path], &Options::default()).unwrap().pop().unwrap();
        assert!(!unit.from_source);
        assert!(unit.text.contains(pointer));
        assert_eq!(unit.text.contains("target triple = \"i"), flag == "-m32", "{}", unit.text);
    }
}

#[test]
fn rust_brings_the_standard_library() {
    let directory = scratch("rust");
    let source = "fn main() { let v: Vec<i32> = vec![1, 2]; println!(\"{}\", v.len()); }\n";
    let text = ir(write(&directory, "hello.rs", source), &Options::default());
    assert!(text.contains("define") && text.contains("@main("));
    // `Stdout::write_fmt` or whatever `_print` is made of: a body of std, not a declaration.
    assert!(text.lines().any(|line| line.starts_with("define") && line.contains("_print")));
    let wrong = write(&directory, "wrong.rs", "fn main() { x }\n");
    let errors = compile(&[wrong], &Options::default()).unwrap_err();
    assert!(
        matches!(&errors[0], FrontendError::Rejected { diagnostics, .. } if diagnostics.contains("E0425"))
    );
}
