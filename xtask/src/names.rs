//! `cargo xtask names`: asks crates.io and PyPI whether the names that the project would publish are free.
//!
//! Each name is asked for by the ordinary client of its registry, `cargo info` and `pip index`. The results that decided
//! the names are in `docs/decisions.md`.

use std::process::Command;

/// The crate with the library, and that with the command. The remaining crates would have these names with a suffix.
const CRATES: [&str; 2] = ["morse", "morse-cli"];
/// The wheel.
const WHEEL: &str = "morse-simulator";

/// The answer of a registry.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    Free,
    /// Taken, with the description or the versions that the registry gives.
    Taken(String),
    /// No answer, with the reason.
    Unknown(String),
}

/// Prints whether the names are free: those of the library, the command and the wheel, or the crates that `crates` names.
///
/// # Errors
/// If a client cannot be started, or a registry gives no answer.
pub(crate) fn check(crates: &[&str]) -> Result<(), String> {
    let mut rows = Vec::new();
    for name in if crates.is_empty() { &CRATES } else { crates } {
        rows.push((
            *name,
            "crates.io",
            of_crate(&output("cargo", &["info", "--registry", "crates-io", name])?),
        ));
    }
    if crates.is_empty() {
        rows.push((
            WHEEL,
            "PyPI",
            of_package(&output("python3", &["-m", "pip", "index", "versions", WHEEL])?),
        ));
    }
    let mut unknown = Vec::new();
    for (name, registry, answer) in &rows {
        match answer {
            Answer::Free => println!("{registry} {name}: free"),
            Answer::Taken(by) => println!("{registry} {name}: taken, {by}"),
            Answer::Unknown(reason) => unknown.push(format!("{registry} {name}: {reason}")),
        }
    }
    if unknown.is_empty() { Ok(()) } else { Err(format!("not known:\n{}", unknown.join("\n"))) }
}

/// The end of a client: whether it succeeded, its standard output, its standard error.
struct Printed {
    is_success: bool,
    output: String,
    errors: String,
}

fn output(program: &str, arguments: &[&str]) -> Result<Printed, String> {
    // Outside of the repository, where cargo does not find the crates of the workspace.
    let ended = Command::new(program).args(arguments).current_dir(std::env::temp_dir()).output();
    let ended = ended.map_err(|error| format!("{program}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Printed {
        is_success: ended.status.success(),
        output: text(&ended.stdout),
        errors: text(&ended.stderr),
    })
}

/// The answer of `cargo info`: name and keywords, then the description.
fn of_crate(printed: &Printed) -> Answer {
    if printed.is_success {
        let description = printed.output.lines().nth(1).unwrap_or("without a description");
        return Answer::Taken(description.trim().to_owned());
    }
    if printed.errors.contains("could not find") { Answer::Free } else { unknown(printed) }
}

/// The answer of `pip index versions`: name and newest version.
fn of_package(printed: &Printed) -> Answer {
    if printed.is_success {
        return Answer::Taken(printed.output.lines().next().unwrap_or_default().trim().to_owned());
    }
    // pip ends with the same words when it cannot reach the registry, after some attempts.
    let is_reached = !printed.errors.contains("Retrying");
    let is_absent = printed.errors.contains("No matching distribution found");
    if is_absent && is_reached { Answer::Free } else { unknown(printed) }
}

fn unknown(printed: &Printed) -> Answer {
    Answer::Unknown(printed.errors.lines().last().unwrap_or("no message").trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(is_success: bool, output: &str, errors: &str) -> Printed {
        Printed { is_success, output: output.to_owned(), errors: errors.to_owned() }
    }

    #[test]
    fn answers_of_cargo_are_understood() {
        let taken = printed(true, "morse #morse\nCrate to translate ascii\nversion: 0.1.0\n", "");
        assert_eq!(of_crate(&taken), Answer::Taken("Crate to translate ascii".to_owned()));
        let free = printed(
            false,
            "",
            "    Updating crates.io index\nerror: could not find `morse-cli` in registry\n",
        );
        assert_eq!(of_crate(&free), Answer::Free);
        let away = printed(false, "", "error: failed to fetch\nCaused by:\n  timeout\n");
        assert_eq!(of_crate(&away), Answer::Unknown("timeout".to_owned()));
    }

    #[test]
    fn answers_of_pip_are_understood() {
        let taken = printed(true, "pymorse (1.4)\nAvailable versions: 1.4\n", "");
        assert_eq!(of_package(&taken), Answer::Taken("pymorse (1.4)".to_owned()));
        let free = printed(false, "", "ERROR: No matching distribution found for morse-simulator\n");
        assert_eq!(of_package(&free), Answer::Free);
        let away =
            "WARNING: Retrying (Retry(total=4))\nERROR: No matching distribution found for morse-simulator\n";
        assert!(matches!(of_package(&printed(false, "", away)), Answer::Unknown(_)));
        assert_eq!(of_package(&printed(false, "", "")), Answer::Unknown("no message".to_owned()));
    }
}
