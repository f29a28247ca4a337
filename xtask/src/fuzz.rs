//! `cargo xtask fuzz`: runs the fuzz targets of the readers of files and of messages, one after the other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::shell::{cargo, root, run};

/// Builds and runs targets; installed if it is missing.
const CARGO_FUZZ: &str = "cargo-fuzz@0.13.2";
/// Folders with targets. Their recordings are lines of hexadecimal words.
const FOLDERS: [&str; 2] = ["crates/middleware/fuzz", "crates/assets/fuzz"];
/// Recordings of a target: files whose names end in `.hex`, in a folder of the target's crate.
const RECORDINGS: &str = "tests/captures";
/// Corpus, kept from one run to the next.
const CORPUS: &str = "target/fuzz";
/// Default duration of a target. [s]
const SECONDS: u32 = 60;

/// `fuzz [--seconds S] [target …]`: all targets, or those that are named.
///
/// # Errors
/// If a target finds a failure, is unknown, or cannot be built.
pub(crate) fn fuzz(words: &[&str]) -> Result<(), String> {
    let (seconds, wanted) = match words {
        ["--seconds", seconds, rest @ ..] => {
            let parsed = seconds.parse().ok().filter(|seconds| *seconds > 0);
            (parsed.ok_or_else(|| format!("--seconds needs a whole number above 0, not {seconds}"))?, rest)
        }
        rest => (SECONDS, rest),
    };
    let targets = targets()?;
    if let Some(unknown) = wanted.iter().find(|name| !targets.iter().any(|(_, target)| target == *name)) {
        let known: Vec<&str> = targets.iter().map(|(_, target)| target.as_str()).collect();
        return Err(format!("there is no fuzz target {unknown}; there are {}", known.join(", ")));
    }
    if Command::new("cargo-fuzz").arg("--version").output().is_err() {
        run(&mut cargo(&["install", "--locked", CARGO_FUZZ]))?;
    }
    for (folder, target) in targets {
        if wanted.is_empty() || wanted.contains(&target.as_str()) {
            run_target(&folder, &target, seconds)?;
        }
    }
    Ok(())
}

/// The folder and the name of each target.
fn targets() -> Result<Vec<(PathBuf, String)>, String> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        let folder = root().join(folder);
        for file in files(&folder.join("fuzz_targets"), "rs")? {
            found.push((folder.clone(), stem(&file)));
        }
    }
    Ok(found)
}

/// Runs a target. `RUSTC_BOOTSTRAP` permits the unstable instrumentation on a stable compiler.
fn run_target(folder: &Path, target: &str, seconds: u32) -> Result<(), String> {
    let corpus = root().join(CORPUS).join(target);
    write_seeds(folder, target, &corpus)?;
    let (folder, corpus, limit) =
        (folder.display().to_string(), corpus.display().to_string(), format!("-max_total_time={seconds}"));
    let words = ["fuzz", "run", "--sanitizer", "none", "--fuzz-dir", &folder, target, &corpus, "--"];
    let mut command = cargo(&[words.as_slice(), &[&limit, "-timeout=60", "-print_final_stats=1"]].concat());
    run(command.env("RUSTC_BOOTSTRAP", "1").env("CARGO_TARGET_DIR", root().join("target/fuzz-build")))
}

/// Writes the recorded messages as the first inputs, one file a line.
fn write_seeds(folder: &Path, target: &str, corpus: &Path) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    fs::create_dir_all(corpus).map_err(|error| failed(corpus, error))?;
    let mut sources = files(&folder.join("seeds"), "hex")?;
    sources.retain(|file| stem(file) == target);
    if let Some(parent) = folder.parent() {
        sources.extend(files(&parent.join(target).join(RECORDINGS), "hex")?);
    }
    for source in sources {
        let text = fs::read_to_string(&source).map_err(|error| failed(&source, error))?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        for (number, bytes) in lines.filter_map(|line| bytes(line.split_whitespace().last()?)).enumerate() {
            let path = corpus.join(format!("{}-{number}", stem(&source)));
            fs::write(&path, bytes).map_err(|error| failed(&path, error))?;
        }
    }
    Ok(())
}

/// The bytes of a hexadecimal word; `None` if it is not hexadecimal.
fn bytes(word: &str) -> Option<Vec<u8>> {
    let pairs = word.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok().filter(|_| pair.len() == 2))
        .collect()
}

/// The files of a folder with an extension, sorted; empty if the folder does not exist.
fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>, String> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| format!("{}: {error}", folder.display()))?.path();
        if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_middleware_with_a_wire_of_its_own_has_a_target() {
        let names: Vec<String> = targets().unwrap().into_iter().map(|(_, target)| target).collect();
        for name in [
            "yarp",
            "moos",
            "pocolibs",
            "pocolibs_requests",
            "mavlink",
            "autopilot",
            "pprzlink",
            "blend",
            "gltf",
        ] {
            assert!(names.iter().any(|known| known == name), "{name} in {names:?}");
        }
    }

    #[test]
    fn words_that_are_not_bytes_are_skipped() {
        assert_eq!(bytes("00ff"), Some(vec![0, 255]));
        assert_eq!((bytes("0g"), bytes("123")), (None, None));
    }

    #[test]
    fn wrong_arguments_are_reported() {
        assert!(fuzz(&["--seconds", "0"]).unwrap_err().contains("above 0"));
        assert!(fuzz(&["nosuch"]).unwrap_err().contains("there are autopilot, mavlink, moos"));
    }
}
