//! `morse list`: scenes, environments and examples that can be run.

use std::collections::BTreeMap;
use std::path::PathBuf;

use morse::environments::Environments;
use morse::models;
use morse_scene::{Catalog, Kind};
use serde::Serialize;

use crate::arguments::ListArguments;
use crate::failure::Failure;
use crate::output::columns::{Table, first_sentence};
use crate::output::standard_output::{print, print_json};

/// The folder of models that are environments.
const ENVIRONMENTS: &str = "environments";

/// The Builder classes of robots from URDF files, which no component describes.
const FROM_FILES: &str = include_str!("../../../../../python/morse/builder/robots/modern.py");

/// Scenes that can be run, as `--json` prints it.
#[derive(Serialize)]
struct Runnable {
    /// Folders that the user registered, by name.
    simulation_environments: BTreeMap<String, PathBuf>,
    /// Models of environments.
    environments: Vec<String>,
    /// Names of robots in scripts, with their descriptions.
    robots: BTreeMap<String, String>,
}

/// Prints simulation environments, environments and robots.
pub fn list(arguments: &ListArguments) -> Result<(), Failure> {
    let registered = Environments::of_user();
    let runnable = Runnable {
        simulation_environments: registered
            .iter()
            .map(|(name, root)| (name.to_owned(), root.to_owned()))
            .collect(),
        environments: models::library(None).list(ENVIRONMENTS),
        robots: robots(&morse_components::catalog()),
    };
    if arguments.json { print_json(&runnable) } else { print(&page(&runnable)) }
}

fn robots(catalog: &Catalog) -> BTreeMap<String, String> {
    let robots = catalog.components.iter().filter(|component| component.kind == Kind::Robot);
    let implemented = robots.filter(|robot| robot.implemented);
    let named = implemented.flat_map(|robot| {
        robot.builders.iter().map(|builder| (builder.name.clone(), first_sentence(&robot.doc)))
    });
    named.chain(robots_from_files()).collect()
}

/// Names and descriptions of the Builder classes of robots from files.
fn robots_from_files() -> impl Iterator<Item = (String, String)> {
    let classes = FROM_FILES.split("\nclass ").skip(1);
    classes.filter_map(|class| {
        let (name, rest) = class.split_once("(Robot):")?;
        // Descriptions may end in the call that gives a drive its joints.
        let description = rest.split("\"\"\"").nth(1)?.split(": ``").next()?.trim_end_matches('.');
        Some((name.to_owned(), format!("{description}.")))
    })
}

fn page(runnable: &Runnable) -> String {
    let mut text = "Simulation environments, your folders with scenes: morse run NAME\n".to_owned();
    if runnable.simulation_environments.is_empty() {
        text.push_str("  none yet; `morse create NAME` makes one\n");
    }
    let mut table = Table::new(&["name", "folder"]);
    for (name, root) in &runnable.simulation_environments {
        table.row([name.clone(), root.display().to_string()]);
    }
    text.push_str(&table.text());
    text.push_str("\nEnvironments: morse run NAME, or Environment('NAME') in a script\n");
    for name in &runnable.environments {
        text.push_str(&format!("  {name}\n"));
    }
    text.push_str("\nRobots: NAME() in a script\n");
    let mut table = Table::new(&["name", "description"]);
    for (name, description) in &runnable.robots {
        table.row([name.clone(), description.clone()]);
    }
    text.push_str(&table.text());
    text + "\n`morse catalog` lists sensors, actuators and modifiers too, `morse topic list` the streams of a running simulation.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environments_and_robots_are_listed_with_how_to_run_them() {
        let runnable = Runnable {
            simulation_environments: BTreeMap::new(),
            environments: models::library(None).list(ENVIRONMENTS),
            robots: robots(&morse_components::catalog()),
        };
        let page = page(&runnable);
        for words in [
            "morse create NAME",
            "  indoors-1/boxes\n",
            "  ATRV ",
            "  SmallCar ",
            "  Humanoid ",
            "morse run NAME",
        ] {
            assert!(page.contains(words), "{words}: {page}");
        }
    }
}
