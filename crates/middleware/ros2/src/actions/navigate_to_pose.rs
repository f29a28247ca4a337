//! `nav2_msgs/NavigateToPose` for actuators that move to a point. The service `goto_pose` executes the goal: it reaches the
//! position and the heading within the tolerances of Nav2. Classes of users that only have `goto` reach the position.

use std::sync::Arc;

use glam::{DQuat, DVec3};
use morse_ros::messages::geometry_msgs::{Point, Pose, PoseStamped, Quaternion};
use morse_ros::messages::nav2_msgs::{NavigateToPoseFeedback, NavigateToPoseGoal, NavigateToPoseResult};
use morse_ros::{Frames, Header, Header2, Time2};
use morse_scene::data_kind::DataKind;
use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_world::World;

use crate::actions::messages::GoalId;
use crate::actions::server::{Action, ActionServer, Decide, GoalCall};
use crate::actions::{FEEDBACK_PERIOD_NS, Feedback};

/// Name of the action, after the name of its component.
pub const NAME: &str = "navigate_to_pose";

/// Service that executes the goal.
const WITH_HEADING: &str = "goto_pose";

/// Service that executes the goal of a component without `goto_pose`.
const WITHOUT_HEADING: &str = "goto";

/// Tolerance of a goal for `goto`: `xy_goal_tolerance` of Nav2. [m]
const TOLERANCE_M: f64 = 0.25;

/// Largest coordinate of a goal. [m]
const COORDINATE_MAX_M: f64 = 1e6;

/// Smallest length of a quaternion. Shorter ones are refused as not set.
const QUATERNION_MIN: f64 = 1e-3;

/// Error code of goals without progress: `FAILED_TO_MAKE_PROGRESS` of `nav2_msgs/FollowPath`.
const NO_PROGRESS: u16 = 105;

/// Error code of all other failures: `UNKNOWN` of `nav2_msgs/NavigateToPose`. `error_msg` describes the failure.
const FAILED: u16 = 9000;

/// The action of an actuator.
#[derive(Debug, Clone)]
pub struct NavigateToPose {
    /// Whether the actuator flies: `goto` takes a heading, and the height counts for the distance (`DataKind::PoseGoal`).
    flies: bool,
    /// Service that executes the goal.
    service: &'static str,
    /// Position of the last goal, in the world. [m]
    target: Arc<std::sync::Mutex<DVec3>>,
    frames: Arc<Frames>,
}

impl NavigateToPose {
    /// The action of an actuator with this kind of commands and these services; `None` if it does not move to a point.
    /// `frames` are the frames in which goals may be given.
    #[must_use]
    pub fn for_component(
        kind: DataKind,
        services: &[ServiceDescription],
        frames: &Arc<Frames>,
    ) -> Option<Self> {
        let flies = match kind {
            DataKind::Waypoint => false,
            DataKind::PoseGoal => true,
            _ => return None,
        };
        let mut names = [WITH_HEADING, WITHOUT_HEADING].into_iter();
        let service = names.find(|name| services.iter().any(|service| service.name == *name))?;
        Some(Self { flies, service, target: Arc::default(), frames: Arc::clone(frames) })
    }

    /// The pose of a goal in the world.
    fn target_in_map(&self, goal: &NavigateToPoseGoal<Header2>) -> Result<morse_world::Pose, String> {
        let map_from_frame = self.frames.map_from(&goal.pose.header.frame_id)?;
        let Point { x, y, z } = goal.pose.pose.position;
        let Quaternion { x: qx, y: qy, z: qz, w: qw } = goal.pose.pose.orientation;
        if ![x, y, z, qx, qy, qz, qw].iter().all(|number| number.is_finite()) {
            return Err("the pose has a number that is not finite".to_owned());
        }
        let rotation = DQuat::from_xyzw(qx, qy, qz, qw);
        let length = rotation.length();
        if !length.is_finite() || length < QUATERNION_MIN {
            return Err(format!(
                "the orientation is the quaternion ({qx}, {qy}, {qz}, {qw}), which is not a rotation; without a turn it is \
                 (0, 0, 0, 1)"
            ));
        }
        let pose = morse_world::Pose { translation: DVec3::new(x, y, z), rotation: rotation / length };
        let map_from_target = map_from_frame * pose;
        if map_from_target.translation.abs().max_element() > COORDINATE_MAX_M {
            return Err(format!(
                "the position is ({x}, {y}, {z}); coordinates must be within {COORDINATE_MAX_M:e} m"
            ));
        }
        Ok(map_from_target)
    }

