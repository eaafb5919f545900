fn main() {
    let mut squares = Vec::new();
    for i in 0..5u32 {
        squares.push(i * i);
    }
    let last = squares.pop().unwrap();
    assert_eq!(last, 16); // PROVED: assertion
    assert!(squares[3] == 9); // PROVED: assertion
}
