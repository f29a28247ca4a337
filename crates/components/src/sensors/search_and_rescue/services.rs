//! What clients may ask of a search and rescue sensor.

use morse_sim::prelude::*;
use morse_world::NodeId;

use super::{SearchAndRescue, Victims, victim};

#[services]
impl SearchAndRescue {
    /// Heals the nearest victim in view. It must be in range, and the robot able to help; answers when it is done.
    #[service(asynchronous)]
    fn heal(&mut self, _call: &mut Call<'_, Victims>) {
        self.healing = Some(0);
    }

    /// What the robot can heal, as a list of numbers.
    #[service]
    fn get_robot_abilities(&mut self, _call: &mut Call<'_, Victims>) -> Value {
        self.abilities().to_value()
    }

    /// What the nearest victim in view requires, as a list of numbers.
    #[service]
    fn get_victim_requirements(&mut self, call: &mut Call<'_, Victims>) -> Result<Value, ServiceError> {
        Ok(victim::needs(call.world, self.victim()?).to_value())
    }

    /// How badly the nearest victim in view is hurt.
    #[service]
    fn get_victim_severity(&mut self, call: &mut Call<'_, Victims>) -> Result<Value, ServiceError> {
        Ok(victim::severity(call.world, self.victim()?))
    }
}

impl SearchAndRescue {
    fn victim(&self) -> Result<NodeId, ServiceError> {
        self.nearest.ok_or_else(|| ServiceError::Refused("No victim in view".to_owned()))
    }
}
