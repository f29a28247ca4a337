//! The scene that the words of a command line mean, and how it is loaded.

use morse::environments::Environments;
use morse::python::Interpreter;
use morse::{DefaultScene, LoadOptions, SceneFile};
use morse_scene::Code;

use crate::arguments::PythonArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::signals;

/// Finds the scene of `[ENVIRONMENT] [FILE] [ARGUMENTS…]`, and says which file was taken if none was named.
pub fn find(words: &[String]) -> Result<SceneFile, Failure> {
    let scene = SceneFile::find(words, &Environments::of_user())?;
    if let (Some(default), Some(root), Some(name)) = (scene.default, &scene.environment, words.first()) {
        if default == DefaultScene::FirstFile {
            let taken = scene.path.display();
            log::notice(&format!("{} has no default.py; taking {taken}.", root.display()));
        }
        log::notice(&format!("Using default scene in environment {name}."));
    }
    Ok(scene)
}

/// How the command loads scenes: standard output is its own, and Ctrl-C ends the wait.
pub fn load_options(python: &PythonArguments) -> LoadOptions {
    LoadOptions {
        interpreter: Interpreter::choose(python.python.as_deref()),
        keep_stdout: true,
        interrupt: signals::interrupt(),
        ..LoadOptions::default()
    }
}

/// The same for commands that only look. Who looks at a scene, or through a sensor, needs no streams, and who looks
/// at an environment no robot.
pub fn viewing_options(python: &PythonArguments) -> LoadOptions {
    LoadOptions { ignored: vec![Code::SceneSensorWithoutStream, Code::SceneNoRobot], ..load_options(python) }
}
