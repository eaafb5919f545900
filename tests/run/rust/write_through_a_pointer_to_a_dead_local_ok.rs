// A raw pointer to a local of the caller.
fn slot(place: &mut u32) -> *mut u32 {
    *place = 1;
    place as *mut u32
}

fn main() {
    let mut local = 0;
    let pointer = slot(&mut local);
    unsafe { *pointer = 2 };
    if local != 2 {
        std::process::exit(1);
    }
}
