//! The invariants of ARCHITECTURE.md, each held by a test of the same name.
#![allow(clippy::unwrap_used, clippy::panic)]

mod never_known;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use never_known::{NEVER, Never};

/// Floors from the ground up. A crate may use crates on lower floors only.
const FLOORS: &[&[&str]] = &[
    &["morse-scene", "morse-macros", "morse-geometry"],
    &["morse-assets", "morse-dynamics", "morse-kinematics", "morse-raycast"],
    &["morse-world"],
    &["morse-sim", "morse-render"],
    &["morse-render-gpu", "morse-components", "morse-ros", "morse-json", "morse-network", "morse-rtps"],
    &[
        "morse-socket",
        "morse-text",
        "morse-ros1",
        "morse-ros2",
        "morse-yarp",
        "morse-moos",
        "morse-pocolibs",
        "morse-mavlink",
        "morse-autopilot",
        "morse-pprzlink",
        "morse-host",
    ],
    &["morse"],
    &["morse-viewer", "morse-recording"],
    &["morse-campaign", "morse-playback", "morse-foxglove", "morse-python"],
    &["morse-cli"],
    &["xtask"],
    &["xtask-generate"],
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Holds no code, and may be used by all.
const WITHOUT_CODE: &str = "workspace-hack";

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
        .filter(|package| package["name"] != WITHOUT_CODE)
        .map(|package| {
            let used = package["dependencies"].as_array().unwrap().iter();
            let used =
                used.filter(|dependency| dependency["kind"] != "dev" && dependency["name"] != WITHOUT_CODE);
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
            if path.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
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
fn no_crate_knows_its_forbidden_things() {
    let dependencies = dependencies();
    for Never { name, folder, own, packages, words } in NEVER {
        let used = &dependencies[*name];
        for other in used {
            let is_own = FLOORS.iter().any(|floor| floor.contains(&other.as_str()));
            let is_allowed = !is_own || own.is_none_or(|own| own.contains(&other.as_str()));
            assert!(is_allowed && !packages.contains(&other.as_str()), "{name} uses {other}");
        }
        assert_eq!(lines_with(&format!("crates/{folder}/src"), words), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn the_table_of_crates_is_complete() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut stated = BTreeMap::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| ")) {
        let Some((Ok(floor), cells)) =
            row.split_once(" | ").map(|(floor, cells)| (floor.parse::<usize>(), cells))
        else {
            continue;
        };
        let crates = cells.split(" | ").next().unwrap().split('`').skip(1).step_by(2);
        stated.extend(crates.map(|name| (name.to_owned(), floor)));
    }
    let floors =
        FLOORS.iter().enumerate().flat_map(|(floor, names)| names.iter().map(move |name| (floor, *name)));
    let floors: BTreeMap<String, usize> = floors
        .filter(|(_, name)| !name.starts_with("xtask"))
        .map(|(floor, name)| (name.to_owned(), floor))
        .collect();
    assert_eq!(stated, floors, "the floors of ARCHITECTURE.md and those tested here");
    let tested: Vec<&str> = NEVER.iter().map(|never| never.name).collect();
    let untested: Vec<_> = floors.keys().filter(|name| !tested.contains(&name.as_str())).collect();
    assert!(untested.is_empty(), "`NEVER` lacks {untested:?}");
}

#[test]
fn the_engine_knows_neither_wall_time_nor_files_nor_sockets() {
    let words = ["std::net", "std::fs", "Instant", "SystemTime", "tokio", "thread::sleep"];
    let folders =
        ["scene", "geometry", "dynamics", "kinematics", "raycast", "world", "render", "sim", "components"]
            .map(|name| format!("crates/{name}/src"));
    for folder in &folders {
        assert_eq!(lines_with(folder, &words), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn the_library_has_no_shared_variable() {
    // Two simulations of one process would share a variable.
    let mut variables = lines_with("crates/morse/src", &["static ", "thread_local!"]);
    variables.retain(|line| !line.contains("'static ") || line.contains(": static "));
    assert_eq!(variables, Vec::<String>::new());
}

#[test]
fn results_depend_on_no_hash_order() {
    // Clippy refuses what is hashed in an order that differs between runs: clippy.toml lists it.
    let listed = std::fs::read_to_string(root().join("clippy.toml")).unwrap();
    for hashed in ["HashMap", "HashSet", "RandomState"] {
        assert!(listed.contains(hashed), "clippy.toml lacks {hashed}");
    }
    for Never { name, folder, .. } in NEVER {
        let manifest =
            std::fs::read_to_string(root().join("crates").join(folder).join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{name} does not take the lints of the workspace"
        );
        let own = root().join("crates").join(folder).join("clippy.toml");
        assert!(!own.exists(), "{} would hide the one of the workspace", own.display());
    }
    // Random numbers come from the engine.
    for folder in ["raycast", "dynamics", "kinematics", "world", "render", "sim", "components"] {
        let folder = &format!("crates/{folder}/src");
        assert_eq!(lines_with(folder, &["thread_rng", "rand::"]), Vec::<String>::new(), "{folder}");
    }
}

#[test]
fn every_file_begins_with_its_purpose() {
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

/// Pages that name paths of the repository.
const PAGES: [&str; 6] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/physics.md",
    "docs/decisions.md",
    "crates/middleware/README.md",
];

#[test]
fn every_path_named_exists() {
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let folder = root().join(page).parent().unwrap().to_owned();
        for target in targets.filter(|target| !target.starts_with("http")) {
            assert!(folder.join(target).exists(), "{page} names {target}, which does not exist");
        }
    }
}

#[test]
fn the_readme_names_the_rust_that_is_needed() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let version = manifest.split("rust-version = \"").nth(1).unwrap().split('"').next().unwrap();
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("Rust {version} or later")), "{version}");
}

/// A type whose methods are spread over dozens of files is hard to read.
#[test]
fn methods_of_simulation_and_world_are_in_few_files() {
    let limits = [("crates/sim/src", "impl Simulation {", 3), ("crates/world/src", "impl World {", 5)];
    for (folder, head, files_max) in limits {
        let hits = lines_with(folder, &[head]);
        let exact = hits.iter().filter_map(|hit| hit.split_once(": ")).filter(|(_, line)| *line == head);
        let files: BTreeSet<&str> = exact.map(|(file, _)| file).collect();
        assert!(!files.is_empty() && files.len() <= files_max, "`{head}` in {files:?}");
    }
}
