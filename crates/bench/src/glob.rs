//! Patterns of file names, as in `.set` files.

/// Whether a pattern of `*`, `?` and `[...]` matches all of a text. As in Python's `fnmatch`, with which
/// `.set` files are read elsewhere, `*` matches slashes too.
pub fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // Where the last star was, and how much of the text it has swallowed.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        if pattern.get(p) == Some(&'*') {
            star = Some((p, t));
            p += 1;
        } else if let Some(length) = one(&pattern[p..], text[t]) {
            p += length;
            t += 1;
        } else if let Some((at, swallowed)) = star {
            star = Some((at, swallowed + 1));
            (p, t) = (at + 1, swallowed + 1);
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// How much of a pattern that is no star stands for this character.
fn one(pattern: &[char], character: char) -> Option<usize> {
    match pattern.first()? {
        '?' => Some(1),
        '[' => match class(pattern) {
            Some((length, members)) => members(character).then_some(length),
            None => (character == '[').then_some(1),
        },
        &first => (first == character).then_some(1),
    }
}

/// `[abc]`, `[a-z]`, `[!a]`: its length, and what is in it; `None` if it is never closed.
fn class(pattern: &[char]) -> Option<(usize, impl Fn(char) -> bool)> {
    let negated = pattern.get(1) == Some(&'!');
    let start = 1 + usize::from(negated);
    // A bracket at the beginning stands for itself.
    let end = start + 1 + pattern.get(start + 1..)?.iter().position(|&c| c == ']')?;
    let members = &pattern[start..end];
    let contains = move |character: char| {
        let mut rest = members;
        while let [first, tail @ ..] = rest {
            if let ['-', last, tail @ ..] = tail {
                if (*first..=*last).contains(&character) {
                    return !negated;
                }
                rest = tail;
            } else {
                if *first == character {
                    return !negated;
                }
                rest = tail;
            }
        }
        negated
    };
    Some((end + 1, contains))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text) in [
            ("loops/*.yml", "loops/array-1.yml"),
            ("*", ""),
            ("a*b*c", "a/xbxbc"),
            ("a?c", "abc"),
            ("x[0-9]y", "x5y"),
            ("x[!0-9]y", "xzy"),
            ("x[]]y", "x]y"),
            ("x[y", "x[y"),
            ("**", "a"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in
            [("loops/*.yml", "loops/array-1.c"), ("a?c", "ac"), ("x[0-9]y", "xzy"), ("", "a"), ("a", "ab")]
        {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
        assert!(!matches(&"*a".repeat(60), &"a".repeat(59)), "and that quickly");
    }
}
