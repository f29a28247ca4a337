//! `control_msgs/PointHead` for pan-tilt units. The service `look_at_point` executes the goal.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use glam::DVec3;
use morse_ros::messages::control_msgs::{PointHeadFeedback, PointHeadGoal};
use morse_ros::point_head::{self, SERVICE};
use morse_ros::{Frames, Header2};
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_world::World;
use serde::Serialize;

use crate::actions::server::{Action, ActionServer, Decide, GoalCall};
use crate::actions::{FEEDBACK_PERIOD_NS, Feedback};
use crate::service_caller::Caller;

/// Name of the action, after the name of its component.
pub const NAME: &str = "point_head";

/// Service that returns pan and tilt.
const ANGLES: &str = "get_pan_tilt";

/// The action of a pan-tilt unit.
#[derive(Clone)]
pub struct PointHead {
    frames: Arc<Frames>,
    /// Position of the last goal, in the world. [m]
    target: Arc<Mutex<DVec3>>,
}

/// The result, which has no fields. ROS 2 adds a byte to types without fields.
#[derive(Debug, Clone, Default, Serialize)]
pub struct PointHeadResult {
    structure_needs_at_least_one_member: u8,
}

impl PointHead {
    /// The action of a component with these services; `None` if it does not look at points. `frames` are the frames in which
    /// goals may be given.
    #[must_use]
    pub fn for_component(services: &[ServiceDescription], frames: &Arc<Frames>) -> Option<Self> {
        let has = |name: &str| services.iter().any(|service| service.name == name);
        (has(SERVICE) && has(ANGLES)).then(|| Self { frames: Arc::clone(frames), target: Arc::default() })
    }

    fn target(&self) -> MutexGuard<'_, DVec3> {
        self.target.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Action for PointHead {
    type Goal = PointHeadGoal<Header2>;
    type Result = PointHeadResult;
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "PointHead";

    fn plan(&self, goal: Self::Goal, decide: Decide) {
        decide(point_head::target_in_map(&goal, &self.frames).map(|target| {
            *self.target() = target;
            GoalCall { service: SERVICE, arguments: target.to_array().map(Value::Float).into() }
        }));
    }

    fn result(&self, _: &Answer) -> PointHeadResult {
        // The status of the goal contains the outcome.
        PointHeadResult::default()
    }
}

/// Publishes the angle between the pointing direction of the unit and the direction to its goal.
pub struct PointingFeedback {
    server: Arc<ActionServer<PointHead>>,
    action: PointHead,
    caller: Caller,
    next_ns: i64,
}

impl PointingFeedback {
    /// Creates the feedback of the action of a unit.
    #[must_use]
    pub fn new(server: Arc<ActionServer<PointHead>>, action: PointHead, caller: &Caller) -> Self {
        Self { server, action, caller: caller.clone(), next_ns: i64::MIN }
    }
}

impl Feedback for PointingFeedback {
    fn component(&self) -> &str {
        self.server.component()
    }

    fn tick(&mut self, stamp_ns: i64, world: &World) {
        if stamp_ns < self.next_ns || !self.server.has_listeners() {
            return;
        }
        let Some((goal_id, _)) = self.server.active_goal() else { return };
        let Some(unit) = world.find(self.server.component()) else { return };
        self.next_ns = stamp_ns + FEEDBACK_PERIOD_NS;
        let target_in_unit = world.world_from(unit).inverse().transform_point(*self.action.target());
        let server = Arc::clone(&self.server);
        // Only the component knows its angles.
        self.caller.call(self.server.component(), ANGLES, Vec::new(), move |answer| {
            let Some([pan_rad, tilt_rad]) = angles(&answer) else { return };
            let pointing_angle_error = point_head::pointing_error_rad(pan_rad, tilt_rad, target_in_unit);
            server.publish_feedback(goal_id, PointHeadFeedback { pointing_angle_error });
        });
    }
}

/// Pan and tilt from the answer of the component. [rad]
fn angles(answer: &Answer) -> Option<[f64; 2]> {
    let Answer::Success(value) = answer else { return None };
    let angles: Vec<f64> = value.as_list()?.iter().filter_map(Value::as_f64).collect();
    angles.try_into().ok()
}
