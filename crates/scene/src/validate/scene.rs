//! The document under check, with the lookups that the checks share.

use std::cell::Cell;
use std::collections::HashMap;

use super::Capabilities;
use crate::description::{BuilderDescription, Catalogue, Description, Kind};
use crate::diagnostic::Diagnostic;
use crate::document::{Document, Object};
use crate::nearest::did_you_mean;
use crate::wiring_table::WiringTable;

/// Most suggestions that are searched for: each compares a name with all others.
const SUGGESTIONS_MAX: usize = 200;

/// Most names that one search compares with.
const SUGGESTION_NAMES_MAX: usize = 10_000;

pub(super) struct Scene<'a> {
    pub(super) document: &'a Document,
    pub(super) wiring: &'a WiringTable,
    pub(super) capabilities: &'a Capabilities,
    classes: HashMap<&'a str, &'a Description>,
    builders: HashMap<&'a str, &'a BuilderDescription>,
    objects: HashMap<&'a str, usize>,
    robots: Vec<Option<usize>>,
    suggestions_left: Cell<usize>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        document: &'a Document,
        catalogue: &'a Catalogue,
        wiring: &'a WiringTable,
        capabilities: &'a Capabilities,
    ) -> Self {
        let mut objects = HashMap::with_capacity(document.objects.len());
        for (index, object) in document.objects.iter().enumerate() {
            objects.entry(object.name.as_str()).or_insert(index);
        }
        let robots = document.carriers();
        Self {
            document,
            wiring,
            capabilities,
            classes: classes_of_catalogue(catalogue),
            builders: catalogue
                .components
                .iter()
                .flat_map(|component| &component.builders)
                .map(|builder| (builder.name.as_str(), builder))
                .collect(),
            objects,
            robots,
            suggestions_left: Cell::new(SUGGESTIONS_MAX),
        }
    }

    /// The place of the first object of that name.
    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        self.objects.get(name).copied()
    }

    pub(super) fn object(&self, name: &str) -> Option<&'a Object> {
        self.index_of(name).and_then(|index| self.document.objects.get(index))
    }

    /// The robot that carries an object; a robot carries itself.
    pub(super) fn robot_of(&self, name: &str) -> Option<&'a Object> {
        let index = self.index_of(name)?;
        let robot = self.robots.get(index).copied().flatten()?;
        self.document.objects.get(robot)
    }

    /// The description of a class, or of the class that has it as a level.
    pub(super) fn description(&self, class: &str) -> Option<&'a Description> {
        self.classes.get(class).copied()
    }

    pub(super) fn builder(&self, name: &str) -> Option<&'a BuilderDescription> {
        self.builders.get(name).copied()
    }

    /// `did you mean …?`, unless that has been searched for too often.
    pub(super) fn suggest<'n>(
        &self,
        wrong: &str,
        known: impl IntoIterator<Item = &'n str>,
    ) -> Option<String> {
        let left = self.suggestions_left.get().checked_sub(1)?;
        self.suggestions_left.set(left);
        did_you_mean(wrong, known.into_iter().take(SUGGESTION_NAMES_MAX))
    }

    pub(super) fn suggest_object(&self, wrong: &str) -> Option<String> {
        self.suggest(wrong, self.document.objects.iter().map(|object| object.name.as_str()))
    }

    /// Why this build cannot run a class; `None`: it can.
    pub(super) fn cannot_run(&self, class: &str, kind: Kind) -> Option<Diagnostic> {
        match self.description(class) {
            Some(description) => {
                (!description.implemented).then(|| not_implemented(class, kind, &description.doc))
            }
            None if self.wiring.is_component(class) || self.wiring.is_modifier(class) => {
                Some(not_implemented(class, kind, ""))
            }
            None if is_built_in(class) => Some(
                Diagnostic::error(
                    "scene::unknown-class",
                    format!("there is no {} class `{class}`", kind.name()),
                )
                .help(self.suggest_class(class, kind)),
            ),
            None => {
                let refused = self.capabilities.refusals.get(class);
                let finding = match refused {
                    Some(why) => python_failure(kind, class, why),
                    None => python_class(kind.name(), class),
                };
                Some(finding.help(self.suggest_class(class, kind)))
            }
        }
    }

    fn suggest_class(&self, class: &str, kind: Kind) -> Option<String> {
        // Sorted, so that of two equally near names always the same one is suggested.
        let mut known: Vec<&str> = self
            .classes
            .iter()
            .filter(|(_, description)| description.kind == kind)
            .map(|(class, _)| *class)
            .collect();
        known.sort_unstable();
        self.suggest(class, known)
    }
}

/// Whether a class path is one that only the simulator itself may define.
pub(super) fn is_built_in(class: &str) -> bool {
    class.starts_with("morse.")
}

/// The finding about a class that a user has written in Python.
pub(super) fn python_class(what: &str, class: &str) -> Diagnostic {
    Diagnostic::error(
        "scene::python-class",
        format!(
            "cannot run the {what} `{class}`: it is not one of the built-in classes, and a {what} written in Python cannot run here"
        ),
    )
}

/// The finding about a robot, sensor or actuator that a user has written in Python and that cannot run.
fn python_failure(kind: Kind, class: &str, why: &str) -> Diagnostic {
    Diagnostic::error("scene::python-class", format!("cannot run the {} `{class}`: {why}", kind.name()))
}

/// The finding about a class that this build knows and cannot run; `about` is what is known of it, if anything.
fn not_implemented(class: &str, kind: Kind, about: &str) -> Diagnostic {
    let help = format!("{about}\n`morse catalogue` lists what this build can run");
    Diagnostic::error("scene::not-implemented", format!("cannot run the {} `{class}` yet", kind.name()))
        .help(help.trim().to_owned())
}

fn classes_of_catalogue(catalogue: &Catalogue) -> HashMap<&str, &Description> {
    let mut classes = HashMap::new();
    for component in &catalogue.components {
        for level in component.levels.iter().filter_map(|level| level.class.as_deref()) {
            classes.insert(level, component);
        }
    }
    // After the levels: a class of its own wins over being a level of another.
    classes.extend(catalogue.components.iter().map(|component| (component.class.as_str(), component)));
    classes
}
