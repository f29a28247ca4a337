//! Lines of the protocol: `type id STX arguments`, with ETX after each argument.

const ARGUMENTS: char = '\u{2}';
const ARGUMENT_END: char = '\u{3}';

/// Protocol version in announcements.
pub const VERSION: u32 = 3;

/// A line from a remote agent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line<'a> {
    /// The remote agent leaves.
    Bye,
    /// Captured groups of a message that matches a subscription of the local agent.
    Message {
        /// Number of the subscription.
        subscription: u32,
        /// Text of each captured group.
        captures: Vec<&'a str>,
    },
    /// The remote agent expects a pong with the same number.
    Ping(u32),
    /// The remote agent requests that the local program ends.
    Die,
    /// Lines that are not used, such as subscriptions and name of the remote agent.
    Other,
}

impl<'a> Line<'a> {
    /// Parses a line without its line feed; `None` if it is not in the protocol.
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let (head, arguments) = text.split_once(ARGUMENTS).unwrap_or((text, ""));
        let mut words = head.split_ascii_whitespace();
        let kind: u32 = words.next()?.parse().ok()?;
        let id: Option<u32> = words.next().and_then(|word| word.parse().ok());
        Some(match kind {
            0 => Self::Bye,
            2 => {
                let arguments = arguments.strip_suffix(ARGUMENT_END).unwrap_or(arguments);
                Self::Message { subscription: id?, captures: arguments.split(ARGUMENT_END).collect() }
            }
            8 => Self::Die,
            9 => Self::Ping(id?),
            1 | 3..=7 | 10 => Self::Other,
            _ => return None,
        })
    }
}

/// First lines on a connection: the agent's name, and its only subscription with the number 0.
#[must_use]
pub fn greeting(port: u16, name: &str, subscription: &str) -> String {
    format!("6 {port}{ARGUMENTS}{name}\n1 0{ARGUMENTS}{subscription}\n5 0{ARGUMENTS}\n")
}

/// Answer to a ping.
#[must_use]
pub fn pong(id: u32) -> String {
    format!("10 {id}{ARGUMENTS}\n")
}

/// Last line on a connection.
#[must_use]
pub fn bye() -> String {
    format!("0 0{ARGUMENTS}\n")
}

/// Broadcast of a new agent.
#[must_use]
pub fn announcement(port: u16, id: &str, name: &str) -> String {
    format!("{VERSION} {port} {id} {name}\n")
}

/// Parses a broadcast: port and id of the announced agent. `None` if it is not an announcement of this protocol version.
#[must_use]
pub fn read_announcement(text: &str) -> Option<(u16, &str)> {
    let mut words = text.split_ascii_whitespace();
    let version: u32 = words.next()?.parse().ok()?;
    let port = words.next()?.parse().ok().filter(|port| *port != 0)?;
    (version == VERSION).then(|| (port, words.next().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn any_text_is_a_line_or_none(
            head in "[0-9]{0,11}[ \t]{0,2}[0-9]{0,11}", rest in "[\u{2}\u{3}0-9a-zé ]{0,60}",
        ) {
            let text = format!("{head}{rest}");
            if let Some(Line::Message { captures, .. }) = Line::read(&text) {
                // The captures occur in the line, in this order.
                let mut left = text.as_str();
                for capture in captures {
                    let found = left.find(capture);
                    prop_assert!(found.is_some(), "{:?} in {:?}", capture, text);
                    left = &left[found.unwrap_or_default() + capture.len()..];
                }
            }
            if let Some((port, id)) = read_announcement(&text) {
                prop_assert!(port > 0 && text.contains(id));
            }
        }

        #[test]
        fn garbage_never_panics(text in any::<String>()) {
            let _ = (Line::read(&text), read_announcement(&text));
        }
    }

    #[test]
    fn lines_of_other_agents_are_parsed() {
        assert_eq!(Line::read("0 0\u{2}"), Some(Line::Bye));
        assert_eq!(Line::read("9 7\u{2}"), Some(Line::Ping(7)));
        assert_eq!(Line::read("5 0\u{2}"), Some(Line::Other));
        let message = Line::Message { subscription: 0, captures: vec!["1 FP 2", "x"] };
        assert_eq!(Line::read("2 0\u{2}1 FP 2\u{3}x\u{3}"), Some(message));
    }

    #[test]
    fn garbage_is_not_a_line() {
        for text in ["", "x", "99 0\u{2}", "2 x\u{2}a\u{3}", "-1 0", "4294967296 0"] {
            assert_eq!(Line::read(text), None, "{text}");
        }
        for text in ["", "3", "3 x", "3 0 id name", "2 4000 id", "3 70000 id"] {
            assert_eq!(read_announcement(text), None, "{text}");
        }
        assert_eq!(read_announcement("3 4000 id a name\n"), Some((4000, "id")));
    }
}
