fn main() {
    let mut text = String::from("ab");
    text.push('é');
    text.push_str("cd");
    assert_eq!(text.len(), 6); // PROVED: assertion
    assert!(text.starts_with("abé") && text == "abécd"); // PROVED: assertion
}
