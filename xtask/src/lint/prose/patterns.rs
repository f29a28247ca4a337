//! The phrases that the lint refuses, what to write instead, and the allowed exceptions, each with its reason.

use std::ops::Range;

use regex_lite::{Regex, RegexBuilder};

use super::passage::{Passage, PassageKind};

/// A refused phrase.
struct Pattern {
    /// Ends up in the message.
    name: &'static str,
    /// Matched without regard to case.
    expression: &'static str,
    kinds: &'static [PassageKind],
    advice: &'static str,
}

const PROSE: &[PassageKind] =
    &[PassageKind::Text, PassageKind::Doc, PassageKind::Message, PassageKind::Heading];

const PATTERNS: &[Pattern] = &[
    Pattern {
        name: "clause as noun",
        expression: r"(?:^|[.:;!?*–]\s+|\(\s*)(?:what|who|whoever|whom|whose|whatever)\b[^?.:;|]*(?:[.:;|]|$)",
        kinds: &[PassageKind::Text, PassageKind::Doc, PassageKind::Message],
        advice: "begin with the noun: \"Callback for received messages\"",
    },
    Pattern {
        name: "clause as noun",
        expression: r"\b(?:of|for|to|by|in|on|with|from|at|about|after|before|than|and|or|as|into|over|under|between|beside|through|against|like|is|are|was|were|not|only|all|but) (?:what|who|whoever|whom|whatever)\b",
        kinds: PROSE,
        advice: "name the thing",
    },
    Pattern {
        name: "whoever",
        expression: r"\b(?:whoever|whatever|whom)\b",
        kinds: PROSE,
        advice: "name the person or thing",
    },
    Pattern {
        name: "clause as heading",
        expression: r"^\s*(?:what|who|whoever|whose)\b",
        kinds: &[PassageKind::Heading],
        advice: "a heading is a subject: \"Rejected approaches\"",
    },
    Pattern {
        name: "clause as name",
        expression: r"^(?:test_)?(?:what|who|whoever|whom|whose|whatever|somebody|nobody|others|another)_|_(?:what|who|whoever|whom|whatever|told|said|somebody|nobody)_|_(?:others|another|told|said|anew|in_vain|for_good|as_it_does)$|_anew_|^(?:told|tell|said)$",
        kinds: &[PassageKind::FunctionName],
        advice: "name the subject: `slow_reader_does_not_delay_step`",
    },
    Pattern {
        name: "told, said",
        expression: r"\b(?:tell|tells|told|telling|said)\b|\bsays? (?:of|so|nothing)\b|\bword of\b",
        kinds: PROSE,
        advice: "reported, logged, returned, error for; \"distinguish\" for \"tell apart\"",
    },
    Pattern {
        name: "of for about",
        expression: r"\b(?:know|knows|known|knew|hear|hears|heard|learn|learns|learned|speak|speaks|spoke|report|reports|ask|asks|asked|inform|informed|notified) of (?:[a-z])",
        kinds: PROSE,
        advice: "write \"about\", or an object: \"knows the name\"",
    },
    Pattern {
        name: "is no X",
        expression: r"(?:\b[a-z_]+ )?\b(?:is|are|was|were) no [a-z]+\b",
        kinds: PROSE,
        advice: "\"is not a message\", \"has no bodies\"",
    },
    Pattern {
        name: "no noun",
        expression: r"(?:\b[a-z]+ )?\bothers\b|(?:\b[a-z]+ )?\banother(?:[.,;:)]| (?:of|that|which|who|in|on|at|is|has|had|was|does|did|and|or|to|with|for|by|from|than|there|then|it)\b|$)|\bthe other ones?\b|\bso many\b",
        kinds: PROSE,
        advice: "give the noun or the number: \"the other robots\", \"another client\"",
    },
    Pattern {
        name: "idiom",
        expression: r"\b(?:as (?:it|they) do(?:es)?|for good|in vain|anew|(?:loud|quiet) (?:hour|hours|machine)|somebody|nobody|anybody)\b",
        kinds: PROSE,
        advice: "say it literally: \"recreated\", \"permanently\", \"no client\", \"a user\"",
    },
    Pattern {
        name: "one-word doc comment",
        expression: r"^\s*[^\s\[]+\s*$",
        kinds: &[PassageKind::Doc],
        advice: "say what it is, in which unit and frame, or leave it out where the name says it",
    },
];

