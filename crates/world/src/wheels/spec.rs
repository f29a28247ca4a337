//! What a wheel is made of.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::{NodeId, WorldError};

/// A spring and a damper between a chassis and a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Suspension {
    /// From the mount to the centre of the wheel while the spring is slack. [m]
    pub rest_length: f64,
    /// Force for each metre of compression. [N/m]
    pub stiffness: f64,
    /// Force against being compressed. [N s/m]
    pub compression_damping: f64,
    /// Force against being released. [N s/m]
    pub extension_damping: f64,
}

/// A wheel of a chassis.
///
/// The wheel rolls forwards, with a positive rate, along `axle × up`: with the default axes along x of the chassis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WheelSpec {
    /// The node that shows the wheel, somewhere below the chassis; it is put where the wheel is and turns with it. Its body, if
    /// it has one, becomes part of the chassis and collides with nothing, but rays still meet it.
    pub node: Option<NodeId>,
    /// Upper end of the suspension, or, without one, the centre of the wheel; in the frame of the chassis. [m]
    pub mount: DVec3,
    /// Where the suspension points from the wheel to the mount, and what the wheel is steered about; in the frame
    /// of the chassis.
    pub up: DVec3,
    /// What the wheel turns about when it is steered straight, to its left; in the frame of the chassis. It is
    /// made perpendicular to `up`.
    pub axle: DVec3,
    /// [m]
    pub radius: f64,
    /// Friction of the tyre. On the ground it counts times the friction of the ground.
    pub friction: f64,
    /// Added to the mass of the chassis; the wheel spins as a solid disc of this mass. [kg]
    pub mass: f64,
    /// Whether it turns freely about `up`, as a caster does: it then carries, but neither drives nor holds.
    pub swivels: bool,
    /// How much friction sideways tips the chassis: 1 as it does in truth, at the ground; 0 not at all, as if at
    /// the height of the centre of mass. Cars whose tyres grip more than real ones stay upright with less.
    pub tipping: f64,
    /// `None` for a wheel that is fixed to the chassis.
    pub suspension: Option<Suspension>,
}

impl WheelSpec {
    /// A wheel of 1 kg and friction 1 at a place of the chassis [m], fixed and not shown.
    pub fn new(mount: DVec3, radius: f64) -> WheelSpec {
        WheelSpec {
            node: None,
            mount,
            up: DVec3::Z,
            axle: DVec3::Y,
            radius,
            friction: 1.0,
            mass: 1.0,
            swivels: false,
            tipping: 1.0,
            suspension: None,
        }
    }

    /// Checks the numbers and gives the wheel with axes of unit length at right angles.
    ///
    /// # Errors
    /// [`WorldError::BadValue`] naming `owner`, the chassis the wheel is for.
    pub(super) fn checked(&self, owner: &str) -> Result<WheelSpec, WorldError> {
        if !self.mount.is_finite() || self.mount.abs().max_element() > 1e6 {
            return Err(WorldError::bad(owner, "mount of a wheel", self.mount, "finite, within 1e6 metres"));
        }
        let axes = self.up.try_normalize().and_then(|up| {
            let axle = self.axle.try_normalize()?.reject_from_normalized(up);
            (axle.length() > 1e-3).then(|| (up, axle.normalize()))
        });
        let Some((up, axle)) = axes else {
            let given = (self.up, self.axle);
            let allowed = "two directions that are neither zero nor the same";
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

    /// Length of the suspension when its spring is slack. [m]
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
        allowed: "a number in SI units that a vehicle can have",
    })
}
