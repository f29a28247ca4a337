//! Positions of joints, and their velocities and efforts.

use morse_scene::data_kind::DataKind;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::Sample;

use super::{Opened, Stream};
use crate::header::Header;
use crate::messages::{control_msgs, sensor_msgs, trajectory_msgs};
use crate::node_interface::Node;
use crate::streams::fields::{dict, joints};

/// Joints of a PR2. All are sent, even those that the scene does not have.
const PR2_JOINTS: [&str; 45] = [
    "laser_tilt_mount_joint",
    "fl_caster_rotation_joint",
    "fl_caster_l_wheel_joint",
    "fl_caster_r_wheel_joint",
    "fr_caster_rotation_joint",
    "fr_caster_l_wheel_joint",
    "fr_caster_r_wheel_joint",
    "bl_caster_rotation_joint",
    "bl_caster_l_wheel_joint",
    "bl_caster_r_wheel_joint",
    "br_caster_rotation_joint",
    "br_caster_l_wheel_joint",
    "br_caster_r_wheel_joint",
    "r_gripper_motor_slider_joint",
    "r_gripper_motor_screw_joint",
    "r_gripper_l_finger_joint",
    "r_gripper_r_finger_joint",
    "r_gripper_l_finger_tip_joint",
    "r_gripper_r_finger_tip_joint",
    "r_gripper_joint",
    "l_gripper_motor_slider_joint",
    "l_gripper_motor_screw_joint",
    "l_gripper_l_finger_joint",
    "l_gripper_r_finger_joint",
    "l_gripper_l_finger_tip_joint",
    "l_gripper_r_finger_tip_joint",
    "l_gripper_joint",
    "torso_lift_joint",
    "torso_lift_motor_screw_joint",
    "head_pan_joint",
    "head_tilt_joint",
    "l_shoulder_pan_joint",
    "l_shoulder_lift_joint",
    "l_upper_arm_roll_joint",
    "l_elbow_flex_joint",
    "l_forearm_roll_joint",
    "l_wrist_flex_joint",
    "l_wrist_roll_joint",
    "r_shoulder_pan_joint",
    "r_shoulder_lift_joint",
    "r_upper_arm_roll_joint",
    "r_elbow_flex_joint",
    "r_forearm_roll_joint",
    "r_wrist_flex_joint",
    "r_wrist_roll_joint",
];

/// Names of the joints of Jido, each with the field of its position.
const JIDO_JOINTS: [(&str, &str); 9] = [
    ("kuka_arm_0_joint", "seg0"),
    ("kuka_arm_1_joint", "seg1"),
    ("kuka_arm_2_joint", "seg2"),
    ("kuka_arm_3_joint", "seg3"),
    ("kuka_arm_4_joint", "seg4"),
    ("kuka_arm_5_joint", "seg5"),
    ("kuka_arm_6_joint", "seg6"),
    ("head_pan_joint", "pan"),
    ("head_tilt_joint", "tilt"),
];

/// Names of the joints of a Kuka arm, each with the field of its position.
const KUKA_JOINTS: [(&str, &str); 7] = [
    ("arm_0_joint", "kuka_1"),
    ("arm_1_joint", "kuka_2"),
    ("arm_2_joint", "kuka_3"),
    ("arm_3_joint", "kuka_4"),
    ("arm_4_joint", "kuka_5"),
    ("arm_5_joint", "kuka_6"),
    ("arm_6_joint", "kuka_7"),
];

/// Names of the joints of a head, each with the field of its position.
const HEAD_JOINTS: [(&str, &str); 2] = [("head_pan_joint", "pan"), ("head_tilt_joint", "tilt")];

fn message<'a, H: Header>(
    header: H,
    joints: impl IntoIterator<Item = (&'a str, f64)>,
) -> sensor_msgs::JointState<H> {
    let (name, position) = joints.into_iter().map(|(name, position)| (name.to_owned(), position)).unzip();
    sensor_msgs::JointState { header, name, position, velocity: vec![], effort: vec![] }
}

/// Positions, velocities and efforts of joints. An effort that is not known is NaN; if none is known, the list is empty.
fn states<H: Header>(sample: &Sample<'_>, header: H) -> sensor_msgs::JointState<H> {
    let [positions, velocities, efforts] =
        ["positions", "velocities", "efforts"].map(|name| dict(sample, name));
    let of = |values: &Map, name: &str| values.get(name).and_then(Value::as_f64).unwrap_or(f64::NAN);
    let list = |values: &Map| match values.is_empty() {
        true => Vec::new(),
        false => positions.keys().map(|name| of(values, name)).collect(),
    };
    sensor_msgs::JointState {
        header,
        name: positions.keys().map(str::to_owned).collect(),
        position: list(&positions),
        velocity: list(&velocities),
        effort: list(&efforts),
    }
}

/// The position of a joint, or zero if the data does not have it.
fn position(known: &[(&str, f64)], joint: &str) -> f64 {
    known.iter().find(|(name, _)| *name == joint).map_or(0.0, |(_, position)| *position)
}

fn renamed<H: Header>(
    sample: &Sample<'_>,
    header: H,
    names: &[(&'static str, &'static str)],
) -> sensor_msgs::JointState<H> {
    let known = joints(sample);
    message(header, names.iter().map(|&(joint, field)| (joint, position(&known, field))))
}

pub(super) fn all<N: Node>(stream: Stream<'_, N>) -> Opened {
    if stream.spec.kind == DataKind::JointStates {
        return stream.open(|sample, header| Some(states(sample, header)));
    }
    stream.open(|sample, header| Some(message(header, joints(sample))))
}

/// All joints of a PR2, then the joints of the data that are not PR2 joints.
pub(super) fn pr2<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let known = joints(sample);
        let further = known.iter().copied().filter(|(name, _)| !PR2_JOINTS.contains(name));
        Some(message(
            header,
            PR2_JOINTS.map(|joint| (joint, position(&known, joint))).into_iter().chain(further),
        ))
    })
}

pub(super) fn jido<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| Some(renamed(sample, header, &JIDO_JOINTS)))
}

/// Joints of a Kuka arm. The header is empty, and velocity and effort are zero, as in MORSE 1.4.
pub(super) fn kuka<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, _| {
        let mut message = renamed(sample, N::Header::default(), &KUKA_JOINTS);
        message.velocity = vec![0.0; KUKA_JOINTS.len()];
        message.effort = vec![0.0; KUKA_JOINTS.len()];
        Some(message)
    })
}

pub(super) fn pan_tilt<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| Some(renamed(sample, header, &HEAD_JOINTS)))
}

pub(super) fn controller_state<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let (joint_names, positions): (Vec<String>, Vec<f64>) =
            joints(sample).into_iter().map(|(name, position)| (name.to_owned(), position)).unzip();
        let zeros = vec![0.0; positions.len()];
        let actual = trajectory_msgs::JointTrajectoryPoint {
            positions,
            velocities: zeros.clone(),
            accelerations: zeros,
            ..Default::default()
        };
        Some(control_msgs::JointTrajectoryControllerState {
            header,
            joint_names,
            actual,
            ..Default::default()
        })
    })
}
