//! Programs of the package `morse` that answer in JSON: runs one with the Python of the user.

use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

use super::script::SEARCH_PATH;
use super::{Interpreter, Package, search_path};
use crate::error::LoadError;
use crate::models;

/// Runs the function `main` of a module. Removes the working directory from the search path, because that may contain an
/// unrelated folder `morse`.
const BOOTSTRAP: &str = "\
import importlib
import sys
if sys.path[:1] == ['']:
    del sys.path[0]
sys.exit(importlib.import_module(sys.argv[1]).main(sys.argv[2:]))
";

/// The output of the function `main` of a module with these words. Its errors go to standard error.
///
/// # Errors
/// If Python does not start.
pub(super) fn output_of(
    module: &str,
    words: &[&OsStr],
    interpreter: &Interpreter,
) -> Result<Output, LoadError> {
    let package = Package::unpack()?;
    let mut command = Command::new(&interpreter.path);
    command.arg("-c").arg(BOOTSTRAP).arg(module).args(words);
    command.env("PYTHONPATH", search_path::in_front("PYTHONPATH", &[package.folder().to_path_buf()]));
    if let Ok(folders) = std::env::join_paths(models::library(None).search_path.folders()) {
        command.env(SEARCH_PATH, folders);
    }
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    Ok(command.output().map_err(|error| interpreter.not_found(error))?)
}
