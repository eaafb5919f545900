//! Vec, String, HashMap and BTreeMap: what most Rust programs are made of.

use std::collections::{BTreeMap, HashMap};

fn main() {
    let text = "the quick brown fox jumps over the lazy dog while the cat sleeps";

    let words: Vec<String> = text.split(' ').map(str::to_uppercase).collect();
    let mut lengths: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    let mut counts: HashMap<&str, u32> = HashMap::new();
    for word in &words {
        lengths.entry(word.len()).or_default().push(word);
        *counts.entry(word).or_insert(0) += 1;
    }

    for (length, words) in &lengths {
        println!("{length}: {}", words.join(", "));
    }
    let mut most: Vec<(&str, u32)> = counts.into_iter().collect();
    most.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let (word, count) = most[0];
    println!("{word} occurs {count} times");
}
