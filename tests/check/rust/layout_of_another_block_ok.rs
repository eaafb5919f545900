// A block is given back as what it is.
use std::alloc::{Layout, alloc, dealloc};

unsafe extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn main() {
    let size = unsafe { __VERIFIER_nondet_uint() } as usize % 16 / 16 + 8;
    let layout = Layout::from_size_align(8, 8).unwrap();
    let other = Layout::from_size_align(size, 8).unwrap();
    unsafe {
        let block = alloc(layout);
        dealloc(block, other);
    }
}
