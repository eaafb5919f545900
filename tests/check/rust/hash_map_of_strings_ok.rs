use std::collections::HashMap;

fn main() {
    let mut ages = HashMap::new();
    ages.insert("ada".to_string(), 36);
    assert_eq!(ages.get("ada").copied(), Some(36));
    assert!(ages.remove("bob").is_none());
    assert_eq!(ages.get("bob").copied().unwrap_or(0), 0);
}
