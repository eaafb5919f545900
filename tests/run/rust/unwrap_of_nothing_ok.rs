// There is something to unwrap.
// EXIT: 1
fn main() {
    let values = [3, 1, 2];
    let wanted = std::env::args().count();
    let found = values.iter().position(|&v| v == wanted);
    let at = found.unwrap();
    std::process::exit(at as i32);
}
