//! Names of ports.

/// Maximum length of a name. Name servers truncate longer names. [bytes]
pub const NAME_BYTES_MAX: usize = 255;

/// Direction of a stream, the last part of its port name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Data from a sensor.
    Out,
    /// Commands for an actuator.
    In,
}

/// Port name of a component's stream: `robot.001.pose` sends on `/morse/robot001/pose/out`.
#[must_use]
pub fn of_stream(component: &str, direction: Direction) -> String {
    let end = match direction {
        Direction::Out => "out",
        Direction::In => "in",
    };
    let mut name = "/morse".to_owned();
    for word in component.split('.') {
        // The number of a duplicate is appended to the previous part.
        if !word.is_empty() && !word.bytes().all(|byte| byte.is_ascii_digit()) {
            name.push('/');
        }
        name.push_str(word);
    }
    format!("{name}/{end}")
}

/// A name is not a valid port name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// The name is too long.
    #[error("the name of a port has {0} bytes, and name servers accept at most {NAME_BYTES_MAX}: {1:.40}…")]
    TooLong(usize, String),
    /// The name has forbidden characters, or no slash at the begin, or one at the end.
    #[error(
        "`{0}` cannot be the name of a port: it must begin with a slash, not end with one, and have no blanks, quotation \
         marks or brackets"
    )]
    Forbidden(String),
}

/// Checks a port name.
///
/// # Errors
/// When the name is too long, or name servers or peers would misinterpret it.
pub fn check(name: &str) -> Result<(), NameError> {
    if name.len() > NAME_BYTES_MAX {
        return Err(NameError::TooLong(name.len(), name.to_owned()));
    }
    let is_letter = |letter: char| letter.is_ascii_graphic() && !"\"'()[]{}@\\,".contains(letter);
    let is_name =
        name.len() > 1 && name.starts_with('/') && !name.ends_with('/') && name.chars().all(is_letter);
    if is_name { Ok(()) } else { Err(NameError::Forbidden(name.to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn port_names_are_derived_from_components() {
        assert_eq!(of_stream("robot.pose", Direction::Out), "/morse/robot/pose/out");
        assert_eq!(of_stream("robot.001.pose", Direction::Out), "/morse/robot001/pose/out");
        assert_eq!(of_stream("robot.motion.002", Direction::In), "/morse/robot/motion002/in");
        assert_eq!(of_stream("robot.arm.hand2.x", Direction::In), "/morse/robot/arm/hand2/x/in");
    }

    #[test]
    fn invalid_names_are_rejected() {
        assert_eq!(check("/morse/services/robot.pose/request"), Ok(()));
        assert_eq!(check("/a:i"), Ok(()));
        for name in ["", "/", "a", "/a/", "/a b", "/a\n", "/a\"", "/(a)", "/\u{e9}", "/a@b"] {
            assert!(matches!(check(name), Err(NameError::Forbidden(_))), "{name}");
        }
        let long = format!("/{}", "a".repeat(NAME_BYTES_MAX));
        assert!(matches!(check(&long), Err(NameError::TooLong(256, _))));
        assert_eq!(check(&long[..NAME_BYTES_MAX]), Ok(()));
    }
}
