//! `control_msgs/FollowJointTrajectory` for armatures. The service `trajectory` executes the goal.

use morse_ros::Header2;
use morse_ros::messages::control_msgs::{FollowJointTrajectoryGoal2, FollowJointTrajectoryResult};
use morse_ros::messages::trajectory_msgs::JointTrajectory;
use morse_scene::description::ServiceDescription;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use crate::actions::server::{Action, Decide, GoalCall};
use crate::service_caller::Caller;

/// Name of the action, after the name of its component.
pub const NAME: &str = "follow_joint_trajectory";

const SERVICE: &str = "trajectory";
const JOINTS: &str = "get_joints";

/// `INVALID_GOAL` of the action's type. `error_string` describes the failure.
const INVALID_GOAL: i32 = -1;

/// The action of an armature.
#[derive(Clone)]
pub struct FollowJointTrajectory {
    caller: Caller,
    component: String,
}

impl FollowJointTrajectory {
    /// The action of a component with these services; `None` if it does not follow trajectories.
    #[must_use]
    pub fn for_component(caller: &Caller, component: &str, services: &[ServiceDescription]) -> Option<Self> {
        let has = |name: &str| services.iter().any(|service| service.name == name);
        (has(SERVICE) && has(JOINTS))
            .then(|| Self { caller: caller.clone(), component: component.to_owned() })
    }
}

impl Action for FollowJointTrajectory {
    type Goal = FollowJointTrajectoryGoal2<Header2>;
    type Result = FollowJointTrajectoryResult;
    const PACKAGE: &'static str = "control_msgs";
    const NAME: &'static str = "FollowJointTrajectory";

    fn plan(&self, goal: Self::Goal, decide: Decide) {
        // Only the component knows the order of its joints.
        self.caller.call(&self.component, JOINTS, Vec::new(), move |answer| {
            let arguments = joints_of(&answer).and_then(|joints| arguments(&goal.trajectory, &joints));
            decide(arguments.map(|arguments| GoalCall { service: SERVICE, arguments }));
        });
    }

    fn result(&self, answer: &Answer) -> FollowJointTrajectoryResult {
        match answer {
            Answer::Success(_) => FollowJointTrajectoryResult::default(),
            Answer::Failed(error) => {
                FollowJointTrajectoryResult { error_code: INVALID_GOAL, error_string: error.to_string() }
            }
            Answer::Preempted(_) => FollowJointTrajectoryResult {
                error_code: INVALID_GOAL,
                error_string: "cancelled or replaced".to_owned(),
            },
        }
    }
}

/// The names in the answer of `get_joints`.
fn joints_of(answer: &Answer) -> Result<Vec<String>, String> {
    let value = match answer {
        Answer::Success(value) => value,
        Answer::Failed(error) => return Err(error.to_string()),
        Answer::Preempted(_) => return Err("it was interrupted".to_owned()),
    };
    let names = value.as_list().unwrap_or_default().iter().filter_map(Value::as_str);
    Ok(names.map(str::to_owned).collect())
}

