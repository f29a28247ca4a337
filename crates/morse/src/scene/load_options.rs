//! Options for loading a scene: Python interpreter, trust, limits of Python components.

use morse_scene::Code;

use super::parameters::Parameters;
use crate::interrupt::Interrupt;
use crate::python::Interpreter;

/// Hint for documents that need more permissions.
pub const TRUST_HELP: &str = "if you know where the document comes from, allow it with --trust";

/// Permission of a scene to run Python and to access any file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Trust {
    /// For scripts, but not for scene documents.
    #[default]
    ScriptsOnly,
    /// For scripts and scene documents.
    Trusted,
    /// Not for scene documents; scripts are refused.
    Untrusted,
}

/// Options for loading a scene.
#[derive(Debug, Clone)]
pub struct LoadOptions {
    /// The Python interpreter for scripts and components of users.
    pub interpreter: Interpreter,
    /// Name of this node in a scene that several simulators share; `None`: the name set by the script.
    pub node: Option<String>,
    /// Redirects the standard output of Python to standard error, because standard output belongs to the caller.
    pub keep_stdout: bool,
    /// Discards the output of scripts, including their error messages; errors are returned to the caller.
    pub quiet: bool,
    /// Arguments of the script.
    pub arguments: Vec<String>,
    /// Values for the parameters of the script.
    pub parameters: Parameters,
    /// Permission to run Python and to access any file.
    pub trust: Trust,
    /// Leaves out streams and services of middlewares that this build lacks, with a warning instead of an error.
    pub skip_missing_middlewares: bool,
    /// Codes of diagnostics to drop. For example, a program that only displays a scene does not need a robot in it.
    pub ignored: Vec<Code>,
    /// Time limit for Python components to act or to serve a request. [s]
    pub component_timeout_s: f64,
    /// Memory limit of each Python process of components, on Linux; no limit if 0. [MiB]
    pub component_memory_mib: u64,
    /// Ends the script, or the wait for a Python component.
    pub interrupt: Interrupt,
}

impl LoadOptions {
    /// Default time limit for Python components. [s]
    pub const COMPONENT_TIMEOUT_S: f64 = 10.0;

    /// Default memory limit of each Python process of components. [MiB]
    pub const COMPONENT_MEMORY_MIB: u64 = 8192;
}

impl Default for LoadOptions {
    fn default() -> Self {
        Self {
            interpreter: Interpreter::choose(None),
            node: None,
            keep_stdout: false,
            quiet: false,
            arguments: Vec::new(),
            parameters: Parameters::default(),
            trust: Trust::default(),
            skip_missing_middlewares: false,
            ignored: Vec::new(),
            component_timeout_s: Self::COMPONENT_TIMEOUT_S,
            component_memory_mib: Self::COMPONENT_MEMORY_MIB,
            interrupt: Interrupt::default(),
        }
    }
}
