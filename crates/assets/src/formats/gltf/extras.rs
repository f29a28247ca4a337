//! The `extras` of nodes: properties, and the reserved records `morse_physics`, `morse_joint` and `morse_inertial`.

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::Warnings;
use crate::formats::gltf::joint::{InertialRecord, ObjectJoint};
use crate::model::{BodyType, BoneConstraint, Bounds, BoundsShape, IkSettings, Inertial, Physics, Property};

const PHYSICS: &str = "morse_physics";
const JOINT: &str = "morse_joint";
const INERTIAL: &str = "morse_inertial";

/// The contents of the extras of a node.
#[derive(Default)]
pub(super) struct NodeExtras {
    pub properties: Vec<(String, Property)>,
    pub physics: Option<Physics>,
    pub joint: Option<JointExtras>,
    pub inertial: Option<Inertial>,
}

/// The record `morse_joint`: of a bone, or of a joint between a node and the node above it.
pub(super) enum JointExtras {
    Bone(BoneJoint),
    Object(Box<ObjectJoint>),
}

/// The record `morse_joint`: the joint of a bone.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BoneJoint {
    #[serde(default)]
    kind: BoneJointKind,
    /// The axis of the bone to which the limits apply.
    #[serde(default = "axis_y")]
    axis: char,
    /// Limits. \[rad or m\]
    limits: Option<[f64; 2]>,
    /// Axes about which it may rotate.
    #[serde(default)]
    dof: Vec<char>,
    /// Length of the bone. \[m\]
    pub length: Option<f64>,
    /// Whether the bone has an inverse kinematics constraint without a target.
    #[serde(default)]
    ik: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum BoneJointKind {
    Revolute,
    Prismatic,
    #[default]
    Free,
}

fn axis_y() -> char {
    'y'
}

const AXES: [char; 3] = ['x', 'y', 'z'];

impl BoneJoint {
    /// The inverse kinematics constraint as Blender's number, which is 3.
    pub(super) fn constraint(&self) -> Option<BoneConstraint> {
        self.ik.then(|| BoneConstraint {
            name: "IK".to_owned(),
            kind: 3,
            target: None,
            target_bone: None,
            chain_length: 0,
            ik_type: 1,
        })
    }

    /// The inverse kinematics settings of the bone.
    pub(super) fn ik(&self) -> IkSettings {
        let mut ik =
            IkSettings { locked: AXES.map(|axis| !self.dof.contains(&axis)), ..IkSettings::default() };
        match (self.kind, self.limits) {
            (BoneJointKind::Prismatic, limits) => ik.stretch = limits.map_or(1.0, |[_, most]| most),
            (_, Some([low, high])) => {
                if let Some(axis) = AXES.iter().position(|&axis| axis == self.axis) {
                    (ik.limited[axis], ik.min[axis], ik.max[axis]) = (true, low, high);
                }
            }
            (_, None) => {}
        }
        ik
    }
}

/// The record `morse_physics`; missing values are those of [`Physics::default`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PhysicsRecord {
    #[serde(rename = "type")]
    body: Option<String>,
    bounds: Option<String>,
    mass: Option<f64>,
    radius: Option<f64>,
    form_factor: Option<f64>,
    damping: Option<[f64; 2]>,
    margin: Option<f64>,
    friction: Option<f64>,
    elasticity: Option<f64>,
    #[serde(default)]
    compound: bool,
    #[serde(default)]
    actor: bool,
    #[serde(default)]
    ghost: bool,
    #[serde(default)]
    no_sleep: bool,
}

impl PhysicsRecord {
    fn physics(self) -> Result<Physics, String> {
        let mut physics = Physics::default();
        if let Some(name) = self.body {
            let known = BodyType::ALL.map(BodyType::name);
            let place = known.iter().position(|known| *known == name);
            physics.body = BodyType::ALL[place.ok_or_else(|| unknown("type", &name, &known))?];
        }
        if let Some(name) = self.bounds.filter(|name| name != "DEFAULT") {
            let known = BoundsShape::ALL.map(BoundsShape::name);
            let place = known.iter().position(|known| *known == name);
            physics.bounds =
                Bounds::Fitted(BoundsShape::ALL[place.ok_or_else(|| unknown("bounds", &name, &known))?]);
        }
        for (value, field) in [
            (self.mass, &mut physics.mass),
            (self.radius, &mut physics.radius),
            (self.form_factor, &mut physics.form_factor),
            (self.margin, &mut physics.margin),
            (self.friction, &mut physics.friction),
            (self.elasticity, &mut physics.elasticity),
            (self.damping.map(|[linear, _]| linear), &mut physics.linear_damping),
            (self.damping.map(|[_, angular]| angular), &mut physics.angular_damping),
        ] {
            match value {
                Some(value) if value < 0.0 => return Err(format!("{value} is below 0")),
                Some(value) => *field = value,
                None => {}
            }
        }
        physics.flags.compound = self.compound;
        physics.flags.actor = self.actor;
        physics.flags.ghost = self.ghost;
        physics.flags.no_sleep = self.no_sleep;
        Ok(physics)
    }
}

fn unknown(key: &str, name: &str, known: &[&str]) -> String {
    format!("{key} \"{name}\" is not one of {}", known.join(", "))
}

/// Extras as a map; empty if they are something else.
pub(super) fn object(extras: Option<&RawValue>) -> Map<String, Value> {
    extras.and_then(|extras| serde_json::from_str(extras.get()).ok()).unwrap_or_default()
}

/// The contents of the extras of a node. Invalid entries cause a warning and are left out.
pub(super) fn node_extras(
    extras: Option<&RawValue>,
    name: &str,
    is_bone: bool,
    warnings: &mut Warnings,
) -> NodeExtras {
    let mut found = NodeExtras::default();
    for (key, value) in object(extras) {
        let result = match key.as_str() {
            PHYSICS => serde_json::from_value::<PhysicsRecord>(value)
                .map_err(|error| error.to_string())
                .and_then(PhysicsRecord::physics)
                .map(|physics| found.physics = Some(physics)),
            JOINT if is_bone => serde_json::from_value::<BoneJoint>(value)
                .map_err(|error| error.to_string())
                .map(|joint| found.joint = Some(JointExtras::Bone(joint))),
            JOINT => serde_json::from_value::<ObjectJoint>(value)
                .map_err(|error| error.to_string())
                .and_then(ObjectJoint::checked)
                .map(|joint| found.joint = Some(JointExtras::Object(Box::new(joint)))),
            INERTIAL => serde_json::from_value::<InertialRecord>(value)
                .map_err(|error| error.to_string())
                .and_then(InertialRecord::inertial)
                .map(|inertial| found.inertial = Some(inertial)),
            _ => property(value).map(|property| found.properties.push((key.clone(), property))),
        };
        if let Err(problem) = result {
            warnings.add(format!("{name}: extras: {key}: {problem}; it is left out"));
        }
    }
    found
}

fn property(value: Value) -> Result<Property, String> {
    match value {
        Value::Bool(value) => Ok(Property::Bool(value)),
        Value::String(value) => Ok(Property::String(value)),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Ok(Property::Int(whole)),
            (None, Some(value)) => Ok(Property::Float(value)),
            (None, None) => Err("the number is out of range".to_owned()),
        },
        Value::Null | Value::Array(_) | Value::Object(_) => {
            Err("a property is true, false, a number or text".to_owned())
        }
    }
}
