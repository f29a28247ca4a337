//! How the list of codes becomes the enum `Code`, and what a code says of itself.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Code;
use crate::diagnostic::Severity;

/// Makes the enum `Code` from one list. An entry is: doc comment (what the code means), variant, printed text, usual
/// severity, what to do, and an example if one helps.
macro_rules! codes {
    ($(
        $(#[doc = $meaning:literal])+
        $variant:ident = $text:literal, $severity:ident, $remedy:literal $(, example $example:literal)?;
    )+) => {
        /// The kind of a diagnostic. The list is complete: a diagnostic cannot have another code.
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

/// What the list says of one code.
pub(super) struct Entry {
    pub(super) text: &'static str,
    pub(super) severity: Severity,
    pub(super) meaning: &'static str,
    pub(super) remedy: &'static str,
    /// Empty: there is none.
    pub(super) example: &'static str,
}

impl Code {
    /// As it is printed: `scene::unknown-level`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        self.entry().text
    }

    /// The severity that it has, except where a diagnostic says otherwise.
    #[must_use]
    pub const fn usual_severity(self) -> Severity {
        self.entry().severity
    }

    /// What it means, in one or two sentences.
    #[must_use]
    pub fn meaning(self) -> String {
        self.entry().meaning.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }

    /// What to do about it, in one or two sentences.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        self.entry().remedy
    }

    /// Lines of a script that cause it, if an example helps.
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
    fn each_says_what_it_means_and_what_to_do_in_sentences() {
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
