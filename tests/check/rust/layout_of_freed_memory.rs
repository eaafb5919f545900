// Memory is given back with the layout that it was asked for with.
// NATIVE: the allocator of the system does not look at sizes
use std::alloc::{Layout, alloc, dealloc};
use std::hint::black_box;

unsafe extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn main() {
    let which = unsafe { __VERIFIER_nondet_uint() };
    if which == 0 {
        let mut bytes = vec![1u8, 2, 3, 4];
        let start = bytes.as_mut_ptr();
        std::mem::forget(bytes);
        unsafe { drop(Vec::from_raw_parts(start, 2, 2)) } // FAILS: invalid-argument
    } else if which == 1 {
        let nothing = Layout::from_size_align(black_box(0), 4).unwrap();
        unsafe {
            let block = alloc(nothing); // FAILS: invalid-argument
            dealloc(block, nothing);
        }
    }
}