/// The arguments of `trajectory`: positions in the order of the component's joints.
fn arguments(trajectory: &JointTrajectory<Header2>, joints: &[String]) -> Result<Vec<Value>, String> {
    let names = &trajectory.joint_names;
    let order: Option<Vec<usize>> =
        joints.iter().map(|joint| names.iter().position(|name| name == joint)).collect();
    let order =
        order.filter(|order| order.len() == names.len()).ok_or_else(|| other_joints(names, joints))?;
    if trajectory.points.is_empty() {
        return Err("the trajectory has no points".to_owned());
    }
    let mut last_ns = -1;
    let mut points = Vec::with_capacity(trajectory.points.len());
    for (number, point) in trajectory.points.iter().enumerate() {
        let positions: Option<Vec<f64>> =
            order.iter().map(|&index| point.positions.get(index).copied()).collect();
        let positions = positions
            .filter(|positions| positions.len() == point.positions.len())
            .ok_or_else(|| format!("point {number} must have one position for each joint"))?;
        if !positions.iter().all(|position| position.is_finite()) {
            return Err(format!("point {number} has a position that is not finite"));
        }
        let time_ns = point.time_from_start.as_ns();
        if time_ns <= last_ns {
            return Err(format!("point {number} is not later than the point before it"));
        }
        last_ns = time_ns;
        let positions = positions.into_iter().map(Value::Float).collect();
        let time_s = Value::Float(time_ns as f64 * 1e-9);
        points.push(Value::Map(Map::from([
            ("positions", Value::List(positions)),
            ("time_from_start", time_s),
        ])));
    }
    let stamp = trajectory.header.stamp;
    let start_s = Value::Float(stamp.as_ns() as f64 * 1e-9);
    let mut trajectory = Map::from([("points", Value::List(points))]);
    // A stamp of zero means that the trajectory starts immediately.
    if stamp != morse_ros::Time2::default() {
        trajectory.insert("starttime", start_s);
    }
    Ok(vec![Value::Map(trajectory)])
}

/// The error for a trajectory whose joints are not those of the arm. A client may send any number of names.
fn other_joints(names: &[String], joints: &[String]) -> String {
    const SHOWN_MAX: usize = 20;
    let shown = &names[..names.len().min(SHOWN_MAX)];
    let more = match names.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "the trajectory is for the joints {shown:?}{more}; the arm has {joints:?}, and each must be named once"
    )
}

#[cfg(test)]
mod tests {
    use morse_ros::Time2;
    use morse_ros::messages::trajectory_msgs::JointTrajectoryPoint;

    use super::*;

    fn point(positions: &[f64], time_ns: i64) -> JointTrajectoryPoint {
        JointTrajectoryPoint {
            positions: positions.to_vec(),
            time_from_start: Time2::from_ns(time_ns),
            ..JointTrajectoryPoint::default()
        }
    }

    fn trajectory(names: &[&str], points: Vec<JointTrajectoryPoint>) -> JointTrajectory<Header2> {
        let joint_names = names.iter().map(|&name| name.to_owned()).collect();
        JointTrajectory { header: Header2::default(), joint_names, points }
    }

    fn joints() -> Vec<String> {
        vec!["a".into(), "b".into()]
    }

    #[test]
    fn positions_are_in_the_order_of_the_arm() {
        let given = trajectory(&["b", "a"], vec![point(&[2.0, 1.0], 500_000_000)]);
        let arguments = arguments(&given, &joints()).unwrap();
        let points = arguments[0].as_map().unwrap().get("points").unwrap().as_list().unwrap();
        let point = points[0].as_map().unwrap();
        assert_eq!(point.get("positions").unwrap().as_list().unwrap(), [1.0.into(), 2.0.into()]);
        assert_eq!(point.get("time_from_start").unwrap().as_f64(), Some(0.5));
        assert!(arguments[0].as_map().unwrap().get("starttime").is_none());
    }

    #[test]
    fn trajectories_that_do_not_fit_are_refused() {
        let refused = |names: &[&str], points| arguments(&trajectory(names, points), &joints()).unwrap_err();
        assert!(refused(&["a"], vec![point(&[1.0], 1)]).contains("each must be named once"));
        assert!(refused(&["a", "b", "c"], vec![]).contains("each must be named once"));
        let many: Vec<String> = (0..10_000).map(|number| format!("joint{number}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let reason = refused(&many, vec![point(&[1.0], 1)]);
        assert!(reason.contains("and 9980 more") && reason.len() < 1000, "{reason}");
        assert!(refused(&["a", "b"], vec![]).contains("no points"));
        assert!(refused(&["a", "b"], vec![point(&[1.0], 1)]).contains("point 0"));
        assert!(refused(&["a", "b"], vec![point(&[1.0, f64::NAN], 1)]).contains("not finite"));
        let twice = vec![point(&[1.0, 2.0], 5), point(&[1.0, 2.0], 5)];
        assert!(refused(&["a", "b"], twice).contains("point 1 is not later"));
    }
}
