//! `morse add`: adds a robot, sensor or actuator written by the user.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use morse::environments::Environments;
use morse::models;

use super::template::Substitutions;
use super::{ask, failure, write};
use crate::failure::Failure;
use crate::output::log;

/// Initial model of new robots.
const ROBOT_MODEL: &str = "robots/morsy.glb";

/// The kind of component to add.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ComponentKind {
    /// A robot
    Robot,
    /// A sensor
    Sensor,
    /// An actuator
    Actuator,
}

impl ComponentKind {
    fn name(self) -> &'static str {
        match self {
            Self::Robot => "robot",
            Self::Sensor => "sensor",
            Self::Actuator => "actuator",
        }
    }

    /// Templates of the component itself and of its class for scenes.
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
pub fn add(kind: ComponentKind, name: &str, environment: &str, force: bool) -> Result<(), Failure> {
    let Some(root) = Environments::of_user().root(environment) else {
        log::notice(&format!("No simulation environment called \"{environment}\"!"));
        return Ok(());
    };
    let Some(name) = module_name(name) else {
        return Err(Failure::Site(format!(
            "{name:?} cannot be the name of a {}: it has no letter or digit",
            kind.name()
        )));
    };
    // The name of the folder has the same case as the Python package.
    let package = root.file_name().map(|name| name.to_string_lossy().into_owned());
    let env = package.filter(|env| env.eq_ignore_ascii_case(environment)).unwrap_or(environment.to_owned());
    let class = class_name(&name);
    let (kind_name, folder) = (kind.name(), format!("{}s", kind.name()));
    let source = root.join("src").join(&env);
    let behavior = source.join(&folder).join(format!("{name}.py"));
    if behavior.exists() && !force {
        log::notice(&format!(
            "A component called {} already exist. Use 'morse add -f ...' to overwrite.",
            behavior.display()
        ));
        return Ok(());
    }
    let description = match kind {
        ComponentKind::Robot => String::new(),
        _ => ask(&format!("Enter a short description for {kind_name} {name}: "))?,
    };
    let substitutions = Substitutions { env: &env, name: &name, class: &class, description: &description };
    let [behavior_template, builder_template] = kind.templates();
    let line = format!("from {env}.{folder}.{name} import {class}");
    let builder_line = format!("from {env}.builder.{folder}.{name} import {class}");
    write(&behavior, substitutions.fill(behavior_template).as_bytes())?;
    let builder = source.join("builder").join(&folder);
    write(&builder.join(format!("{name}.py")), substitutions.fill(builder_template).as_bytes())?;
    for package in [&source, &source.join("builder")] {
        append(&package.join("__init__.py"), None)?;
    }
    append(&source.join(&folder).join("__init__.py"), Some(&line))?;
    append(&builder.join("__init__.py"), Some(&builder_line))?;
    if kind == ComponentKind::Robot {
        let model = root.join("data").join(&env).join("robots").join(format!("{name}.glb"));
        let content = models::embedded(ROBOT_MODEL);
        write(&model, &content.ok_or_else(|| Failure::Site(format!("this program has no {ROBOT_MODEL}")))?)?;
        log::notice(&format!("Its model is {}: replace it with your own model.", model.display()));
    }
    log::notice(&format!("The behavior of the {kind_name} is in {}.", behavior.display()));
    log::notice(&format!("To use it in a scene: from {env}.builder.{folder} import {class}"));
    Ok(())
}

/// Appends a line to a file unless it contains the line; creates a missing file.
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

/// Converts a name to the name of a Python module, which keeps ASCII letters and digits only. `None` if nothing is left.
fn module_name(name: &str) -> Option<String> {
    let kept: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    if kept != name {
        log::notice(&format!("{name:?} is renamed to {kept:?}: names have letters and digits only."));
    }
    let digit = kept.starts_with(|first: char| first.is_ascii_digit());
    (!kept.is_empty()).then(|| if digit { format!("_{kept}") } else { kept })
}

/// The name of a class: first letter upper case, the rest lower case.
fn class_name(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters.flat_map(char::to_lowercase)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_converted_to_modules_and_classes() {
        assert_eq!(module_name("my_robot").as_deref(), Some("myrobot"));
        assert_eq!(module_name("2wheels").as_deref(), Some("_2wheels"));
        assert_eq!(module_name("--"), None);
        assert_eq!(class_name("myRobot"), "Myrobot");
    }
}
