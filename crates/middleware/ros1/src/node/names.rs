//! Names of topics and services, and addresses as they stand in URIs.

use morse_ros::NodeError;

/// Checks an absolute name of a topic or a service: `/robot/pose`.
///
/// # Errors
/// When ROS forbids the name.
pub(super) fn check_name(name: &str) -> Result<(), NodeError> {
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && word.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    match name.strip_prefix('/') {
        Some(rest) if rest.split('/').all(is_word) => Ok(()),
        _ => Err(NodeError(format!(
            "ROS forbids the name `{name}`: it must begin with a slash, and between slashes are letters, digits and \
             underscores, with no digit first"
        ))),
    }
}

/// An address as it stands in a URI.
pub(super) fn bracketed(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_between_slashes() {
        for name in ["/tf", "/robot001/_pose", "/A/b_2/c"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "/", "tf", "/a//b", "/a/", "/1a", "/a b", "/a.b", "/~a", "/\u{e9}"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
