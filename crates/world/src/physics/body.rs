//! Descriptions of bodies, by which nodes take part in physics.

pub(crate) mod attach_colliders;
pub(crate) mod changes;
pub(crate) mod collision_groups;
pub(crate) mod commands;
pub(crate) mod control;
pub(crate) mod divergence;
pub(crate) mod drive_command;
pub(crate) mod friction_direction;
pub(crate) mod held_drives;
mod margins;
pub(crate) mod mass;
pub(crate) mod momentum;
pub(crate) mod origin;
pub(crate) mod pulling;
pub(crate) mod pulls;
pub(crate) mod repeated_drives;
pub(crate) mod rolling_resistance;
pub(crate) mod state;
pub(crate) mod store;
pub(crate) mod tuning;
pub(crate) mod tuning_access;
pub(crate) mod velocities;

use glam::{DMat3, DVec3};
use rapier3d::dynamics::LockedAxes as EngineLockedAxes;
use serde::{Deserialize, Serialize};

use crate::physics::contact_material::{ContactMaterial, PairContact};
use crate::physics::convert::fits;
use crate::physics::softness::Fluid;
use crate::{Pose, Shape, WorldError};

/// How a body takes part in physics. The names are those used in scenes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PhysicsType {
    /// Never moved by physics; moving bodies collide with it.
    Static,
    /// Translated but not rotated by forces and contacts. It rotates only if its angular velocity is set.
    Dynamic,
    /// Translated and rotated by forces and contacts.
    RigidBody,
    /// No body at all: nothing collides with it and no ray hits it.
    NoCollision,
    /// Nothing collides with it and no ray hits it, but it counts as a body.
    Sensor,
    /// A walking character; treated as [`PhysicsType::Dynamic`].
    Character,
}

impl PhysicsType {
    /// Whether physics moves the body.
    pub fn moves(self) -> bool {
        match self {
            PhysicsType::Dynamic | PhysicsType::RigidBody | PhysicsType::Character => true,
            PhysicsType::Static | PhysicsType::NoCollision | PhysicsType::Sensor => false,
        }
    }

    /// Whether other bodies collide with it.
    pub(crate) fn collides(self) -> bool {
        !matches!(self, PhysicsType::NoCollision | PhysicsType::Sensor)
    }

    /// Whether contacts and torques rotate the body.
    pub(crate) fn turns(self) -> bool {
        self == PhysicsType::RigidBody
    }
}

/// The description of the body of a node.
#[derive(Debug, Clone, PartialEq)]
pub struct BodySpec {
    /// How the body takes part in physics.
    pub physics: PhysicsType,
    /// The shapes, each with its `node_from_shape`. The scale of the node also applies.
    pub shapes: Vec<(Pose, Shape)>,
    /// Mass of a body that moves. [kg]
    pub mass: f64,
    /// The mass distribution. If `None`, the center of mass is `center_of_mass`, regardless of the shapes, and the
    /// moments of inertia are estimated from the size of the shapes.
    pub inertia: Option<Inertia>,
    /// Center of mass in the frame of the node. Not used if `inertia` is given. [m]
    pub center_of_mass: DVec3,
    /// Factor of the moments of inertia that are estimated from the shapes. Not used if `inertia` is given.
    pub form_factor: f64,
    /// Friction coefficient of the material. A contact uses the product of both sides.
    pub friction: f64,
    /// Restitution coefficient of the material. A contact uses the product of both sides.
    pub restitution: f64,
    /// Fraction of the linear velocity lost per second: `v *= (1 - d)^dt`. Not used for bodies of mechanisms, which are
    /// damped only by their joints. [0, 1]
    pub linear_damping: f64,
    /// Fraction of the angular velocity lost per second: `w *= (1 - d)^dt`. [0, 1]
    pub angular_damping: f64,
    /// Collision margin: the distance by which the faces of hulls and triangle meshes are moved outwards for contacts. It
    /// does not apply to rays, nor to boxes, spheres, cylinders, cones and capsules. [m]
    pub margin: f64,
    /// Whether the body meets other bodies at their surfaces, without their margins: robots of file formats that know no
    /// margins stand on the visible ground.
    pub ignores_margins: bool,
    /// Whether physics may put the body to sleep while it is at rest.
    pub allow_sleep: bool,
    /// Surfaces of the shapes, in their order, for contacts between mechanisms and shapes that also have one; other contacts use
    /// `friction`. Shapes beyond the list have none.
    pub materials: Vec<Option<ContactMaterial>>,
    /// Contacts of the shapes, in their order, with single shapes that have the same pair. Shapes beyond the list have none.
    pub pairs: Vec<Vec<PairContact>>,
    /// Share of its weight that a force at its center of mass compensates.
    pub gravity_compensation: f64,
    /// The fluid around a body of a mechanism, which brakes it.
    pub fluid: Option<Fluid>,
    /// World axes along and about which forces and contacts do not move the body. Velocities that are set directly still
    /// move it. Bodies of mechanisms have no locked axes.
    pub locked: LockedAxes,
}

