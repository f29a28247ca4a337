//! `morse catalogue`: lists components with their data, properties and services.

mod page;

use morse_scene::nearest::nearest_name;
use morse_scene::{Catalogue, Description, Kind};

use crate::arguments::CatalogueArguments;
use crate::commands::{print, print_json};
use crate::failure::Failure;
use crate::output::columns::{self, Table};

/// Prints the list of components, or everything about one.
pub fn catalogue(arguments: &CatalogueArguments) -> Result<(), Failure> {
    let catalogue = morse_components::catalogue();
    match &arguments.name {
        None if arguments.json => print_json(&catalogue),
        None => print(&list(&catalogue)),
        Some(name) => {
            let description = find(&catalogue, name)?;
            if arguments.json { print_json(description) } else { print(&page::page(description)) }
        }
    }
}

/// Finds a component by builder name, class path, or the last part of one; case is ignored.
fn find<'a>(catalogue: &'a Catalogue, name: &str) -> Result<&'a Description, Failure> {
    let builder = catalogue.by_builder(name).map(|(description, _)| description);
    let wanted = name.to_lowercase();
    let by_any_name = || {
        let mut components = catalogue.components.iter();
        components.find(|component| names(component).any(|known| known.to_lowercase() == wanted))
    };
    builder.or_else(|| catalogue.by_class(name)).or_else(by_any_name).ok_or_else(|| {
        let known = catalogue.components.iter().flat_map(names);
        Failure::ComponentUnknown {
            name: name.to_owned(),
            nearest: nearest_name(name, known).map(str::to_owned),
        }
    })
}

/// The names of a component, the preferred one first.
fn names(component: &Description) -> impl Iterator<Item = &str> {
    let builders = component.builders.iter().map(|builder| builder.name.as_str());
    builders.chain([class_name(component), component.class.as_str()])
}

fn class_name(component: &Description) -> &str {
    component.class.rsplit('.').next().unwrap_or_default()
}

fn list(catalogue: &Catalogue) -> String {
    let mut text = String::new();
    for (kind, title) in [
        (Kind::Robot, "Robots"),
        (Kind::Sensor, "Sensors"),
        (Kind::Actuator, "Actuators"),
        (Kind::Modifier, "Modifiers"),
    ] {
        let mut table = Table::new(&["name", "what it does"]);
        for component in catalogue.components.iter().filter(|component| component.kind == kind) {
            let name = names(component).next().unwrap_or_default();
            let name = if component.implemented { name.to_owned() } else { format!("({name})") };
            table.row([name, columns::first_sentence(&component.doc)]);
        }
        text.push_str(&format!("{title}\n{}\n", table.text()));
    }
    text.push_str("Names in brackets are known, so that scenes can be checked, but do not run yet.\n");
    text.push_str("`morse catalogue NAME` shows all about one of them.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_by_all_their_names() {
        let catalogue = morse_components::catalogue();
        let class = "morse.sensors.gyroscope.Gyroscope";
        for name in ["Gyroscope", "gyroscope", class] {
            assert_eq!(find(&catalogue, name).unwrap().class, class);
        }
    }

    #[test]
    fn a_wrong_name_comes_with_the_nearest() {
        let failure = find(&morse_components::catalogue(), "Gyroscop").unwrap_err().to_string();
        assert!(failure.contains("did you mean Gyroscope?"), "{failure}");
    }

    #[test]
    fn the_list_has_every_component() {
        let catalogue = morse_components::catalogue();
        let list = list(&catalogue);
        let is_listed = |name: &str| {
            let in_brackets = format!("({name})");
            list.split_whitespace().any(|word| word == name || word == in_brackets)
        };
        for component in &catalogue.components {
            assert!(is_listed(names(component).next().unwrap()), "{}", component.class);
        }
    }
}
