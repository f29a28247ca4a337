//! Expands xacro files, which are programs that write URDF, with the Python of the user.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Interpreter;
use super::error::PythonError;
use super::program::output_of;
use crate::error::LoadError;

/// Module that expands a file.
const MODULE: &str = "morse.xacro.command";

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
    let words = serde_json::to_string(arguments).map_err(|error| PythonError::Pipe(error.into()))?;
    let output = output_of(MODULE, &[file.as_os_str(), words.as_ref()], interpreter)?;
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