/// World axes, each of which may be locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LockedAxes {
    /// Translation along x, y and z.
    pub translation: [bool; 3],
    /// Rotation about x, y and z.
    pub rotation: [bool; 3],
}

impl LockedAxes {
    /// Whether no axis is locked.
    pub fn is_empty(self) -> bool {
        self == LockedAxes::default()
    }

    /// 1 for each axis along which the body is free to move, 0 for locked axes.
    pub(crate) fn free_translation(self) -> DVec3 {
        DVec3::from_array(self.translation.map(|locked| if locked { 0.0 } else { 1.0 }))
    }

    /// A tensor with the rows and columns of locked rotation axes set to zero.
    pub(crate) fn without_locked(self, tensor: DMat3) -> DMat3 {
        let free = DVec3::from_array(self.rotation.map(|locked| if locked { 0.0 } else { 1.0 }));
        DMat3::from_cols(
            tensor.x_axis * free * free.x,
            tensor.y_axis * free * free.y,
            tensor.z_axis * free * free.z,
        )
    }

    /// The locked axes in rapier's type.
    pub(crate) fn for_engine(self) -> EngineLockedAxes {
        let bits = [
            EngineLockedAxes::TRANSLATION_LOCKED_X,
            EngineLockedAxes::TRANSLATION_LOCKED_Y,
            EngineLockedAxes::TRANSLATION_LOCKED_Z,
            EngineLockedAxes::ROTATION_LOCKED_X,
            EngineLockedAxes::ROTATION_LOCKED_Y,
            EngineLockedAxes::ROTATION_LOCKED_Z,
        ];
        let locked = self.translation.into_iter().chain(self.rotation);
        let locked = bits.into_iter().zip(locked).filter(|(_, locked)| *locked);
        locked.fold(EngineLockedAxes::empty(), |all, (axis, _)| all | axis)
    }
}

impl Default for BodySpec {
    /// A static body without shapes, with the friction of the default material of the original MORSE.
    fn default() -> BodySpec {
        BodySpec {
            physics: PhysicsType::Static,
            shapes: Vec::new(),
            mass: 1.0,
            inertia: None,
            center_of_mass: DVec3::ZERO,
            form_factor: 0.4,
            friction: 0.5,
            restitution: 0.0,
            linear_damping: 0.04,
            angular_damping: 0.1,
            margin: 0.0,
            ignores_margins: false,
            allow_sleep: true,
            materials: Vec::new(),
            pairs: Vec::new(),
            gravity_compensation: 0.0,
            fluid: None,
            locked: LockedAxes::default(),
        }
    }
}

/// The mass distribution of a body.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Inertia {
    /// Center of mass in the frame of the node. [m]
    pub center_of_mass: DVec3,
    /// Moments and products of inertia about the center of mass, along the axes of the node. [kg m²]
    pub tensor: DMat3,
}

impl Inertia {
    /// Whether the inertia is physically possible: finite, symmetric and positive definite.
    pub fn is_possible(&self) -> bool {
        let Inertia { center_of_mass, tensor } = *self;
        if !fits(center_of_mass) || !tensor.is_finite() {
            return false;
        }
        let size = tensor.to_cols_array().into_iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        let symmetric = tensor.abs_diff_eq(tensor.transpose(), 1e-6 * size);
        // All leading minors of a positive definite matrix are positive.
        let [x, y, z] = [tensor.x_axis, tensor.y_axis, tensor.z_axis];
        symmetric
            && (1e-12..=1e18).contains(&size)
            && x.x > 0.0
            && x.x * y.y - x.y * y.x > 0.0
            && x.dot(y.cross(z)) > 0.0
    }
}

