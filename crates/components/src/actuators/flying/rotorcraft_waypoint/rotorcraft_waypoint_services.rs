//! Services of a rotorcraft waypoint actuator.

use morse_sim::prelude::*;

use crate::actuators::flying::rotorcraft_waypoint::{Goal, RotorcraftWaypoint, Status};
use crate::common::driving::final_pose::FinalPose;

#[services]
impl RotorcraftWaypoint {
    /// Sets the goal and returns at once. Returns false, and changes nothing, if the actuator is already within
    /// `tolerance` of the goal.
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
            self.set_goal(call, Goal { x, y, z, yaw, tolerance });
        }
        is_away
    }

    /// Flies to the goal. The answer `Arrived` is sent on arrival.
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
        self.set_goal(call, Goal { x, y, z, yaw, tolerance });
    }

    /// Flies to the position, then turns to the heading. The tolerances are the properties `XYGoalTolerance` and
    /// `YawGoalTolerance`. The answer `Arrived` is sent on arrival; without progress the goal fails.
    #[service(asynchronous, interruptible = true)]
    fn goto_pose(
        &mut self,
        call: &mut Call<'_, Goal>,
        x: f64,
        y: f64,
        z: f64,
        yaw: f64,
    ) -> Result<(), ServiceError> {
        let pose = FinalPose::new(DVec3::new(x, y, z), yaw)?;
        self.set_goal(call, Goal { x, y, z, yaw, tolerance: self.position_tolerance });
        self.final_pose = Some(pose);
        Ok(())
    }

    /// Returns the status of the motion: `Stop`, `Transit` or `Arrived`.
    #[service]
    fn get_status(&mut self, _call: &mut Call<'_, Goal>) -> &'static str {
        self.status.text()
    }
}

impl RotorcraftWaypoint {
    fn set_goal(&mut self, call: &mut Call<'_, Goal>, goal: Goal) {
        *call.data = goal;
        self.final_pose = None;
        self.status = Status::Transit;
    }
}
