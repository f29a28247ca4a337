//! The description of a wheel and its suspension.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{NodeId, WorldError};

/// A spring and a damper between a chassis and a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Suspension {
    /// Distance from the mount to the center of the wheel while the spring is slack. [m]
    pub rest_length: f64,
    /// Stiffness of the spring. [N/m]
    pub stiffness: f64,
    /// Damping during compression. [N s/m]
    pub compression_damping: f64,
    /// Damping during extension. [N s/m]
    pub extension_damping: f64,
    /// Whether the wheel belongs to a ray-cast vehicle as in game engines: it stands on the surface that rays hit, without
    /// margins, and the travel of its spring is not limited by the mount.
    pub ray_cast: bool,
}

/// A wheel of a chassis.
///
/// The wheel rolls forwards, with a positive rate, along `axle × up`: with the default axes along x of the chassis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WheelSpec {
    /// Display name; empty for the name of its node.
    pub name: String,
    /// The node that shows the wheel, a descendant of the chassis. It moves and rotates with the wheel. Its body, if any,
    /// becomes part of the chassis and does not collide, but rays still hit it.
    pub node: Option<NodeId>,
    /// Upper end of the suspension or, without a suspension, the center of the wheel; in the frame of the chassis. [m]
    pub mount: DVec3,
    /// Direction from the wheel to the mount, which is also the steering axis; in the frame of the chassis.
    pub up: DVec3,
    /// Rotation axis of the wheel at steering angle zero, pointing to its left; in the frame of the chassis. It is made
    /// perpendicular to `up`.
    pub axle: DVec3,
    /// Radius of the wheel. [m]
    pub radius: f64,
    /// Friction coefficient of the tire, multiplied by the friction of the ground.
    pub friction: f64,
    /// Mass, added to that of the chassis. The wheel spins as a solid disk of this mass. [kg]
    pub mass: f64,
    /// Whether it swivels freely about `up` like a caster: it then carries load, but neither drives nor holds laterally.
    pub swivels: bool,
    /// Whether a drive steers it. Used only for listing the joints of a robot.
    pub steered: bool,
    /// Fraction of the roll moment of lateral friction that acts on the chassis: 1 is physical, with friction at the ground;
    /// 0 removes the roll moment, as if friction acted at the height of the center of mass. Smaller values keep cars upright whose
    /// tires have unrealistically high friction.
    pub tipping: f64,
    /// The suspension; `None` for a wheel that is fixed to the chassis.
    pub suspension: Option<Suspension>,
}

impl WheelSpec {
    /// Describes a wheel of 1 kg and friction 1 at a point of the chassis [m], without a suspension or a node.
    pub fn new(mount: DVec3, radius: f64) -> WheelSpec {
        WheelSpec {
            name: String::new(),
            node: None,
            mount,
            up: DVec3::Z,
            axle: DVec3::Y,
            radius,
            friction: 1.0,
            mass: 1.0,
            swivels: false,
            steered: false,
            tipping: 1.0,
            suspension: None,
        }
    }

    /// Checks the numbers and returns the wheel with perpendicular axes of unit length.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] with the name `owner` of the wheel's chassis.
    pub(super) fn checked(&self, owner: &str) -> Result<WheelSpec, WorldError> {
        if !self.mount.is_finite() || self.mount.abs().max_element() > 1e6 {
            return Err(WorldError::bad(owner, "mount of a wheel", self.mount, "finite, within 1e6 meters"));
        }
        let axes = self.up.try_normalize().and_then(|up| {
            let axle = self.axle.try_normalize()?.reject_from_normalized(up);
            (axle.length() > 1e-3).then(|| (up, axle.normalize()))
        });
        let Some((up, axle)) = axes else {
            let given = (self.up, self.axle);
            let allowed = "two different directions that are not zero";
            return Err(WorldError::bad(owner, "up and axle of a wheel", given, allowed));
        };
        within(owner, "radius of a wheel", self.radius, 1e-3, 1e3)?;
        within(owner, "friction of a wheel", self.friction, 0.0, 1e6)?;
        within(owner, "mass of a wheel", self.mass, 1e-3, 1e9)?;
        within(owner, "tipping of a wheel", self.tipping, 0.0, 1.0)?;
        if let Some(suspension) = &self.suspension {
            within(owner, "rest length of a suspension", suspension.rest_length, 0.0, 1e3)?;
            within(owner, "stiffness of a suspension", suspension.stiffness, 1e-3, 1e12)?;
            within(owner, "damping of a suspension", suspension.compression_damping, 0.0, 1e12)?;
            within(owner, "damping of a suspension", suspension.extension_damping, 0.0, 1e12)?;
        }
        Ok(WheelSpec { up, axle, ..self.clone() })
    }

    /// Moment of inertia about the axle. [kg m²]
    pub(super) fn spin_inertia(&self) -> f64 {
        self.mass * self.radius * self.radius / 2.0
    }

    /// The extension clamped to the travel: from the slack spring up to the mount, or up to the start of the ray. [m]
    pub(super) fn within_travel(&self, extension: f64) -> f64 {
        extension.clamp(if self.is_ray_cast() { -self.radius } else { 0.0 }, self.rest_length())
    }

    /// Whether the wheel belongs to a ray-cast vehicle.
    pub(super) fn is_ray_cast(&self) -> bool {
        self.suspension.is_some_and(|suspension| suspension.ray_cast)
    }

    /// Length of the suspension while its spring is slack. [m]
    pub(super) fn rest_length(&self) -> f64 {
        self.suspension.map_or(0.0, |suspension| suspension.rest_length)
    }
}

fn within(owner: &str, what: &str, value: f64, low: f64, high: f64) -> Result<(), WorldError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(WorldError::BadValue {
        name: owner.to_owned(),
        what: what.to_owned(),
        value: format!("{value:?}"),
        allowed: "a number in SI units in a realistic range",
    })
}
