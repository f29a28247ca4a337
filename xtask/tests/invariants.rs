//! The invariants of ARCHITECTURE.md, each held by a test of the same name.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Floors from the ground up. A crate may use crates on lower floors only.
const FLOORS: &[&[&str]] = &[
    &["morse-scene", "morse-macros", "morse-assets"],
    &["morse-world"],
    &["morse-sim", "morse-render"],
    &["morse-components"],
    &["morse-socket", "morse-text", "morse-host"],
    &["morse"],
    &["xtask"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Dependencies of every crate of the workspace, those of its tests left out.
fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let used = used.filter(|dependency| dependency["kind"] != "dev");
            (text(&package["name"]), used.map(|dependency| text(&dependency["name"])).collect())
        })
        .collect()
}

/// Every line of a folder's sources that contains one of the words, tests left out.
fn lines_with(folder: &str, words: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap();
                let hits = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                let hits = hits.filter(|line| words.iter().any(|word| line.contains(word)));
                found.extend(hits.map(|line| format!("{}: {line}", path.display())));
            }
        }
    }
    found
}

#[test]
fn arrows_point_down() {
    let floor_of = |name: &str| FLOORS.iter().position(|floor| floor.contains(&name));
    for (name, used) in dependencies() {
        let floor = floor_of(&name).unwrap_or_else(|| panic!("{name} stands on no floor: add it to FLOORS"));
        for other in used.iter().filter(|other| floor_of(other).is_some()) {
            let below = floor_of(other).unwrap();
            assert!(below < floor, "{name} uses {other}, which is not on a lower floor");
        }
    }
}

#[test]
fn components_know_no_middleware() {
    let used = &dependencies()["morse-components"];
    for outside in ["morse-socket", "morse-text", "tokio"] {
        assert!(!used.iter().any(|name| name == outside), "morse-components uses {outside}");
    }
}

#[test]
fn middlewares_know_no_component() {
    for (name, used) in dependencies() {
        if ["morse-socket", "morse-text"].contains(&name.as_str()) {
            assert!(!used.iter().any(|other| other == "morse-components"), "{name}: {used:?}");
        }
    }
}

#[test]
fn the_engine_knows_neither_wall_time_nor_files_nor_sockets() {
    let words = ["std::net", "std::fs", "Instant", "SystemTime", "tokio", "thread::sleep"];
    let folders = ["scene", "world", "render", "sim", "components"].map(|name| format!("crates/{name}/src"));
    for folder in &folders {
        assert_eq!(lines_with(folder, &words), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn results_depend_on_no_hash_order() {
    // A HashMap may be looked up in; what walks over one may depend on its order.
    let walks = ["HashSet", "HashMap::iter", "thread_rng", "rand::"];
    for folder in ["crates/world/src", "crates/render/src", "crates/sim/src", "crates/components/src"] {
        assert_eq!(lines_with(folder, &walks), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn the_world_knows_no_scene() {
    let used = &dependencies()["morse-world"];
    assert!(!used.iter().any(|name| name == "morse-scene"));
}

#[test]
fn every_file_says_what_it_is_for() {
    for folder in ["crates", "xtask"] {
        let mut folders = vec![root().join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert!(text.starts_with("//! "), "{} does not begin with //!", path.display());
                }
            }
        }
    }
}

#[test]
fn every_path_named_exists() {
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            assert!(root().join(target).exists(), "{page} names {target}, which does not exist");
        }
    }
}
