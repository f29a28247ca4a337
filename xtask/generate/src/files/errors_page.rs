//! The documentation page of all codes of diagnostics.

use std::fmt::Write;

use morse_scene::Code;

const NOTE: &str =
    "<!-- Written by `cargo xtask generate` from crates/scene/src/diagnostic/code.rs. Do not edit. -->";

/// The text above the list.
const INTRODUCTION: &str = "\
# Errors and warnings

`morse check`, `morse run` and the other commands that read a scene print each finding with its severity, its code, the line of the
script and the solution:

    error[scene::unknown-level]

      x robot.odometry: `morse.sensors.odometry.Odometry` has no level `rw`; its levels are ...

With an error the scene cannot run; with a warning it runs, perhaps not as meant. Codes keep their names, so that programs can
rely on them: `morse check --json` prints each finding with `severity`, `code`, `object`, `source`, `message` and `help`.
`morse explain scene::unknown-level` prints the entry of a code, and `morse explain` lists all.
";

/// Groups of codes: common prefix, heading, introduction.
const PARTS: [(&str, &str, &str); 3] = [
    ("scene::", "The scene", "Found by the checks on the scene, before anything is simulated."),
    (
        "run::",
        "The run",
        "Found while the simulation is put together from the scene, its models and its components.",
    ),
    ("script::", "The script", "Problems that keep `morse check` from getting a scene at all."),
];

/// The page.
pub(crate) fn page() -> String {
    let mut text = format!("{NOTE}\n\n{INTRODUCTION}");
    for (part, heading, introduction) in PARTS {
        add(&mut text, format_args!("\n## {heading}\n\n{introduction}\n"));
        for code in Code::ALL.iter().filter(|code| code.text().starts_with(part)) {
            add(&mut text, format_args!("\n### `{code}`\n\n"));
            add(&mut text, format_args!("{}. {}\n\n", severity(*code), code.meaning()));
            add(&mut text, format_args!("*What to do*: {}\n", code.remedy()));
            if let Some(example) = code.example() {
                add(&mut text, format_args!("\n```python\n{example}\n```\n"));
            }
        }
    }
    text
}

/// Writing to a `String` cannot fail.
fn add(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

/// `Error` or `Warning`.
fn severity(code: Code) -> &'static str {
    match code.usual_severity() {
        morse_scene::Severity::Error => "Error",
        morse_scene::Severity::Warning => "Warning",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_one_heading() {
        let page = page();
        for code in Code::ALL {
            assert_eq!(page.matches(&format!("### `{code}`\n")).count(), 1, "{code}");
        }
    }
}
