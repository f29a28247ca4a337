//! `morse create`: creates an environment.

use std::env;
use std::fs;

use morse::environments::Environments;

use super::template::Substitutions;
use super::{failure, is_free, write};
use crate::failure::Failure;
use crate::output::log;

const SCENE: &str = include_str!("../../templates/create/default.py");
const CLIENT: &str = include_str!("../../templates/create/client.py");

/// Registers a name, and creates a folder of that name in the current folder, with a scene and a client.
pub fn create(name: &str, force: bool) -> Result<(), Failure> {
    let can_be_package =
        name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.starts_with(|c: char| c.is_numeric());
    if name.is_empty() || !can_be_package {
        return Err(Failure::Site(format!(
            "{name:?} cannot be the name of a simulation environment: a Python package gets the same name, so it must \
             begin with a letter and have letters, digits and underscores only"
        )));
    }
    let mut environments = Environments::of_user();
    if !is_free(&environments, name, force) {
        return Ok(());
    }
    let current = env::current_dir().map_err(failure("read", ".".as_ref()))?;
    let root = current.join(name);
    environments.register(name, &root)?;
    if root.exists() && !force {
        log::notice(&format!("A directory called \"{name}\" already exists!"));
        return Ok(());
    }
    let substitutions = Substitutions { env: name, name: "", class: "", description: "" };
    write(&root.join("default.py"), substitutions.fill(SCENE).as_bytes())?;
    write(&root.join(format!("scripts/{name}_client.py")), substitutions.fill(CLIENT).as_bytes())?;
    let package = root.join("src").join(name);
    for file in [package.join("__init__.py"), package.join("builder/__init__.py")] {
        if !fs::exists(&file).unwrap_or_default() {
            write(&file, b"")?;
        }
    }
    log::notice(&format!("The simulation environment \"{name}\" is in {}.", root.display()));
    log::notice(&format!("Its scene is default.py. Run it with: morse run {name}"));
    Ok(())
}
