//! Encodes answers as lines: `id STATUS [json]`.

use morse_scene::value::Value;
use morse_sim::contract::service::{Answer, ServiceError};

use crate::json::{write_text, write_value};
use crate::log;

/// Appends the answer to request `id`, a call of `service` with `given` arguments.
///
/// A result that is false in Python or that JSON cannot represent is omitted.
pub(super) fn write(out: &mut Vec<u8>, id: &str, service: &str, given: usize, answer: &Answer) {
    let (status, value) = match answer {
        Answer::Success(value) => ("SUCCESS", value),
        Answer::Preempted(value) => ("PREEMPTED", value),
        Answer::Failed(error) => return write_failure(out, id, &error_text(service, given, error)),
    };
    out.extend_from_slice(id.as_bytes());
    out.push(b' ');
    out.extend_from_slice(status.as_bytes());
    if value.is_truthy() {
        write_result(out, service, value);
    }
    out.push(b'\n');
}

/// Appends the answer to a request for the syntax.
pub(super) fn write_help(out: &mut Vec<u8>, id: &str, help: &str) {
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b" SUCCESS ");
    write_text(out, help);
    out.push(b'\n');
}

/// Appends the answer to a failed request.
pub(super) fn write_failure(out: &mut Vec<u8>, id: &str, problem: &str) {
    out.extend_from_slice(id.as_bytes());
    out.extend_from_slice(b" FAILED ");
    write_text(out, problem);
    out.push(b'\n');
}

fn write_result(out: &mut Vec<u8>, service: &str, value: &Value) {
    let start = out.len();
    out.push(b' ');
    if let Err(error) = write_value(out, value) {
        out.truncate(start);
        tracing::error!(target: log::REQUESTS, "The result of {service} is omitted: JSON cannot represent {}", error.type_name);
    }
}

/// Text of an error. Clients search for parts of it: they convert `wrong # of parameters` to a `TypeError`.
fn error_text(service: &str, given: usize, error: &ServiceError) -> String {
    const MANAGER: &str = "Socket service manager";
    let detail = detail(error);
    match error {
        ServiceError::NotRegistered { help, .. } => {
            let help = if help.is_empty() { String::new() } else { format!(": {help}") };
            format!("The request {service} has not been registered in {MANAGER}{help}")
        }
        ServiceError::WrongCount { .. } if given == 0 => {
            format!("{MANAGER}: parameters expected for service {service}! {detail}")
        }
        ServiceError::WrongCount { .. } | ServiceError::WrongType { asynchronous: true, .. } => {
            format!("{MANAGER}: wrong # of parameters for service {service}. {detail}")
        }
        ServiceError::WrongType { .. } => {
            format!("{MANAGER}: wrong parameter type for service {service}. {detail}")
        }
        ServiceError::Refused(_) | ServiceError::RefusedFor { .. } | ServiceError::Busy { .. } => detail,
    }
}

/// Details of an error. For a wrong number of arguments, the text is that of Python.
fn detail(error: &ServiceError) -> String {
    let ServiceError::WrongCount { service, given, declared, required, missing, .. } = error else {
        return error.to_string();
    };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    if !missing.is_empty() {
        let count = missing.len();
        let names = and_list(missing);
        return format!("{service}() missing {count} required positional argument{}: {names}", plural(count));
    }
    // Python counts `self` as an argument.
    let (required, declared, given) = (required + 1, declared + 1, given + 1);
    let takes =
        if required == declared { declared.to_string() } else { format!("from {required} to {declared}") };
    let were = if given == 1 { "was" } else { "were" };
    format!("{service}() takes {takes} positional argument{} but {given} {were} given", plural(declared))
}

/// Joins names: `'a'`, `'a' and 'b'`, `'a', 'b', and 'c'`.
fn and_list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    match quoted.as_slice() {
        [first, second] => format!("{first} and {second}"),
        [most @ .., last] if !most.is_empty() => format!("{}, and {last}", most.join(", ")),
        _ => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Map;

    use super::*;

    fn line(service: &str, given: usize, answer: &Answer) -> String {
        let mut out = Vec::new();
        write(&mut out, "i", service, given, answer);
        String::from_utf8(out).unwrap()
    }

    fn success(value: impl Into<Value>) -> String {
        line("s", 0, &Answer::Success(value.into()))
    }

    #[test]
    fn false_results_are_omitted() {
        let empty = [
            Value::Null,
            false.into(),
            0.into(),
            0.0.into(),
            "".into(),
            Value::List(vec![]),
            Map::new().into(),
        ];
        for value in empty {
            assert_eq!(success(value), "i SUCCESS\n");
        }
        assert_eq!(success(vec![1.0, 2.5, 1e-5]), "i SUCCESS [1.0, 2.5, 1e-05]\n");
        assert_eq!(success("h\u{e9}\"\n"), "i SUCCESS \"h\\u00e9\\\"\\n\"\n");
    }

    #[test]
    fn bytes_in_a_result_are_base64() {
        let reading =
            Map::from([("image", Value::Bytes(vec![0, 255, 16, 32])), ("raw", Value::Bytes(vec![]))]);
        assert_eq!(success(reading), "i SUCCESS {\"image\": \"AP8QIA==\", \"raw\": \"\"}\n");
    }

    #[test]
    fn results_that_json_cannot_represent_are_omitted() {
        let object = Value::Python("<object>".to_owned());
        assert_eq!(success(Value::List(vec![1.into(), object])), "i SUCCESS\n");
    }

    #[test]
    fn preemption_has_no_value() {
        assert_eq!(line("s", 0, &Answer::Preempted(Value::Null)), "i PREEMPTED\n");
    }

    fn count(given: usize, declared: usize, required: usize, missing: &[&str]) -> String {
        let error = ServiceError::WrongCount {
            service: "two".into(),
            given,
            declared,
            required,
            missing: missing.iter().map(|name| (*name).to_owned()).collect(),
            takes: String::new(),
            asynchronous: false,
        };
        error_text("two", given, &error)
    }

    #[test]
    fn wrong_argument_count_has_the_text_of_python() {
        assert_eq!(
            count(1, 2, 2, &["b"]),
            "Socket service manager: wrong # of parameters for service two. two() missing 1 required positional argument: 'b'"
        );
        assert_eq!(
            count(0, 2, 2, &["a", "b"]),
            "Socket service manager: parameters expected for service two! two() missing 2 required positional arguments: 'a' and 'b'"
        );
        assert!(count(1, 4, 4, &["b", "c", "d"]).ends_with("arguments: 'b', 'c', and 'd'"));
        assert!(count(3, 2, 2, &[]).ends_with("two() takes 3 positional arguments but 4 were given"));
        assert!(
            count(3, 2, 1, &[]).ends_with("two() takes from 2 to 3 positional arguments but 4 were given")
        );
        assert!(count(1, 0, 0, &[]).ends_with("two() takes 1 positional argument but 2 were given"));
    }

    #[test]
    fn asynchronous_services_hide_their_signature() {
        let error = |asynchronous| ServiceError::WrongType {
            service: "s".into(),
            argument: "a".into(),
            expected: "a finite number".into(),
            got: "bool".into(),
            asynchronous,
        };
        assert!(error_text("s", 1, &error(true)).contains("wrong # of parameters"));
        assert!(
            error_text("s", 1, &error(false)).contains("wrong parameter type for service s. s: a must be")
        );
    }
}