/// An allowed phrase; a match that overlaps it is no finding.
const EXCEPTIONS: &[(&str, &str)] = &[
    (r"\bthere (?:is|are|was|were) no\b", "plain English for absence"),
    (r"\b(?:is|are|was|were) no (?:longer|more|less|fewer|larger|smaller|better|worse)\b", "comparisons"),
    (
        r"\bone another\b|\bone after another\b",
        "reciprocal and sequence, both without a noun in plain English",
    ),
];

/// All patterns, compiled.
pub(super) struct Patterns {
    patterns: Vec<(&'static Pattern, Regex)>,
    exceptions: Vec<Regex>,
}

impl Patterns {
    pub(super) fn new() -> Result<Self, String> {
        let compile = |expression: &str| {
            let built = RegexBuilder::new(expression).case_insensitive(true).build();
            built.map_err(|error| format!("{expression}: {error}"))
        };
        let patterns = PATTERNS.iter().map(|it| Ok((it, compile(it.expression)?)));
        Ok(Self {
            patterns: patterns.collect::<Result<_, String>>()?,
            exceptions: EXCEPTIONS.iter().map(|(it, _)| compile(it)).collect::<Result<_, _>>()?,
        })
    }

    /// The findings in a passage, each as `line: pattern: text (advice)`.
    pub(super) fn findings(&self, passage: &Passage) -> Vec<String> {
        let allowed: Vec<Range<usize>> = self
            .exceptions
            .iter()
            .flat_map(|it| it.find_iter(&passage.text).map(|found| found.range()))
            .collect();
        let mut findings = Vec::new();
        for (pattern, expression) in self.patterns.iter().filter(|(it, _)| it.kinds.contains(&passage.kind)) {
            for found in expression.find_iter(&passage.text) {
                let range = found.range();
                if allowed.iter().any(|it| it.start < range.end && range.start < it.end) {
                    continue;
                }
                let line = passage.line_at(range.end.saturating_sub(1));
                let shown: String = found.as_str().trim().chars().take(60).collect();
                findings.push(format!("{line}: {}: \"{shown}\" ({})", pattern.name, pattern.advice));
            }
        }
        findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(kind: PassageKind, text: &str) -> Vec<String> {
        Patterns::new().unwrap().findings(&Passage::of_line(kind, 1, text))
    }

    #[test]
    fn each_pattern_finds_its_planted_example() {
        let planted = [
            (PassageKind::Text, "What is done with the messages of a reader.", "clause as noun"),
            (PassageKind::Text, "Read it. Who reads it waits.", "clause as noun"),
            (PassageKind::Text, "The place of what was found.", "clause as noun"),
            (PassageKind::Text, "Takes the name, whoever has it.", "whoever"),
            (PassageKind::Heading, "What was tried", "clause as heading"),
            (PassageKind::FunctionName, "what_is_far_is_left_out", "clause as name"),
            (PassageKind::FunctionName, "test_who_reads_waits", "clause as name"),
            (PassageKind::Message, "the client is told about it", "told, said"),
            (PassageKind::Text, "It is asked what the class says of itself.", "told, said"),
            (PassageKind::Text, "The engine knows of a network.", "of for about"),
            (PassageKind::Text, "It is no message.", "is no X"),
            (PassageKind::Text, "Bodies, and others.", "no noun"),
            (PassageKind::Text, "It pushes another.", "no noun"),
            (PassageKind::Text, "There are so many robots.", "no noun"),
            (PassageKind::Text, "A copy that goes on as it does.", "idiom"),
            (PassageKind::Text, "It is made anew.", "idiom"),
            (PassageKind::Text, "It waited in vain.", "idiom"),
            (PassageKind::Text, "It is gone for good.", "idiom"),
            (PassageKind::Text, "Measured in a loud hour.", "idiom"),
            (PassageKind::Text, "Kept while somebody looks.", "idiom"),
            (PassageKind::Doc, "Position.", "one-word doc comment"),
        ];
        for (kind, text, name) in planted {
            let found = found(kind, text);
            assert!(found.iter().any(|it| it.contains(&format!(": {name}:"))), "{text}: {found:?}");
        }
        for pattern in PATTERNS {
            assert!(
                planted.iter().any(|(_, _, name)| *name == pattern.name),
                "{} has no example",
                pattern.name
            );
        }
    }

    #[test]
    fn questions_and_exceptions_are_allowed() {
        for text in ["What is a modifier? It changes data.", "There is no ground.", "It is no longer there."]
        {
            assert_eq!(found(PassageKind::Text, text), Vec::<String>::new());
        }
    }
}
