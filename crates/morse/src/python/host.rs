//! Starts the Python process for users' components.

use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::{Package, search_path};
use crate::scene::file::SceneFile;
use crate::scene::load_options::LoadOptions;

/// Tells the host in which folders the script looked for modules. Those that it does not have come last.
const ADDED_PATH: &str = "MORSE_PYTHON_PATH";

/// Tells the host how much memory it may have, in bytes; no limit if 0.
const MEMORY_LIMIT: &str = "MORSE_MEMORY_LIMIT";

/// Leaves out the working directory, which may hold a folder `morse` of its own. Compiled files of the host are kept beside
/// it, in our cache, whatever the user says of files beside scripts.
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

/// The command of a host.
pub struct HostCommand<'a> {
    /// The scene whose components it computes.
    pub scene: &'a SceneFile,
    /// Where the scene's script looked for modules in the end; nothing for a scene without a script.
    pub python_path: &'a [PathBuf],
    /// Which Python runs it, and where what it prints goes.
    pub options: &'a LoadOptions,
}

impl HostCommand<'_> {
    /// The command: the same Python, which looks for modules where the scene's script does.
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
            // Components that go through a set do so in the same order each time.
            command.env("PYTHONHASHSEED", "0");
        }
        if self.options.keep_stdout {
            command.stdout(Stdio::from(io::stderr()));
        }
        command
    }
}
