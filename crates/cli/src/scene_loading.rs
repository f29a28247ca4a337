//! Finds the scene that the command line names, and the options to load it with.

use morse::environments::Environments;
use morse::python::Interpreter;
use morse::{DefaultScene, LoadError, LoadOptions, SceneFile, models};
use morse_scene::{Code, Document};

use crate::arguments::PythonArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::signals;

/// The folder of models that are environments.
const ENVIRONMENTS: &str = "environments";

/// Finds the scene of `[ENVIRONMENT] [FILE] [ARGUMENTS…]`, and logs which file is used if none is named.
pub fn find(arguments: &[String]) -> Result<SceneFile, Failure> {
    let scene = SceneFile::find(arguments, &Environments::of_user())?;
    if let (Some(default), Some(root), Some(name)) = (scene.default, &scene.environment, arguments.first()) {
        if default == DefaultScene::FirstFile {
            let taken = scene.path.display();
            log::notice(&format!("{} has no default.py; taking {taken}.", root.display()));
        }
        log::notice(&format!("Using default scene in environment {name}."));
    }
    Ok(scene)
}

/// Finds the scene that the command line names. If there is no such scene but an environment of that name, its document
/// has only the environment.
///
/// # Errors
/// If there is neither.
pub fn find_or_environment(words: &[String]) -> Result<(SceneFile, Option<Document>), Failure> {
    let missing = match find(words) {
        Ok(scene) => return Ok((scene, None)),
        Err(missing) => missing,
    };
    let (Failure::Load(LoadError::SceneNotFound(name)), [_]) = (&missing, words) else {
        return Err(missing);
    };
    let scene = SceneFile::of_document(name);
    if models::library(Some(&scene)).load(name, ENVIRONMENTS).is_err() {
        return Err(missing);
    }
    let mut document = Document::default();
    document.environment.file.clone_from(name);
    Ok((scene, Some(document)))
}

/// Load options of all commands: scripts print to standard error, and Ctrl-C ends them.
pub fn load_options(python: &PythonArguments) -> LoadOptions {
    LoadOptions {
        interpreter: Interpreter::choose(python.python.as_deref()),
        keep_stdout: true,
        interrupt: signals::interrupt(),
        ..LoadOptions::default()
    }
}

/// Load options of commands that only show a scene or a reading: these need no streams, and an environment alone needs
/// no robot.
pub fn viewing_options(python: &PythonArguments) -> LoadOptions {
    LoadOptions { ignored: vec![Code::SceneSensorWithoutStream, Code::SceneNoRobot], ..load_options(python) }
}
