fn main() {
    let text = format!("{}-{:?}", -12, Some("x"));
    assert_eq!(text, "-12-Some(x)"); // FAILS: assertion
}
