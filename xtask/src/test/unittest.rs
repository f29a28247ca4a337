//! Tests in Python, by the module `unittest`.

use std::path::Path;
use std::process::Command;

/// The command that runs these tests. Deprecation warnings are off because the original client uses deprecated modules.
pub(super) fn command(python: &Path, arguments: &[&str]) -> Command {
    let options = ["-W", "ignore::DeprecationWarning", "-m", "unittest", "discover"];
    let mut command = Command::new(python);
    command.args(options).args(arguments);
    command
}
