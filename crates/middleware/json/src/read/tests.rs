//! Tests of the JSON reader, including a comparison with Python's `json`.

use std::io::Write;
use std::process::{Command, Stdio};

use morse_scene::value::{Map, Value};
use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::{DEPTH_MAX, KEYS_MAX, read};
use crate::write_value;

fn error(text: &str) -> String {
    read(text).unwrap_err().to_string()
}

#[test]
fn python_dialect_is_read() {
    let text = r#" {"a": [1, -2.5, 1e3, NaN], "b": {"c": null}, "a2": "\u00e9\n\ud83e\udd16"} "#;
    let Value::Map(map) = read(text).unwrap() else { unreachable!() };
    let Some(Value::List(items)) = map.get("a") else { unreachable!() };
    assert_eq!(items[..3], [Value::Int(1), Value::Float(-2.5), Value::Float(1000.0)]);
    assert!(matches!(items[3], Value::Float(nan) if nan.is_nan()));
    assert_eq!(map.get("a2"), Some(&Value::from("é\n🤖")));
    assert_eq!(read("-Infinity"), Ok(Value::Float(f64::NEG_INFINITY)));
    assert_eq!(read("123456789012345678901"), Ok(Value::Float(123456789012345678901.0)));
    assert_eq!(read(r#"{"k": 1, "k": 2}"#), Ok(Value::Map(Map::from([("k", 2)]))));
}

#[test]
fn error_texts_match_python() {
    assert_eq!(error("[1,"), "Expecting value: line 1 column 4 (char 3)");
    assert_eq!(error("[] x"), "Extra data: line 1 column 4 (char 3)");
    assert_eq!(error(""), "Expecting value: line 1 column 1 (char 0)");
    assert_eq!(error("[1\n,\n x]"), "Expecting value: line 3 column 2 (char 6)");
    assert_eq!(error(r#"["é", "#), "Expecting value: line 1 column 7 (char 6)");
    assert_eq!(error("{1}"), "Expecting property name enclosed in double quotes: line 1 column 2 (char 1)");
}

#[test]
fn nesting_and_keys_are_bounded() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(read(&nested(DEPTH_MAX)).is_ok());
    assert!(error(&nested(DEPTH_MAX + 1)).starts_with("Nested deeper than 128 levels"));
    assert!(error(&"[{\"a\":".repeat(100_000)).starts_with("Nested deeper"));
    let keys: Vec<String> = (0..=KEYS_MAX).map(|i| format!("\"{i}\": 0")).collect();
    assert!(error(&format!("{{{}}}", keys.join(","))).starts_with("More than 1024 keys"));
}

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::Int),
        any::<f64>().prop_filter("equality", |f| !f.is_nan()).prop_map(Value::Float),
        any::<String>().prop_map(Value::Text),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::List),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|entries| Value::Map(entries.into_iter().collect())),
        ]
    })
}

/// Random sequences of JSON tokens and fragments.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        " ",
        "\n",
        "\"",
        "\"a\"",
        "\"b\": ",
        "1",
        "-",
        "-1",
        "01",
        "0.5",
        "1.",
        "1e",
        "1e5",
        "E+2",
        ".5",
        "null",
        "nul",
        "true",
        "false",
        "NaN",
        "Infinity",
        "-Infinity",
        "\\",
        "\\n",
        "\\x",
        "\\u",
        "\\u00e9",
        "\\ud83e",
        "\\udd16",
        "\\u12",
        "é",
        "🤖",
        "\t",
        "\u{1}",
        "//",
        "12345678901234567890",
    ]);
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn written_values_read_back(value in json_value()) {
        let mut text = Vec::new();
        write_value(&mut text, &value).unwrap();
        prop_assert!(text.is_ascii());
        prop_assert_eq!(read(std::str::from_utf8(&text).unwrap()).unwrap(), value);
    }

    #[test]
    fn any_text_is_read_or_rejected(text in any::<String>()) {
        let _ = read(&text);
    }

    #[test]
    fn nearly_json_is_read_or_rejected(text in nearly_json()) {
        let _ = read(&text);
    }
}

/// Python script that prints the value or the error of Python's `json` for each JSON string on standard input.
const ORACLE: &str = r#"
import json, sys
sys.stdin.reconfigure(encoding="utf-8", newline="\n")
for line in sys.stdin:
    text = json.loads(line)
    try:
        value = json.loads(text)
        print("=" + json.dumps(value))
    except ValueError as error:
        print("!" + json.dumps(str(error)))
"#;

#[test]
fn values_and_errors_match_python() {
    let version =
        Command::new("python3").args(["-c", "import sys; print(sys.version_info[:2] < (3, 13))"]).output();
    if !version.is_ok_and(|output| output.stdout.starts_with(b"True")) {
        eprintln!("not compared with Python: no python3 with the error messages of 3.3 to 3.12 was found");
        return;
    }
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let texts: Vec<String> =
        (0..20_000).map(|_| nearly_json().new_tree(&mut runner).unwrap().current()).collect();
    let mut input = Vec::new();
    for text in &texts {
        write_value(&mut input, &Value::from(text.as_str())).unwrap();
        input.push(b'\n');
    }
    let mut python = Command::new("python3")
        .args(["-c", ORACLE])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = python.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input).unwrap());
    let output = String::from_utf8(python.wait_with_output().unwrap().stdout).unwrap();
    writer.join().unwrap();
    let answers: Vec<&str> = output.lines().collect();
    assert_eq!(answers.len(), texts.len());
    let mut accepted = 0;
    for (text, answer) in texts.iter().zip(answers) {
        let mut ours = Vec::new();
        match read(text) {
            Ok(value) => {
                accepted += 1;
                ours.push(b'=');
                write_value(&mut ours, &value).unwrap();
            }
            Err(error) => {
                ours.push(b'!');
                write_value(&mut ours, &Value::Text(error.to_string())).unwrap();
            }
        }
        // Integers beyond 64 bits and lone surrogates cannot be represented in a value.
        if !text.contains("12345678901234567890")
            && !answer.contains("\\ud83e")
            && !answer.contains("\\udd16")
        {
            assert_eq!(String::from_utf8(ours).unwrap(), answer, "{text:?}");
        }
    }
    assert!(accepted > 200, "only {accepted} texts were JSON");
}
