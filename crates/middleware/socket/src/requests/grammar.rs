//! Parses request lines of clients.

use morse_scene::value::Value;

use crate::json;

/// The line that asks for the syntax, and the id of its answer.
pub(super) const HELP_WORD: &str = "help";

/// A parsed line.
#[derive(Debug, Clone, PartialEq)]
pub enum Line {
    /// A call of a service.
    Call {
        /// Request id, chosen by the client.
        id: String,
        /// Full name of the component.
        component: String,
        /// Name of the service.
        service: String,
        /// Positional arguments.
        arguments: Vec<Value>,
    },
    /// Cancels all requests with an id.
    Cancel {
        /// Request id, chosen by the client.
        id: String,
    },
    /// The word `help`: asks for the syntax of requests.
    Help,
    /// An invalid line.
    Wrong {
        /// Request id, as far as it is given.
        id: String,
        /// Text of the error for the client.
        problem: String,
    },
}

/// The answer to `help`.
pub(super) const HELP: &str = "A request is one line: ID COMPONENT SERVICE [ARGUMENTS], where ID is any word and ARGUMENTS a \
    JSON array. Its answer is one line: ID SUCCESS|FAILED|PREEMPTED [RESULT], where RESULT is JSON. `ID cancel` ends a \
    service that takes time. Begin with: 1 simulation list_robots, 1 simulation get_all_stream_ports, 1 simulation \
    details, 1 simulation describe_component [\"robot.pose\"]";

/// Parses one line: `id component service [arguments]` or `id cancel`.
pub(crate) fn parse(line: &[u8]) -> Line {
    let Ok(text) = std::str::from_utf8(line) else {
        return Line::Wrong {
            id: first_word(line),
            problem: "Malformed request: it is not UTF-8.".to_owned(),
        };
    };
    let (id, rest) = split_word(text.trim_matches(is_blank));
    let (component, rest) = split_word(rest);
    let (service, parameters) = split_word(rest);
    let id = id.to_owned();
    if component.is_empty() && id == HELP_WORD {
        return Line::Help;
    }
    if component.is_empty() {
        return Line::Wrong { id, problem: "Malformed request! ".to_owned() };
    }
    if service.is_empty() {
        if component == "cancel" {
            return Line::Cancel { id };
        }
        let problem =
            "Malformed request: a line is `id component service [arguments]` or `id cancel`.".to_owned();
        return Line::Wrong { id, problem };
    }
    match arguments(parameters) {
        Ok(arguments) => {
            Line::Call { id, component: component.to_owned(), service: service.to_owned(), arguments }
        }
        Err(detail) => {
            let problem = format!(
                "Invalid request syntax: error while parsing the parameters: <{parameters}>. {detail}"
            );
            Line::Wrong { id, problem }
        }
    }
}

/// Result for a line that is too long; `beginning` is its first part.
pub(crate) fn too_long(beginning: &[u8]) -> Line {
    let problem =
        format!("Malformed request: a line has at most {} bytes. Goodbye.", crate::lines::LINE_BYTES_MAX);
    Line::Wrong { id: first_word(beginning), problem }
}

/// Parses the arguments. Values that are false in Python mean no arguments, as in the original. Other values that are
/// not arrays are errors; the original used the characters of a text and the keys of an object.
fn arguments(parameters: &str) -> Result<Vec<Value>, String> {
    if parameters.is_empty() {
        return Ok(Vec::new());
    }
    match json::read(parameters).map_err(|error| error.to_string())? {
        Value::List(arguments) => Ok(arguments),
        nothing if !nothing.is_truthy() => Ok(Vec::new()),
        other => Err(format!("The parameters must be a JSON array, not {}.", other.type_name())),
    }
}

/// Splits off the first word, and the whitespace after it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(is_blank).unwrap_or((text, ""));
    (word, rest.trim_start_matches(is_blank))
}

fn first_word(line: &[u8]) -> String {
    const ID_BYTES_MAX: usize = 200;
    let beginning = String::from_utf8_lossy(line.get(..ID_BYTES_MAX).unwrap_or(line));
    split_word(beginning.trim_matches(is_blank)).0.to_owned()
}

/// Whether Python's `str.split` splits at a character.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn call(id: &str, component: &str, service: &str, arguments: Vec<Value>) -> Line {
        Line::Call { id: id.into(), component: component.into(), service: service.into(), arguments }
    }

    fn problem(line: &str) -> String {
        match parse(line.as_bytes()) {
            Line::Wrong { problem, .. } => problem,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn extra_blanks_are_ignored() {
        let expected = call("i", "r.c", "two", vec![Value::Int(1), Value::from("a b")]);
        assert_eq!(parse(b"i r.c two [1, \"a b\"]"), expected);
        assert_eq!(parse(b" \t i \t r.c   two\t [1, \"a b\"]  \r"), expected);
    }

    #[test]
    fn false_values_mean_no_arguments() {
        for parameters in ["", "[]", "null", "0", "0.0", "\"\"", "{}", "false"] {
            assert_eq!(parse(format!("i r.c s {parameters}").as_bytes()), call("i", "r.c", "s", vec![]));
        }
    }

    #[test]
    fn help_alone_asks_for_the_syntax() {
        assert_eq!(parse(b" help \r"), Line::Help);
        assert_eq!(parse(b"help simulation help"), call("help", "simulation", "help", vec![]));
        assert!(matches!(parse(b"helpme"), Line::Wrong { .. }));
    }

    #[test]
    fn cancel_is_a_line_of_two_words() {
        assert_eq!(parse(b"7 cancel"), Line::Cancel { id: "7".into() });
        assert_eq!(parse(b"7 cancel now"), call("7", "cancel", "now", vec![]));
    }

    #[test]
    fn errors_have_the_texts_of_the_original() {
        let wrong = |id: &str, problem: &str| Line::Wrong { id: id.into(), problem: problem.into() };
        assert_eq!(parse(b"single"), wrong("single", "Malformed request! "));
        assert_eq!(parse(b""), wrong("", "Malformed request! "));
        assert_eq!(
            problem("i r.c two [1,"),
            "Invalid request syntax: error while parsing the parameters: <[1,>. Expecting value: line 1 column 4 (char 3)"
        );
        assert_eq!(
            problem("i r.c none [] x"),
            "Invalid request syntax: error while parsing the parameters: <[] x>. Extra data: line 1 column 4 (char 3)"
        );
    }

    #[test]
    fn inputs_that_crashed_the_original_are_errors() {
        assert!(problem("i details").starts_with("Malformed request: "));
        assert!(problem("i r.c s 7").ends_with("must be a JSON array, not int."));
        assert!(problem("i r.c s true").ends_with("must be a JSON array, not bool."));
        assert!(problem("i r.c s {\"a\": 1}").ends_with("must be a JSON array, not dict."));
        assert_eq!(
            parse(b"i r.c \xff"),
            Line::Wrong { id: "i".into(), problem: "Malformed request: it is not UTF-8.".into() }
        );
    }

    proptest! {
        #[test]
        fn arbitrary_lines_never_panic(line in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = parse(&line);
        }
    }
}
