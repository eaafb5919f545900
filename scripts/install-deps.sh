#!/usr/bin/env bash
# Installs what is missing of the tools named on the command line:
#   clang      any clang from 14 on (if there is none: 19, or what the distribution calls clang), with the headers of C and C++, and a linker for Rust
#   csmith     random C programs
#   multilib   libraries for -m32
#   build      what building Fathom needs beside Rust: a C++ compiler, and libclang for the bindings to it
#   browser    Chromium and Python, to try the HTML report
#   sanitizers what clang needs to link programs with its sanitizers, and to name lines in their reports
#   smt-peers  z3 and yices-smt2, into target/smt-peers, to compare our solver with
# Does nothing at all when everything is there. Without root and sudo it says what to install.
set -euo pipefail

have() { command -v "$1" >/dev/null 2>&1; }

have_clang() {
    [ -n "${FATHOM_CLANG:-}" ] && return 0
    have clang && return 0
    local version
    for version in $(seq 30 -1 14); do
        have "clang-$version" && return 0
    done
    return 1
}

# The clang that Fathom takes: the one it is told to, or the newest.
newest_clang() {
    if [ -n "${FATHOM_CLANG:-}" ]; then
        echo "$FATHOM_CLANG"
        return
    fi
    local version
    for version in $(seq 30 -1 14); do
        have "clang-$version" && echo "clang-$version" && return
    done
    echo clang
}

have_sanitizers() {
    local clang program
    clang="$(newest_clang)"
    program='int main(void) { return 0; }'
    echo "$program" | "$clang" -fsanitize=address,undefined -x c -o /dev/null - 2>/dev/null || return 1
    [ -x "$("$clang" -print-prog-name=llvm-symbolizer)" ] || have llvm-symbolizer
}

# They come in packages with the version of clang in their names, and not every distribution has all of them.
install_sanitizers() {
    have_sanitizers && return 0
    local version
    version="$("$(newest_clang)" -dumpversion | cut -d. -f1)"
    if have apt-cache && ! has_package "libclang-rt-$version-dev"; then
        echo "No package has the sanitizer runtime of clang $version: tests that need it will say so and not run."
        return 0
    fi
    packages=("libclang-rt-$version-dev" "llvm-$version")
    install_packages
}

# Whether a package can be installed; the lists may be old or absent.
has_package() {
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1 && return 0
    [ -z "${lists_are_new:-}" ] || return 1
    lists_are_new=yes
    as_root apt-get update -qq || return 1
    apt-cache show --no-all-versions "$1" >/dev/null 2>&1
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; elif have sudo; then sudo "$@"; else return 1; fi
}

# The clang that serves users best: the newest that the tests are run with and that there is a package of, since newer
# ones mark more lifetimes, and their sanitizers look at calls through pointers in C.
best_clang() {
    if have apt-cache && has_package clang-19; then echo clang-19; else echo clang; fi
}

have_libclang() {
    [ -n "${LIBCLANG_PATH:-}" ] && return 0
    ldconfig -p 2>/dev/null | grep -q 'libclang[-.]' && return 0
    compgen -G '/usr/lib/llvm-*/lib/libclang*.so*' >/dev/null
}

have_browser() {
    [ -n "${FATHOM_BROWSER:-}" ] && return 0
    local name
    for name in chromium chromium-browser google-chrome-stable google-chrome; do
        have "$name" && return 0
    done
    return 1
}

# Python packages have a place of their own, next to what cargo builds.
install_smt_peers() {
    local place="${CARGO_TARGET_DIR:-target}/smt-peers"
    [ -x "$place/bin/z3" ] && [ -x "$place/bin/yices-smt2" ] && return 0
    echo "Installing z3 and yices into $place ..."
    local requirements
    requirements="$(dirname "$0")/smt_peers/requirements.txt"
    rm -rf "$place"
    if ! python3 -m venv "$place" 2>/dev/null; then
        # Debian's Python comes without venv.
        rm -rf "$place"
        python3 -m pip install --quiet --disable-pip-version-check --target "$place" -r "$requirements"
        return
    fi
    "$place/bin/python3" -m pip install --quiet --disable-pip-version-check -r "$requirements"
}

# Packages for the tools that are missing.
packages=()
smt_peers=no
sanitizers=no
for tool in "$@"; do
    case $tool in
    clang)
        have_clang || packages+=("$(best_clang)")
        # Rust needs a linker; a machine that has only Rust may have none.
        have cc || packages+=(gcc libc6-dev)
        ;;
    csmith)
        have csmith || packages+=(csmith)
        [ -n "$(find /usr/include /usr/local/include -name csmith.h 2>/dev/null)" ] || packages+=(libcsmith-dev)
        ;;
    multilib)
        # Headers are what a compilation with -m32 misses first, libraries what a link does.
        if ! echo '#include <stdio.h>
                   int main(void) { return 0; }' | cc -m32 -x c -o /dev/null - 2>/dev/null; then
            packages+=(gcc-multilib)
        fi
        ;;
    build)
        have c++ || packages+=(g++)
        have_libclang || packages+=(libclang-dev)
        ;;
    browser)
        have python3 || packages+=(python3)
        # A browser without fonts shows boxes.
        have_browser || packages+=(chromium fonts-dejavu-core)
        ;;
    sanitizers)
        sanitizers=yes
        ;;
    smt-peers)
        have python3 || packages+=(python3 python3-venv)
        smt_peers=yes
        ;;
    *)
        echo "install-deps.sh: unknown tool $tool" >&2
        exit 64
        ;;
    esac
done

install_packages() {
    if ! have apt-get || ! { [ "$(id -u)" -eq 0 ] || have sudo; }; then
        echo "Please install these packages (Debian and Ubuntu names): ${packages[*]}" >&2
        exit 1
    fi

    install() {
        as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
    }

    echo "Installing ${packages[*]} ..."
    # The lists may be old or absent: refresh them only then.
    if ! install 2>/dev/null; then
        as_root apt-get update -qq
        install || {
            echo "Please install these packages (Debian and Ubuntu names): ${packages[*]}" >&2
            exit 1
        }
    fi
}

[ ${#packages[@]} -eq 0 ] || install_packages
[ $sanitizers = no ] || install_sanitizers
[ $smt_peers = no ] || install_smt_peers
