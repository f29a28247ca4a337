//! Parses the arguments of a service from the command line.

use morse_scene::description::{ArgumentDescription, ServiceDescription};
use morse_scene::nearest::nearest_name;
use morse_scene::value::Value;
use morse_socket::json;

use super::list::signature;
use morse::client::ClientError;

/// Parses positional arguments from `words`: values, `name=value`, or one JSON array or object with all arguments.
///
/// # Errors
/// If a name is unknown or given twice, or an argument before a given one is missing.
pub fn parse(service: &ServiceDescription, words: &[String]) -> Result<Vec<Value>, ClientError> {
    read(service, words).map_err(|problem| {
        ClientError::Arguments(format!("{problem}. The service is {}", signature(service)))
    })
}

fn read(service: &ServiceDescription, words: &[String]) -> Result<Vec<Value>, String> {
    if let [word] = words {
        match json::read(word) {
            Ok(Value::List(all)) => return Ok(all),
            Ok(Value::Map(named)) => {
                return place(service, Vec::new(), named.into_iter().collect());
            }
            Err(error) if word.starts_with(['[', '{']) => return Err(format!("{word} is not JSON: {error}")),
            _ => {}
        }
    }
    let (mut positional, mut named) = (Vec::new(), Vec::new());
    for word in words {
        match word.split_once('=').filter(|(name, _)| is_identifier(name)) {
            Some((name, text)) => named.push((name.to_owned(), value(text)?)),
            None if named.is_empty() => positional.push(value(word)?),
            None => return Err(format!("the unnamed argument {word} follows a named argument")),
        }
    }
    place(service, positional, named)
}

/// Parses a word as JSON, else as a plain string. A word that begins like a list, a dictionary or a quoted string must
/// be JSON.
pub(in crate::commands::client) fn value(word: &str) -> Result<Value, String> {
    match json::read(word) {
        Ok(value) => Ok(value),
        Err(error) if word.starts_with(['[', '{', '"']) => Err(format!("{word} is not JSON: {error}")),
        Err(_) => Ok(Value::from(word)),
    }
}

pub(in crate::commands::client) fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && characters.all(|other| other.is_alphanumeric() || other == '_')
}

/// Inserts named arguments at their positions, and defaults for omitted arguments before them.
fn place(
    service: &ServiceDescription,
    mut positional: Vec<Value>,
    mut named: Vec<(String, Value)>,
) -> Result<Vec<Value>, String> {
    let declared = &service.arguments;
    let names = || declared.iter().map(|argument| argument.name.as_str());
    for (name, _) in &named {
        let Some(place) = names().position(|known| known == name) else {
            let meant = nearest_name(name, names());
            let meant = meant.map(|meant| format!(" (did you mean {meant}?)")).unwrap_or_default();
            return Err(format!("{} has no argument {name}{meant}", service.name));
        };
        if place < positional.len() || named.iter().filter(|(other, _)| other == name).count() > 1 {
            return Err(format!("{name} is given twice"));
        }
    }
    for ArgumentDescription { name, default } in declared.iter().skip(positional.len()) {
        if named.is_empty() {
            break;
        }
        match (named.iter().position(|(given, _)| given == name), default) {
            (Some(index), _) => positional.push(named.swap_remove(index).1),
            (None, Some(default)) => positional.push(default.clone()),
            (None, None) => return Err(format!("{name} is missing")),
        }
    }
    Ok(positional)
}

#[cfg(test)]
mod tests {
    use morse_scene::ServiceKind;

    use super::*;

    fn goto() -> ServiceDescription {
        let argument = |(name, default): (&str, Option<f64>)| ArgumentDescription {
            name: name.to_owned(),
            default: default.map(Value::Float),
        };
        ServiceDescription {
            name: "goto".to_owned(),
            arguments: [("x", None), ("y", None), ("tolerance", Some(0.5)), ("speed", Some(1.0))]
                .map(argument)
                .into(),
            kind: ServiceKind::Async,
            interruptible: Some(true),
            takes_flag: false,
            doc: String::new(),
        }
    }

    fn parsed(words: &[&str]) -> Result<Vec<Value>, String> {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        parse(&goto(), &words).map_err(|error| error.to_string())
    }

    #[test]
    fn positional_values_are_parsed() {
        let expected = vec![Value::Int(2), Value::Float(-1.5)];
        assert_eq!(parsed(&["2", "-1.5"]).unwrap(), expected);
        assert_eq!(parsed(&["[2, -1.5]"]).unwrap(), expected);
        assert_eq!(parsed(&[]).unwrap(), []);
        let words = parsed(&["robot.pose", "true", "\"7\"", "[1, 2]"]).unwrap();
        assert_eq!(
            words,
            ["robot.pose".into(), true.into(), "7".into(), Value::List(vec![1.into(), 2.into()])]
        );
    }

    #[test]
    fn named_arguments_are_placed_and_defaults_fill_gaps() {
        let expected = vec![Value::Int(2), Value::Int(1), Value::Float(0.5), Value::Int(3)];
        for words in
            [&["2", "1", "speed=3"][..], &["speed=3", "y=1", "x=2"], &["{\"x\": 2, \"speed\": 3, \"y\": 1}"]]
        {
            assert_eq!(parsed(words).unwrap(), expected, "{words:?}");
        }
        assert_eq!(parsed(&["x=[1, 2]", "y=a=b"]).unwrap()[1], Value::from("a=b"));
    }

    #[test]
    fn errors_contain_the_signature() {
        for (words, problem) in [
            (&["1", "2", "sped=3"][..], "goto has no argument sped (did you mean speed?)"),
            (&["1", "2", "x=3"], "x is given twice"),
            (&["x=1", "x=2"], "x is given twice"),
            (&["x=1", "speed=2"], "y is missing"),
            (&["x=1", "2"], "the unnamed argument 2 follows a named argument"),
            (&["[1, 2"], "[1, 2 is not JSON"),
            (&["1", "{x}"], "{x} is not JSON"),
        ] {
            let text = parsed(words).unwrap_err();
            assert!(text.starts_with(problem), "{words:?}: {text}");
            assert!(text.ends_with("The service is goto(x, y, tolerance=0.5, speed=1.0)"), "{text}");
        }
    }
}
