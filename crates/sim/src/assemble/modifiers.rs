//! Modifiers of a component, in the order in which the scene names them.

use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::Object;
use morse_scene::wiring::ModifierEntry;

use super::Assembly;
use crate::random::RandomKey;
use crate::registry::Maker;
use crate::unit::ModifierUnit;

impl Assembly<'_> {
    pub(super) fn modifiers(&mut self, object: &Object) -> Vec<ModifierUnit> {
        let document = self.document;
        let entries = document.component_modifier.get(&object.name).map(Vec::as_slice).unwrap_or_default();
        entries.iter().enumerate().filter_map(|(nth, entry)| self.modifier(object, nth, entry)).collect()
    }

    fn modifier(&mut self, object: &Object, nth: usize, entry: &ModifierEntry) -> Option<ModifierUnit> {
        let source = self.document.wiring_sources.modifier(&object.name, nth);
        let problem =
            |message: String| Diagnostic::error("run::modifier", message).on(&*object.name).at(source);
        let Some((maker, description)) = self.class_entry(&entry.class) else {
            self.problems.push(problem(format!("this build cannot run the modifier {}", entry.class)));
            return None;
        };
        let Maker::Modifier(make) = maker else {
            self.problems.push(problem(format!("{} is not a modifier", entry.class)));
            return None;
        };
        let mut cell = make();
        let environment = &self.document.environment.properties;
        for (index, parameter) in description.parameters.iter().enumerate() {
            let named = parameter.environment.as_deref().and_then(|name| environment.get(name));
            let value =
                entry.arguments.get(&parameter.name).or(named).or_else(|| environment.get(&parameter.name));
            if let Some(Err(mismatch)) = value.map(|value| cell.set_property(index, value)) {
                self.problems.push(problem(mismatch.to_string()));
            }
        }
        let key = RandomKey::new(self.options.seed, &format!("{}/{nth}", object.name));
        Some(ModifierUnit { description, cell, key })
    }
}
