//! Warnings of readers: omissions and corrections.

/// Maximum number of messages; further ones are counted.
const MESSAGES_MAX: usize = 500;

/// A bounded list of messages, each of which names its object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    messages: Vec<String>,
    further: usize,
}

impl Warnings {
    /// Adds a message, unless the list contains it.
    pub fn add(&mut self, message: impl Into<String>) {
        let message = message.into();
        if self.messages.contains(&message) {
            return;
        }
        if self.messages.len() < MESSAGES_MAX {
            self.messages.push(message);
        } else {
            self.further += 1;
        }
    }

    /// Adds the messages of a file that this one uses, each with a prefix.
    pub(crate) fn absorb(&mut self, prefix: &str, others: Warnings) {
        for message in others.messages {
            self.add(format!("{prefix}: {message}"));
        }
        self.further += others.further;
    }

    /// The messages in order; the last one gives the number of dropped messages.
    #[must_use]
    pub fn into_messages(self) -> Vec<String> {
        let mut messages = self.messages;
        if self.further > 0 {
            messages.push(format!("{} further warnings are not shown", self.further));
        }
        messages
    }
}

/// The first few names of a list, and how many more there are.
pub(crate) fn names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let all: Vec<&str> = names.into_iter().collect();
    let shown = all.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    match all.len().checked_sub(SHOWN) {
        None | Some(0) => shown,
        Some(more) => format!("{shown} and {more} more"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_messages_is_counted_not_kept() {
        let mut warnings = Warnings::default();
        for number in 0..2000 {
            warnings.add(format!("message {number}"));
            warnings.add("the same again");
        }
        let messages = warnings.into_messages();
        assert_eq!(messages.len(), MESSAGES_MAX + 1);
        assert_eq!(messages.last().unwrap(), "1501 further warnings are not shown");
    }

    #[test]
    fn long_lists_of_names_are_cut() {
        let many: Vec<String> = (0..11).map(|number| number.to_string()).collect();
        assert_eq!(names(many.iter().map(String::as_str)), "0, 1, 2, 3, 4, 5, 6, 7 and 3 more");
        assert_eq!(names(["a", "b"]), "a, b");
    }
}
