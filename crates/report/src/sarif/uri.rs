//! Names of files as URIs (RFC 3986).

/// The URI of a folder, with a slash at its end, if its name is absolute.
pub(super) fn folder(directory: &str) -> Option<String> {
    let path = absolute(directory, "")?;
    Some(if path == "/" { "file:///".into() } else { format!("{}/", file_uri(&path)) })
}

/// The URI of a file, and whether it is relative to the folder. What lies in the folder is relative, since
/// that stays the same on every machine; all else is absolute if the folder is known.
pub(super) fn file(directory: &str, name: &str) -> (String, bool) {
    let Some(path) = absolute(name, directory) else {
        // Nobody knows where it starts from. Dots at the beginning say nothing.
        let parts: Vec<&str> = name.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        return (encode(&parts.join("/")), true);
    };
    let inside = absolute(directory, "").and_then(|folder| {
        let folder = folder.trim_end_matches('/');
        path.strip_prefix(folder)?.strip_prefix('/').filter(|rest| !rest.is_empty()).map(encode)
    });
    match inside {
        Some(relative) => (relative, true),
        None => (file_uri(&path), false),
    }
}

/// An absolute path with single slashes and without dots, if there is one.
fn absolute(name: &str, directory: &str) -> Option<String> {
    let is_drive = |path: &str| {
        let bytes = path.as_bytes();
        bytes.len() > 2
            && bytes[0].is_ascii_alphabetic()
            && bytes[1] == b':'
            && matches!(bytes[2], b'/' | b'\\')
    };
    let whole = match name {
        _ if name.starts_with('/') => name.to_string(),
        // Backslashes separate only in paths of Windows; elsewhere they are letters.
        _ if is_drive(name) => format!("/{}", name.replace('\\', "/")),
        _ if is_drive(directory) => format!("/{directory}/{name}").replace('\\', "/"),
        _ if directory.starts_with('/') => format!("{directory}/{name}"),
        _ => return None,
    };
    let mut parts = vec![];
    for part in whole.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    Some(format!("/{}", parts.join("/")))
}

fn file_uri(path: &str) -> String {
    // The colon of a drive is the only one that stays.
    match path.as_bytes() {
        [b'/', drive, b':', ..] if drive.is_ascii_alphabetic() => {
            format!("file:///{}:{}", char::from(*drive), encode(&path[3..]))
        }
        _ => format!("file://{}", encode(path)),
    }
}

/// A path with everything percent-encoded that a path in a URI may not have; colons too, which the first
/// part of a relative one may not have.
fn encode(path: &str) -> String {
    let mut text = String::with_capacity(path.len());
    for &byte in path.as_bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text += &format!("%{byte:02X}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relative(directory: &str, name: &str) -> String {
        let (uri, relative) = file(directory, name);
        assert!(relative, "{name} in {directory}: {uri}");
        uri
    }

    fn outside(directory: &str, name: &str) -> String {
        let (uri, relative) = file(directory, name);
        assert!(!relative, "{name} in {directory}: {uri}");
        uri
    }

    #[test]
    fn files_in_the_folder_are_relative() {
        for name in ["src/a.c", "./src/a.c", "src//a.c", "src/x/../a.c", "/p/q/src/a.c", "../q/src/a.c"] {
            assert_eq!(relative("/p/q", name), "src/a.c", "{name}");
            assert_eq!(relative("/p/q/", name), "src/a.c", "{name}");
        }
        assert_eq!(relative("/", "/a.c"), "a.c");
        assert_eq!(relative(r"C:\p", r"c:\p\a.c".replace('c', "C").as_str()), "a.C");
        assert_eq!(relative(r"C:\p", r"src\a.c"), "src/a.c");
    }

    #[test]
    fn other_files_are_absolute() {
        assert_eq!(outside("/p/q", "/usr/include/a.h"), "file:///usr/include/a.h");
        assert_eq!(outside("/p/q", "../a.h"), "file:///p/a.h");
        assert_eq!(outside("/p/q", "/p/qq/a.h"), "file:///p/qq/a.h");
        assert_eq!(outside("/p", "/../../a.h"), "file:///a.h");
        assert_eq!(outside("/p", r"D:\x\a.h"), "file:///D:/x/a.h");
        assert_eq!(outside("", "/a.h"), "file:///a.h");
    }

    #[test]
    fn names_stay_relative_if_the_folder_is_not_known() {
        assert_eq!(relative("", "./a.c"), "a.c");
        assert_eq!(relative("", "../a.c"), "../a.c");
        assert_eq!(folder(""), None);
        assert_eq!(folder("src"), None);
    }

    #[test]
    fn folders_end_with_a_slash() {
        assert_eq!(folder("/").as_deref(), Some("file:///"));
        assert_eq!(folder("/p q/").as_deref(), Some("file:///p%20q/"));
        assert_eq!(folder(r"C:\p").as_deref(), Some("file:///C:/p/"));
    }

    #[test]
    fn odd_letters_are_encoded() {
        assert_eq!(relative("/p", "50% ä.c"), "50%25%20%C3%A4.c");
        assert_eq!(
            relative("/p", r#"a"b<c>&d?e#f[g]h\i^`{|}.c"#),
            "a%22b%3Cc%3E&d%3Fe%23f%5Bg%5Dh%5Ci%5E%60%7B%7C%7D.c"
        );
        assert_eq!(relative("/p", "a:b.c"), "a%3Ab.c");
        assert_eq!(relative("/p", "c++/x_1-2.3~4.c"), "c++/x_1-2.3~4.c");
        assert_eq!(relative("/p", "a\n.c"), "a%0A.c");
    }
}
