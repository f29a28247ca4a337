//! Builds the programs of a tree that benchmarks need, and runs them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::figures::{Bench, Figure, Source};
use super::trees::Tree;
use xtask::shell::{cargo, root};

/// Warm-up and measurement times of criterion, shorter than its defaults because rounds repeat them. [s]
const CRITERION: [&str; 4] = ["--warm-up-time", "1", "--measurement-time", "2"];

/// The programs of a tree.
pub(super) struct Programs {
    /// The command `morse`, if a benchmark needs it.
    command: Option<PathBuf>,
    benches: Vec<(Bench, Program)>,
    /// Name of the tree in git.
    tree: String,
}

/// A benchmark in Rust that is built.
struct Program {
    executable: PathBuf,
    /// Folder of its package: the working directory of the benchmark.
    folder: PathBuf,
}

impl Programs {
    /// Builds the programs of these benchmarks. Benchmarks in Rust that the tree does not have are left out.
    ///
    /// # Errors
    /// If the tree does not build.
    pub(super) fn build(tree: &Tree, figures: &[&Figure]) -> Result<Self, String> {
        let mut programs = Self { command: None, benches: Vec::new(), tree: tree.name.clone() };
        if figures.iter().any(|figure| figure.source == Source::Command) {
            let built = built(tree, &["build", "--release", "--package", "morse-cli"])?;
            let command = built.into_iter().find(|artifact| artifact.name == "morse");
            programs.command = command.map(|artifact| artifact.program.executable);
        }
        let known = packages_and_benches(tree)?;
        let mut benches: Vec<Bench> = Vec::new();
        for figure in figures {
            if let Source::Line(bench, _) | Source::Criterion(bench, _) = figure.source
                && !benches.contains(&bench)
                && known.iter().any(|(package, target)| package == bench.package && target == bench.target)
            {
                benches.push(bench);
            }
        }
        for bench in benches {
            let arguments = ["bench", "--no-run", "--package", bench.package, "--bench", bench.target];
            let built = built(tree, &arguments)?;
            let found = built.into_iter().find(|artifact| artifact.name == bench.target);
            programs.benches.extend(found.map(|artifact| (bench, artifact.program)));
        }
        Ok(programs)
    }

    /// Runs a benchmark once and returns its value.
    ///
    /// # Errors
    /// If the tree lacks the benchmark, or the benchmark fails.
    pub(super) fn measure(&self, figure: &Figure) -> Result<f64, String> {
        let lacking = || format!("{} does not have it", self.tree);
        let program = |bench: Bench| {
            let found = self.benches.iter().find(|(known, _)| *known == bench);
            found.map(|(_, program)| program).ok_or_else(lacking)
        };
        match figure.source {
            Source::Command => {
                let command = self.command.as_ref().ok_or_else(lacking)?;
                let mut script = Command::new("python3");
                script.args(["benches/figure.py", figure.name]).arg(command).current_dir(root());
                let printed = output(&mut script)?;
                printed.trim().parse().map_err(|_| format!("{}: {printed:?} is not a number", figure.name))
            }
            Source::Line(bench, names) => {
                let printed = program(bench)?.run(&[])?;
                line(&printed, names).ok_or_else(|| format!("{} prints no line of {names:?}", bench.target))
            }
            Source::Criterion(bench, measure) => {
                let options =
                    [&["--noplot", "--discard-baseline", "--exact", measure][..], &CRITERION].concat();
                let printed = program(bench)?.run(&options)?;
                criterion_us(&printed).ok_or_else(|| format!("{} has no measure `{measure}`", bench.target))
            }
        }
    }
}

impl Program {
    fn run(&self, options: &[&str]) -> Result<String, String> {
        output(Command::new(&self.executable).arg("--bench").args(options).current_dir(&self.folder))
    }
}

/// Standard output of a program that succeeds. The error of one that fails holds the end of its log.
fn output(command: &mut Command) -> Result<String, String> {
    let ended = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if ended.status.success() {
        return Ok(String::from_utf8_lossy(&ended.stdout).into_owned());
    }
    let log = String::from_utf8_lossy(&ended.stderr);
    let last: Vec<&str> = log.lines().rev().take(5).collect();
    let last: Vec<&str> = last.into_iter().rev().collect();
    Err(format!("{command:?}: {}: {}", ended.status, last.join("; ")))
}

/// An executable that cargo has built.
struct Artifact {
    name: String,
    program: Program,
}

/// Builds executables and returns them. Messages of cargo go to the terminal.
fn built(tree: &Tree, arguments: &[&str]) -> Result<Vec<Artifact>, String> {
    eprintln!("{}: cargo {}", tree.name, arguments.join(" "));
    let messages = cargo_in(tree, arguments)
        .arg("--message-format=json-render-diagnostics")
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo does not start: {error}"))?;
    if !messages.status.success() {
        return Err(format!(
            "{} does not build, see the errors above: compare with a revision that builds with the installed tools",
            tree.name
        ));
    }
    Ok(String::from_utf8_lossy(&messages.stdout).lines().filter_map(artifact).collect())
}

