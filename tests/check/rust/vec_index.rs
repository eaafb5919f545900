// The index is one beyond what was pushed.
fn main() {
    let mut squares = Vec::new();
    for i in 0..5u32 {
        squares.push(i * i);
    }
    let last = squares.pop().unwrap(); // UNREACHABLE: assertion
    assert_eq!(last, 16); // PROVED: assertion
    assert!(squares[4] == 9); // FAILS: assertion
}
