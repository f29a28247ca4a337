//! `morse add`: a new robot, sensor or actuator of the user's own.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use morse::environments::Environments;
use morse::models;

use super::template::Substitutions;
use super::{ask, failure, write};
use crate::failure::Failure;
use crate::output::log;

/// The model that new robots begin with.
const ROBOT_MODEL: &str = "robots/morsy.glb";

/// What is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// A robot
    Robot,
    /// A sensor
    Sensor,
    /// An actuator
    Actuator,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Sensor => "sensor",
            Self::Actuator => "actuator",
        }
    }

    /// What it does, and how scenes use it.
    fn templates(self) -> [&'static str; 2] {
        match self {
            Self::Robot => [
                include_str!("../../templates/add/robot.py"),
                include_str!("../../templates/add/robot_builder.py"),
            ],
            Self::Sensor => [
                include_str!("../../templates/add/sensor.py"),
                include_str!("../../templates/add/sensor_builder.py"),
            ],
            Self::Actuator => [
                include_str!("../../templates/add/actuator.py"),
                include_str!("../../templates/add/actuator_builder.py"),
            ],
        }
    }
}

/// Adds the files of a component to an environment.
pub fn add(what: What, name: &str, environment: &str, force: bool) -> Result<(), Failure> {
    let Some(root) = Environments::of_user().root(environment) else {
        log::notice(&format!("No simulation environment called \"{environment}\"!"));
        return Ok(());
    };
    let Some(name) = module_name(name) else {
        return Err(Failure::Site(format!(
            "{name:?} cannot be the name of a {}: it has no letter or digit",
            what.name()
        )));
    };
    // The folder's own name has the case that the Python package has.
    let package = root.file_name().map(|name| name.to_string_lossy().into_owned());
    let env = package.filter(|env| env.eq_ignore_ascii_case(environment)).unwrap_or(environment.to_owned());
    let class = class_name(&name);
    let (kind, folder) = (what.name(), format!("{}s", what.name()));
    let source = root.join("src").join(&env);
    let behaviour = source.join(&folder).join(format!("{name}.py"));
    if behaviour.exists() && !force {
        log::notice(&format!(
            "A component called {} already exist. Use 'morse add -f ...' to overwrite.",
            behaviour.display()
        ));
        return Ok(());
    }
    let about = match what {
        What::Robot => String::new(),
        _ => ask(&format!("Enter a short description for {kind} {name}: "))?,
    };
    let words = Substitutions { env: &env, name: &name, class: &class, about: &about };
    let [acts, builds] = what.templates();
    let line = format!("from {env}.{folder}.{name} import {class}");
    let builder_line = format!("from {env}.builder.{folder}.{name} import {class}");
    write(&behaviour, words.fill(acts).as_bytes())?;
    let builder = source.join("builder").join(&folder);
    write(&builder.join(format!("{name}.py")), words.fill(builds).as_bytes())?;
    for package in [&source, &source.join("builder")] {
        append(&package.join("__init__.py"), None)?;
    }
    append(&source.join(&folder).join("__init__.py"), Some(&line))?;
    append(&builder.join("__init__.py"), Some(&builder_line))?;
    if what == What::Robot {
        let model = root.join("data").join(&env).join("robots").join(format!("{name}.glb"));
        let content = models::embedded(ROBOT_MODEL);
        write(&model, &content.ok_or_else(|| Failure::Site(format!("this program has no {ROBOT_MODEL}")))?)?;
        log::notice(&format!("Its model is {}: replace it by your own.", model.display()));
    }
    log::notice(&format!("What the {kind} does is in {}.", behaviour.display()));
    log::notice(&format!("To use it in a scene: from {env}.builder.{folder} import {class}"));
    Ok(())
}

/// Adds a line to the end of a file, once; makes the file if it is not there.
fn append(file: &Path, line: Option<&str>) -> Result<(), Failure> {
    let mut text =
        if file.exists() { fs::read_to_string(file).map_err(failure("read", file))? } else { String::new() };
    if let Some(line) = line.filter(|line| !text.lines().any(|known| known == *line)) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
    }
    write(file, text.as_bytes())
}

/// The name of a Python module: letters and digits are kept. `None` when nothing is left.
fn module_name(name: &str) -> Option<String> {
    let kept: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if kept != name {
        log::notice(&format!("{name:?} is called {kept:?}: names have letters and digits only."));
    }
    let digit = kept.starts_with(|first: char| first.is_ascii_digit());
    (!kept.is_empty()).then(|| if digit { format!("_{kept}") } else { kept })
}

/// First letter upper case, the rest lower case.
fn class_name(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_modules_and_classes() {
        assert_eq!(module_name("my_robot").as_deref(), Some("myrobot"));
        assert_eq!(module_name("2wheels").as_deref(), Some("_2wheels"));
        assert_eq!(module_name("--"), None);
        assert_eq!(class_name("myRobot"), "Myrobot");
    }
}