/// The executable that a message of cargo reports.
fn artifact(message: &str) -> Option<Artifact> {
    let message: Value = serde_json::from_str(message).ok()?;
    let executable = message.get("executable")?.as_str()?.into();
    let folder = Path::new(message.get("manifest_path")?.as_str()?).parent()?.to_owned();
    let name = message.get("target")?.get("name")?.as_str()?.to_owned();
    Some(Artifact { name, program: Program { executable, folder } })
}

/// The benchmarks in Rust that a tree has, each with its package.
fn packages_and_benches(tree: &Tree) -> Result<Vec<(String, String)>, String> {
    let metadata = output(&mut cargo_in(tree, &["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: Value =
        serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let of = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let name = |value: &Value| value.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
    let packages = of(&metadata, "packages");
    let targets = packages.iter().flat_map(|package| {
        let benches =
            of(package, "targets").into_iter().filter(|target| of(target, "kind").contains(&"bench".into()));
        benches.map(|target| (name(package), name(&target))).collect::<Vec<_>>()
    });
    Ok(targets.collect())
}

fn cargo_in(tree: &Tree, arguments: &[&str]) -> Command {
    let mut command = cargo(arguments);
    command.current_dir(&tree.root);
    if let Some(target) = &tree.target {
        command.env("CARGO_TARGET_DIR", target);
    }
    command
}

/// The first number of the line that begins with `measure` and these names.
fn line(printed: &str, names: &[&str]) -> Option<f64> {
    let numbers = printed.lines().find_map(|line| {
        let mut words = line.split('\t');
        let is_it = words.next() == Some("measure") && names.iter().all(|&name| words.next() == Some(name));
        is_it.then(|| words.next())?
    });
    numbers?.trim().parse().ok()
}

/// The estimate of criterion: the middle one of `time:   [1.2 ms 1.3 ms 1.4 ms]`. [µs]
fn criterion_us(printed: &str) -> Option<f64> {
    let (_, times) = printed.split_once("time:")?;
    let (_, times) = times.split_once('[')?;
    let mut words = times.split(']').next()?.split_whitespace();
    let (value, unit) = (words.nth(2)?, words.next()?);
    let scale_us = match unit {
        "ps" => 1e-6,
        "ns" => 1e-3,
        "µs" => 1.0,
        "ms" => 1e3,
        "s" => 1e6,
        _ => return None,
    };
    value.parse::<f64>().ok().map(|value| value * scale_us)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_estimate_of_criterion_is_taken() {
        let printed = "Benchmarking pose/morse\npose/morse              time:   [274.75 ns 282.40 ns 292.09 ns]\n\
                       Found 9 outliers among 100 measurements (9.00%)\n";
        assert_eq!(criterion_us(printed), Some(0.2824));
        let long = "a scan of 5760 rays/terrain, hits\n        time:   [1.5 ms 2.5 ms 3.5 ms]\n        thrpt:  [1 2 3]\n";
        assert_eq!(criterion_us(long), Some(2500.0));
        for other in ["", "time: none", "time: [1 2 3]", "time: [1 h 2 h 3 h]"] {
            assert_eq!(criterion_us(other), None, "{other}");
        }
    }

    #[test]
    fn a_line_is_found_by_its_names() {
        let printed =
            "seen\t1\nmeasure\tdepth\t5.2\nmeasure\tcolor\t5.90\t7\nmeasure\tours\traw\t214.0\t227.0\n";
        assert_eq!(line(printed, &["color"]), Some(5.9));
        assert_eq!(line(printed, &["ours", "raw"]), Some(214.0));
        assert_eq!(line(printed, &["shadows"]), None);
        assert_eq!(line(printed, &["ours"]), None, "a name is not a number");
    }

    #[test]
    fn executables_are_found_among_the_messages_of_cargo() {
        let message = r#"{"reason":"compiler-artifact","manifest_path":"/a/crates/world/Cargo.toml",
            "target":{"kind":["bench"],"name":"bodies"},"executable":"/a/target/release/deps/bodies-1"}"#;
        let found = artifact(&message.replace('\n', " ")).unwrap();
        assert_eq!((found.name.as_str(), found.program.folder), ("bodies", "/a/crates/world".into()));
        assert_eq!(found.program.executable, Path::new("/a/target/release/deps/bodies-1"));
        let library = r#"{"reason":"compiler-artifact","manifest_path":"/a/Cargo.toml","target":{"name":"a"},"executable":null}"#;
        assert!(artifact(library).is_none() && artifact(r#"{"reason":"build-finished"}"#).is_none());
    }
}
