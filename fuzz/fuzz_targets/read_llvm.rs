//! Reads arbitrary bytes as LLVM IR, and links what could be read with itself.
//!
//! `RUSTC_BOOTSTRAP=1 cargo fuzz run read_llvm` also works without a nightly compiler. Without
//! cargo-fuzz, `cargo run --release -p fathom-llvm --example fuzz_reader` mutates real files.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(module) = fathom_llvm::read_bytes(data) {
        let _ = fathom_llvm::link(vec![module.clone(), module]);
    }
});
