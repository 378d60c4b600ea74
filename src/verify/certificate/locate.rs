//! Where in a JSON text a value stands, so that an error about its meaning can name the place.

use std::fmt;

/// A step from a value to one inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Key(&'static str),
    Index(usize),
}

/// The way to a value, from the whole document on.
pub(super) struct Path<'a>(pub(super) &'a [Step]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => write!(f, "{key}")?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// The line and the character in it, both from 1, at which the value stands, or else the last on the way to it that is
/// there. `text` must be valid JSON. Cost: O(bytes).
pub(super) fn locate(text: &[u8], path: &[Step]) -> (usize, usize) {
    let mut at = skip_blanks(text, 0);
    for step in path {
        match find(text, at, step) {
            Some(inside) => at = inside,
            None => break,
        }
    }
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    (line, String::from_utf8_lossy(&before[start..]).chars().count() + 1)
}

/// Where the value after a step begins; `at` is where the one before begins.
fn find(text: &[u8], at: usize, step: &Step) -> Option<usize> {
    let is_object = match (text.get(at)?, step) {
        (b'{', Step::Key(_)) => true,
        (b'[', Step::Index(_)) => false,
        _ => return None,
    };
    let mut at = skip_blanks(text, at + 1);
    for number in 0.. {
        if matches!(text.get(at)?, b'}' | b']') {
            return None;
        }
        let mut found = *step == Step::Index(number);
        if is_object {
            let end = skip_value(text, at);
            found = matches!(step, Step::Key(key) if text.get(at + 1..end - 1) == Some(key.as_bytes()));
            // The colon.
            at = skip_blanks(text, skip_blanks(text, end) + 1);
        }
        if found {
            return Some(at);
        }
        at = skip_blanks(text, skip_value(text, at));
        if text.get(at) == Some(&b',') {
            at = skip_blanks(text, at + 1);
        }
    }
    None
}

fn skip_blanks(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// The end of the value that begins at `at`; the end of the text when it has none.
fn skip_value(text: &[u8], mut at: usize) -> usize {
    let mut depth = 0;
    loop {
        match text.get(at) {
            None => return at,
            Some(b'"') => {
                at += 1;
                while text.get(at).is_some_and(|byte| *byte != b'"') {
                    at += if text[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
            }
            Some(b'{' | b'[') => {
                depth += 1;
                at += 1;
            }
            Some(b'}' | b']') => {
                depth -= 1;
                at += 1;
            }
            Some(byte) if depth > 0 && !byte.is_ascii_alphanumeric() => at += 1,
            Some(_) => {
                let inside = |byte: &u8| !matches!(byte, b',' | b'}' | b']') && !byte.is_ascii_whitespace();
                at += text[at..].iter().take_while(|byte| inside(byte)).count().max(1);
            }
        }
        if depth <= 0 {
            return at.min(text.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found() {
        let text = b"{\n  \"a\": [1, {\"b]\": \"x,\\\"}\"}, [2,\t-3.5e1]],\n  \"c\": null, \"\xc3\xa9\": true, \"d\": 7}\n";
        let at = |path: &[Step]| locate(text, path);
        assert_eq!(at(&[]), (1, 1));
        assert_eq!(at(&[Step::Key("a"), Step::Index(0)]), (2, 9));
        assert_eq!(at(&[Step::Key("a"), Step::Index(1), Step::Key("b]")]), (2, 19));
        assert_eq!(at(&[Step::Key("a"), Step::Index(2), Step::Index(1)]), (2, 33));
        assert_eq!(at(&[Step::Key("d")]), (3, 30));
        // Not there: as far as the way leads.
        assert_eq!(at(&[Step::Key("a"), Step::Index(3)]), (2, 8));
        assert_eq!(at(&[Step::Key("c"), Step::Key("a")]), (3, 8));
    }

    #[test]
    fn no_text_is_too_broken() {
        let text = b"{\"a\": [1, {\"b\": \"x\\";
        for end in 0..text.len() {
            for path in
                [&[Step::Key("a"), Step::Index(1), Step::Key("b")][..], &[Step::Index(0)], &[Step::Key("b")]]
            {
                locate(&text[..end], path);
            }
        }
    }
}
