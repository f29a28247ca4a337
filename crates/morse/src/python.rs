//! Runs scene scripts with the Builder, which is written in Python, and starts hosts of Python components.

mod declared;
pub(crate) mod error;
mod host;
mod interpreter;
mod package;
mod program;
mod script;
mod search_path;
mod xacro;

pub use declared::{Declared, DeclaredComponent, declared_components};
pub use error::{PythonError, VERSION_MIN};
pub(crate) use host::HostCommand;
pub use interpreter::Interpreter;
pub use package::Package;
pub(crate) use script::{Described, Script};
pub use script::{Progress, ScriptServer};
pub use xacro::expand_xacro;
