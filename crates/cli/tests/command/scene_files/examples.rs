//! Runs the examples in the documentation of components.

use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use crate::support::Place;

/// The Python code blocks of a page.
fn examples(page: &str) -> Vec<&str> {
    let blocks = page.split("```python\n").skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap()).collect()
}

/// Runs an example for one simulated second. Returns a report if it fails.
fn failure(page: &str, example: &str) -> Option<String> {
    let place = Place::new();
    let scene = place.file("scene.py", example);
    let options = ["--fast", "--duration", "1", "--port", "0", "--stream-port", "0", "--json"];
    // Without a time limit, because cameras are slow on a busy machine.
    let ended = place.morse(&[["run"].as_slice(), &options, &[&scene]].concat()).output().unwrap();
    let log = String::from_utf8_lossy(&ended.stderr);
    let report: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap_or_default();
    let ran = report["simulated_s"].as_f64().is_some_and(|seconds| (seconds - 1.0).abs() < 0.01);
    let is_clean = ended.status.success() && ran && !log.contains("ERROR");
    (!is_clean).then(|| format!("{page}: {}\n{report}\n{log}", ended.status))
}

#[test]
fn every_component_page_has_an_example_that_runs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/components");
    let mut scenes = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let found = examples(&text);
        // The base classes of Python robots have their example in examples/own_derived.py.
        let is_base = name.starts_with("core.wheeled_robot.");
        assert!(!found.is_empty() || is_base || name == "README.md", "{name} has no example");
        scenes.extend(found.into_iter().map(|example| (name.clone(), example.to_owned())));
    }
    assert!(scenes.len() > 50, "{}", scenes.len());
    let (todo, failures) = (Mutex::new(scenes), Mutex::new(Vec::new()));
    let next = || todo.lock().unwrap().pop();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some((page, example)) = next() {
                    failures.lock().unwrap().extend(failure(&page, &example));
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_example_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let list = fs::read_to_string(folder.join("README.md")).unwrap();
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        // Modules that several examples import.
        if !["README.md", "own_parts", "__pycache__"].contains(&name.as_str()) {
            assert!(list.contains(&format!("({name}")), "examples/README.md does not list {name}");
        }
    }
}
