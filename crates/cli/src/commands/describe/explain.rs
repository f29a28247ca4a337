//! `morse explain`: prints the meaning and remedy of a code of errors and warnings, as the page `docs/errors.md` has them.

use std::fmt::Write;

use morse_scene::Code;
use morse_scene::nearest::nearest_name;

use crate::arguments::ExplainArguments;
use crate::failure::Failure;
use crate::output::standard_output::print;

/// Prints the explanation of a code, or lists all codes.
///
/// # Errors
/// For an unknown code.
pub fn explain(arguments: &ExplainArguments) -> Result<(), Failure> {
    let Some(name) = &arguments.code else { return print(list().trim_end()) };
    // As it stands in a message: `error[scene::unknown-level]`.
    let text = name.split_once('[').map_or(name.as_str(), |(_, rest)| rest).trim_end_matches(']');
    let Some(code) = Code::ALL.iter().find(|code| code.text() == text) else {
        let known = Code::ALL.iter().map(|code| code.text());
        return Err(Failure::UnknownCode {
            name: name.clone(),
            nearest: nearest_name(text, known).map(str::to_owned),
        });
    };
    print(explanation(*code).trim_end())
}

fn list() -> String {
    let width = Code::ALL.iter().map(|code| code.text().len()).max().unwrap_or_default();
    Code::ALL.iter().fold(String::new(), |mut lines, code| {
        let _ = writeln!(lines, "{:width$}  {}", code.text(), code.meaning());
        lines
    })
}

fn explanation(code: Code) -> String {
    let mut text = format!("{code}\n\n{}\n\nto do: {}\n", code.meaning(), code.remedy());
    if let Some(example) = code.example() {
        text.push_str("\nfor example:\n");
        example.lines().for_each(|line| {
            let _ = writeln!(text, "    {line}");
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_explanation_with_meaning_and_remedy() {
        for &code in Code::ALL {
            let text = explanation(code);
            assert!(text.starts_with(code.text()) && text.contains(code.remedy()), "{text}");
        }
        assert_eq!(list().lines().count(), Code::ALL.len());
    }
}
