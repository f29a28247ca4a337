//! The command that starts the Python process of users' components.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{Package, search_path};
use crate::scene::file::SceneFile;
use crate::scene::load_options::LoadOptions;

/// Environment variable for the host: folders of the script's module search path, appended to the host's own path.
const ADDED_PATH: &str = "MORSE_PYTHON_PATH";

/// Environment variable for the host: its memory limit in bytes; no limit if 0.
const MEMORY_LIMIT: &str = "MORSE_MEMORY_LIMIT";

/// Program of the host. It removes the working directory from the search path, because that may contain an unrelated
/// folder `morse`. Compiled files of the host are cached beside it even if the user disables bytecode files.
const BOOTSTRAP: &str = "\
import sys
if sys.path[:1] == ['']:
    del sys.path[0]
import os
sys.path += [folder for folder in os.environ.pop('MORSE_PYTHON_PATH', '').split(os.pathsep) if folder and folder not in sys.path]
writes_no_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, False
from morse.host.run import main
sys.dont_write_bytecode = writes_no_bytecode
main()
";

/// The parts of the command that starts a host.
pub struct HostCommand<'a> {
    /// The scene with the components.
    pub scene: &'a SceneFile,
    /// Final module search path of the script; empty for a scene without a script.
    pub python_path: &'a [PathBuf],
    /// Interpreter, memory limit, and destination of the output.
    pub options: &'a LoadOptions,
}

impl HostCommand<'_> {
    /// The command. The host has the same interpreter and module search path as the script.
    #[must_use]
    pub fn command(&self, package: &Package) -> Command {
        let mut command = Command::new(&self.options.interpreter.path);
        command
            .arg("-c")
            .arg(BOOTSTRAP)
            .env("PYTHONPATH", search_path::of(self.scene, package.folder()))
            .env(ADDED_PATH, std::env::join_paths(self.python_path).unwrap_or_default())
            .env(MEMORY_LIMIT, self.options.component_memory_mib.saturating_mul(1 << 20).to_string())
            .stdin(Stdio::null());
        if std::env::var_os("PYTHONHASHSEED").is_none() {
            // Makes the iteration order of sets reproducible.
            command.env("PYTHONHASHSEED", "0");
        }
        if self.options.keep_stdout {
            command.stdout(Stdio::from(io::stderr()));
        }
        command
    }
}
