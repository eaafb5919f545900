// The panic starts inside the standard library; it is reported where the program asked for it.
fn main() {
    let values = [3, 1, 2];
    let wanted = std::env::args().count() + 8;
    let found = values.iter().position(|&v| v == wanted);
    let at = found.unwrap(); // BUG: assertion
    std::process::exit(at as i32);
}
