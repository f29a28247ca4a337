//! Crates that the state of a simulation depends on compute functions such as sine by libm, with equal bits on every system.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

/// The line that lets clippy refuse the functions of the system.
const LINT: &str = "#![cfg_attr(not(test), warn(clippy::disallowed_methods))]";
/// Crates that compute nothing.
const WITHOUT_NUMBERS: [&str; 1] = ["workspace-hack"];

#[test]
fn crates_of_the_state_refuse_functions_of_the_system() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let words =
        ["tree", "--offline", "--package", "morse-components", "--edges", "normal", "--prefix", "none"];
    let output = Command::new(env!("CARGO")).args(words).args(["--format", "{p}"]).current_dir(root).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    let of_workspace = text.lines().filter(|line| line.contains("(/") && !line.contains("(proc-macro)"));
    let mut checked = 0;
    for line in of_workspace {
        let (name, rest) = line.split_once(' ').unwrap();
        if WITHOUT_NUMBERS.contains(&name) {
            continue;
        }
        let folder = rest.split_once('(').unwrap().1.split_once(')').unwrap().0;
        let source = std::fs::read_to_string(Path::new(folder).join("src/lib.rs")).unwrap();
        assert!(source.contains(LINT), "src/lib.rs of {name} lacks `{LINT}`");
        checked += 1;
    }
    assert!(checked >= 9, "cargo tree names {checked} crates:\n{text}");
}
