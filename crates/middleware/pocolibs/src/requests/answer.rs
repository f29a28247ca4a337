//! Encoding of answers, and parsing of arguments.

use morse_scene::python_repr;
use morse_scene::value::Value;
use morse_sim::contract::service::{Answer, ServiceError};

/// Maximum length of the reason of a failure. [bytes]
const REASON_BYTES_MAX: usize = 100;

/// Final line of a request, with its result.
pub(super) fn term(id: u64, name: &str, service: &str, answer: &Answer) -> String {
    let result = match answer {
        Answer::Success(value) => success(value),
        Answer::Preempted(_) => format!("S_{name}_stdGenoM_ACTIVITY_INTERRUPTED"),
        Answer::Failed(error) => format!("S_{name}_{}", reason(error)),
    };
    format!("{id} ::{name}::{service} TERM {result}")
}

/// `OK`, then the values separated by two blanks.
fn success(value: &Value) -> String {
    let items = match value {
        Value::List(items) | Value::Tuple(items) => items.as_slice(),
        Value::Null => &[],
        single => std::slice::from_ref(single),
    };
    let texts: Vec<String> = items.iter().map(text).collect();
    if texts.is_empty() { "OK".to_owned() } else { format!("OK {}", one_line(&texts.join("  "))) }
}

fn text(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        value => python_repr::repr(value),
    }
}

/// Replaces control characters by blanks, because an answer is one line.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// Name of an error in the format of GenoM: one word.
fn reason(error: &ServiceError) -> String {
    let text = match error {
        ServiceError::Refused(text) => text.clone(),
        other => other.to_string(),
    };
    let word = |character: char| if character.is_ascii_alphanumeric() { character } else { '_' };
    let reason: String = text.chars().take(REASON_BYTES_MAX).map(word).collect();
    if reason.is_empty() { "UNKNOWN_ERROR".to_owned() } else { reason }
}

/// Parses an argument: a number, a Boolean, or a text.
pub(super) fn argument(word: &str) -> Value {
    if let Ok(number) = word.parse::<i64>() {
        return Value::Int(number);
    }
    // Words such as `inf` and `nan` are texts: no service accepts them as numbers.
    match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::Float(number),
        _ => match word {
            "True" | "true" => Value::Bool(true),
            "False" | "false" => Value::Bool(false),
            text => Value::Text(text.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(answer: Answer) -> String {
        term(3, "robot.ptu", "get_pan_tilt", &answer)
    }

    #[test]
    fn results_have_the_format_of_genom() {
        let values = Value::List(vec![1.5.into(), "a b".into(), Value::Bool(true)]);
        assert_eq!(line(Answer::Success(values)), "3 ::robot.ptu::get_pan_tilt TERM OK 1.5  a b  True");
        assert_eq!(line(Answer::Success(Value::Null)), "3 ::robot.ptu::get_pan_tilt TERM OK");
        assert_eq!(line(Answer::Success("Arrived\n".into())), "3 ::robot.ptu::get_pan_tilt TERM OK Arrived ");
        let interrupted = "3 ::robot.ptu::get_pan_tilt TERM S_robot.ptu_stdGenoM_ACTIVITY_INTERRUPTED";
        assert_eq!(line(Answer::Preempted(Value::Null)), interrupted);
        let refused = |text: &str| line(Answer::Failed(ServiceError::Refused(text.to_owned())));
        assert_eq!(
            refused("POSTER_NOT_FOUND"),
            "3 ::robot.ptu::get_pan_tilt TERM S_robot.ptu_POSTER_NOT_FOUND"
        );
        assert_eq!(refused(""), "3 ::robot.ptu::get_pan_tilt TERM S_robot.ptu_UNKNOWN_ERROR");
        assert!(refused("no\r\nOK 1").ends_with("S_robot.ptu_no__OK_1"));
    }

    #[test]
    fn arguments_are_parsed_by_their_form() {
        let values: Vec<Value> = ["1", "-2.5", "1e3", "true", "abc", "nan", ""].map(argument).into();
        let expected = [
            1.into(),
            (-2.5).into(),
            1000.0.into(),
            true.into(),
            "abc".into(),
            "nan".into(),
            Value::from(""),
        ];
        assert_eq!(values, expected);
    }
}
