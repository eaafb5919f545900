// Memory is given back with the layout that it was asked for with.
use std::alloc::{Layout, alloc, dealloc, realloc};

unsafe extern "C" {
    fn __VERIFIER_nondet_uint() -> u32;
}

fn main() {
    let which = unsafe { __VERIFIER_nondet_uint() };
    if which == 0 {
        let mut bytes = vec![1u8, 2, 3, 4];
        let (start, capacity) = (bytes.as_mut_ptr(), bytes.capacity());
        std::mem::forget(bytes);
        unsafe { drop(Vec::from_raw_parts(start, 2, capacity)) }
    } else if which == 1 {
        let layout = Layout::from_size_align(8, 8).unwrap();
        let larger = Layout::from_size_align(16, 8).unwrap();
        unsafe {
            let block = realloc(alloc(layout), layout, 16);
            dealloc(block, larger);
        }
    } else if which == 2 {
        let empty: Vec<u32> = Vec::new();
        let units = vec![(); 3];
        assert!(units.len() > empty.len());
    } else if which == 3 {
        let shape: Box<dyn Fn(u32) -> u32> = Box::new(move |x| x ^ which);
        assert!(shape(3) == 0);
    }
}
