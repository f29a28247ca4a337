//! The document under validation, with the look-ups that all checks use.

use std::cell::Cell;
use std::collections::BTreeMap;

use crate::description::{BuilderDescription, Catalog, Description, ExtensionKind, Kind};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Document, Object};
use crate::nearest::did_you_mean;
use crate::validate::capabilities::Capabilities;
use crate::wiring::wiring_table::WiringTable;

/// Maximum number of searches for a suggestion, because each search compares with all names.
const SUGGESTIONS_MAX: usize = 200;

/// Maximum number of names with which a search compares.
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
        catalog: &'a Catalog,
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
            classes: classes_of_catalog(catalog),
            builders: catalog
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

    /// Index of the first object of a name.
    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        self.objects.get(name).copied()
    }

    pub(super) fn object(&self, name: &str) -> Option<&'a Object> {
        self.index_of(name).and_then(|index| self.document.objects.get(index))
    }

    /// Robot that carries an object; a robot carries itself.
    pub(super) fn robot_of(&self, name: &str) -> Option<&'a Object> {
        self.document.objects.get(self.robot_index_of(name)?)
    }

    /// Index of the robot that carries an object.
    pub(super) fn robot_index_of(&self, name: &str) -> Option<usize> {
        self.robots.get(self.index_of(name)?).copied().flatten()
    }

    /// Ancestors of an object, the nearest first. The iterator also ends for cyclic parents.
    pub(super) fn ancestors(&self, object: &Object) -> impl Iterator<Item = &'a Object> {
        let above = |object: &Object| self.object(object.parent.as_deref()?);
        std::iter::successors(above(object), move |&object| above(object)).take(self.document.objects.len())
    }

    /// Description of a class, or of the component that has the class as a level.
    pub(super) fn description(&self, class: &str) -> Option<&'a Description> {
        self.classes.get(class).copied()
    }

    pub(super) fn builder(&self, name: &str) -> Option<&'a BuilderDescription> {
        self.builders.get(name).copied()
    }

    /// Returns the suggestion `did you mean …?`, unless the maximum number of searches is reached.
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

    /// Diagnostic for a class that this build cannot run; `None` if it can run the class.
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
                let refusal = self.capabilities.refusals.get(class);
                let finding = match refusal {
                    Some(reason) => python_failure(kind, class, reason),
                    None => python_class(kind.name(), class),
                };
                Some(finding.help(self.suggest_class(class, kind)))
            }
        }
    }

    /// Diagnostic for a class that is not an extension of a kind; `None` if it is. The class is not built in.
    pub(super) fn not_extension(&self, class: &str, kind: ExtensionKind) -> Option<Diagnostic> {
        let text = match (self.capabilities.extensions.get(class), self.capabilities.refusals.get(class)) {
            (Some(known), _) if known.kind == kind => return None,
            (Some(known), _) => {
                format!("`{class}` is {}, not {}", known.kind.with_article(), kind.with_article())
            }
            (None, Some(reason)) => format!("cannot run the {} `{class}`: {reason}", kind.name()),
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

/// Whether a class path is in the namespace of the simulator itself.
pub(super) fn is_built_in(class: &str) -> bool {
    class.starts_with("morse.")
}

/// Diagnostic for a class that is written in Python and cannot run.
pub(super) fn python_class(kind: &str, class: &str) -> Diagnostic {
    Diagnostic::error(
        Code::ScenePythonClass,
        format!(
            "cannot run the {kind} `{class}`: it is not one of the built-in classes, and a {kind} written in Python cannot run here"
        ),
    )
}

/// Diagnostic for a robot, sensor, actuator or modifier that is written in Python and cannot run for a reason.
fn python_failure(kind: Kind, class: &str, reason: &str) -> Diagnostic {
    Diagnostic::error(Code::ScenePythonClass, format!("cannot run the {} `{class}`: {reason}", kind.name()))
}

/// Diagnostic for a known class that this build cannot run. `doc` is its description, or empty.
fn not_implemented(class: &str, kind: Kind, doc: &str) -> Diagnostic {
    let help = format!("{doc}\n`morse catalog` lists what this build can run");
    Diagnostic::error(Code::SceneNotImplemented, format!("cannot run the {} `{class}` yet", kind.name()))
        .help(help.trim().to_owned())
}

fn classes_of_catalog(catalog: &Catalog) -> BTreeMap<&str, &Description> {
    let mut classes = BTreeMap::new();
    for component in &catalog.components {
        for level in component.levels.iter().filter_map(|level| level.class.as_deref()) {
            classes.insert(level, component);
        }
    }
    // Components are inserted after levels: a component has precedence over a class that is a level of a different one.
    classes.extend(catalog.components.iter().map(|component| (component.class.as_str(), component)));
    classes
}
