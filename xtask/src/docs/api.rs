//! The reference of the interfaces in the site: of Rust by rustdoc, of Python by pdoc.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::environment::environment;
use xtask::shell::{cargo, root, run};

/// Page of the site that leads to the references, and its text.
pub(super) const PAGE: (&str, &str) = (
    "docs/api.md",
    "\
# Interfaces

- [Rust](../api/rust/morse/index.html): the library `morse`, and the crates whose items it re-exports.
- [Python](../api/python/index.html): `morse.Simulation`, the Builder, components of your own, learning environments, tests, and the
  client `pymorse`.

Both have a search of their own. [Components](components/README.md) have pages with units and formulas.
",
);
/// The crates that [`PAGE`] names.
const CRATES: [&str; 5] = ["morse", "morse-sim", "morse-world", "morse-scene", "morse-geometry"];
/// pdoc, and the packages that the documented modules import.
const PYTHON: [&str; 5] =
    ["pdoc==16.0.0", "numpy==2.4.6", "gymnasium==1.4.0", "pettingzoo==1.27.0", "pytest==9.1.1"];
/// Modules without those that only the simulator imports.
const MODULES: [&str; 11] = [
    "morse",
    "pymorse",
    "!morse._engine",
    "!morse.campaign",
    "!morse.helpers",
    "!morse.host",
    "!morse.middleware",
    "!morse.png",
    "!morse.robot_file",
    "!morse.scene_source",
    "!morse.xacro",
];
/// Copy of the Python packages.
const SOURCES: &str = "target/docs/python";
/// Makes a copy of the packages whose engine module is its description, so that nothing is compiled.
const COPY: &str = r#"
import pathlib, shutil, sys
copy = pathlib.Path(sys.argv[1])
shutil.rmtree(copy, ignore_errors=True)
for package in ("morse", "pymorse"):
    shutil.copytree(pathlib.Path("python") / package, copy / package)
description = (copy / "morse" / "_engine.pyi").read_text()
(copy / "morse" / "_engine.py").write_text("from __future__ import annotations\n" + description)
"#;

/// Writes both references into the folder `api` of the site.
///
/// # Errors
/// If rustdoc or pdoc fails, or pdoc cannot be installed.
pub(super) fn build(site: &Path) -> Result<(), String> {
    let rust = root().join("target/docs/api");
    let mut document = cargo(&["doc", "--no-deps", "--target-dir"]);
    document.arg(&rust);
    for name in CRATES {
        document.args(["--package", name]);
    }
    // Units such as [m] look like links. `cargo xtask lint` checks the links and knows units.
    run(document.env("RUSTDOCFLAGS", "--allow rustdoc::broken_intra_doc_links"))?;
    copy(&rust.join("doc"), &site.join("api/rust"))?;
    let python = environment("python3", "target/docs/pdoc", &PYTHON)?;
    run(Command::new(&python).args(["-c", COPY, SOURCES]))?;
    let options = ["-m", "pdoc", "--no-show-source", "--output-directory"];
    run(Command::new(&python)
        .args(options)
        .arg(site.join("api/python"))
        .args(MODULES)
        .env("PYTHONPATH", root().join(SOURCES)))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(to).map_err(|error| failed(to, error))?;
    let entries = fs::read_dir(from).map_err(|error| failed(from, error))?;
    let paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    for path in paths {
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}
