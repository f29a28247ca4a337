//! Warnings of readers: omissions and corrections.

/// Maximum number of messages; further ones are counted.
const MESSAGES_MAX: usize = 500;

/// A message, with the file that it is about if that is not the main file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Message {
    file: Option<String>,
    text: String,
    /// Number of further files with the same message.
    more: usize,
}

impl Message {
    fn into_text(self) -> String {
        let Message { file, text, more } = self;
        match (file, more) {
            (None, _) => text,
            (Some(file), 0) => format!("{file}: {text}"),
            (Some(file), 1) => format!("{file} and 1 more file: {text}"),
            (Some(file), more) => format!("{file} and {more} more files: {text}"),
        }
    }
}

/// A bounded list of messages, each of which names its object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warnings {
    messages: Vec<Message>,
    further: usize,
}

impl Warnings {
    /// Adds a message, unless the list contains it.
    pub fn add(&mut self, message: impl Into<String>) {
        let text = message.into();
        if !self.messages.iter().any(|known| known.file.is_none() && known.text == text) {
            self.push(Message { file: None, text, more: 0 });
        }
    }

    /// Adds the messages of a file that this one uses, each with the name of the file. Files with the same message are counted.
    pub(crate) fn absorb(&mut self, file: &str, others: Warnings) {
        for message in others.messages {
            let text = message.into_text();
            match self.messages.iter_mut().find(|known| known.file.is_some() && known.text == text) {
                Some(known) => known.more += usize::from(known.file.as_deref() != Some(file)),
                None => self.push(Message { file: Some(file.to_owned()), text, more: 0 }),
            }
        }
        self.further += others.further;
    }

    fn push(&mut self, message: Message) {
        if self.messages.len() < MESSAGES_MAX {
            self.messages.push(message);
        } else {
            self.further += 1;
        }
    }

    /// The messages in order; the last one gives the number of dropped messages.
    #[must_use]
    pub fn into_messages(self) -> Vec<String> {
        let mut messages: Vec<String> = self.messages.into_iter().map(Message::into_text).collect();
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
    fn files_with_the_same_message_are_counted() {
        let mut warnings = Warnings::default();
        for file in ["a.glb", "b.glb", "c.glb"] {
            let mut own = Warnings::default();
            own.add("no colors");
            if file == "b.glb" {
                own.add("no images");
            }
            warnings.absorb(file, own);
        }
        assert_eq!(warnings.into_messages(), ["a.glb and 2 more files: no colors", "b.glb: no images"]);
    }

    #[test]
    fn long_lists_of_names_are_cut() {
        let many: Vec<String> = (0..11).map(|number| number.to_string()).collect();
        assert_eq!(names(many.iter().map(String::as_str)), "0, 1, 2, 3, 4, 5, 6, 7 and 3 more");
        assert_eq!(names(["a", "b"]), "a, b");
    }
}
