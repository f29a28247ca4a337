//! `cargo xtask wheel`: builds the wheel; and its tests, in an environment that has it installed.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{root, run};

/// Builds wheels.
const MATURIN: &str = "maturin==1.16.0";
/// What the tests of the installed wheel need besides it.
const EXTRAS: [&str; 3] = ["numpy==2.4.6", "gymnasium==1.4.0", "pettingzoo==1.27.0"];
/// Where maturin is installed.
const BUILDER: &str = "target/wheel/builder";
/// Where the wheel is installed and tested.
const TRIAL: &str = "target/wheel/trial";
/// Where built wheels lie.
const BUILT: &str = "target/wheel/dist";

/// Builds the wheel with a profile of cargo, `dist` or `dev`, and gives its path.
///
/// # Errors
/// When maturin cannot be installed, or the build fails.
pub(crate) fn build(python: &str, profile: &str) -> Result<PathBuf, String> {
    let builder = environment(python, BUILDER, &[MATURIN])?;
    let built = root().join(BUILT);
    // An older wheel would be taken for the new one.
    if built.exists() {
        std::fs::remove_dir_all(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    }
    let wheel =
        ["-m", "pip", "wheel", ".", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", BUILT];
    let mut command = Command::new(&builder);
    // maturin is started by name.
    let folder = builder.parent().map(Path::to_path_buf).unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&path)));
    let path = path.map_err(|error| error.to_string())?;
    run(command.args(wheel).env("MORSE_WHEEL_PROFILE", profile).env("PATH", path))?;
    let entries = std::fs::read_dir(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    let mut wheels = entries.flatten().map(|entry| entry.path());
    wheels.next().ok_or_else(|| format!("{BUILT} has no wheel"))
}

/// Builds the wheel for tests, installs it into an environment without anything else and runs the first scene there,
/// then runs the tests of the engine in Python.
///
/// # Errors
/// When one of these fails.
pub(crate) fn test(python: &str) -> Result<(), String> {
    let wheel = build(python, "dev")?;
    let bare = root().join("target/wheel/bare");
    if bare.exists() {
        std::fs::remove_dir_all(&bare).map_err(|error| format!("{}: {error}", bare.display()))?;
    }
    let bare = environment(python, "target/wheel/bare", &[])?;
    install(&bare, &wheel)?;
    run(Command::new(&bare).args(["-m", "unittest", "discover", "-s", "tests/wheel", "-p", "bare_*.py"]))?;
    let trial = environment(python, TRIAL, &EXTRAS)?;
    install(&trial, &wheel)?;
    run(Command::new(&trial).args(["-m", "unittest", "discover", "-s", "tests/wheel", "-t", "tests/wheel"]))
}

fn install(python: &Path, wheel: &Path) -> Result<(), String> {
    let options = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    run(Command::new(python).args(options).arg(wheel))
}

/// The Python of a virtual environment with these packages, which is made if it is not there.
pub(crate) fn environment(python: &str, folder: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let interpreter = root().join(folder).join("bin/python");
    // The list of what is installed is written last.
    let stamp = root().join(folder).join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == packages.join("\n")) {
        return Ok(interpreter);
    }
    run(Command::new(python).args(["-m", "venv", folder]))?;
    if !packages.is_empty() {
        let install = ["-m", "pip", "install", "--quiet"];
        run(Command::new(&interpreter).args(install).args(packages))
            .map_err(|error| format!("{error}\nPyPI has to be reached, for {}", packages.join(", ")))?;
    }
    std::fs::write(&stamp, packages.join("\n")).map_err(|error| format!("{}: {error}", stamp.display()))?;
    Ok(interpreter)
}