impl Inertia {
    /// Whether a body of this mass [kg] can have it: its largest moment is that of a mass at a distance between 10 µm and
    /// 10 km. Other moments overflow in single precision.
    pub fn suits(&self, mass: f64) -> bool {
        let moment =
            self.tensor.to_cols_array().into_iter().fold(0.0_f64, |most, value| most.max(value.abs()));
        (1e-10..=1e8).contains(&(moment / mass))
    }
}

/// Largest distance from the node to a point of the shapes of a body that moves. Larger ones overflow in contacts. [m]
const MOVING_REACH_MAX_M: f64 = 1e4;

/// The range of masses that physics can represent in single precision. [kg]
const MASS_KG: std::ops::RangeInclusive<f64> = 1e-6..=1e12;

/// The largest accepted collision margin; a larger margin is an error in the scene. [m]
const MARGIN_MAX_M: f64 = 1.0;

impl BodySpec {
    /// Checks the numbers.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name `owner` of the body's node.
    pub fn validate(&self, owner: &str, scale: DVec3) -> Result<(), WorldError> {
        if self.physics.moves() && !MASS_KG.contains(&self.mass) {
            return Err(WorldError::bad(owner, "mass", self.mass, "kilograms from 1e-6 to 1e12"));
        }
        if let Some(inertia) = self.inertia.filter(|inertia| !inertia.is_possible()) {
            return Err(WorldError::bad(
                owner,
                "inertia",
                inertia,
                "a finite center of mass and a symmetric tensor with positive principal moments",
            ));
        }
        if let Some(material) = self.materials.iter().flatten().find(|material| !material.is_usable()) {
            let allowed =
                "a friction, a weight and a margin of at least 0, and solver parameters in their ranges";
            return Err(WorldError::bad(owner, "contact material", material, allowed));
        }
        if let Some(pair) = self.pairs.iter().flatten().find(|pair| !pair.is_usable()) {
            let allowed = "a friction and a margin of at least 0, and solver parameters in their ranges";
            return Err(WorldError::bad(owner, "contact pair", pair, allowed));
        }
        if !(-1e6..=1e6).contains(&self.gravity_compensation) {
            let share = self.gravity_compensation;
            return Err(WorldError::bad(owner, "gravity compensation", share, "a finite share"));
        }
        if let Some(fluid) = self.fluid.filter(|fluid| !fluid.is_usable()) {
            let allowed = "a density and a viscosity from 0 to 1e9";
            return Err(WorldError::bad(owner, "fluid", fluid, allowed));
        }
        if !fits(self.center_of_mass) {
            return Err(WorldError::bad(owner, "center of mass", self.center_of_mass, "a finite position"));
        }
        if self.physics.moves()
            && let Some(inertia) = self.inertia.filter(|inertia| !inertia.suits(self.mass))
        {
            let allowed = "moments of the mass at a distance of 1e-5 to 1e4 meters";
            return Err(WorldError::bad(owner, "inertia", inertia, allowed));
        }
        let positive = [
            ("form factor", self.form_factor),
            ("friction", self.friction),
            ("restitution", self.restitution),
        ];
        for (what, value) in positive {
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
            return Err(WorldError::bad(owner, "margin", self.margin, "meters from 0 to 1"));
        }
        validate_shapes(owner, &self.shapes, scale, self.physics)
    }
}

/// Checks shapes and their poses in the node.
fn validate_shapes(
    owner: &str,
    shapes: &[(Pose, Shape)],
    scale: DVec3,
    physics: PhysicsType,
) -> Result<(), WorldError> {
    for (node_from_shape, shape) in shapes {
        if node_from_shape.normalized().is_none() {
            return Err(WorldError::bad(
                owner,
                "pose of a shape",
                node_from_shape,
                "finite numbers and a rotation that is not zero",
            ));
        }
        if matches!(shape, Shape::HalfSpace) && physics.moves() {
            let allowed = "Static, Sensor or NoCollision";
            return Err(WorldError::bad(owner, "physics type of a half space", physics, allowed));
        }
        shape.validate(scale).map_err(|error| WorldError::shape(owner, error))?;
        let reach = node_from_shape.translation.length() + shape.reach(scale);
        if physics.moves() && reach > MOVING_REACH_MAX_M {
            return Err(WorldError::bad(owner, "size of a body that moves", reach, "up to 1e4 meters"));
        }
    }
    Ok(())
}
