//! A few random programs, compared with native execution: output and exit code. `scripts/csmith.py` does
//! the same for any number of them.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use common::{Job, clangs, in_parallel};

const PROGRAMS: u32 = 20;

/// Where the headers of csmith are.
fn headers() -> Option<PathBuf> {
    let candidates = ["/usr/include/csmith", "/usr/local/include/csmith", "/usr/include/csmith-2.3.0"];
    candidates.iter().map(PathBuf::from).find(|path| path.join("csmith.h").is_file())
}

/// `None` if the program is no use (it runs too long natively), or else what is different.
fn compare(
    seed: u32,
    directory: &Path,
    headers: &Path,
    clang: &Path,
    word: &str,
) -> Option<Result<(), String>> {
    let source = directory.join(format!("{seed}{word}.c"));
    let native = directory.join(format!("{seed}{word}.exe"));

    let mut generate = Job::new("csmith");
    // csmith takes the addresses of members of packed structures, which C does not allow.
    generate.command.args(["--seed", &seed.to_string(), "--no-packed-struct", "--output"]);
    generate.command.arg(&source).current_dir(directory);
    if generate.run().code != Some(0) {
        return None;
    }
    let mut compile = Job::new(clang);
    compile.command.args(["-w", "-O0", word, "-I"]).arg(headers).arg("-o").arg(&native).arg(&source);
    let compiled = compile.run();
    if compiled.code != Some(0) {
        return Some(Err(format!("{}: does not compile: {}", source.display(), compiled.stderr)));
    }
    let mut run = Job::new(&native);
    run.timeout = Duration::from_secs(2);
    let expected = run.run();
    if expected.timed_out {
        return None;
    }

    let mut fathom = Job::fathom("run");
    fathom.command.env("FATHOM_CLANG", clang).args([word, "-I"]).arg(headers).arg(&source);
    fathom.timeout = Duration::from_secs(240);
    let found = fathom.run();
    if (found.code, &found.stdout) == (expected.code, &expected.stdout) {
        return Some(Ok(()));
    }
    let reported: String = found.stderr.lines().take(6).map(|line| format!("\n      {line}")).collect();
    Some(Err(format!(
        "{} (exit {:?}, {:?}) instead of (exit {:?}, {:?}){reported}",
        source.display(),
        found.code,
        found.stdout,
        expected.code,
        expected.stdout
    )))
}

#[test]
fn random_programs_behave_as_natively() {
    let Some(headers) = headers() else {
        eprintln!("csmith is not installed; `make test` installs it");
        return;
    };
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("csmith");
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    let clangs = clangs();
    let jobs: Vec<(u32, &Path, &str)> = (0..PROGRAMS)
        .map(|n| {
            let clang = &clangs[n as usize % clangs.len()];
            (1000 + n, clang.path.as_path(), if n % 4 == 3 { "-m32" } else { "-m64" })
        })
        .collect();
    let results = in_parallel(&jobs, |&(seed, clang, word)| compare(seed, &directory, &headers, clang, word));
    let compared = results.iter().flatten().count();
    let failures: Vec<&String> =
        results.iter().flatten().filter_map(|result| result.as_ref().err()).collect();
    assert!(compared >= PROGRAMS as usize / 3, "only {compared} programs could be compared");
    assert!(
        failures.is_empty(),
        "{} of {compared} differ:\n  {}",
        failures.len(),
        failures.iter().map(|failure| failure.as_str()).collect::<Vec<_>>().join("\n  ")
    );
}
