//! Services of a waypoint actuator.

use morse_sim::prelude::*;

use crate::actuators::driving::waypoint::{Goal, Status, Waypoint};
use crate::common::driving::final_pose::FinalPose;

#[services]
impl Waypoint {
    /// Sets the goal and returns at once. Returns false, and changes nothing, if the actuator is already within
    /// `tolerance` of the goal.
    #[service]
    fn setdest(
        &mut self,
        call: &mut Call<'_, Goal>,
        x: f64,
        y: f64,
        z: f64,
        #[default(0.5)] tolerance: f64,
        #[default(1.0)] speed: f64,
    ) -> bool {
        let here = call.world.world_from(call.node).translation;
        let is_away = here.distance(DVec3::new(x, y, z)) > tolerance;
        if is_away {
            self.set_goal(call, Goal { x, y, z, tolerance, speed });
        }
        is_away
    }

    /// Drives to the goal. The answer `Arrived` is sent on arrival.
    #[service(asynchronous, interruptible = true)]
    fn goto(
        &mut self,
        call: &mut Call<'_, Goal>,
        x: f64,
        y: f64,
        z: f64,
        #[default(0.5)] tolerance: f64,
        #[default(1.0)] speed: f64,
    ) {
        self.set_goal(call, Goal { x, y, z, tolerance, speed });
    }

    /// Drives to the position, then turns to the heading. The tolerances are the properties `XYGoalTolerance` and
    /// `YawGoalTolerance`, the speed is `Speed`. The answer `Arrived` is sent on arrival; without progress the goal fails.
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
        let (tolerance, speed) = (self.position_tolerance, self.speed);
        self.set_goal(call, Goal { x, y, z, tolerance, speed });
        self.final_pose = Some(pose);
        Ok(())
    }

    /// Stops the robot and keeps the goal. A pending `goto` stays pending; `resume` continues it.
    #[service]
    fn stop(&mut self, call: &mut Call<'_, Goal>) -> &'static str {
        // A second stop must not overwrite the stored speed with zero.
        self.held_speed.get_or_insert(call.data.speed);
        call.data.speed = 0.0;
        self.status = Status::Stop;
        self.status.text()
    }

    /// Continues to the goal after `stop`, at the speed before the stop.
    #[service]
    fn resume(&mut self, call: &mut Call<'_, Goal>) -> &'static str {
        call.data.speed = self.held_speed.take().unwrap_or(call.data.speed);
        self.status = Status::Transit;
        self.status.text()
    }

    /// Returns the status of the motion: `Stop`, `Transit` or `Arrived`.
    #[service]
    fn get_status(&mut self, _call: &mut Call<'_, Goal>) -> &'static str {
        self.status.text()
    }
}

impl Waypoint {
    fn set_goal(&mut self, call: &mut Call<'_, Goal>, goal: Goal) {
        *call.data = goal;
        self.held_speed = None;
        self.final_pose = None;
        self.status = Status::Transit;
    }
}
