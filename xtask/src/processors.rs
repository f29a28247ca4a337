//! `cargo xtask processors`: digests of scenes on several processors, which must be equal. QEMU emulates those that the computer
//! lacks (Debian: `qemu-user`, `gcc-aarch64-linux-gnu`; `rustup target add aarch64-unknown-linux-gnu`).

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use xtask::shell::{self, root};

/// The test that writes the digests.
const TEST: &str = "digests_of_scenes_are_written";
const ARM: &str = "aarch64-unknown-linux-gnu";
/// Folder with the libraries of the other processor.
const ARM_LIBRARIES: &str = "/usr/aarch64-linux-gnu";

/// A processor on which the digests are computed.
struct Processor {
    name: &'static str,
    target: Option<&'static str>,
    /// Program that runs the test, with its arguments; empty for this computer.
    emulator: &'static [&'static str],
}

const PROCESSORS: [Processor; 3] = [
    Processor { name: "this computer", target: None, emulator: &[] },
    Processor { name: "x86-64 without AVX", target: None, emulator: &["qemu-x86_64", "-cpu", "Nehalem"] },
    Processor { name: "aarch64", target: Some(ARM), emulator: &["qemu-aarch64", "-L", ARM_LIBRARIES] },
];

/// Computes the digests on all processors, and compares them.
///
/// # Errors
/// If digests differ, or a program is missing.
pub(crate) fn processors(words: &[&str]) -> Result<(), String> {
    let is_release = match words {
        [] => true,
        ["--debug"] => false,
        _ => return Err("usage: cargo xtask processors [--debug]".to_owned()),
    };
    let mut expected: Option<String> = None;
    for processor in &PROCESSORS {
        let test = build(processor, is_release)?;
        let found = digests(processor, &test)?;
        println!("{}: {} digests", processor.name, found.lines().count());
        match &expected {
            None => expected = Some(found),
            Some(expected) if *expected == found => {}
            Some(expected) => return Err(difference(processor.name, expected, &found)),
        }
    }
    Ok(())
}

/// The program of the test for a processor.
fn build(processor: &Processor, is_release: bool) -> Result<PathBuf, String> {
    let mut words = vec!["test", "--package", "morse-components", "--test", "scenes", "--no-run"];
    words.extend(["--message-format", "json-render-diagnostics"]);
    if is_release {
        words.push("--release");
    }
    if let Some(target) = processor.target {
        words.extend(["--target", target]);
    }
    let mut command = shell::cargo(&words);
    command.current_dir(root()).env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    let output = command.output().map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        return Err(format!("{}: {}", processor.name, String::from_utf8_lossy(&output.stderr)));
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    executable(&messages).ok_or_else(|| format!("{}: cargo names no program", processor.name))
}

/// The program of the test `scenes` in messages of cargo.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = messages.filter(|message| message["target"]["name"] == "scenes");
    programs.find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

fn digests(processor: &Processor, test: &Path) -> Result<String, String> {
    let path = root().join("target/digests.txt");
    // A file of an earlier run would hide that none is written.
    let _ = fs::remove_file(&path);
    let mut command = match processor.emulator {
        [] => Command::new(test),
        [emulator, arguments @ ..] => {
            let mut command = Command::new(emulator);
            command.args(arguments).arg(test);
            command
        }
    };
    command.arg(TEST).env("MORSE_DIGESTS", &path);
    shell::run(&mut command)?;
    fs::read_to_string(&path).map_err(|error| format!("{}: no digests: {error}", processor.name))
}

fn difference(name: &str, expected: &str, found: &str) -> String {
    let differing = expected.lines().zip(found.lines()).filter(|(expected, found)| expected != found);
    let lines: Vec<String> = differing.map(|(expected, found)| format!("{expected} / {found}")).collect();
    format!("{name} computes other digests than this computer:\n{}", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differing_scenes_are_named() {
        let text = difference("arm", "a 01\nb 02\n", "a 01\nb 03\n");
        assert!(text.starts_with("arm") && text.ends_with("b 02 / b 03"), "{text}");
    }

    #[test]
    fn program_is_found_in_messages_of_cargo() {
        let messages = "{\"target\":{\"name\":\"other\"},\"executable\":\"/o\"}\nnoise\n\
            {\"target\":{\"name\":\"scenes\"},\"executable\":\"/s\"}";
        assert_eq!(executable(messages), Some(PathBuf::from("/s")));
        assert_eq!(executable(""), None);
    }
}
