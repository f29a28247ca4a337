//! Finds the Python interpreter for scene scripts.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::error::{PythonError, VERSION_MIN};

/// Name of the default Python.
const DEFAULT: &str = if cfg!(windows) { "python" } else { "python3" };

/// The Python interpreter for scene scripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interpreter {
    /// A path, or a name to search in `PATH`.
    pub path: PathBuf,
}

impl Interpreter {
    /// Chooses `requested`, else `MORSE_PYTHON`, else the Python of the virtual environment in which this program is
    /// installed, else `python3` (`python` on Windows).
    #[must_use]
    pub fn choose(requested: Option<&Path>) -> Self {
        let variable = std::env::var_os("MORSE_PYTHON").filter(|value| !value.is_empty());
        let path = requested.map(Path::to_path_buf).or_else(|| variable.map(PathBuf::from));
        let path = path.or_else(|| of_environment(&std::env::current_exe().ok()?));
        Self { path: path.unwrap_or_else(|| PathBuf::from(DEFAULT)) }
    }

    /// Starts it to query its version, such as `3.11.2`.
    ///
    /// # Errors
    /// If it does not start, is not Python, or is too old.
    pub fn version(&self) -> Result<String, PythonError> {
        let program = "import sys; print('%d.%d.%d' % sys.version_info[:3])";
        let output =
            Command::new(&self.path).arg("-c").arg(program).output().map_err(|e| self.not_found(e))?;
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        self.check(&version)?;
        Ok(version)
    }

    /// Checks a version that the interpreter reported.
    ///
    /// # Errors
    /// If it is too old, or not a version.
    pub fn check(&self, version: &str) -> Result<(), PythonError> {
        let mut numbers = version.split('.').map(|part| part.parse::<u32>().ok());
        match (numbers.next().flatten(), numbers.next().flatten()) {
            (Some(major), Some(minor)) if (major, minor) >= VERSION_MIN => Ok(()),
            (Some(_), Some(_)) => Err(self.unfit(format!("Python {version}"))),
            _ => Err(self.unfit("not a Python that runs".to_owned())),
        }
    }

    pub(super) fn not_found(&self, error: std::io::Error) -> PythonError {
        PythonError::NotFound { path: self.path.clone(), error }
    }

    fn unfit(&self, found: String) -> PythonError {
        PythonError::Unfit { path: self.path.clone(), found }
    }
}

/// The Python of the virtual environment that contains this program in its folder of programs.
fn of_environment(program: &Path) -> Option<PathBuf> {
    let programs = program.parent()?;
    let python = programs.join(DEFAULT).with_extension(std::env::consts::EXE_EXTENSION);
    let is_environment = programs.parent()?.join("pyvenv.cfg").is_file();
    (is_environment && python.is_file()).then_some(python)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_in_virtual_environment_uses_its_python() {
        let folder = tempfile::tempdir().unwrap();
        let programs = folder.path().join("bin");
        std::fs::create_dir(&programs).unwrap();
        let python = programs.join(DEFAULT).with_extension(std::env::consts::EXE_EXTENSION);
        std::fs::write(&python, "").unwrap();
        assert_eq!(of_environment(&programs.join("morse")), None, "a Python without an environment");
        std::fs::write(folder.path().join("pyvenv.cfg"), "").unwrap();
        assert_eq!(of_environment(&programs.join("morse")), Some(python));
    }

    #[test]
    fn old_versions_are_refused() {
        let python = Interpreter { path: PathBuf::from("python3") };
        for good in ["3.9.0", "3.14.1", "4.0.0"] {
            assert!(python.check(good).is_ok(), "{good}");
        }
        for old in ["3.8.18", "2.7.18"] {
            assert!(
                python.check(old).unwrap_err().to_string().contains(&format!("is Python {old};")),
                "{old}"
            );
        }
        assert!(python.check("").unwrap_err().to_string().contains("not a Python"));
    }
}
