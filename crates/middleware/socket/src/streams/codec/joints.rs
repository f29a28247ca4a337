//! Messages with the joints of a PR2: the position of every joint by name, followed by the time stamp.

use morse_sim::contract::data::{Data, Field, FieldInfo};
use morse_sim::transport::stream::Sample;

use super::{cbor, index_of};
use crate::json::{write_field, write_float, write_text};

/// Joints of a PR2, in the order of its joint states in ROS.
const PR2_JOINTS: [&str; 45] = [
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
    "torso_lift_joint",
    "torso_lift_motor_screw_joint",
    "head_pan_joint",
    "head_tilt_joint",
    "laser_tilt_mount_joint",
    "r_upper_arm_roll_joint",
    "r_shoulder_pan_joint",
    "r_shoulder_lift_joint",
    "r_forearm_roll_joint",
    "r_elbow_flex_joint",
    "r_wrist_flex_joint",
    "r_wrist_roll_joint",
    "r_gripper_joint",
    "r_gripper_l_finger_joint",
    "r_gripper_r_finger_joint",
    "r_gripper_r_finger_tip_joint",
    "r_gripper_l_finger_tip_joint",
    "r_gripper_motor_screw_joint",
    "r_gripper_motor_slider_joint",
    "l_upper_arm_roll_joint",
    "l_shoulder_pan_joint",
    "l_shoulder_lift_joint",
    "l_forearm_roll_joint",
    "l_elbow_flex_joint",
    "l_wrist_flex_joint",
    "l_wrist_roll_joint",
    "l_gripper_joint",
    "l_gripper_l_finger_joint",
    "l_gripper_r_finger_joint",
    "l_gripper_r_finger_tip_joint",
    "l_gripper_l_finger_tip_joint",
    "l_gripper_motor_screw_joint",
    "l_gripper_motor_slider_joint",
];

/// Encoder of the joints, in the order of the message.
#[derive(Debug)]
pub(in crate::streams) struct Joints {
    joints: Vec<Joint>,
}

#[derive(Debug)]
struct Joint {
    name: &'static str,
    /// Separator and key before the value.
    key: Box<[u8]>,
    /// Index in the component's data.
    index: Option<usize>,
}

impl Joints {
    pub(super) fn new(fields: &[FieldInfo]) -> Self {
        let joint = |(nth, &name): (usize, &&'static str)| {
            let mut key = if nth == 0 { b"{".to_vec() } else { b", ".to_vec() };
            write_text(&mut key, name);
            key.extend_from_slice(b": ");
            Joint { name, key: key.into_boxed_slice(), index: index_of(fields, name) }
        };
        Self { joints: PR2_JOINTS.iter().enumerate().map(joint).collect() }
    }

    /// Appends the message as JSON. Joints that the component does not have are zero.
    pub(super) fn encode(&self, out: &mut Vec<u8>, sample: &Sample<'_>) {
        for joint in &self.joints {
            out.extend_from_slice(&joint.key);
            write_field(out, joint.position(sample.data));
        }
        out.extend_from_slice(b", \"timestamp\": ");
        write_float(out, sample.timestamp_s);
        out.extend_from_slice(b"}\n");
    }

    /// Appends the message as CBOR.
    pub(super) fn encode_cbor(&self, out: &mut Vec<u8>, sample: &Sample<'_>) {
        cbor::begin_map(out, self.joints.len() + 1);
        for joint in &self.joints {
            cbor::write_text(out, joint.name);
            cbor::write_field(out, joint.position(sample.data));
        }
        cbor::write_text(out, "timestamp");
        cbor::write_float(out, sample.timestamp_s);
    }
}

impl Joint {
    /// Position of the joint; zero if the component does not have it.
    fn position<'a>(&self, data: &'a dyn Data) -> Field<'a> {
        let field = self.index.and_then(|index| data.get(index));
        field.or_else(|| joined(data, self.name)).unwrap_or(Field::Float(0.0))
    }
}

