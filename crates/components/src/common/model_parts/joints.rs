//! Joints of an armature by name: values, and look-up of bones.

use morse_sim::prelude::*;
use morse_world::{Armature, JointKind, NodeId};

/// The value of each joint of an armature. The names of the joints come from the model.
#[derive(Data, Debug, Clone, Default, PartialEq)]
#[data(kind = JointState)]
pub struct JointValues {
    /// Angle of each rotating joint, and position of each sliding joint, by name. [rad or m]
    #[data(open)]
    joints: Dict,
}

impl JointValues {
    /// Reads the current values of all joints.
    pub(crate) fn of(armature: &Armature) -> Self {
        let entry = |bone| (name(armature, bone).to_owned(), Value::Float(armature.value(bone)));
        // Names of bones are unique.
        Self { joints: Dict(Map::from_distinct(joints(armature).map(entry).collect())) }
    }

    /// Creates the value zero for every joint.
    pub(crate) fn zeros(armature: &Armature) -> Self {
        let zero = |bone| (name(armature, bone).to_owned(), Value::Float(0.0));
        Self { joints: Dict(Map::from_distinct(joints(armature).map(zero).collect())) }
    }

    /// Values of joints by name. [rad or m]
    pub(crate) fn from_entries(entries: impl IntoIterator<Item = (String, f64)>) -> Self {
        Self { joints: Dict(entries.into_iter().map(|(name, value)| (name, Value::Float(value))).collect()) }
    }

    /// The names of the joints that have a value.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.joints.0.keys()
    }

    pub(crate) fn get(&self, joint: &str) -> Option<f64> {
        self.joints.0.get(joint)?.as_f64()
    }

    pub(crate) fn set(&mut self, joint: &str, value: f64) {
        self.joints.0.insert(joint, value);
    }

    pub(crate) fn to_value(&self) -> Value {
        Value::Map(self.joints.0.clone())
    }
}

/// Indices of the bones that have a joint, in order.
pub(crate) fn joints(armature: &Armature) -> impl Iterator<Item = usize> + '_ {
    let moves = |&bone: &usize| armature.bones()[bone].joint_kind() != JointKind::Fixed;
    (0..armature.bones().len()).filter(moves)
}

/// Name of the joint of a bone, which is the name of the bone.
pub(crate) fn name(armature: &Armature, bone: usize) -> &str {
    &armature.bones()[bone].name
}

/// Finds the bone of a joint by name.
///
/// # Errors
/// If there is no joint of that name; the error lists the joints.
pub(crate) fn find(armature: &Armature, joint: &str) -> Result<usize, ServiceError> {
    let found = joints(armature).find(|&bone| name(armature, bone) == joint);
    found.ok_or_else(|| {
        let known: Vec<&str> = joints(armature).map(|bone| name(armature, bone)).collect();
        ServiceError::Refused(format!("there is no joint {joint:?}; the joints are {}", known.join(", ")))
    })
}

/// Names of all joints, in order, as a list.
pub(crate) fn names(armature: &Armature) -> Value {
    Value::List(joints(armature).map(|bone| Value::from(name(armature, bone))).collect())
}

/// Returns the armature that a component found at its start.
///
/// # Errors
/// If it has no armature, which cannot happen after its start.
pub(crate) fn armature(world: &morse_world::World, node: Option<NodeId>) -> Result<&Armature, ServiceError> {
    let armature = node.and_then(|node| world.armature(node));
    armature.ok_or_else(|| ServiceError::Refused("there is no armature".to_owned()))
}

/// Returns an error for a speed that is not positive.
pub(crate) fn positive(speed: Option<f64>, name: &str) -> Result<Option<f64>, ServiceError> {
    match speed {
        Some(speed) if speed.is_nan() || speed <= 0.0 => {
            Err(ServiceError::Refused(format!("{name} is {speed}; it must be more than 0")))
        }
        speed => Ok(speed),
    }
}

/// Parses goals by joint name. [rad or m]
pub(crate) fn goals_by_name(joints: &Value) -> Result<Vec<(String, f64)>, ServiceError> {
    let map =
        joints.as_map().ok_or_else(|| ServiceError::Refused("joints must be given by name".to_owned()))?;
    let entry = |(joint, value): (&str, &Value)| {
        let value = value.as_f64().filter(|value| value.is_finite());
        let value = value.ok_or_else(|| {
            ServiceError::Refused(format!("the value of joint {joint:?} must be a finite number"))
        });
        Ok((joint.to_owned(), value?))
    };
    map.iter().map(entry).collect()
}
