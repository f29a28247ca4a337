//! The built-in part of an external component whose class derives from a built-in class.

use crate::contract::component::erased::{AnyActuator, AnyComponent, AnyRobot, AnySensor};
use crate::contract::data::Data;

/// An instance of a built-in class.
#[derive(Clone)]
pub(crate) enum NativeComponent {
    Robot(Box<dyn AnyRobot>),
    Sensor(Box<dyn AnySensor>),
    Actuator(Box<dyn AnyActuator>),
}

impl NativeComponent {
    pub(crate) fn component(&self) -> &dyn AnyComponent {
        match self {
            Self::Robot(robot) => robot.as_ref(),
            Self::Sensor(sensor) => sensor.as_ref(),
            Self::Actuator(actuator) => actuator.as_ref(),
        }
    }

    pub(crate) fn component_mut(&mut self) -> &mut dyn AnyComponent {
        match self {
            Self::Robot(robot) => robot.as_mut(),
            Self::Sensor(sensor) => sensor.as_mut(),
            Self::Actuator(actuator) => actuator.as_mut(),
        }
    }

    pub(crate) fn data(&self) -> &dyn Data {
        self.component().data()
    }

    pub(crate) fn data_mut(&mut self) -> &mut dyn Data {
        self.component_mut().data_mut()
    }
}
