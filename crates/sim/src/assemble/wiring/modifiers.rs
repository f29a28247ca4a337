//! Modifiers of a component, in the order of the scene: creation, start, and the levels that they fit.

use morse_scene::description::LevelDescription;
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::Object;
use morse_scene::wiring::ModifierEntry;

use crate::assemble::Assembly;
use crate::contract::component::{ModifyError, Setup, SetupError};
use crate::contract::data::Data;
use crate::contract::registry::{Factory, MadeInstance, Registry};
use crate::engine::instance::ModifierInstance;
use crate::engine::random::RandomKey;

/// The levels of a component.
#[derive(Clone, Copy)]
pub(in crate::assemble) struct Levels<'a> {
    pub(in crate::assemble) registry: &'a Registry,
    /// Class path of the component.
    pub(in crate::assemble) class: &'a str,
}

/// A modifier without a field to modify in the data of its component.
pub(in crate::assemble) struct Unfit {
    /// Index among the modifiers of the component.
    nth: usize,
    reason: String,
    /// The levels whose data it can modify.
    levels: Vec<String>,
}

/// Starts the modifiers of a component. Returns those that do not fit its data.
///
/// # Errors
/// When the scene requests something that a modifier does not support.
pub(in crate::assemble) fn start_modifiers(
    modifiers: &mut [ModifierInstance],
    setup: &Setup<'_>,
    data: &dyn Data,
    levels: Levels<'_>,
) -> Result<Vec<Unfit>, SetupError> {
    let mut unfit = Vec::new();
    for (nth, modifier) in modifiers.iter_mut().enumerate() {
        match modifier.component.start(setup, data) {
            Ok(()) => {}
            Err(ModifyError::NothingToModify(reason)) => {
                let levels = levels.of_modifier(&modifier.description.class, setup);
                unfit.push(Unfit { nth, reason, levels });
            }
            Err(ModifyError::Setup(error)) => return Err(error),
        }
    }
    Ok(unfit)
}

impl Levels<'_> {
    /// The levels whose data a modifier of this class can modify.
    fn of_modifier(self, modifier: &str, setup: &Setup<'_>) -> Vec<String> {
        let Some(Factory::Modifier(make)) = self.registry.factory(modifier) else { return Vec::new() };
        let described = self.registry.describe(self.class).map(|described| described.levels);
        let fits = |level: &LevelDescription| {
            let class = level.class.as_deref().unwrap_or(self.class);
            match self.registry.factory(class).map(|factory| factory.make(Some(&level.name))) {
                Some(MadeInstance::Sensor(sensor)) => make().start(setup, sensor.data()).is_ok(),
                Some(MadeInstance::Actuator(actuator)) => make().start(setup, actuator.data()).is_ok(),
                _ => false,
            }
        };
        described.into_iter().flatten().filter(fits).map(|level| level.name).collect()
    }
}

impl Assembly<'_> {
    /// Reports the modifiers of a component that do not fit its data.
    pub(in crate::assemble) fn refuse_modifiers(&mut self, object: &Object, unfit: Vec<Unfit>) {
        for Unfit { nth, reason, levels } in unfit {
            let source = self.document.wiring_sources.modifier(&object.name, nth);
            let problem = Diagnostic::error(Code::RunModifier, reason).on(&*object.name).at(source);
            let help = (!levels.is_empty()).then(|| format!("it fits the level {}", levels.join(", ")));
            self.problems.push(problem.help(help));
        }
    }

    pub(in crate::assemble) fn modifiers(&mut self, object: &Object) -> Vec<ModifierInstance> {
        let document = self.document;
        let entries = document.component_modifier.get(&object.name).map(Vec::as_slice).unwrap_or_default();
        entries.iter().enumerate().filter_map(|(nth, entry)| self.modifier(object, nth, entry)).collect()
    }

    fn modifier(&mut self, object: &Object, nth: usize, entry: &ModifierEntry) -> Option<ModifierInstance> {
        let source = self.document.wiring_sources.modifier(&object.name, nth);
        let problem =
            |message: String| Diagnostic::error(Code::RunModifier, message).on(&*object.name).at(source);
        let Some((factory, description)) = self.class_entry(&entry.class) else {
            self.problems.push(problem(format!("this build cannot run the modifier {}", entry.class)));
            return None;
        };
        let Factory::Modifier(make) = factory else {
            self.problems.push(problem(format!("{} is not a modifier", entry.class)));
            return None;
        };
        let mut component = make();
        let environment = &self.document.environment.properties;
        for (index, parameter) in description.parameters.iter().enumerate() {
            let named = parameter.environment.as_deref().and_then(|name| environment.get(name));
            let value =
                entry.arguments.get(&parameter.name).or(named).or_else(|| environment.get(&parameter.name));
            if let Some(Err(mismatch)) = value.map(|value| component.set_property(index, value)) {
                self.problems.push(problem(mismatch.to_string()));
            }
        }
        let external = self.registry.extension(&entry.class).map(|_| self.host_modifiers.len());
        if external.is_some() {
            if self.is_further {
                let text = format!(
                    "the modifier {} is Python code, which can only start together with the scene",
                    entry.class
                );
                self.problems.push(problem(text));
                return None;
            }
            let arguments = entry.arguments.clone();
            self.host_modifiers.push((object.name.clone(), entry.class.clone(), arguments));
        }
        let key = RandomKey::new(self.options.seed, &format!("{}/{nth}", object.name));
        Some(ModifierInstance { description, component, key, external, failed: false })
    }
}
