//! Expands xacro files, which are programs that write URDF, with the Python of the user.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::Deserialize;

use super::error::PythonError;
use super::script::SEARCH_PATH;
use super::{Interpreter, Package, search_path};
use crate::error::LoadError;
use crate::models;

/// Program that expands a file. It removes the working directory from the search path, because that may contain an unrelated
/// folder `morse`.
const BOOTSTRAP: &str = "\
import sys
if sys.path[:1] == ['']:
    del sys.path[0]
from morse.xacro.command import main
sys.exit(main(sys.argv[1:]))
";

/// Exit status of Python after Ctrl-C.
const INTERRUPTED: i32 = 130;

/// The answer of the program.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    File(PathBuf),
    Problem(String),
}

/// The URDF file that a xacro file makes with these arguments, in the user's cache. The expansion runs expressions of the
/// file, so `file` must be one that the user names, never one that a scene document names. Warnings of xacro go to standard
/// error.
///
/// # Errors
/// If Python does not start, or the file cannot be expanded.
pub fn expand_xacro(
    file: &Path,
    arguments: &BTreeMap<String, String>,
    interpreter: &Interpreter,
) -> Result<PathBuf, LoadError> {
    let package = Package::unpack()?;
    let words = serde_json::to_string(arguments).map_err(|error| PythonError::Pipe(error.into()))?;
    let mut command = Command::new(&interpreter.path);
    command.arg("-c").arg(BOOTSTRAP).arg(file).arg(words);
    command.env("PYTHONPATH", search_path::in_front("PYTHONPATH", &[package.folder().to_path_buf()]));
    if let Ok(folders) = std::env::join_paths(models::library(None).search_path.folders()) {
        command.env(SEARCH_PATH, folders);
    }
    command.stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| interpreter.not_found(error))?;
    match serde_json::from_slice(&output.stdout) {
        Ok(Answer::File(urdf)) => Ok(urdf),
        Ok(Answer::Problem(problem)) => Err(LoadError::Xacro(problem)),
        Err(_) if output.status.code() == Some(INTERRUPTED) => Err(LoadError::Interrupted),
        Err(_) => {
            // An old Python is the usual reason, and has written a syntax error.
            interpreter.version()?;
            Err(LoadError::Xacro(format!("{}: Python failed, see above ({})", file.display(), output.status)))
        }
    }
}
