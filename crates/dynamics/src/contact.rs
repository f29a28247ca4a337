//! Contacts between links, and between links and the world, as found by collision detection.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::error::StepError;
use crate::model::Model;
use crate::solver_parameters::SolverParameters;

/// Motions that a contact resists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ContactKind {
    /// Penetration alone.
    Frictionless,
    /// Penetration and sliding.
    #[default]
    Sliding,
    /// Penetration, sliding and spinning about the normal.
    Torsional,
    /// Penetration, sliding, spinning and rolling.
    Rolling,
}

impl ContactKind {
    /// Number of rows of its Jacobian.
    pub(crate) const fn rows(self) -> usize {
        match self {
            ContactKind::Frictionless => 1,
            ContactKind::Sliding => 3,
            ContactKind::Torsional => 4,
            ContactKind::Rolling => 6,
        }
    }
}

/// The shape of the cone of forces that a contact can exert.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FrictionCone {
    /// Elliptic: as much friction in all directions.
    #[default]
    Elliptic,
    /// A pyramid with edges above the tangents: less friction between them. Its friction is stiffer than that of an elliptic cone.
    Pyramidal,
}

/// A contact point of two links, or of a link and the world.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Contact {
    /// The first link; `None` for the world.
    pub a: Option<usize>,
    /// The second link; `None` for the world.
    pub b: Option<usize>,
    /// The point in the world. [m]
    pub point: DVec3,
    /// Unit vector in the world from the first to the second.
    pub normal: DVec3,
    /// Direction of the first coefficient of sliding friction; any direction if `None`.
    pub tangent: Option<DVec3>,
    /// Distance of the surfaces, negative for a penetration. [m]
    pub distance: f64,
    /// Distance at which the force begins. [m]
    pub margin: f64,
    /// Motions that it resists.
    pub kind: ContactKind,
    /// Coefficients of friction: sliding along and across the tangent (no unit), spinning (m), rolling about both tangents (m).
    pub friction: [f64; 5],
    /// Shape of the cone of friction.
    #[serde(default)]
    pub cone: FrictionCone,
    /// Impedance of friction in relation to that of the normal direction; above 0. Above 1, the contact slips less.
    #[serde(default = "equal")]
    pub impedance_ratio: f64,
    /// Softness of the contact.
    pub parameters: SolverParameters,
    /// Reference of the rows of friction instead of that of the contact, if the cone is elliptic: see [`SolverParameters::reference`].
    #[serde(default)]
    pub friction_reference: Option<[f64; 2]>,
    /// Names of both surfaces, for motors that press them together; 0 without a name.
    #[serde(default)]
    pub surfaces: [u64; 2],
}

/// The ratio of equal impedances.
fn equal() -> f64 {
    1.0
}

/// Least coefficient of friction in a cone.
const LEAST_FRICTION: f64 = 1e-5;

impl Contact {
    /// A contact of a link with the world, whose surface has a normal, with a coefficient of sliding friction.
    pub fn with_world(link: usize, point: DVec3, normal: DVec3, distance: f64, friction: f64) -> Contact {
        Contact {
            a: None,
            b: Some(link),
            point,
            normal,
            tangent: None,
            distance,
            margin: 0.0,
            kind: ContactKind::Sliding,
            friction: [friction, friction, 0.005, 0.0001, 0.0001],
            cone: FrictionCone::Elliptic,
            impedance_ratio: equal(),
            parameters: SolverParameters::default(),
            friction_reference: None,
            surfaces: [0; 2],
        }
    }

    /// Direction of the force of an edge of the cone, if that is a pyramid: two edges for each coefficient of friction.
    pub(crate) fn edge(&self, number: usize) -> DVec3 {
        let [normal, tangents @ ..] = self.axes();
        let sign = if number.is_multiple_of(2) { 1.0 } else { -1.0 };
        // Those of spinning and rolling exert torques.
        let tangent = tangents.get(number / 2).map_or(DVec3::ZERO, |tangent| *tangent * sign);
        normal + tangent * self.coefficients()[number / 2]
    }

    /// Coefficients of friction of a cone with an interior.
    pub(crate) fn coefficients(&self) -> [f64; 5] {
        self.friction.map(|value| value.max(LEAST_FRICTION))
    }

    /// Softness of the rows of friction of an elliptic cone.
    pub(crate) fn sliding_parameters(&self) -> SolverParameters {
        let reference = self.friction_reference.unwrap_or(self.parameters.reference);
        SolverParameters { reference, ..self.parameters }
    }

    /// The axes of the contact: normal and both tangents.
    pub(crate) fn axes(&self) -> [DVec3; 3] {
        let normal = self.normal.normalize();
        let other = if normal.y.abs() < 0.5 { DVec3::Y } else { DVec3::Z };
        let across = |direction: DVec3| (direction - normal * normal.dot(direction)).normalize_or_zero();
        let given = self.tangent.map_or(DVec3::ZERO, across);
        let first = if given == DVec3::ZERO { across(other) } else { given };
        [normal, first, normal.cross(first)]
    }

    /// Checks the values.
    pub(crate) fn check(&self, model: &Model, number: usize) -> Result<(), StepError> {
        let problem = |problem| Err(StepError::Contact { number, problem });
        let known = |link: Option<usize>| link.is_none_or(|link| link < model.links());
        let body = |link: Option<usize>| link.and_then(|link| model.links[link].body);
        if !known(self.a) || !known(self.b) {
            return problem("its link does not exist");
        }
        if body(self.a) == body(self.b) {
            return problem("both links are parts of one body, or do not move");
        }
        let finite = self.point.is_finite() && self.distance.is_finite() && self.margin.is_finite();
        if !finite || self.friction.iter().any(|value| !(*value >= 0.0 && value.is_finite())) {
            return problem(
                "point, distance, margin and friction are finite numbers, friction is at least 0",
            );
        }
        let is_unit = (self.normal.length() - 1.0).abs() < 1e-6;
        if !is_unit {
            return problem("the normal is a unit vector");
        }
        if self.tangent.is_some_and(|tangent| !tangent.is_finite()) {
            return problem("the tangent has finite numbers");
        }
        if !(self.impedance_ratio > 0.0 && self.impedance_ratio.is_finite()) {
            return problem("the ratio of its impedances is a finite number above 0");
        }
        if self.parameters.problem().is_some() || self.sliding_parameters().problem().is_some() {
            return problem("its solver parameters are outside of their range");
        }
        Ok(())
    }
}
