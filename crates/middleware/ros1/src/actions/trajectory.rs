//! `control_msgs/JointTrajectoryAction` and `control_msgs/FollowJointTrajectoryAction`, executed by the service `trajectory(trajectory)`.

use morse_ros::header::{Header, Header1};
use morse_ros::messages::actionlib_msgs::{GoalID, GoalStatus};
use morse_ros::messages::control_msgs::{
    FollowJointTrajectoryActionFeedback, FollowJointTrajectoryActionGoal, FollowJointTrajectoryActionResult,
    FollowJointTrajectoryResult, JointTrajectoryActionFeedback, JointTrajectoryActionGoal,
    JointTrajectoryActionResult, JointTrajectoryResult,
};
use morse_ros::messages::trajectory_msgs::JointTrajectory;
use morse_scene::description::ServiceDescription;
use morse_scene::value::{Map, Value};
use morse_sim::contract::service::Answer;

use super::server::Action;
use crate::service_caller::Caller;
use crate::tcpros_node::Ros1Node;
use crate::xmlrpc;

/// Moves joints along a trajectory.
#[derive(Clone)]
pub(super) struct FollowTrajectory {
    caller: Caller,
    service: String,
}

impl FollowTrajectory {
    /// The action for a service `trajectory` with one argument; `None` for other services.
    pub(super) fn new(service: &ServiceDescription, caller: &Caller) -> Option<Self> {
        let matches = service.name == "trajectory" && service.arguments.len() == 1;
        matches.then(|| Self { caller: caller.clone(), service: service.name.clone() })
    }

    /// Sets the parameters from which clients read the names of the joints, as soon as the simulation runs.
    pub(super) fn announce_joints(&self, node: &Ros1Node, name: &str) {
        let (caller, setter) = (self.caller.clone(), node.parameters());
        let keys = [format!("{name}/joints"), format!("{name}/joint_trajectory_action/joints")];
        node.transport().spawn(async move {
            if let Ok(joints) = joints(&caller).await {
                for key in keys {
                    setter.set(&key, xmlrpc::Value::from(joints.clone()));
                }
            }
        });
    }
}

