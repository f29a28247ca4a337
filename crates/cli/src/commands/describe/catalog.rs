//! `morse catalog`: lists components with their data, properties and services.

mod page;

use morse_scene::nearest::nearest_name;
use morse_scene::{Catalog, Description, Kind};

use crate::arguments::CatalogArguments;
use crate::failure::Failure;
use crate::output::columns::{self, Table};
use crate::output::standard_output::{print, print_json};

/// Prints the list of components, or everything about one.
pub fn catalog(arguments: &CatalogArguments) -> Result<(), Failure> {
    let catalog = morse_components::catalog();
    match &arguments.name {
        None if arguments.json => print_json(&catalog),
        None => print(&list(&catalog)),
        Some(name) => {
            let description = find(&catalog, name)?;
            if arguments.json { print_json(description) } else { print(&page::page(description)) }
        }
    }
}

/// Finds a component by builder name, class path, or the last part of one; case is ignored.
fn find<'a>(catalog: &'a Catalog, name: &str) -> Result<&'a Description, Failure> {
    let builder = catalog.by_builder(name).map(|(description, _)| description);
    let wanted = name.to_lowercase();
    let by_any_name = || {
        let mut components = catalog.components.iter();
        components.find(|component| names(component).any(|known| known.to_lowercase() == wanted))
    };
    builder.or_else(|| catalog.by_class(name)).or_else(by_any_name).ok_or_else(|| {
        let known = catalog.components.iter().flat_map(names);
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

fn list(catalog: &Catalog) -> String {
    let mut text = String::new();
    for (kind, title) in [
        (Kind::Robot, "Robots"),
        (Kind::Sensor, "Sensors"),
        (Kind::Actuator, "Actuators"),
        (Kind::Modifier, "Modifiers"),
    ] {
        let mut table = Table::new(&["name", "description"]);
        for component in catalog.components.iter().filter(|component| component.kind == kind) {
            let name = names(component).next().unwrap_or_default();
            let name = if component.implemented { name.to_owned() } else { format!("({name})") };
            table.row([name, columns::first_sentence(&component.doc)]);
        }
        text.push_str(&format!("{title}\n{}\n", table.text()));
    }
    text.push_str("Scenes can be checked with the components in brackets, but these do not run yet.\n");
    text.push_str("`morse catalog NAME` describes one of them.\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_by_all_their_names() {
        let catalog = morse_components::catalog();
        let class = "morse.sensors.gyroscope.Gyroscope";
        for name in ["Gyroscope", "gyroscope", class] {
            assert_eq!(find(&catalog, name).unwrap().class, class);
        }
    }

    #[test]
    fn unknown_name_suggests_nearest_name() {
        let failure = find(&morse_components::catalog(), "Gyroscop").unwrap_err().to_string();
        assert!(failure.contains("did you mean Gyroscope?"), "{failure}");
    }

    #[test]
    fn list_contains_every_component() {
        let catalog = morse_components::catalog();
        let list = list(&catalog);
        let is_listed = |name: &str| {
            let in_brackets = format!("({name})");
            list.split_whitespace().any(|word| word == name || word == in_brackets)
        };
        for component in &catalog.components {
            assert!(is_listed(names(component).next().unwrap()), "{}", component.class);
        }
    }
}
