//! Runs tests in Python.

use std::path::Path;
use std::process::Command;

use crate::shell::run;

/// Runs the Python tests selected by `arguments`.
pub(crate) fn unittest(python: &str, arguments: &[&str]) -> Result<(), String> {
    run(&mut unittest_command(Path::new(python), arguments))
}

/// The command of these tests. Deprecation warnings are off because the original client uses deprecated modules.
pub(crate) fn unittest_command(python: &Path, arguments: &[&str]) -> Command {
    let options = ["-W", "ignore::DeprecationWarning", "-m", "unittest", "discover"];
    let mut command = Command::new(python);
    command.args(options).args(arguments);
    command
}
