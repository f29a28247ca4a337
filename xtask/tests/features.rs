//! Builds of parts of the workspace and of the whole compile registry packages with the same features, and so once.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Used by the command alone, for which zenoh turns on more of them; and by the reader of campaigns, whose other user is
/// a macro.
const DIFFER: [&str; 4] = ["tracing-subscriber", "toml_datetime", "toml_parser", "winnow"];

/// The packages that a build compiles, each with the features of one compilation of it.
fn compiled(selection: &[&str], kinds: &str) -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--offline", "--format", "{p} with {f}", "--prefix", "none", "--edges", kinds])
        .args(selection)
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    // An empty line stands between the trees of two crates.
    let lines = text.lines().filter(|line| !line.is_empty());
    lines.map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// Compilations of a part of the workspace that the whole does not have. Crates of the workspace count if `own` is true.
fn compiled_again(whole: &BTreeSet<String>, part: &BTreeSet<String>, own: bool) -> Vec<String> {
    let is_checked = |line: &&String| {
        let name = line.split(' ').next().unwrap();
        (own || !line.contains("(/")) && !DIFFER.contains(&name)
    };
    part.difference(whole).filter(is_checked).cloned().collect()
}

#[test]
fn packages_are_compiled_once_for_all_builds() {
    let whole = ["--workspace"];
    let whole = compiled(&whole, "normal,build,dev");
    // The wheel builds both, then the module alone.
    let both = compiled(&["-p", "morse-cli", "-p", "morse-python"], "normal,build");
    let module = compiled(&["-p", "morse-python"], "normal,build");
    for (what, again) in [
        ("the command and the module", compiled_again(&whole, &both, false)),
        ("the module", compiled_again(&whole, &module, false)),
        ("the module after both", compiled_again(&both, &module, true)),
    ] {
        assert!(again.is_empty(), "crates/workspace-hack lacks features, for {what}:\n{}", again.join("\n"));
    }
}

/// `cargo test -p` of a crate after a build of the workspace compiles crates of the workspace only.
#[test]
fn crates_alone_compile_registry_packages_with_the_features_of_the_workspace() {
    let whole = compiled(&["--workspace"], "normal,build,dev");
    for name in ["morse-sim", "morse-components", "morse-ros", "morse-ros2", "morse-recording", "morse-cli"] {
        let again = compiled_again(&whole, &compiled(&["-p", name], "normal,build,dev"), false);
        assert!(again.is_empty(), "crates/workspace-hack lacks features, for {name}:\n{}", again.join("\n"));
    }
}

#[test]
fn macros_do_not_have_the_engine_compiled_twice() {
    let macros = compiled(&["-p", "morse-macros"], "normal,build,dev");
    assert!(
        !macros.iter().any(|package| package.starts_with("rapier3d")),
        "morse-macros uses rapier, for its tests"
    );
}
