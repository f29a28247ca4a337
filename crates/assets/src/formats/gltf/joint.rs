//! Joints between nodes and inertias, in extras of nodes.

use glam::{DAffine3, DMat3, DVec3};
use serde::Deserialize;

use crate::model::{
    EffortPolynomial, Inertial, Joint, JointKind, JointLimits, JointMotor, JointSpring, Mimic, NodeId,
    ServoGains,
};

/// The record `morse_joint` of a node that is not a bone: its joint to the node above it. In its own pose, the joint is at
/// `position`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectJoint {
    name: Option<String>,
    kind: JointKind,
    /// Axis in the frame of the node: x, y or z, or a vector.
    #[serde(default)]
    axis: Axis,
    /// A point of the axis in the frame of the node. \[m\]
    #[serde(default)]
    anchor: [f64; 3],
    /// Lowest and highest position. \[rad or m\]
    limits: Option<[f64; 2]>,
    /// Greatest velocity. \[rad/s or m/s\]
    velocity: Option<f64>,
    /// Greatest effort. \[N·m or N\]
    effort: Option<f64>,
    #[serde(default)]
    position: f64,
    #[serde(default)]
    damping: f64,
    #[serde(default)]
    friction: f64,
    mimic: Option<MimicRecord>,
    #[serde(default)]
    armature: f64,
    spring: Option<JointSpring>,
    #[serde(default)]
    polynomial: EffortPolynomial,
    servo: Option<ServoGains>,
    motor: Option<JointMotor>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Axis {
    Named(char),
    Vector([f64; 3]),
}

impl Default for Axis {
    fn default() -> Self {
        Axis::Named('z')
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MimicRecord {
    joint: String,
    #[serde(default = "one")]
    multiplier: f64,
    #[serde(default)]
    offset: f64,
}

fn one() -> f64 {
    1.0
}

impl ObjectJoint {
    /// The record, if its numbers are possible.
    pub(super) fn checked(self) -> Result<Self, String> {
        if self.direction().is_none() {
            return Err("axis is not x, y, z or a vector with a length".to_owned());
        }
        if let Some([low, high]) = self.limits.filter(|[low, high]| low > high) {
            return Err(format!("limits: the lower one, {low}, is above the upper one, {high}"));
        }
        let numbers = [
            self.velocity.unwrap_or(0.0),
            self.effort.unwrap_or(0.0),
            self.damping,
            self.friction,
            self.armature,
            self.motor.map_or(0.0, |motor| motor.effort),
        ];
        match numbers.iter().find(|number| **number < 0.0) {
            Some(number) => Err(format!("{number} is below 0")),
            None => Ok(self),
        }
    }

    fn direction(&self) -> Option<DVec3> {
        match self.axis {
            Axis::Named('x') => Some(DVec3::X),
            Axis::Named('y') => Some(DVec3::Y),
            Axis::Named('z') => Some(DVec3::Z),
            Axis::Named(_) => None,
            Axis::Vector(vector) => DVec3::from_array(vector).try_normalize(),
        }
    }

    /// The joint between two nodes.
    pub(super) fn between(&self, child_name: &str, parent: NodeId, child: NodeId) -> Joint {
        let [lower, upper] = self.limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let velocity = self.velocity.unwrap_or(f64::INFINITY);
        let effort = self.effort.unwrap_or(f64::INFINITY);
        let is_limited = self.limits.is_some() || self.velocity.is_some() || self.effort.is_some();
        Joint {
            name: self.name.clone().unwrap_or_else(|| child_name.to_owned()),
            kind: self.kind,
            parent,
            child,
            anchor: DVec3::from_array(self.anchor),
            axis: self.direction().unwrap_or(DVec3::Z),
            limits: is_limited.then_some(JointLimits { lower, upper, velocity, effort }),
            position: self.position,
            reference: 0.0,
            damping: self.damping,
            friction: self.friction,
            mimic: self.mimic.as_ref().map(|mimic| Mimic {
                joint: mimic.joint.clone(),
                multiplier: mimic.multiplier,
                offset: mimic.offset,
            }),
            armature: self.armature,
            spring: self.spring,
            polynomial: self.polynomial,
            servo: self.servo,
            motor: self.motor,
            limit_softness: None,
            friction_softness: None,
            ball: None,
        }
    }
}

/// The record `morse_inertial`: mass and inertia of a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct InertialRecord {
    /// \[kg\]
    mass: f64,
    /// Center of mass in the frame of the node. \[m\]
    #[serde(default)]
    center: [f64; 3],
    /// Inertia about the center of mass along the axes of the node: xx, yy, zz, xy, xz, yz \[kg·m²\].
    inertia: [f64; 6],
}

impl InertialRecord {
    pub(super) fn inertial(self) -> Result<Inertial, String> {
        if self.mass < 0.0 {
            return Err(format!("mass: {} is below 0", self.mass));
        }
        let [xx, yy, zz, xy, xz, yz] = self.inertia;
        Ok(Inertial {
            mass: self.mass,
            node_from_inertia: DAffine3::from_translation(DVec3::from_array(self.center)),
            inertia: DMat3::from_cols(DVec3::new(xx, xy, xz), DVec3::new(xy, yy, yz), DVec3::new(xz, yz, zz)),
        })
    }
}
