//! Modifiers of a component, in the order of the scene.

use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::Object;
use morse_scene::wiring::ModifierEntry;

use crate::assemble::Assembly;
use crate::contract::registry::Factory;
use crate::engine::instance::ModifierInstance;
use crate::engine::random::RandomKey;

impl Assembly<'_> {
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
