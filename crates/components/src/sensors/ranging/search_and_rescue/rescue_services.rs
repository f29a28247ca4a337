//! Services of a search and rescue sensor.

use morse_sim::prelude::*;
use morse_world::NodeId;

use crate::sensors::ranging::search_and_rescue::{SearchAndRescue, Victims, victim};

#[services]
impl SearchAndRescue {
    /// Heals the nearest victim in view. The victim must be within `Heal_range`, and the robot must have an ability that
    /// the victim requires. The answer is sent when healing ends or fails.
    #[service(asynchronous)]
    fn heal(&mut self, _call: &mut Call<'_, Victims>) {
        self.healing = Some(0);
    }

    /// Returns the abilities of the robot, as a list of numbers.
    #[service]
    fn get_robot_abilities(&mut self, _call: &mut Call<'_, Victims>) -> Value {
        self.abilities().to_value()
    }

    /// Returns the requirements of the nearest victim in view, as a list of numbers.
    #[service]
    fn get_victim_requirements(&mut self, call: &mut Call<'_, Victims>) -> Result<Value, ServiceError> {
        Ok(victim::needs(call.world, self.victim()?).to_value())
    }

    /// Returns the severity of the nearest victim in view.
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
