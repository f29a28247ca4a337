//! Simulation environments of the user: folders, registration and contents.

mod add;
mod create;
mod template;

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

pub use add::{What, add};
pub use create::create;

use morse::environments::Environments;

use crate::failure::Failure;
use crate::output::log;

/// Registers a folder that is there.
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
        "{} is the simulation environment \"{name}\" now: morse run {name}",
        path.display()
    ));
    Ok(())
}

/// Deletes an environment with everything in it, when the user says yes.
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
            "{} holds more than a simulation environment and is left as it is; take \"{name}\" out of ~/.morse/config",
            real.display()
        )));
    }
    if root.exists() {
        fs::remove_dir_all(&root).map_err(failure("delete", &root))?;
    }
    environments.forget(name)?;
    log::notice(&format!("\"{name}\" and {} are gone.", root.display()));
    Ok(())
}

/// Whether a name can be registered; tells the user if not.
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

/// Asks at the terminal, and gives the answer; nothing when there is nobody to answer.
fn ask(question: &str) -> Result<String, Failure> {
    let mut output = io::stdout().lock();
    output.write_all(question.as_bytes()).and_then(|()| output.flush()).map_err(Failure::Output)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(failure("read", Path::new("standard input")))?;
    Ok(answer.trim().to_owned())
}

/// Writes a file with the folders that it needs.
fn write(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failure("make", folder))?;
    }
    fs::write(path, content).map_err(failure("write", path))
}

fn failure(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Failure + use<> {
    let path: PathBuf = path.to_path_buf();
    move |error| Failure::File { action, path, error }
}
