#!/usr/bin/env python3
"""Makes the archive that SV-COMP wants, and tries it.

    svcomp_archive.py --fathom target/release/fathom --output target/fathom-svcomp.zip

One folder with the binary, licences, README and `smoketest.sh`. The archive is unpacked somewhere else, and the
smoke test run there, before this says that it is done. The same files give the same archive, byte for byte."""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = "fathom"

# Name in the archive: file of the project.
FILES = {
    "LICENSE-APACHE": "LICENSE-APACHE",
    "LICENSE-MIT": "LICENSE-MIT",
    "README.md": "contrib/svcomp/README.md",
    "fathom.py": "contrib/benchexec/fathom.py",
    "smoketest.sh": "contrib/svcomp/smoketest.sh",
    "smoketest/sort-1.c": "tests/svcomp/sort-1.c",
    "smoketest/sort-2.c": "tests/svcomp/sort-2.c",
    "smoketest/unreach-call.prp": "tests/svcomp/properties/unreach-call.prp",
}


def write(archive, name, data, executable):
    entry = zipfile.ZipInfo(f"{FOLDER}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
    entry.external_attr = (0o100755 if executable else 0o100644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def stripped(binary):
    """The binary without its debugging information, if there is a `strip`."""
    with tempfile.TemporaryDirectory() as directory:
        copy = pathlib.Path(directory) / "fathom"
        copy.write_bytes(binary.read_bytes())
        try:
            subprocess.run(["strip", str(copy)], check=True)
        except (OSError, subprocess.CalledProcessError):
            print("svcomp_archive.py: there is no strip; the binary keeps its debugging information")
        return copy.read_bytes()


def smoke(output):
    with tempfile.TemporaryDirectory() as directory:
        # Python's own unpacking forgets who may execute.
        with zipfile.ZipFile(output) as archive:
            for entry in archive.infolist():
                path = pathlib.Path(archive.extract(entry, directory))
                path.chmod(entry.external_attr >> 16 & 0o777)
        return subprocess.run([f"{directory}/{FOLDER}/smoketest.sh"], check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", type=pathlib.Path, default=ROOT / "target/release/fathom", help="the binary")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "target/fathom-svcomp.zip", help="the archive")
    options = parser.parse_args()
    if not options.fathom.is_file():
        sys.exit(f"svcomp_archive.py: no {options.fathom}; `make build` makes it")
    options.output.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(options.output, "w") as archive:
        write(archive, "bin/fathom", stripped(options.fathom), True)
        for name, path in sorted(FILES.items()):
            write(archive, name, (ROOT / path).read_bytes(), name.endswith(".sh"))
    if smoke(options.output) != 0:
        sys.exit(f"svcomp_archive.py: the smoke test of {options.output} fails")
    print(f"{options.output}: {options.output.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
