//! Suggestions for unknown names: the most similar known name.

/// Minimum similarity of a suggestion (Jaro-Winkler, 0 to 1).
const SIMILARITY_MIN: f64 = 0.8;

/// Returns the known name most similar to `wrong`, if it is similar enough. Names that differ only in case always are.
#[must_use]
pub fn nearest_name<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wrong = wrong.to_lowercase();
    let mut best = None;
    let mut similarity_max = SIMILARITY_MIN;
    for name in known {
        let similarity = strsim::jaro_winkler(&wrong, &name.to_lowercase());
        if similarity > similarity_max {
            (best, similarity_max) = (Some(name), similarity);
        }
    }
    best
}

/// Returns a suggestion for an unknown name, such as ``did you mean `x`?``; `None` if no known name is similar.
#[must_use]
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest_name(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_a_name_and_unrelated_text_finds_none() {
        let known = ["odometry", "pose", "Speed"];
        assert_eq!(nearest_name("odometri", known), Some("odometry"));
        assert_eq!(nearest_name("speed", known), Some("Speed"));
        assert_eq!(nearest_name("zzz", known), None);
        assert_eq!(nearest_name("", known), None);
    }
}
