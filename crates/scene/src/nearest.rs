//! "Did you mean": the known name that is most like a wrong one.

/// Least similarity (Jaro-Winkler, 0 to 1) for a suggestion.
const SIMILARITY_MIN: f64 = 0.8;

/// The known name most similar to `wrong`, if one is similar enough. Names that differ in case only always are.
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

/// The ending of a message about an unknown name: ` (did you mean `x`?)`, or nothing.
#[must_use]
pub fn did_you_mean<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest_name(wrong, known).map(|name| format!("did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_find_their_name_and_nonsense_finds_none() {
        let known = ["odometry", "pose", "Speed"];
        assert_eq!(nearest_name("odometri", known), Some("odometry"));
        assert_eq!(nearest_name("speed", known), Some("Speed"));
        assert_eq!(nearest_name("zzz", known), None);
        assert_eq!(nearest_name("", known), None);
    }
}
