//! The macro that defines the enum `Code` from a list, and the properties of a code.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Code;
use crate::diagnostic::Severity;

/// Defines the enum `Code` from a list. An entry consists of a doc comment (the meaning), variant, printed text, usual
/// severity, remedy, and an optional example.
macro_rules! codes {
    ($(
        $(#[doc = $meaning:literal])+
        $variant:ident = $text:literal, $severity:ident, $remedy:literal $(, example $example:literal)?;
    )+) => {
        /// Kind of a diagnostic. The list is complete: all diagnostics have one of these codes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $meaning])+ $variant,)+
        }

        impl Code {
            /// All codes, in the order of the list.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            const fn entry(self) -> Entry {
                match self {
                    $(Self::$variant => Entry {
                        text: $text,
                        severity: Severity::$severity,
                        meaning: concat!($($meaning, "\n"),+),
                        remedy: $remedy,
                        example: [$($example,)? ""][0],
                    },)+
                }
            }
        }
    };
}

pub(super) use codes;

/// Entry of the list of codes.
pub(super) struct Entry {
    pub(super) text: &'static str,
    pub(super) severity: Severity,
    pub(super) meaning: &'static str,
    pub(super) remedy: &'static str,
    /// Empty if the code has no example.
    pub(super) example: &'static str,
}

impl Code {
    /// Printed text of the code, such as `scene::unknown-level`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.entry().text
    }

    /// Usual severity. A diagnostic may have a different one.
    #[must_use]
    pub const fn usual_severity(self) -> Severity {
        self.entry().severity
    }

    /// Meaning of the code, in one or two sentences.
    #[must_use]
    pub fn meaning(self) -> String {
        self.entry().meaning.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// Remedy for the problem, in one or two sentences.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.entry().remedy
    }

    /// Lines of a script that cause the diagnostic; `None` if the code has no example.
    #[must_use]
    pub fn example(self) -> Option<&'static str> {
        Some(self.entry().example).filter(|example| !example.is_empty())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.text())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn texts_are_distinct_sorted_by_part_and_named_like_their_variants() {
        let texts: BTreeSet<_> = Code::ALL.iter().map(|code| code.text()).collect();
        assert_eq!(texts.len(), Code::ALL.len());
        assert!(Code::ALL.is_sorted_by_key(|code| part_and_name(*code)), "the list is not in order");
        for &code in Code::ALL {
            let (part, name) = part_and_name(code);
            assert!(["scene", "run", "script"].contains(&part), "{code}");
            let is_plain = |character: char| character.is_ascii_lowercase() || character == '-';
            assert!(!name.is_empty() && name.chars().all(is_plain), "{code}");
            let variant = format!("{code:?}").to_lowercase();
            assert!(variant.ends_with(&name.replace('-', "")), "{code} is the text of {variant}");
        }
    }

    #[test]
    fn each_code_has_a_meaning_and_a_remedy_of_at_most_two_sentences() {
        for &code in Code::ALL {
            for text in [code.meaning().as_str(), code.remedy()] {
                let sentences = text.matches(". ").count() + 1;
                assert!(text.ends_with('.') && sentences <= 2, "{code}: {text}");
                assert!(
                    text.starts_with(|first: char| first.is_uppercase() || first == '`'),
                    "{code}: {text}"
                );
            }
        }
    }

    fn part_and_name(code: Code) -> (&'static str, &'static str) {
        code.text().split_once("::").unwrap()
    }
}
