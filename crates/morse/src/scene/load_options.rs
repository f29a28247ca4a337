//! How a scene is loaded: which Python, what the user trusts, how long Python components may take.

use morse_scene::Code;

use super::parameters::Parameters;
use crate::interrupt::Interrupt;
use crate::python::Interpreter;

/// How a document gets what it asks for.
pub const TRUST_HELP: &str = "if you know where the document comes from, allow it with --trust";

/// Whether a scene may run Python and name files anywhere.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Trust {
    /// Scripts may, scene documents may not.
    #[default]
    ScriptsOnly,
    /// Scripts and scene documents may.
    Trusted,
    /// Scene documents may not, and scripts are refused.
    Untrusted,
}

/// How a scene is loaded.
#[derive(Debug, Clone)]
pub struct LoadOptions {
    /// The Python that runs scripts and components of users.
    pub interpreter: Interpreter,
    /// Name of this node in a scene that several simulators share; `None`: the one that the script says.
    pub node: Option<String>,
    /// What Python prints goes to standard error, because standard output belongs to the caller.
    pub keep_stdout: bool,
    /// What a script prints is dropped, and so is what it says of its errors, which the caller is told.
    pub quiet: bool,
    /// Words for the script.
    pub arguments: Vec<String>,
    /// Values for the parameters of the script.
    pub parameters: Parameters,
    /// Whether the scene may run Python and name files anywhere.
    pub trust: Trust,
    /// Leaves out what needs middlewares that this build does not have, with a warning, instead of an error.
    pub skip_missing_middlewares: bool,
    /// Diagnostics that do not matter to the caller and are dropped. A program that only looks at a scene needs no
    /// robot in it, for example.
    pub ignored: Vec<Code>,
    /// How long Python components may take to act or to serve. [s]
    pub component_timeout_s: f64,
    /// Memory that each Python process of components may have, on Linux; no limit if 0. [MiB]
    pub component_memory_mib: u64,
    /// Ends the script, or the wait for a Python component.
    pub interrupt: Interrupt,
}

impl LoadOptions {
    /// How long Python components may take when nobody says otherwise. [s]
    pub const COMPONENT_TIMEOUT_S: f64 = 10.0;

    /// Memory of each Python process of components when nobody says otherwise. [MiB]
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
