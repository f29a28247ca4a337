//! The components that a robot file declares, as `Robot.append_declared()` makes them. Nothing of the file is run.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Interpreter;
use super::program::output_of;
use crate::error::LoadError;

/// Module that reads the declarations.
const MODULE: &str = "morse.robot_file.command";

/// A sensor, a plugin or a set of controllers that a file declares.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Declared {
    /// Its element: `sensor`, `plugin`, `ros2_control`, `transmission` or `actuator`.
    pub element: String,
    /// The type of a sensor; the system or the library of a plugin.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The link that carries it.
    pub link: Option<String>,
    /// The components that it becomes.
    pub components: Vec<DeclaredComponent>,
    /// The reason why it becomes none.
    pub reason: String,
}

/// A component that a declaration becomes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DeclaredComponent {
    /// Builder class.
    pub builder: String,
    /// Name of the component on its robot.
    pub name: String,
    /// Level of abstraction, if it is not the default.
    pub level: Option<String>,
    /// Properties by name.
    pub properties: serde_json::Map<String, serde_json::Value>,
}

/// The answer of the program.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Declared(Vec<Declared>),
    Problem(String),
}

/// The components that a URDF or SDF file declares.
///
/// # Errors
/// If Python does not start, or the file cannot be read.
pub fn declared_components(file: &Path, interpreter: &Interpreter) -> Result<Vec<Declared>, LoadError> {
    let output = output_of(MODULE, &[file.as_os_str()], interpreter)?;
    match serde_json::from_slice(&output.stdout) {
        Ok(Answer::Declared(declared)) => Ok(declared),
        Ok(Answer::Problem(problem)) => Err(LoadError::RobotFile(problem)),
        Err(_) => {
            // An old Python is the usual reason, and has written a syntax error.
            interpreter.version()?;
            Err(LoadError::RobotFile(format!("{}: Python failed ({})", file.display(), output.status)))
        }
    }
}
