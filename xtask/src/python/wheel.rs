//! `cargo xtask wheel`: builds the wheel; and its tests, in an environment that has it installed.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::environment::{environment, fresh_environment};
use xtask::shell::{root, run};

/// The build backend of the wheel, pinned.
pub(super) const MATURIN: &str = "maturin==1.16.0";
/// The dependency of the wheel, pinned.
pub(super) const NUMPY: &str = "numpy==2.4.6";
/// Older ones, for Pythons on which it does not run.
const OLDER_NUMPY: [(&str, &str); 2] = [("3.9", "numpy==2.0.2"), ("3.10", "numpy==2.2.6")];
/// Packages that the tests of the installed wheel use.
const EXTRAS: [&str; 5] =
    [NUMPY, "gymnasium==1.4.0", "pettingzoo==1.27.0", "ipykernel==7.4.0", "nbclient==0.11.0"];
/// Environment with maturin.
const BUILDER: &str = "target/wheel/builder";
/// Environment in which the wheel is installed and tested.
const TRIAL: &str = "target/wheel/trial";
/// Tag of wheels that fit CPython 3.9 and every later version.
const STABLE: &str = "-cp39-abi3-";
/// Folder of built wheels.
pub(super) const BUILT: &str = "target/wheel/dist";

/// Builds the wheel with a profile of cargo, `dist` or `dev`, and returns its path.
///
/// # Errors
/// If maturin cannot be installed, or the build fails.
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
    run(command.args(wheel).env("MORSE_WHEEL_PROFILE", profile).env("PATH", path_with(&builder)?))?;
    let wheel = one_wheel()?;
    if profile == "dist" {
        compress(&wheel)?;
    }
    Ok(wheel)
}

/// Compresses a wheel further by `advzip` of the package advancecomp, if it is installed: 3 % in a minute.
///
/// # Errors
/// If the program fails.
pub(super) fn compress(wheel: &Path) -> Result<(), String> {
    let words = ["--recompress", "--shrink-normal", "--quiet"];
    if Command::new("advzip").arg("--version").output().is_err() {
        println!("advzip is not installed (apt-get install advancecomp): the wheel stays 3 % larger");
        return Ok(());
    }
    run(Command::new("advzip").args(words).arg(wheel))
}

/// The search path with the programs beside an interpreter first: maturin is started by name.
///
/// # Errors
/// If a folder has a name that cannot be in a search path.
pub(super) fn path_with(interpreter: &Path) -> Result<OsString, String> {
    let folder = interpreter.parent().map(Path::to_path_buf).unwrap_or_default();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(folder).chain(std::env::split_paths(&path)));
    path.map_err(|error| error.to_string())
}

/// The built wheel.
///
/// # Errors
/// If there is none, or it fits a single version of Python.
pub(super) fn one_wheel() -> Result<PathBuf, String> {
    let built = root().join(BUILT);
    let entries = std::fs::read_dir(&built).map_err(|error| format!("{}: {error}", built.display()))?;
    let mut wheels = entries.flatten().map(|entry| entry.path());
    let wheel = wheels.next().ok_or_else(|| format!("{BUILT} has no wheel"))?;
    // One wheel for CPython 3.9 and every later version: the engine uses the stable interface of Python alone.
    if !wheel.to_string_lossy().contains(STABLE) {
        return Err(format!("{} is not a wheel of the stable interface, {STABLE}", wheel.display()));
    }
    Ok(wheel)
}

/// Installs a wheel into an environment with the packages that its tests use. Returns the interpreter.
///
/// # Errors
/// If the environment cannot be made.
pub(crate) fn install_for_tests(python: &str, wheel: &Path) -> Result<PathBuf, String> {
    let trial = fresh_environment(python, TRIAL, &EXTRAS)?;
    install(&trial, wheel)?;
    Ok(trial)
}

/// Installs a wheel into an environment with its dependencies alone, on a Python of a version. Returns the interpreter.
///
/// # Errors
/// If the environment cannot be made.
pub(crate) fn install_alone(python: &str, version: &str, wheel: &Path) -> Result<PathBuf, String> {
    let numpy = OLDER_NUMPY.iter().find(|(older, _)| *older == version).map_or(NUMPY, |(_, numpy)| numpy);
    let bare = fresh_environment(python, &format!("target/wheel/bare-{version}"), &[numpy])?;
    install(&bare, wheel)?;
    Ok(bare)
}

fn install(python: &Path, wheel: &Path) -> Result<(), String> {
    let options = ["-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"];
    run(Command::new(python).args(options).arg(wheel))
}
