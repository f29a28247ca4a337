//! `nav2_msgs/NavigateToPose` for actuators that move to a point. The service `goto` executes the goal.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_ros::messages::geometry_msgs::{Point, Pose, PoseStamped, Quaternion};
use morse_ros::messages::nav2_msgs::{NavigateToPoseFeedback, NavigateToPoseGoal, NavigateToPoseResult};
use morse_ros::{Frames, Header, Header2, Time2};
use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_world::World;

use crate::actions::messages::GoalId;
use crate::actions::server::{Action, ActionServer, Decide, GoalCall};
use crate::actions::{FEEDBACK_PERIOD_NS, Feedback};

/// Name of the action, after the name of its component.
pub const NAME: &str = "navigate_to_pose";

/// Service that executes the goal.
pub const SERVICE: &str = "goto";

/// Error code of all failures. `error_msg` describes the failure.
const FAILED: u16 = 1;

/// The action of an actuator.
#[derive(Debug, Clone)]
pub struct NavigateToPose {
    /// Whether the actuator also takes the heading and the height of a goal (`DataKind::PoseGoal`).
    with_heading: bool,
    /// Position of the last goal, in the world. [m]
    target: Arc<std::sync::Mutex<DVec3>>,
    frames: Arc<Frames>,
}

impl NavigateToPose {
    /// The action of an actuator with this kind of commands; `None` if it does not move to a point. `frames` are the frames
    /// in which goals may be given.
    #[must_use]
    pub fn for_kind(kind: DataKind, frames: &Arc<Frames>) -> Option<Self> {
        let with_heading = match kind {
            DataKind::Waypoint => false,
            DataKind::PoseGoal => true,
            _ => return None,
        };
        Some(Self { with_heading, target: Arc::default(), frames: Arc::clone(frames) })
    }

    /// The pose of a goal in the world. A goal without orientation has the orientation of its frame.
    fn target_in_map(&self, goal: &NavigateToPoseGoal<Header2>) -> Result<morse_world::Pose, String> {
        let map_from_frame = self.frames.map_from(&goal.pose.header.frame_id)?;
        let Point { x, y, z } = goal.pose.pose.position;
        let Quaternion { x: qx, y: qy, z: qz, w: qw } = goal.pose.pose.orientation;
        if ![x, y, z, qx, qy, qz, qw].iter().all(|number| number.is_finite()) {
            return Err("the pose has a number that is not finite".to_owned());
        }
        let rotation = DQuat::from_xyzw(qx, qy, qz, qw);
        let rotation = if rotation.length() > f64::EPSILON { rotation.normalize() } else { DQuat::IDENTITY };
        Ok(map_from_frame * morse_world::Pose { translation: DVec3::new(x, y, z), rotation })
    }

    fn arguments(&self, map_from_target: morse_world::Pose) -> Vec<Value> {
        let mut arguments: Vec<Value> = map_from_target.translation.to_array().map(Value::Float).into();
        if self.with_heading {
            arguments.push(Value::Float(map_from_target.euler().yaw));
        }
        arguments
    }

    fn target(&self) -> std::sync::MutexGuard<'_, DVec3> {
        self.target.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Action for NavigateToPose {
    type Goal = NavigateToPoseGoal<Header2>;
    type Result = NavigateToPoseResult;
    const PACKAGE: &'static str = "nav2_msgs";
    const NAME: &'static str = "NavigateToPose";

    fn plan(&self, goal: Self::Goal, decide: Decide) {
        decide(self.target_in_map(&goal).map(|map_from_target| {
            *self.target() = map_from_target.translation;
            GoalCall { service: SERVICE, arguments: self.arguments(map_from_target) }
        }));
    }

    fn result(&self, answer: &Answer) -> NavigateToPoseResult {
        match answer {
            Answer::Success(_) => NavigateToPoseResult::default(),
            Answer::Failed(error) => {
                NavigateToPoseResult { error_code: FAILED, error_msg: error.to_string() }
            }
            Answer::Preempted(_) => {
                NavigateToPoseResult { error_code: FAILED, error_msg: "cancelled or replaced".to_owned() }
            }
        }
    }
}

/// Publishes the pose of the robot and the distance to its goal.
pub struct NavigationFeedback {
    server: Arc<ActionServer<NavigateToPose>>,
    action: NavigateToPose,
    robot: String,
    next_ns: i64,
}

impl NavigationFeedback {
    /// Creates the feedback of the action of an actuator of this robot.
    #[must_use]
    pub fn new(server: Arc<ActionServer<NavigateToPose>>, action: NavigateToPose, robot: &str) -> Self {
        Self { server, action, robot: robot.to_owned(), next_ns: i64::MIN }
    }