    fn arguments(&self, map_from_target: morse_world::Pose) -> Vec<Value> {
        let mut arguments: Vec<Value> = map_from_target.translation.to_array().map(Value::Float).into();
        if self.flies || self.service == WITH_HEADING {
            arguments.push(Value::Float(map_from_target.euler().yaw));
        }
        if self.service == WITHOUT_HEADING {
            arguments.push(Value::Float(TOLERANCE_M));
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
            GoalCall { service: self.service, arguments: self.arguments(map_from_target) }
        }));
    }

    fn result(&self, answer: &Answer) -> NavigateToPoseResult {
        match answer {
            Answer::Success(_) => NavigateToPoseResult::default(),
            Answer::Failed(error) => {
                let error_msg = error.to_string();
                let error_code = if error_msg.contains("no progress") { NO_PROGRESS } else { FAILED };
                NavigateToPoseResult { error_code, error_msg }
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
        if self.action.flies {
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
    use morse_scene::description::ServiceKind;

    use super::*;

    fn services(name: &str) -> [ServiceDescription; 1] {
        [ServiceDescription {
            name: name.to_owned(),
            arguments: Vec::new(),
            takes_flag: false,
            kind: ServiceKind::Async,
            interruptible: Some(true),
            doc: String::new(),
        }]
    }

    fn action(kind: DataKind) -> NavigateToPose {
        NavigateToPose::for_component(kind, &services("goto_pose"), &Arc::default()).unwrap()
    }

    fn goal(frame: &str, x: f64) -> NavigateToPoseGoal<Header2> {
        let orientation = Quaternion { z: 0.5_f64.sin(), w: 0.5_f64.cos(), ..Quaternion::default() };
        let pose = Pose { position: Point { x, y: 2.0, z: 3.0 }, orientation };
        let pose = PoseStamped { header: Header2::new(0, 0, frame), pose };
        NavigateToPoseGoal { pose, behavior_tree: String::new() }
    }

    #[test]
    fn goal_becomes_arguments_of_its_service() {
        let old =
            NavigateToPose::for_component(DataKind::Waypoint, &services("goto"), &Arc::default()).unwrap();
        let target = old.target_in_map(&goal("map", 1.0)).unwrap();
        assert_eq!(old.arguments(target), [1.0.into(), 2.0.into(), 3.0.into(), 0.25.into()]);
        let ground = action(DataKind::Waypoint);
        let yaw_rad = ground.arguments(target)[3].as_f64().unwrap();
        assert!((yaw_rad - 1.0).abs() < 1e-12);
        let air = action(DataKind::PoseGoal);
        let yaw_rad = air.arguments(air.target_in_map(&goal("", 1.0)).unwrap())[3].as_f64().unwrap();
        assert!((yaw_rad - 1.0).abs() < 1e-12);
        let none =
            |kind, name| NavigateToPose::for_component(kind, &services(name), &Arc::default()).is_none();
        assert!(none(DataKind::Twist, "goto") && none(DataKind::Waypoint, "stop"));
    }

    #[test]
    fn goal_may_be_in_any_frame_connected_to_the_map() {
        let frames = Arc::new(Frames::default());
        let air = NavigateToPose::for_component(DataKind::PoseGoal, &services("goto_pose"), &frames).unwrap();
        let quarter = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_2);
        let map_from_odom = morse_world::Pose { translation: DVec3::new(10.0, 0.0, 0.0), rotation: quarter };
        frames.set_own("map", "odom", map_from_odom);
        let target = air.target_in_map(&goal("odom", 1.0)).unwrap();
        assert!((target.translation - DVec3::new(8.0, 1.0, 3.0)).length() < 1e-12);
        let yaw_rad = air.arguments(target)[3].as_f64().unwrap();
        assert!((yaw_rad - 1.0 - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    }

    #[test]
    fn goals_in_unknown_frames_or_with_invalid_numbers_are_refused() {
        let action = action(DataKind::Waypoint);
        assert!(action.target_in_map(&goal("base_link", 1.0)).unwrap_err().contains("base_link"));
        assert!(action.target_in_map(&goal("map", f64::NAN)).unwrap_err().contains("not finite"));
        assert!(action.target_in_map(&goal("map", f64::INFINITY)).is_err());
        assert!(action.target_in_map(&goal("map", 1e300)).unwrap_err().contains("within 1e6 m"));
        let mut unset = goal("map", 1.0);
        unset.pose.pose.orientation = Quaternion::default();
        assert!(action.target_in_map(&unset).unwrap_err().contains("(0, 0, 0, 0), which is not a rotation"));
    }
}
