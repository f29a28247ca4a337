//! Builds of parts of the workspace and of the whole compile the packages of others with the same features, so that
//! each is compiled once.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Used by the command alone, for which zenoh turns on more of them; and by the reader of campaigns, whose other user is
/// a macro.
const DIFFER: [&str; 4] = ["tracing-subscriber", "toml_datetime", "toml_parser", "winnow"];

/// The features of all packages of others that a build needs.
fn features(selection: &[&str], kinds: &str) -> BTreeMap<String, BTreeSet<String>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--format", "{p}|{f}", "--prefix", "none", "--edges", kinds])
        .args(selection)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut found = BTreeMap::<String, BTreeSet<String>>::new();
    for line in String::from_utf8(output.stdout).unwrap().lines().filter(|line| !line.contains("(/")) {
        let (package, features) = line.trim_end_matches(" (*)").split_once('|').unwrap();
        let of_package = found.entry(package.to_owned()).or_default();
        of_package.extend(features.split(',').filter(|feature| !feature.is_empty()).map(str::to_owned));
    }
    found
}

#[test]
fn packages_are_compiled_once_for_all_builds() {
    let whole = ["--workspace", "--features", "morse-cli/zenoh,xtask/engine"];
    let whole = features(&whole, "normal,build,dev");
    for part in ["morse-cli", "morse-python"] {
        // The wheel builds both, then the module alone.
        let selection =
            if part == "morse-cli" { vec!["-p", part, "-p", "morse-python"] } else { vec!["-p", part] };
        let differing: Vec<String> = features(&selection, "normal,build")
            .into_iter()
            .filter(|(package, _)| !DIFFER.contains(&package.split(' ').next().unwrap()))
            .filter_map(|(package, features)| {
                let missing: Vec<&String> = whole[&package].difference(&features).collect();
                (!missing.is_empty()).then(|| format!("{package}: {missing:?}"))
            })
            .collect();
        assert!(differing.is_empty(), "crates/workspace-hack lacks, for {part}:\n{}", differing.join("\n"));
    }
}

#[test]
fn macros_do_not_have_the_engine_compiled_twice() {
    let macros = features(&["-p", "morse-macros"], "normal,build,dev");
    assert!(
        !macros.keys().any(|package| package.starts_with("rapier3d")),
        "morse-macros uses rapier, for its tests"
    );
}
