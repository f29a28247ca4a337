//! Access to the parts of an instance of any kind.

use morse_scene::data_kind::DataKind;
use morse_scene::value::Map;
use morse_world::NodeId;

use crate::contract::component::erased::AnyComponent;
use crate::contract::data::Data;
use crate::engine::instance::{InstanceRef, Metadata, ModifierInstance};
use crate::engine::state::current::State;

impl State {
    pub(crate) fn meta(&self, instance: InstanceRef) -> &Metadata {
        match instance {
            InstanceRef::Robot(index) => &self.robots[index].meta,
            InstanceRef::Sensor(index) => &self.sensors[index].meta,
            InstanceRef::Actuator(index) => &self.actuators[index].meta,
        }
    }

    pub(crate) fn meta_mut(&mut self, instance: InstanceRef) -> &mut Metadata {
        match instance {
            InstanceRef::Robot(index) => &mut self.robots[index].meta,
            InstanceRef::Sensor(index) => &mut self.sensors[index].meta,
            InstanceRef::Actuator(index) => &mut self.actuators[index].meta,
        }
    }

    pub(crate) fn component(&self, instance: InstanceRef) -> &dyn AnyComponent {
        match instance {
            InstanceRef::Robot(index) => self.robots[index].component(),
            InstanceRef::Sensor(index) => self.sensors[index].component.as_ref(),
            InstanceRef::Actuator(index) => self.actuators[index].component(),
        }
    }

    /// The data of an instance as seen by clients and other components.
    pub(crate) fn shown_data(&self, instance: InstanceRef) -> &dyn Data {
        match instance {
            InstanceRef::Sensor(index) => self.sensors[index].data(),
            InstanceRef::Robot(_) | InstanceRef::Actuator(_) => self.component(instance).data(),
        }
    }

    pub(crate) fn component_mut(&mut self, instance: InstanceRef) -> &mut dyn AnyComponent {
        match instance {
            InstanceRef::Robot(index) => self.robots[index].component_mut(),
            InstanceRef::Sensor(index) => self.sensors[index].component_mut(),
            InstanceRef::Actuator(index) => self.actuators[index].component_mut(),
        }
    }

    pub(crate) fn modifiers(&self, instance: InstanceRef) -> &[ModifierInstance] {
        match instance {
            InstanceRef::Robot(_) => &[],
            InstanceRef::Sensor(index) => &self.sensors[index].modifiers,
            InstanceRef::Actuator(index) => &self.actuators[index].modifiers,
        }
    }

    pub(crate) fn modifiers_mut(&mut self, instance: InstanceRef) -> &mut [ModifierInstance] {
        match instance {
            InstanceRef::Robot(_) => &mut [],
            InstanceRef::Sensor(index) => &mut self.sensors[index].modifiers,
            InstanceRef::Actuator(index) => &mut self.actuators[index].modifiers,
        }
    }

    /// Activations of the instance per simulated second. [Hz] A robot acts in every tick.
    pub(crate) fn rate_hz(&self, instance: InstanceRef) -> f64 {
        match instance {
            InstanceRef::Robot(_) => self.clock.rate_hz(),
            InstanceRef::Sensor(index) => self.sensors[index].rate_hz,
            InstanceRef::Actuator(index) => self.actuators[index].rate_hz,
        }
    }

    /// The current property values of an instance by name.
    pub(crate) fn property_values(&self, instance: InstanceRef) -> Map {
        let properties = self.meta(instance).description.properties.iter().enumerate();
        properties
            .map(|(index, property)| (property.name.clone(), self.component(instance).property(index)))
            .collect()
    }

    /// Kind of the instance's data at its level.
    pub(crate) fn data_kind(&self, instance: InstanceRef) -> DataKind {
        let level = self.meta(instance).described_level();
        level.and_then(|level| level.data_kind).unwrap_or(self.component(instance).data().kind())
    }

    /// Node of the robot that carries the instance; for a robot, its own node.
    pub(crate) fn robot_node(&self, instance: InstanceRef) -> NodeId {
        match instance {
            InstanceRef::Robot(index) => self.robots[index].meta.node,
            InstanceRef::Sensor(index) => self.sensors[index].robot,
            InstanceRef::Actuator(index) => self.robots[self.actuators[index].robot].meta.node,
        }
    }
}
