//! Test that the Python Builder and this crate create the same scene document.

#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../examples/first_scene.rs"]
#[allow(dead_code)]
mod first_scene;

use std::path::Path;
use std::process::Command;

use morse_scene::wiring::WiringSources;
use morse_scene::{Document, component_config};

/// The document that the Python Builder creates from a script; `None` without `python3`.
fn built_in_python(script: &Path) -> Option<Document> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // The document has a separate file descriptor; the output of the script goes to stderr.
    let output = Command::new("sh")
        .args(["-c", "exec python3 -m morse.builder.run \"$0\" --document-fd 3 3>&1 1>&2"])
        .arg(script)
        .env("PYTHONPATH", root.join("python"))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(127) {
        eprintln!("not compared: {stderr}");
        return None;
    }
    assert!(output.status.success(), "{stderr}");
    Some(Document::from_json(&String::from_utf8(output.stdout).unwrap()).unwrap())
}

/// The document without its generator, its script and all places in the script.
fn without_sources(mut document: Document) -> Document {
    document.generator = None;
    document.script = None;
    document.wiring_sources = WiringSources::default();
    document.environment.source = None;
    document.objects.iter_mut().for_each(|object| {
        object.source = None;
        object.sources.clear();
    });
    document
}

#[test]
fn first_scene_is_the_same_in_python_and_in_rust() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/first_scene.py");
    let Some(python) = built_in_python(&script) else { return };
    let rust = first_scene::first_scene().unwrap();
    assert_eq!(component_config(&python), component_config(&rust));
    assert_eq!(without_sources(python), without_sources(rust));
}
