//! Checks of names of topics and services, and formatting of hosts in URIs.

use morse_ros::NodeError;

/// Checks the absolute name of a topic or a service, such as `/robot/pose`.
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
            "ROS forbids the name `{name}`: it must begin with a slash, and each part between slashes must consist of \
             letters, digits and underscores and must not begin with a digit"
        ))),
    }
}

/// The host in the form that a URI needs: IPv6 addresses in brackets.
pub(super) fn bracketed(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_between_slashes_are_identifiers() {
        for name in ["/tf", "/robot001/_pose", "/A/b_2/c"] {
            assert!(check_name(name).is_ok(), "{name}");
        }
        for name in ["", "/", "tf", "/a//b", "/a/", "/1a", "/a b", "/a.b", "/~a", "/\u{e9}"] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }
}