/// Position of a joint among open values, directly or inside of the reading of a combined component.
fn joined<'a>(data: &'a dyn Data, joint: &str) -> Option<Field<'a>> {
    let open = data.open()?;
    let in_reading = || open.values().find_map(|reading| reading.as_map()?.get(joint));
    open.get(joint).or_else(in_reading)?.as_f64().map(Field::Float)
}

#[cfg(test)]
mod tests {
    use morse_scene::value::{Map, Value};
    use morse_sim::contract::data::{Dict, Fields};
    use morse_sim::prelude::*;

    use super::*;

    #[derive(Data, Clone, Default)]
    #[data(kind = JointState)]
    struct Head {
        /// Pan. [rad]
        head_pan_joint: f64,
    }

    #[derive(Data, Clone, Default)]
    struct Arms {
        /// Open values: joints, or readings with joints.
        #[data(open)]
        readings: Dict,
    }

    /// Encodes a message at 12.25 s, and decodes it as a client does.
    fn encoded(fields: &[FieldInfo], data: &dyn Data) -> Map {
        let mut out = Vec::new();
        let sample = Sample {
            timestamp_s: 12.25,
            stamp_ns: 12_250_000_000,
            data,
            world_from_robot: Pose::IDENTITY,
            world_from_component: Pose::IDENTITY,
            errors: None,
        };
        Joints::new(fields).encode(&mut out, &sample);
        match crate::json::read(std::str::from_utf8(&out).unwrap()).unwrap() {
            Value::Map(map) => map,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn joints_are_found_in_readings_of_a_compound_sensor() {
        let arm = Map::from([("timestamp", 3.5), ("l_elbow_flex_joint", -0.25)]);
        let arms = Arms { readings: Dict(Map::from([("pr2.l_arm.pose", Value::Map(arm))])) };
        let map = encoded(Arms::FIELDS, &arms);
        assert_eq!(map.get("l_elbow_flex_joint"), Some(&Value::Float(-0.25)));
        assert_eq!(map.get("r_elbow_flex_joint"), Some(&Value::Float(0.0)));
    }

    #[test]
    fn joints_of_one_armature_are_found_by_name() {
        let arm = Arms { readings: Dict(Map::from([("r_wrist_roll_joint", 1.5)])) };
        assert_eq!(encoded(Arms::FIELDS, &arm).get("r_wrist_roll_joint"), Some(&Value::Float(1.5)));
    }

    #[test]
    fn cbor_has_the_same_names_and_values() {
        let head = Head { head_pan_joint: 0.5 };
        let sample = Sample {
            timestamp_s: 12.25,
            stamp_ns: 12_250_000_000,
            data: &head,
            world_from_robot: Pose::IDENTITY,
            world_from_component: Pose::IDENTITY,
            errors: None,
        };
        let mut out = Vec::new();
        Joints::new(Head::FIELDS).encode_cbor(&mut out, &sample);
        let read: ciborium::Value = ciborium::from_reader(out.as_slice()).unwrap();
        let read = read.into_map().unwrap().into_iter();
        let read: Vec<(String, Value)> =
            read.map(|(key, value)| (key.into_text().unwrap(), value.into_float().unwrap().into())).collect();
        let json: Vec<(String, Value)> = encoded(Head::FIELDS, &head).into_iter().collect();
        assert_eq!(read, json);
    }

    #[test]
    fn message_has_all_joints_and_the_time_stamp() {
        let map = encoded(Head::FIELDS, &Head { head_pan_joint: 0.5 });
        assert_eq!(map.len(), PR2_JOINTS.len() + 1);
        assert_eq!(map.get("timestamp"), Some(&Value::Float(12.25)));
        assert_eq!(map.get("head_pan_joint"), Some(&Value::Float(0.5)));
        assert_eq!(map.get("torso_lift_joint"), Some(&Value::Float(0.0)));
    }
}
