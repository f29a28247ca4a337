//! Selects the objects of a scene that the hosts have to know, and numbers them.

use std::collections::{BTreeMap, BTreeSet};

use morse_scene::description::ExtensionKind;
use morse_scene::document::{Object, ObjectKind};

use crate::assemble::Assembly;
use crate::contract::registry::Factory;
use crate::engine::instance::InstanceRef;
use crate::external::ComponentInit;
use crate::external::components::ExternalEntry;

impl<'a> Assembly<'a> {
    /// Objects that have an external class or an extension that the host computes, and the robots that carry one, in
    /// scene order.
    pub(super) fn external_objects(&self) -> Vec<&'a Object> {
        let document = self.document;
        let mut extended: BTreeSet<&str> =
            self.host_modifiers.iter().map(|(component, ..)| component.as_str()).collect();
        for overlaid in document.overlays.values() {
            let of_host = overlaid.iter();
            let of_host =
                of_host.filter(|(_, entry)| self.extension(&entry.class, ExtensionKind::Overlay).is_some());
            extended.extend(of_host.map(|(component, _)| component.as_str()));
        }
        for (component, entries) in &document.component_datastream {
            if entries.iter().any(|entry| self.extension(&entry.class, ExtensionKind::Stream).is_some()) {
                extended.insert(component);
            }
        }
        let in_host = |object: &Object| {
            let instance = self.simulation.model.instances.get(&object.name);
            instance.is_some_and(|&instance| {
                self.is_external_class(instance) || extended.contains(object.name.as_str())
            })
        };
        let components =
            document.objects.iter().filter(|object| object.kind.is_component() && in_host(object));
        let carriers: BTreeSet<&str> =
            components.filter_map(|object| Some(self.robot_above(object)?.name.as_str())).collect();
        let all = document.objects.iter();
        all.filter(|object| in_host(object) || carriers.contains(object.name.as_str())).collect()
    }

    fn is_external_class(&self, instance: InstanceRef) -> bool {
        let class = &self.simulation.state.meta(instance).description.class;
        matches!(self.registry.factory(class), Some(Factory::External(..)))
    }

    pub(super) fn register_all(
        &mut self,
        objects: &[&'a Object],
    ) -> (Vec<ExternalEntry>, Vec<ComponentInit>) {
        let numbers: BTreeMap<&str, usize> =
            objects.iter().enumerate().map(|(number, object)| (object.name.as_str(), number)).collect();
        let (mut entries, mut components) = (Vec::new(), Vec::new());
        for (number, object) in objects.iter().enumerate() {
            let Some(&instance) = self.simulation.model.instances.get(&object.name) else { continue };
            let above = (object.kind != ObjectKind::Robot).then(|| self.robot_above(object)).flatten();
            let robot = above.and_then(|robot| numbers.get(robot.name.as_str()));
            let robot = robot.copied().unwrap_or(number);
            let acts = self.is_external_class(instance);
            let rate_hz = object.rate_hz.unwrap_or(self.simulation.state.clock.rate_hz());
            let data = self.simulation.state.component(instance).data();
            let fields = data.fields().iter().map(|field| (field.name, field.type_name)).collect();
            let properties = match acts {
                true => object.properties.clone(),
                false => self.simulation.state.property_values(instance),
            };
            let meta = self.simulation.state.meta_mut(instance);
            meta.external_id = acts.then_some(number);
            components.push(ComponentInit {
                name: object.name.clone(),
                class: meta.description.class.clone(),
                builder: object.builder.clone(),
                built_in: !acts,
                fields,
                kind: meta.description.kind,
                robot,
                level: object.level.clone().unwrap_or_else(|| "default".to_owned()),
                rate_hz,
                properties,
            });
            entries.push(ExternalEntry {
                instance,
                name: object.name.clone(),
                robot,
                host: 0,
                acts,
                failed: false,
            });
        }
        (entries, components)
    }
}
