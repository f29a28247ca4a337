//! The workflows of the repository run tasks of `cargo xtask` that exist.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::Path;
use std::process::Command;

/// Every line of a workflow that runs a task.
fn tasks() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(".github/workflows");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = text.lines().filter_map(|line| line.split_once("run: cargo xtask "));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        found.extend(lines.map(|(_, task)| (name.clone(), task.to_owned())));
    }
    found
}

#[test]
fn workflows_run_known_tasks() {
    let usage = Command::new(env!("CARGO_BIN_EXE_xtask")).output().unwrap();
    let usage = String::from_utf8(usage.stderr).unwrap();
    let tasks = tasks();
    assert!(tasks.len() > 8, "{tasks:?}");
    for (workflow, task) in tasks {
        let mut words = task.split_whitespace();
        let name = words.next().unwrap();
        let option = words.next().filter(|word| word.starts_with("--"));
        let is_known = usage.lines().any(|line| {
            let mut known = line.split_whitespace();
            known.next() == Some(name) && option.is_none_or(|option| line.contains(option))
        });
        assert!(is_known, "{workflow}: cargo xtask {task}");
    }
}

#[test]
fn end_to_end_jobs_run_every_folder_of_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let workflow = std::fs::read_to_string(root.join(".github/workflows/ci.yml")).unwrap();
    for entry in std::fs::read_dir(root.join("tests/e2e")).unwrap() {
        let path = entry.unwrap().path();
        let has_tests = path.is_dir()
            && std::fs::read_dir(&path)
                .unwrap()
                .any(|file| file.unwrap().file_name().to_string_lossy().starts_with("test_"));
        if has_tests {
            let name = format!("tests/e2e/{}", path.file_name().unwrap().to_string_lossy());
            assert!(workflow.contains(&name), "no job runs {name}");
        }
    }
}

#[test]
fn the_address_of_the_project_is_the_same_everywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let value = |file: &str, key: &str| {
        let text = read(file);
        let line =
            text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("{file}: {key}"));
        line.trim_matches(['"', ' ', '=', ':']).to_owned()
    };
    assert_eq!(value("CITATION.cff", "repository-code"), value("Cargo.toml", "repository"));
}
