//! Writes a .blend file by Blender: its package `bpy` in a Python, or the program `blender`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use morse::python::Interpreter;

use crate::failure::Failure;

/// Makes a .blend file of a .glb file.
const SCRIPT: &str = include_str!("to_blend.py");
/// Names a Python with `bpy`.
const VARIABLE: &str = "MORSE_BLENDER_PYTHON";
/// Begin of the line with the warnings.
const MARK: &str = "MORSE-WARNINGS ";
const ABSENT: &str = "no Blender is found: a .blend file is written by the package `bpy` in a Python, or by the program `blender`. \
    Install one of them, such as `python3.11 -m venv blender && blender/bin/pip install bpy==4.2.0` (350 MB), and \
    name the Python: `MORSE_BLENDER_PYTHON=blender/bin/python morse convert …`";

/// A way to run scripts in Blender.
enum Blender {
    Python(PathBuf),
    Program(PathBuf),
}

/// Writes `target` with the contents of a .glb file, and returns warnings.
///
/// # Errors
/// If there is no Blender, or it fails.
pub(super) fn write(glb: &[u8], target: &Path, interpreter: &Interpreter) -> Result<Vec<String>, Failure> {
    let blender = find(interpreter)?;
    let folder = tempfile::tempdir()
        .map_err(|error| file_failure("create", Path::new("a temporary folder"), error))?;
    let (source, script) = (folder.path().join("model.glb"), folder.path().join("to_blend.py"));
    let made = folder.path().join("model.blend");
    fs::write(&source, glb).map_err(|error| file_failure("write", &source, error))?;
    fs::write(&script, SCRIPT).map_err(|error| file_failure("write", &script, error))?;
    let mut command = match &blender {
        Blender::Python(python) => {
            let mut command = Command::new(python);
            command.arg(&script);
            command
        }
        Blender::Program(program) => {
            let mut command = Command::new(program);
            command
                .args(["--background", "--factory-startup", "--python-exit-code", "1", "--python"])
                .arg(&script);
            command.arg("--");
            command
        }
    };
    let output = command.args([&source, &made]).stdin(Stdio::null()).output();
    let output = output.map_err(|error| Failure::Arguments(format!("Blender does not start: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let warnings = text.lines().rev().find_map(|line| line.strip_prefix(MARK));
    let warnings = warnings.and_then(|line| serde_json::from_str::<Vec<String>>(line).ok());
    let (Some(warnings), true) = (warnings, output.status.success() && made.is_file()) else {
        let errors = String::from_utf8_lossy(&output.stderr);
        let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it gives no reason");
        return Err(Failure::Arguments(format!("Blender has not written {}: {last}", target.display())));
    };
    // The temporary folder may be on a different disk.
    fs::copy(&made, target).map_err(|error| file_failure("write", target, error))?;
    Ok(warnings)
}

fn file_failure(action: &'static str, path: &Path, error: std::io::Error) -> Failure {
    Failure::File { action, path: path.to_path_buf(), error }
}

/// The Python of the variable; else that of scenes, if it has `bpy`; else the program.
fn find(interpreter: &Interpreter) -> Result<Blender, Failure> {
    if let Some(python) = std::env::var_os(VARIABLE).filter(|python| !python.is_empty()) {
        return match has_bpy(&python) {
            true => Ok(Blender::Python(python.into())),
            false => Err(Failure::Arguments(format!(
                "{VARIABLE} names {}, which cannot import bpy; install it there: pip install bpy==4.2.0",
                python.to_string_lossy()
            ))),
        };
    }
    if has_bpy(&interpreter.path.clone().into_os_string()) {
        return Ok(Blender::Python(interpreter.path.clone()));
    }
    let version = Command::new("blender").arg("--version").stdin(Stdio::null()).output();
    if version.is_ok_and(|output| output.status.success()) {
        return Ok(Blender::Program(PathBuf::from("blender")));
    }
    Err(Failure::Arguments(ABSENT.to_owned()))
}

/// Whether a Python has the package, without loading it.
fn has_bpy(python: &OsString) -> bool {
    // A folder of this name in the working directory is not the package.
    let test = "import importlib.util, sys; sys.path[:] = filter(None, sys.path); \
        spec = importlib.util.find_spec('bpy'); sys.exit(spec is None or spec.origin is None)";
    let mut command = Command::new(python);
    command.args(["-c", test]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
