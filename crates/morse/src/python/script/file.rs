//! Receives the scene document in a temporary file, on systems where processes do not inherit descriptors, such as
//! Windows.

use std::fs::File;
use std::io::Read;
use std::time::Duration;

use morse_scene::document::DOCUMENT_BYTES_MAX;

use super::{Progress, Running, Script, Written};
use crate::error::LoadError;
use crate::interrupt::INTERRUPT_POLL_MS;
use crate::python::{Package, PythonError};

impl Script<'_> {
    /// Runs the script to its end and returns its output. The version of Python is reported only then.
    pub(super) fn run_with_file(
        &self,
        package: &Package,
        started: Progress<'_>,
    ) -> Result<Written, LoadError> {
        let path = tempfile::NamedTempFile::new().map_err(PythonError::Pipe)?.into_temp_path();
        let mut command = self.command(package, &format!("--document-file={}", path.display()), &[]);
        let child = command.spawn().map_err(|error| self.options.interpreter.not_found(error))?;
        let mut running = Running { child };
        let status = loop {
            if let Some(status) = running.child.try_wait().map_err(PythonError::Pipe)? {
                break status;
            }
            if self.options.interrupt.is_requested() {
                return Err(LoadError::Interrupted);
            }
            std::thread::sleep(Duration::from_millis(INTERRUPT_POLL_MS));
        };
        let mut written = Vec::new();
        let file = File::open(&path).map_err(PythonError::Pipe)?;
        file.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_end(&mut written).map_err(PythonError::Pipe)?;
        let end = written.iter().position(|&byte| byte == b'\n').unwrap_or(written.len());
        let version = String::from_utf8_lossy(&written[..end]).trim().to_owned();
        self.options.interpreter.check(&version)?;
        started(&version);
        Ok(Written { status, document: written.split_off(written.len().min(end + 1)) })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::python::Interpreter;
    use crate::scene::{Format, LoadOptions, SceneFile};

    fn described(text: &str) -> Result<String, LoadError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("scene.py");
        fs::write(&path, text).unwrap();
        let scene = SceneFile {
            path,
            format: Format::Script,
            environment: None,
            arguments: Vec::new(),
            is_trusted: true,
            default: None,
        };
        let options = LoadOptions { keep_stdout: true, ..LoadOptions::default() };
        let script = Script { scene: &scene, options: &options };
        let mut reported = String::new();
        let package = Package::unpack().unwrap();
        let written = script.run_with_file(&package, &mut |version| reported = version.to_owned())?;
        assert!(reported.starts_with("3."), "{reported}");
        script.outcome(written).map(|described| described.document)
    }

    #[test]
    fn document_is_received_in_file() {
        let document =
            described("from morse.builder import *\nrobot = ATRV()\nenv = Environment('empty')\n").unwrap();
        assert!(document.contains("\"name\": \"robot\""), "{document}");
    }

    #[test]
    fn failures_are_reported_as_with_pipe() {
        assert!(matches!(described("raise SystemExit(3)\n"), Err(LoadError::Script { status: 3, .. })));
        assert!(matches!(described("raise SystemExit\n"), Err(LoadError::ScriptLeft(_))));
        let missing = Interpreter { path: Path::new("/nowhere/python").to_path_buf() };
        assert!(missing.version().is_err());
    }
}
