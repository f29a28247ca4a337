//! The codes of diagnostics: each is used, and none is written as text outside of their list.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use morse_scene::Code;

/// The list, below the root of the repository.
const LIST: &str = "crates/scene/src/diagnostic/code.rs";

/// A source file: its path below the root, and its text.
struct File {
    path: String,
    text: String,
}

impl File {
    /// The text without tests.
    fn program(&self) -> &str {
        if self.path.contains("/tests") {
            ""
        } else {
            self.text.split("#[cfg(test)]\nmod tests {").next().unwrap()
        }
    }
}

/// Every Rust and Python file below a folder.
fn files_below(folder: &str) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
    let mut found = Vec::new();
    let mut folders = vec![root.join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "py") {
                let text = std::fs::read_to_string(&path).unwrap();
                let path = path.strip_prefix(root).unwrap().display().to_string();
                found.push(File { path, text });
            }
        }
    }
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

/// Quoted texts with the prefix of an existing code, such as `scene::no-robot`.
fn quoted_codes(text: &str) -> Vec<&str> {
    let parts: BTreeSet<&str> =
        Code::ALL.iter().map(|code| &code.text()[..=code.text().find(':').unwrap()]).collect();
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        for (start, _) in parts.iter().flat_map(|part| line.match_indices(part)) {
            let (before, rest) = line.split_at(start);
            let end = rest.find(|letter: char| !(letter.is_ascii_lowercase() || ":-".contains(letter)));
            let code = &rest[..end.unwrap_or(rest.len())];
            let is_quoted = before.matches('"').count() % 2 == 1;
            let is_whole_word =
                !before.ends_with(|letter: char| letter.is_alphanumeric() || "_:".contains(letter));
            if is_quoted && is_whole_word && code.contains("::") && !code.ends_with(':') {
                found.push(code);
            }
        }
    }
    found
}

#[test]
fn a_code_between_quotes_is_found() {
    assert_eq!(quoted_codes(r#"    error("scene::no-robot", "run::x")"#), ["run::x", "scene::no-robot"]);
    assert_eq!(quoted_codes(r#"assert!(log.contains("error[script::exception]"))"#), ["script::exception"]);
    assert!(quoted_codes("run::start(\"a: b\"); // scene::no-robot\n/// `scene::no-robot`").is_empty());
}

#[test]
fn every_code_is_used() {
    let files = files_below("crates");
    let programs: Vec<&str> = files.iter().filter(|file| file.path != LIST).map(File::program).collect();
    let is_used = |code: &Code| {
        let name = format!("Code::{code:?}");
        let ends = |rest: &str| !rest.starts_with(|letter: char| letter.is_alphanumeric());
        programs.iter().any(|text| text.split(&name).skip(1).any(ends))
    };
    let unused: Vec<_> = Code::ALL.iter().filter(|code| !is_used(code)).collect();
    assert!(unused.is_empty(), "no program uses {unused:?}: delete them from {LIST}");
}

#[test]
fn no_program_writes_a_code_as_text() {
    for file in files_below("crates").iter().chain(&files_below("python")) {
        if file.path != LIST {
            let codes = quoted_codes(file.program());
            assert!(codes.is_empty(), "{} has {codes:?}: use Code, or add them to {LIST}", file.path);
        }
    }
}

#[test]
fn tests_expect_codes_that_exist() {
    let known: BTreeSet<&str> = Code::ALL.iter().map(|code| code.text()).collect();
    let mut count = 0;
    for file in files_below("crates").iter().chain(&files_below("tests")) {
        for code in quoted_codes(&file.text) {
            assert!(known.contains(code), "{} expects {code}, which is not in {LIST}", file.path);
            count += 1;
        }
    }
    assert!(count > known.len(), "only {count} codes were found in tests");
}