/// Names of the joints, in the order of the component.
async fn joints(caller: &Caller) -> Result<Vec<String>, String> {
    match caller.call("get_joints", Vec::new()).await {
        Ok(Answer::Success(Value::List(names))) => {
            Ok(names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
        }
        Ok(Answer::Failed(error)) => Err(error.to_string()),
        Ok(_) => Err("the component does not return the names of its joints".to_owned()),
        Err(ended) => Err(ended.to_string()),
    }
}

impl Action for FollowTrajectory {
    type Goal = JointTrajectoryActionGoal<Header1>;
    type Result = JointTrajectoryActionResult<Header1>;
    type Feedback = JointTrajectoryActionFeedback<Header1>;

    fn goal_id(goal: &mut Self::Goal) -> &mut GoalID {
        &mut goal.goal_id
    }

    fn result(header: Header1, status: GoalStatus, _: Option<&Answer>) -> Self::Result {
        JointTrajectoryActionResult { header, status, result: JointTrajectoryResult {} }
    }

    fn caller(&self) -> &Caller {
        &self.caller
    }

    fn service(&self) -> &str {
        &self.service
    }

    async fn arguments(&self, goal: &Self::Goal) -> Result<Vec<Value>, String> {
        let joints = joints(&self.caller).await?;
        Ok(vec![trajectory(&goal.goal.trajectory, &joints)?])
    }
}

/// The same by the action that MoveIt and the controllers of ros_control use.
pub(super) struct FollowJointTrajectory(pub(super) FollowTrajectory);

impl Action for FollowJointTrajectory {
    type Goal = FollowJointTrajectoryActionGoal<Header1>;
    type Result = FollowJointTrajectoryActionResult<Header1>;
    type Feedback = FollowJointTrajectoryActionFeedback<Header1>;

    fn goal_id(goal: &mut Self::Goal) -> &mut GoalID {
        &mut goal.goal_id
    }

    fn result(header: Header1, status: GoalStatus, _: Option<&Answer>) -> Self::Result {
        let (error_code, error_string) = match status.status {
            GoalStatus::REJECTED => (FollowJointTrajectoryResult::INVALID_GOAL, status.text.clone()),
            GoalStatus::ABORTED => {
                (FollowJointTrajectoryResult::PATH_TOLERANCE_VIOLATED, status.text.clone())
            }
            _ => (FollowJointTrajectoryResult::SUCCESSFUL, String::new()),
        };
        let result = FollowJointTrajectoryResult { error_code, error_string };
        FollowJointTrajectoryActionResult { header, status, result }
    }

    fn caller(&self) -> &Caller {
        self.0.caller()
    }

    fn service(&self) -> &str {
        self.0.service()
    }

    async fn arguments(&self, goal: &Self::Goal) -> Result<Vec<Value>, String> {
        let joints = joints(&self.0.caller).await?;
        Ok(vec![trajectory(&goal.goal.trajectory, &joints)?])
    }
}

/// The argument of the service: start time [s], and points with positions in the order of `joints`.
fn trajectory(given: &JointTrajectory<Header1>, joints: &[String]) -> Result<Value, String> {
    let order = order(&given.joint_names, joints)?;
    if given.points.is_empty() {
        return Err("the trajectory has no points".to_owned());
    }
    let points = given.points.iter().enumerate().map(|(number, point)| {
        let positions: Option<Vec<Value>> = order
            .iter()
            .map(|&index| point.positions.get(index).filter(|p| p.is_finite()).copied().map(Value::from))
            .collect();
        let positions = positions.filter(|_| point.positions.len() == joints.len());
        let positions =
            positions.ok_or_else(|| format!("point {number} must have a finite position for each joint"))?;
        let after_s = point.time_from_start.as_ns() as f64 * 1e-9;
        Ok(Value::Map(Map::from([
            ("positions", Value::List(positions)),
            ("time_from_start", after_s.into()),
        ])))
    });
    let points = points.collect::<Result<Vec<Value>, String>>()?;
    let mut trajectory = Map::from([("points", Value::List(points))]);
    // Without a stamp, the trajectory starts immediately.
    if given.header.stamp_ns() > 0 {
        trajectory.insert("starttime", Value::from(given.header.stamp_ns() as f64 * 1e-9));
    }
    Ok(Value::Map(trajectory))
}

/// For each joint of the component, its index in the names of a goal. An empty list of names means the component's order.
fn order(names: &[String], joints: &[String]) -> Result<Vec<usize>, String> {
    if names.is_empty() {
        return Ok((0..joints.len()).collect());
    }
    if let Some(unknown) = names.iter().find(|name| !joints.contains(name)) {
        return Err(format!("there is no joint {unknown}; there are {}", joints.join(", ")));
    }
    let index = |joint: &String| {
        let index = names.iter().position(|name| name == joint);
        index.ok_or_else(|| format!("the goal does not name the joint {joint}"))
    };
    joints.iter().map(index).collect()
}

#[cfg(test)]
mod tests {
    use morse_ros::Time;
    use morse_ros::messages::trajectory_msgs::JointTrajectoryPoint;

    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn goal(joint_names: &[&str], positions: &[f64]) -> JointTrajectory<Header1> {
        let point = JointTrajectoryPoint {
            positions: positions.to_vec(),
            time_from_start: Time { sec: 1, nanosec: 500_000_000 },
            ..JointTrajectoryPoint::default()
        };
        JointTrajectory { header: Header1::default(), joint_names: names(joint_names), points: vec![point] }
    }

    #[test]
    fn positions_are_in_the_order_of_the_components_joints() {
        let found = trajectory(&goal(&["b", "a"], &[2.0, 1.0]), &names(&["a", "b"])).unwrap();
        let point =
            Map::from([("positions", Value::from(vec![1.0, 2.0])), ("time_from_start", Value::from(1.5))]);
        assert_eq!(found, Value::Map(Map::from([("points", Value::List(vec![point.into()]))])));
    }

    #[test]
    fn error_of_rejected_goal_gives_the_reason() {
        let joints = names(&["a", "b"]);
        let problem =
            |names: &[&str], positions: &[f64]| trajectory(&goal(names, positions), &joints).unwrap_err();
        assert!(problem(&["a", "x"], &[1.0, 2.0]).contains("no joint x"));
        assert!(problem(&["a"], &[1.0]).contains("does not name the joint b"));
        assert!(problem(&["a", "b"], &[1.0]).contains("point 0"));
        assert!(problem(&[], &[1.0, f64::NAN]).contains("point 0"));
        let mut empty = goal(&[], &[]);
        empty.points.clear();
        assert!(trajectory(&empty, &joints).unwrap_err().contains("no points"));
    }
}
