//! The benchmarks and examples that the programs in `benches` run by name exist: a missing one would be noticed only by the next
//! measurement.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Package, kind (`bench`, `example`) and name of each target of the workspace.
fn targets(root: &Path) -> BTreeSet<[String; 3]> {
    let metadata = ["metadata", "--offline", "--no-deps", "--format-version", "1"];
    let output = Command::new(env!("CARGO")).args(metadata).current_dir(root).output().unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let of_package = |package: &serde_json::Value| {
        let targets = package["targets"].as_array().unwrap().iter();
        let named = targets.map(|it| [text(&package["name"]), text(&it["kind"][0]), text(&it["name"])]);
        named.collect::<Vec<_>>()
    };
    packages.flat_map(of_package).collect()
}

/// The targets that a program in Python names: `"--package", "…", "--bench", "…"`. A name may be in a variable, too.
fn named(program: &str) -> Vec<[String; 3]> {
    let words: Vec<&str> = program.split('"').collect();
    let options = words.windows(7).filter(|words| words[0] == "--package");
    let kinds = options.filter(|words| ["--bench", "--example"].contains(&words[4]) && words[5] == ", ");
    kinds.map(|words| [words[2], &words[4][2..], words[6]].map(str::to_owned)).collect()
}

#[test]
fn named_benchmarks_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let files =
        |folder: &Path| folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>();
    let (rooms, mut programs): (Vec<_>, Vec<_>) =
        files(&root.join("benches")).into_iter().partition(|path| path.is_dir());
    programs.extend(rooms.iter().flat_map(|room| files(room)));
    let programs = programs.into_iter().filter(|path| path.extension().is_some_and(|it| it == "py"));
    let named: Vec<_> = programs.flat_map(|path| named(&std::fs::read_to_string(path).unwrap())).collect();
    assert!(named.len() > 5, "{named:?}");
    let targets = targets(root);
    let missing: Vec<_> = named.iter().filter(|target| !targets.contains(*target)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
