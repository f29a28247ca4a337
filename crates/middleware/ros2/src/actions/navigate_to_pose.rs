//! `nav2_msgs/NavigateToPose` for actuators that move to a point: the service `goto` pursues the goal.

use std::sync::Arc;

use morse_ros::messages::geometry_msgs::{Point, Pose, PoseStamped, Quaternion};
use morse_ros::messages::nav2_msgs::{NavigateToPoseFeedback, NavigateToPoseGoal, NavigateToPoseResult};
use morse_ros::{Header, Header2, Time2};
use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;
use morse_sim::contract::service::Answer;
use morse_world::World;

use crate::actions::messages::GoalId;
use crate::actions::server::{Action, ActionServer, Decide, Pursuit};

/// Name of the action below that of its component.
pub const NAME: &str = "navigate_to_pose";

/// Service that pursues the goal.
pub const SERVICE: &str = "goto";

/// Time between two messages of feedback. [ns]
const FEEDBACK_PERIOD_NS: i64 = 100_000_000;

/// Code of a result that says only that something failed; `error_msg` says what.
const FAILED: u16 = 1;

/// The action of an actuator.
#[derive(Debug, Clone)]
pub struct NavigateToPose {
    /// Whether the goal has a heading: the actuator then takes it and not only the position.
    with_heading: bool,
    /// Where the last goal is.
    target: Arc<std::sync::Mutex<Point>>,
}

impl NavigateToPose {
    /// The action of an actuator whose commands are of this kind; `None` if it does not move to a point.
    #[must_use]
    pub fn for_kind(kind: DataKind) -> Option<Self> {
        let with_heading = match kind {
            DataKind::Waypoint => false,
            DataKind::PoseGoal => true,
            _ => return None,
        };
        Some(Self { with_heading, target: Arc::default() })
    }

    fn check(&self, goal: &NavigateToPoseGoal<Header2>) -> Result<Vec<Value>, String> {
        let frame = goal.pose.header.frame_id.trim_start_matches('/');
        if !matches!(frame, "" | "map" | "odom") {
            return Err(format!("the pose is in frame `{frame}`; it must be in `map`"));
        }
        let Point { x, y, z } = goal.pose.pose.position;
        let Quaternion { x: qx, y: qy, z: qz, w: qw } = goal.pose.pose.orientation;
        if ![x, y, z, qx, qy, qz, qw].iter().all(|number| number.is_finite()) {
            return Err("the pose has a number that is not finite".to_owned());
        }
        let mut arguments = vec![Value::Float(x), Value::Float(y), Value::Float(z)];
        if self.with_heading {
            let yaw_rad = (2.0 * (qw * qz + qx * qy)).atan2(1.0 - 2.0 * (qy * qy + qz * qz));
            arguments.push(Value::Float(yaw_rad));
        }
        Ok(arguments)
    }

    fn target(&self) -> std::sync::MutexGuard<'_, Point> {
        self.target.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl Action for NavigateToPose {
    type Goal = NavigateToPoseGoal<Header2>;
    type Result = NavigateToPoseResult;
    const PACKAGE: &'static str = "nav2_msgs";
    const NAME: &'static str = "NavigateToPose";

    fn plan(&self, goal: Self::Goal, decide: Decide) {
        let plan = self.check(&goal);
        if plan.is_ok() {
            *self.target() = goal.pose.pose.position;
        }
        decide(plan.map(|arguments| Pursuit { service: SERVICE, arguments }));
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

/// Publishes feedback on the goals of one action.
pub struct Feedback {
    server: Arc<ActionServer<NavigateToPose>>,
    action: NavigateToPose,
    robot: String,
    next_ns: i64,
}

impl Feedback {
    /// Feedback of the action of a robot's actuator.
    #[must_use]
    pub fn new(server: Arc<ActionServer<NavigateToPose>>, action: NavigateToPose, robot: &str) -> Self {
        Self { server, action, robot: robot.to_owned(), next_ns: i64::MIN }
    }

    /// Whether it is about an action of this component.
    #[must_use]
    pub fn is_of(&self, component: &str) -> bool {
        self.server.component() == component
    }

    /// Called in each tick.
    pub fn tick(&mut self, stamp_ns: i64, world: &World) {
        if stamp_ns < self.next_ns || !self.server.has_listeners() {
            return;
        }
        let Some((goal_id, accepted_ns)) = self.server.active_goal() else { return };
        let Some(robot) = world.find(&self.robot) else { return };
        self.next_ns = stamp_ns + FEEDBACK_PERIOD_NS;
        self.publish(goal_id, stamp_ns, accepted_ns, world.world_from(robot));
    }

    fn publish(&self, goal_id: GoalId, stamp_ns: i64, accepted_ns: i64, map_from_robot: morse_world::Pose) {
        let (at, rotation) = (map_from_robot.translation, map_from_robot.rotation);
        let target = self.action.target().clone();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(frame: &str, x: f64) -> NavigateToPoseGoal<Header2> {
        let orientation = Quaternion { z: 0.5_f64.sin(), w: 0.5_f64.cos(), ..Quaternion::default() };
        let pose = Pose { position: Point { x, y: 2.0, z: 3.0 }, orientation };
        let pose = PoseStamped { header: Header2::new(0, 0, frame), pose };
        NavigateToPoseGoal { pose, behavior_tree: String::new() }
    }

    #[test]
    fn the_goal_becomes_arguments_of_goto() {
        let ground = NavigateToPose::for_kind(DataKind::Waypoint).unwrap();
        assert_eq!(ground.check(&goal("map", 1.0)).unwrap(), [1.0.into(), 2.0.into(), 3.0.into()]);
        let air = NavigateToPose::for_kind(DataKind::PoseGoal).unwrap();
        let yaw_rad = air.check(&goal("", 1.0)).unwrap()[3].as_f64().unwrap();
        assert!((yaw_rad - 1.0).abs() < 1e-12);
        assert!(NavigateToPose::for_kind(DataKind::Twist).is_none());
    }

    #[test]
    fn goals_that_cannot_be_meant_are_refused() {
        let action = NavigateToPose::for_kind(DataKind::Waypoint).unwrap();
        assert!(action.check(&goal("base_link", 1.0)).unwrap_err().contains("base_link"));
        assert!(action.check(&goal("map", f64::NAN)).unwrap_err().contains("not finite"));
        assert!(action.check(&goal("map", f64::INFINITY)).is_err());
    }
}
