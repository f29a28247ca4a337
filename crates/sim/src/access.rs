//! Reaching the parts of a unit, whatever its kind.

use morse_world::NodeId;

use crate::cell::AnyComponent;
use crate::simulation::Simulation;
use crate::unit::{Head, ModifierUnit, UnitRef};

impl Simulation {
    pub(crate) fn head(&self, unit: UnitRef) -> &Head {
        match unit {
            UnitRef::Robot(index) => &self.robots[index].head,
            UnitRef::Sensor(index) => &self.sensors[index].head,
            UnitRef::Actuator(index) => &self.actuators[index].head,
        }
    }

    pub(crate) fn head_mut(&mut self, unit: UnitRef) -> &mut Head {
        match unit {
            UnitRef::Robot(index) => &mut self.robots[index].head,
            UnitRef::Sensor(index) => &mut self.sensors[index].head,
            UnitRef::Actuator(index) => &mut self.actuators[index].head,
        }
    }

    pub(crate) fn cell(&self, unit: UnitRef) -> &dyn AnyComponent {
        match unit {
            UnitRef::Robot(index) => self.robots[index].cell.as_ref(),
            UnitRef::Sensor(index) => self.sensors[index].cell.as_ref(),
            UnitRef::Actuator(index) => self.actuators[index].cell.as_ref(),
        }
    }

    pub(crate) fn cell_mut(&mut self, unit: UnitRef) -> &mut dyn AnyComponent {
        match unit {
            UnitRef::Robot(index) => self.robots[index].cell.as_mut(),
            UnitRef::Sensor(index) => self.sensors[index].cell.as_mut(),
            UnitRef::Actuator(index) => self.actuators[index].cell.as_mut(),
        }
    }

    pub(crate) fn modifiers(&self, unit: UnitRef) -> &[ModifierUnit] {
        match unit {
            UnitRef::Robot(_) => &[],
            UnitRef::Sensor(index) => &self.sensors[index].modifiers,
            UnitRef::Actuator(index) => &self.actuators[index].modifiers,
        }
    }

    /// Node of the robot that carries the unit; a robot carries itself.
    pub(crate) fn robot_node(&self, unit: UnitRef) -> NodeId {
        match unit {
            UnitRef::Robot(index) => self.robots[index].head.node,
            UnitRef::Sensor(index) => self.sensors[index].robot,
            UnitRef::Actuator(index) => self.robots[self.actuators[index].robot].head.node,
        }
    }
}
