//! Limits of the lengths of pages that grow otherwise: a first page is read in a minute, a page of figures holds the newest only.

use std::fs;
use std::path::Path;

/// The unit of a limit.
#[derive(Debug, Clone, Copy)]
enum Unit {
    Lines,
    /// Parts of the text between spaces, the bars of tables included.
    Words,
}

/// Pages with the most that they may have.
const LIMITS: [(&str, usize, Unit); 2] =
    [("README.md", 90, Unit::Lines), ("docs/performance.md", 3000, Unit::Words)];

/// Checks the lengths of the pages that have a limit.
///
/// # Errors
/// If a page is longer than its limit, or missing.
pub(super) fn check(root: &Path) -> Result<(), String> {
    for (page, limit, unit) in LIMITS {
        let text = fs::read_to_string(root.join(page)).map_err(|error| format!("{page}: {error}"))?;
        within(&text, limit, unit).map_err(|length| {
            format!(
                "{page} has {length}, at most {limit} are allowed: replace older text instead of adding to it"
            )
        })?;
    }
    Ok(())
}

/// `Err` with the length, if a text is longer than the limit.
fn within(text: &str, limit: usize, unit: Unit) -> Result<(), String> {
    let (length, name) = match unit {
        Unit::Lines => (text.lines().count(), "lines"),
        Unit::Words => (text.split_whitespace().count(), "words"),
    };
    if length > limit { Err(format!("{length} {name}")) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::shell::root;

    #[test]
    fn pages_with_a_limit_keep_it() {
        check(&root()).unwrap();
    }

    #[test]
    fn text_beyond_its_limit_is_refused_with_its_length() {
        assert_eq!(within("| a | b |", 5, Unit::Words), Ok(()));
        assert_eq!(within("| a | b |", 4, Unit::Words), Err("5 words".to_owned()));
        assert_eq!(within("one\ntwo\nthree", 2, Unit::Lines), Err("3 lines".to_owned()));
    }
}
