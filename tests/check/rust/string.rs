// The letter in the middle takes two bytes.
fn main() {
    let mut text = String::from("ab");
    text.push('é');
    text.push_str("cd");
    assert_eq!(text.len(), 5); // FAILS: assertion
}
