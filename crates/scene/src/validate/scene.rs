//! The document under validation, with the look-ups that the checks share.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::description::{BuilderDescription, Catalogue, Description, ExtensionKind, Kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, Object};
use crate::nearest::did_you_mean;
use crate::validate::capabilities::Capabilities;
use crate::wiring::wiring_table::WiringTable;

/// Maximum number of suggestions that are searched for: each search compares with all names.
const SUGGESTIONS_MAX: usize = 200;

/// Maximum number of names that one search compares with.
const SUGGESTION_NAMES_MAX: usize = 10_000;

pub(super) struct Scene<'a> {
    pub(super) document: &'a Document,
    pub(super) wiring: &'a WiringTable,
    pub(super) capabilities: &'a Capabilities,
    classes: BTreeMap<&'a str, &'a Description>,
    builders: BTreeMap<&'a str, &'a BuilderDescription>,
    objects: BTreeMap<&'a str, usize>,
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
        let mut objects = BTreeMap::new();
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

    /// The index of the first object with this name.
    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        self.objects.get(name).copied()
    }

    pub(super) fn object(&self, name: &str) -> Option<&'a Object> {
        self.index_of(name).and_then(|index| self.document.objects.get(index))
    }

    /// The robot that carries an object; a robot carries itself.
    pub(super) fn robot_of(&self, name: &str) -> Option<&'a Object> {
        self.document.objects.get(self.robot_index_of(name)?)
    }

    /// The index of the robot that carries an object.
    pub(super) fn robot_index_of(&self, name: &str) -> Option<usize> {
        self.robots.get(self.index_of(name)?).copied().flatten()
    }

    /// The ancestors of an object, the nearest first. Ends for documents with cycles too.
    pub(super) fn ancestors(&self, object: &Object) -> impl Iterator<Item = &'a Object> {
        let above = |object: &Object| self.object(object.parent.as_deref()?);
        std::iter::successors(above(object), move |&object| above(object)).take(self.document.objects.len())
    }

    /// The description of a class, or of the class that has it as a level.
    pub(super) fn description(&self, class: &str) -> Option<&'a Description> {
        self.classes.get(class).copied()
    }

    pub(super) fn builder(&self, name: &str) -> Option<&'a BuilderDescription> {
        self.builders.get(name).copied()
    }

    /// The suggestion `did you mean …?`, unless the search limit is reached.
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

    /// Why this build cannot run a class; `None` if it can.
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
                    Code::SceneUnknownClass,
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

    /// Why a class that is not built in is no extension of this kind; `None` if it is.
    pub(super) fn not_extension(&self, class: &str, kind: ExtensionKind) -> Option<Diagnostic> {
        let text = match (self.capabilities.extensions.get(class), self.capabilities.refusals.get(class)) {
            (Some(known), _) if known.kind == kind => return None,
            (Some(known), _) => {
                format!("`{class}` is {}, not {}", known.kind.with_article(), kind.with_article())
            }
            (None, Some(why)) => format!("cannot run the {} `{class}`: {why}", kind.name()),
            (None, None) => match self.description(class) {
                Some(known) => {
                    format!("`{class}` is {}, not {}", known.kind.with_article(), kind.with_article())
                }
                None => return Some(python_class(kind.name(), class)),
            },
        };
        Some(Diagnostic::error(Code::ScenePythonClass, text))
    }

    fn suggest_class(&self, class: &str, kind: Kind) -> Option<String> {
        // Sorted, so that the choice between equally similar names is deterministic.
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

/// Whether a class path is reserved for the simulator itself.
pub(super) fn is_built_in(class: &str) -> bool {
    class.starts_with("morse.")
}

/// The diagnostic for a class that a user has written in Python.
pub(super) fn python_class(what: &str, class: &str) -> Diagnostic {
    Diagnostic::error(
        Code::ScenePythonClass,
        format!(
            "cannot run the {what} `{class}`: it is not one of the built-in classes, and a {what} written in Python cannot run here"
        ),
    )
}

/// The diagnostic for a robot, sensor or actuator that a user has written in Python and that cannot run.
fn python_failure(kind: Kind, class: &str, why: &str) -> Diagnostic {
    Diagnostic::error(Code::ScenePythonClass, format!("cannot run the {} `{class}`: {why}", kind.name()))
}

/// The diagnostic for a known class that this build cannot run; `about` is its description, if there is one.
fn not_implemented(class: &str, kind: Kind, about: &str) -> Diagnostic {
    let help = format!("{about}\n`morse catalogue` lists what this build can run");
    Diagnostic::error(Code::SceneNotImplemented, format!("cannot run the {} `{class}` yet", kind.name()))
        .help(help.trim().to_owned())
}

fn classes_of_catalogue(catalogue: &Catalogue) -> BTreeMap<&str, &Description> {
    let mut classes = BTreeMap::new();
    for component in &catalogue.components {
        for level in component.levels.iter().filter_map(|level| level.class.as_deref()) {
            classes.insert(level, component);
        }
    }
    // Inserted after the levels: a class that is a component takes precedence over one that is a level of another.
    classes.extend(catalogue.components.iter().map(|component| (component.class.as_str(), component)));
    classes
}
