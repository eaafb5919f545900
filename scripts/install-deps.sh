#!/usr/bin/env bash
# Installs what is missing of the tools named on the command line:
#   clang      any clang from 14 on, with the headers of C and C++, and a linker for Rust
#   csmith     random C programs
#   multilib   libraries for -m32
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

# Packages for the tools that are missing.
packages=()
for tool in "$@"; do
    case $tool in
    clang)
        have_clang || packages+=(clang)
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
    *)
        echo "install-deps.sh: unknown tool $tool" >&2
        exit 64
        ;;
    esac
done

[ ${#packages[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -eq 0 ] && have apt-get; then
    root=()
elif have sudo && have apt-get; then
    root=(sudo)
else
    echo "Please install these packages (Debian and Ubuntu names): ${packages[*]}" >&2
    exit 1
fi

export DEBIAN_FRONTEND=noninteractive
install() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
}

echo "Installing ${packages[*]} ..."
# The lists may be old or absent: refresh them only then.
if ! install 2>/dev/null; then
    "${root[@]}" apt-get update -qq
    install || {
        echo "Please install these packages (Debian and Ubuntu names): ${packages[*]}" >&2
        exit 1
    }
fi
