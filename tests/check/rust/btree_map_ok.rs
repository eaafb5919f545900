use std::collections::BTreeMap;

fn main() {
    let mut stock = BTreeMap::new();
    stock.insert("rope", 2);
    stock.insert("buoy", 5);
    *stock.entry("rope").or_insert(0) += 1;
    assert_eq!(stock["rope"], 3); // PROVED: assertion
    assert!(!stock.contains_key("anchor")); // PROVED: assertion
}