    fn publish(&self, goal_id: GoalId, stamp_ns: i64, accepted_ns: i64, map_from_robot: morse_world::Pose) {
        let (at, rotation) = (map_from_robot.translation, map_from_robot.rotation);
        let target = *self.action.target();
        let mut distance_m = (target.x - at.x).hypot(target.y - at.y);
        if self.action.with_heading {
            distance_m = distance_m.hypot(target.z - at.z);
        }
        let pose = Pose {
            position: Point { x: at.x, y: at.y, z: at.z },
            orientation: Quaternion { x: rotation.x, y: rotation.y, z: rotation.z, w: rotation.w },
        };
        self.server.publish_feedback(
            goal_id,
            NavigateToPoseFeedback::<Header2> {
                current_pose: PoseStamped { header: Header2::new(0, stamp_ns, "map"), pose },
                navigation_time: Time2::from_ns(stamp_ns - accepted_ns),
                estimated_time_remaining: Time2::default(),
                number_of_recoveries: 0,
                distance_remaining: distance_m as f32,
            },
        );
    }
}

impl Feedback for NavigationFeedback {
    fn component(&self) -> &str {
        self.server.component()
    }

    fn tick(&mut self, stamp_ns: i64, world: &World) {
        if stamp_ns < self.next_ns || !self.server.has_listeners() {
            return;
        }
        let Some((goal_id, accepted_ns)) = self.server.active_goal() else { return };
        let Some(robot) = world.find(&self.robot) else { return };
        self.next_ns = stamp_ns + FEEDBACK_PERIOD_NS;
        self.publish(goal_id, stamp_ns, accepted_ns, world.world_from(robot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(kind: DataKind) -> NavigateToPose {
        NavigateToPose::for_kind(kind, &Arc::default()).unwrap()
    }

    fn goal(frame: &str, x: f64) -> NavigateToPoseGoal<Header2> {
        let orientation = Quaternion { z: 0.5_f64.sin(), w: 0.5_f64.cos(), ..Quaternion::default() };
        let pose = Pose { position: Point { x, y: 2.0, z: 3.0 }, orientation };
        let pose = PoseStamped { header: Header2::new(0, 0, frame), pose };
        NavigateToPoseGoal { pose, behavior_tree: String::new() }
    }

    #[test]
    fn goal_becomes_arguments_of_goto() {
        let ground = action(DataKind::Waypoint);
        let target = ground.target_in_map(&goal("map", 1.0)).unwrap();
        assert_eq!(ground.arguments(target), [1.0.into(), 2.0.into(), 3.0.into()]);
        let air = action(DataKind::PoseGoal);
        let yaw_rad = air.arguments(air.target_in_map(&goal("", 1.0)).unwrap())[3].as_f64().unwrap();
        assert!((yaw_rad - 1.0).abs() < 1e-12);
        assert!(NavigateToPose::for_kind(DataKind::Twist, &Arc::default()).is_none());
    }

    #[test]
    fn goal_may_be_in_any_frame_connected_to_the_map() {
        let frames = Arc::new(Frames::default());
        let air = NavigateToPose::for_kind(DataKind::PoseGoal, &frames).unwrap();
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let map_from_odom = morse_world::Pose { translation: DVec3::new(10.0, 0.0, 0.0), rotation: quarter };
        frames.set_own("map", "odom", map_from_odom);
        let target = air.target_in_map(&goal("odom", 1.0)).unwrap();
        assert!((target.translation - DVec3::new(8.0, 1.0, 3.0)).length() < 1e-12);
        let yaw_rad = air.arguments(target)[3].as_f64().unwrap();
        assert!((yaw_rad - 1.0 - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    }

    #[test]
    fn goals_in_unknown_frames_or_with_infinite_numbers_are_refused() {
        let action = action(DataKind::Waypoint);
        assert!(action.target_in_map(&goal("base_link", 1.0)).unwrap_err().contains("base_link"));
        assert!(action.target_in_map(&goal("map", f64::NAN)).unwrap_err().contains("not finite"));
        assert!(action.target_in_map(&goal("map", f64::INFINITY)).is_err());
    }
}
