//! Bodies: what makes a node take part in physics.

use glam::{DMat3, DVec3};
use serde::{Deserialize, Serialize};

use crate::convert::fits;
use crate::{Pose, Shape, WorldError};

/// How a body takes part in physics. The names are those of the scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhysicsType {
    /// Never moved by physics; others collide with it.
    Static,
    /// Moved by forces and contacts, but never turned by them. It still turns when told to.
    Dynamic,
    /// Moved and turned by forces and contacts.
    RigidBody,
    /// No body at all: nothing collides with it, no ray hits it.
    NoCollision,
    /// Nothing collides with it and no ray hits it, but it counts as a body.
    Sensor,
    /// A walking figure: as [`PhysicsType::Dynamic`].
    Character,
}

impl PhysicsType {
    /// Whether physics moves it.
    pub fn moves(self) -> bool {
        match self {
            PhysicsType::Dynamic | PhysicsType::RigidBody | PhysicsType::Character => true,
            PhysicsType::Static | PhysicsType::NoCollision | PhysicsType::Sensor => false,
        }
    }

    /// Whether contacts and torques turn it.
    pub(crate) fn turns(self) -> bool {
        self == PhysicsType::RigidBody
    }
}

/// The body of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct BodySpec {
    /// How it takes part in physics.
    pub physics: PhysicsType,
    /// Its shapes, each with its `node_from_shape`. The scale of the node applies on top.
    pub shapes: Vec<(Pose, Shape)>,
    /// Mass, for bodies that move. [kg]
    pub mass: f64,
    /// How the mass is spread. Without it, the centre of mass is the origin of the node, wherever the shapes are,
    /// and the moments of inertia are reckoned from their size.
    pub inertia: Option<Inertia>,
    /// Friction of its material. A contact has the product of the friction of both sides.
    pub friction: f64,
    /// Elasticity of its material. A contact has the product of the restitution of both sides.
    pub restitution: f64,
    /// Share of the linear velocity lost in a second: `v *= (1 - d)^dt`. Bodies of mechanisms only lose what their
    /// joints take. [0, 1]
    pub linear_damping: f64,
    /// Share of the angular velocity lost in a second: `w *= (1 - d)^dt`. [0, 1]
    pub angular_damping: f64,
    /// How far hulls and surfaces of triangles reach beyond their faces when something touches them: rays meet the
    /// faces themselves. Boxes, balls, cylinders, cones and capsules end where they end. [m]
    pub margin: f64,
    /// Whether physics may stop computing it while it rests.
    pub allow_sleep: bool,
}

impl Default for BodySpec {
    /// A static body without shapes, with the friction of the original's default material.
    fn default() -> BodySpec {
        BodySpec {
            physics: PhysicsType::Static,
            shapes: Vec::new(),
            mass: 1.0,
            inertia: None,
            friction: 0.5,
            restitution: 0.0,
            linear_damping: 0.04,
            angular_damping: 0.1,
            margin: 0.0,
            allow_sleep: true,
        }
    }
}

/// How the mass of a body is spread.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Inertia {
    /// In the node. [m]
    pub centre_of_mass: DVec3,
    /// Moments and products of inertia about the centre of mass, along the axes of the node. [kg m²]
    pub tensor: DMat3,
}

impl Inertia {
    /// Whether a body can have it: finite, symmetric, and no way to turn without effort.
    pub fn is_possible(&self) -> bool {
        let Inertia { centre_of_mass, tensor } = *self;
        if !fits(centre_of_mass) || !tensor.is_finite() {
            return false;
        }
        let size = tensor.to_cols_array().into_iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let symmetric = tensor.abs_diff_eq(tensor.transpose(), 1e-6 * size);
        // Leading minors of what is positive definite are positive.
        let [x, y, z] = [tensor.x_axis, tensor.y_axis, tensor.z_axis];
        symmetric
            && (1e-12..=1e18).contains(&size)
            && x.x > 0.0
            && x.x * y.y - x.y * y.x > 0.0
            && x.dot(y.cross(z)) > 0.0
    }
}

/// Heaviest and lightest mass physics can hold in single precision with sense. [kg]
const MASS_KG: std::ops::RangeInclusive<f64> = 1e-6..=1e12;

/// A body that keeps farther away from others than this is a mistake. [m]
const MARGIN_MAX_M: f64 = 1.0;

impl BodySpec {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] naming `owner`, the node this body is for.
    pub fn validate(&self, owner: &str, scale: DVec3) -> Result<(), WorldError> {
        if self.physics.moves() && !MASS_KG.contains(&self.mass) {
            return Err(WorldError::bad(owner, "mass", self.mass, "kilograms from 1e-6 to 1e12"));
        }
        if let Some(inertia) = self.inertia.filter(|inertia| !inertia.is_possible()) {
            return Err(WorldError::bad(
                owner,
                "inertia",
                inertia,
                "a finite centre of mass and a symmetric tensor with positive principal moments",
            ));
        }
        for (what, value) in [("friction", self.friction), ("restitution", self.restitution)] {
            if !(0.0..=1e6).contains(&value) {
                return Err(WorldError::bad(owner, what, value, "0 to 1e6"));
            }
        }
        for (what, value) in
            [("linear damping", self.linear_damping), ("angular damping", self.angular_damping)]
        {
            if !(0.0..=1.0).contains(&value) {
                return Err(WorldError::bad(owner, what, value, "0 to 1"));
            }
        }
        if !(0.0..=MARGIN_MAX_M).contains(&self.margin) {
            return Err(WorldError::bad(owner, "margin", self.margin, "metres from 0 to 1"));
        }
        validate_shapes(owner, &self.shapes, scale, self.physics)
    }
}

/// Checks the numbers of shapes and of where they stand in their node.
pub(crate) fn validate_shapes(
    owner: &str,
    shapes: &[(Pose, Shape)],
    scale: DVec3,
    physics: PhysicsType,
) -> Result<(), WorldError> {
    for (node_from_shape, shape) in shapes {
        if node_from_shape.normalised().is_none() {
            return Err(WorldError::bad(
                owner,
                "pose of a shape",
                node_from_shape,
                "finite numbers and a rotation that is not zero",
            ));
        }
        shape.validate(owner, scale, physics)?;
    }
    Ok(())
}
