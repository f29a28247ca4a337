//! Manages simulation environments of the user: folders, registration and contents.

mod add;
mod create;
mod template;

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

pub use add::{ComponentKind, add};
pub use create::create;

use morse::environments::Environments;

use crate::failure::Failure;
use crate::output::log;

/// Registers an existing folder.
pub fn import(path: &Path, name: Option<&str>, force: bool) -> Result<(), Failure> {
    let path = path.canonicalize().map_err(failure("read", path))?;
    let own = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = name.map(str::to_owned).or(own).unwrap_or_default();
    let mut environments = Environments::of_user();
    if !is_free(&environments, &name, force) {
        return Ok(());
    }
    environments.register(&name, &path)?;
    log::notice(&format!(
        "{} is registered as the simulation environment \"{name}\". To run it: morse run {name}",
        path.display()
    ));
    Ok(())
}

/// Deletes an environment and all its files, after a confirmation by the user.
pub fn remove(name: &str, force: bool) -> Result<(), Failure> {
    let mut environments = Environments::of_user();
    let Some(root) = environments.root(name) else {
        log::notice(&format!("Found no simulation environment called \"{name}\""));
        return Ok(());
    };
    if !force
        && !ask(&format!("Are you sure you want to delete the environment \"{name}\" [y/N] "))?
            .eq_ignore_ascii_case("y")
    {
        return Ok(());
    }
    let home = std::env::home_dir().and_then(|home| home.canonicalize().ok());
    let real = root.canonicalize().unwrap_or_else(|_| root.clone());
    if real.parent().is_none() || home.is_some_and(|home| home.starts_with(&real)) {
        return Err(Failure::Site(format!(
            "{} contains more than a simulation environment and is not deleted; remove \"{name}\" from ~/.morse/config",
            real.display()
        )));
    }
    if root.exists() {
        fs::remove_dir_all(&root).map_err(failure("delete", &root))?;
    }
    environments.forget(name)?;
    log::notice(&format!("Deleted \"{name}\" and {}.", root.display()));
    Ok(())
}

/// Whether a name can be registered; if not, logs the reason.
fn is_free(environments: &Environments, name: &str, force: bool) -> bool {
    let root = environments.root(name).filter(|_| !force);
    if let Some(root) = &root {
        log::notice(&format!(
            "You already have a simulation environment called \"{name}\" (pointing to {})!",
            root.display()
        ));
    }
    root.is_none()
}

/// Asks a question and returns the answer; it is empty if standard input has ended.
fn ask(question: &str) -> Result<String, Failure> {
    let mut output = io::stdout().lock();
    output.write_all(question.as_bytes()).and_then(|()| output.flush()).map_err(Failure::Output)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(failure("read", Path::new("standard input")))?;
    Ok(answer.trim().to_owned())
}

/// Writes a file, and creates its folders.
fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failure("create", folder))?;
    }
    fs::write(path, content).map_err(failure("write", path))
}

fn failure(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure + use<> {
    let path: PathBuf = path.to_path_buf();
    move |error| Failure::File { action, path, error }
}
