//! Services of a rotorcraft waypoint actuator.

use morse_sim::prelude::*;

use crate::actuators::flying::rotorcraft_waypoint::{Goal, RotorcraftWaypoint, Status};

#[services]
impl RotorcraftWaypoint {
    /// Sets the goal and returns at once. Returns false, without a change, when the actuator is already there.
    #[service]
    fn setdest(
        &mut self,
        call: &mut Call<'_, Goal>,
        x: f64,
        y: f64,
        z: f64,
        yaw: f64,
        #[default(0.2)] tolerance: f64,
    ) -> bool {
        let here = call.world.world_from(call.node).translation;
        let is_away = here.distance(DVec3::new(x, y, z)) > tolerance;
        if is_away {
            self.go(call, Goal { x, y, z, yaw, tolerance });
        }
        is_away
    }

    /// Flies to the goal and answers `Arrived` on arrival.
    #[service(asynchronous, interruptible = true)]
    fn goto(
        &mut self,
        call: &mut Call<'_, Goal>,
        x: f64,
        y: f64,
        z: f64,
        yaw: f64,
        #[default(0.2)] tolerance: f64,
    ) {
        self.go(call, Goal { x, y, z, yaw, tolerance });
    }

    /// `Stop`, `Transit` or `Arrived`.
    #[service]
    fn get_status(&mut self, _call: &mut Call<'_, Goal>) -> &'static str {
        self.status.word()
    }
}

impl RotorcraftWaypoint {
    fn go(&mut self, call: &mut Call<'_, Goal>, goal: Goal) {
        *call.data = goal;
        self.status = Status::Transit;
    }
}
