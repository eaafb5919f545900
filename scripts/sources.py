"""Real programs to try Fathom on: C sources that crates on the registry carry, fetched by cargo."""

import pathlib
import shutil
import subprocess
import sys

MANIFEST = """\
[package]
name = "sources"
version = "0.0.0"
edition = "2021"
publish = false

[workspace]

[dependencies]
libsqlite3-sys = "0.39"
libz-sys = "1.1"
bzip2-sys = "0.1.13"
zstd-sys = "2"
lua-src = "551"
"""


def fetch(directory):
    """Makes `directory` hold the sources, if it does not yet; the directory of each crate."""
    directory = pathlib.Path(directory).resolve()
    manifest = directory / "Cargo.toml"
    if not (directory / "vendor").is_dir() or manifest.read_text() != MANIFEST:
        shutil.rmtree(directory, ignore_errors=True)
        (directory / "src").mkdir(parents=True)
        (directory / "src/lib.rs").write_text("")
        manifest.write_text(MANIFEST)
        command = ["cargo", "vendor", "--quiet", "vendor"]
        done = subprocess.run(command, cwd=directory, stdout=subprocess.DEVNULL)
        if done.returncode != 0:
            sys.exit("sources.py: cargo could not fetch the sources")
    return {path.name: path for path in (directory / "vendor").iterdir()}


def newest_clang():
    """The newest clang on the path."""
    for version in range(30, 13, -1):
        if path := shutil.which(f"clang-{version}"):
            return path
    return shutil.which("clang") or sys.exit("no clang found")


def only(directory, pattern):
    """The one path that matches."""
    found = sorted(directory.glob(pattern))
    if not found:
        sys.exit(f"sources.py: no {pattern} in {directory}")
    return found[-1]


class Project:
    """Files that make up one library, and how to compile them."""

    def __init__(self, name, directory, files, flags=()):
        self.name = name
        self.directory = directory
        self.files = files
        self.flags = ["-I", str(directory), *flags]


def projects(directory):
    """The libraries by name."""
    crates = fetch(directory)
    sqlite = crates["libsqlite3-sys"] / "sqlite3"
    zlib = crates["libz-sys"] / "src/zlib"
    bzip2 = only(crates["bzip2-sys"], "bzip2-*")
    zstd = crates["zstd-sys"] / "zstd/lib"
    lua = only(crates["lua-src"], "lua-5.4*")
    zstd_files = [file for part in ("common", "compress", "decompress", "dictBuilder", "legacy")
                  for file in sorted((zstd / part).glob("*.c"))]
    bzip2_files = [bzip2 / f"{name}.c" for name in
                   ("blocksort", "huffman", "crctable", "randtable", "compress", "decompress", "bzlib")]
    return {
        project.name: project
        for project in (
            Project("sqlite", sqlite, [sqlite / "sqlite3.c"],
                    ["-DSQLITE_ENABLE_FTS3", "-DSQLITE_ENABLE_FTS5", "-DSQLITE_ENABLE_RTREE", "-DSQLITE_THREADSAFE=1"]),
            Project("zlib", zlib, sorted(zlib.glob("*.c")), ["-DHAVE_UNISTD_H", "-DSTDC"]),
            Project("bzip2", bzip2, bzip2_files, ["-DBZ_NO_STDIO"]),
            Project("zstd", zstd, zstd_files, ["-DZSTD_LEGACY_SUPPORT=1", "-DZSTD_MULTITHREAD", "-DZSTD_DISABLE_ASM"]),
            Project("lua", lua, sorted(lua.glob("*.c")), ["-DLUA_USE_POSIX"]),
        )
    }
