//! Checks of tendons: values of their paths and of their springs.

use std::collections::BTreeSet;

use super::{check_parameters, require};
use crate::error::ModelError;
use crate::spec::ModelSpec;
use crate::tendon_spec::{TendonPath, TendonSpec, Waypoint};

/// Checks the values of all tendons.
pub(super) fn check(spec: &ModelSpec) -> Result<(), ModelError> {
    let mut names = BTreeSet::new();
    for tendon in &spec.tendons {
        check_tendon(tendon)?;
        if !names.insert(tendon.name.as_str()) {
            return Err(ModelError::Duplicate { kind: "tendon", name: tendon.name.clone() });
        }
    }
    Ok(())
}

fn check_tendon(tendon: &TendonSpec) -> Result<(), ModelError> {
    let place = || format!("tendon `{}`", tendon.name);
    require(!tendon.name.is_empty(), place, "name", "empty", "a name")?;
    for (what, value) in [
        ("stiffness", tendon.stiffness),
        ("damping", tendon.damping),
        ("dry friction", tendon.friction),
        ("armature", tendon.armature),
    ] {
        require(value >= 0.0 && value.is_finite(), place, what, value, "a finite number of at least 0")?;
    }
    let (of_springs, fits) = (tendon.polynomial, tendon.polynomial.is_finite());
    require(fits, place, "polynomial", format!("{of_springs:?}"), "finite numbers")?;
    for (what, range) in
        [("range", tendon.limits), ("lengths at rest", tendon.rest), ("effort limits", tendon.effort_limits)]
    {
        if let Some([low, high]) = range {
            require(low <= high, place, what, format!("[{low}, {high}]"), "two numbers, the lower first")?;
        }
    }
    check_parameters(&tendon.limit_parameters, place)?;
    check_parameters(&tendon.friction_parameters, place)?;
    match &tendon.path {
        TendonPath::Fixed(members) => {
            require(!members.is_empty(), place, "path", "empty", "at least one joint")?;
            let mut joints = BTreeSet::new();
            for (joint, coefficient) in members {
                require(coefficient.is_finite(), place, "coefficient", coefficient, "a finite number")?;
                require(joints.insert(joint), place, "joint", joint, "each joint once")?;
            }
            Ok(())
        }
        TendonPath::Spatial(waypoints) => {
            waypoints.iter().try_for_each(|waypoint| check_waypoint(waypoint, place))
        }
    }
}

fn check_waypoint(waypoint: &Waypoint, place: impl Fn() -> String + Copy) -> Result<(), ModelError> {
    match waypoint {
        Waypoint::Site { point, .. } => {
            require(point.is_finite(), place, "point of a site", point, "three finite numbers")
        }
        Waypoint::Wrap { link_from_shape, radius, side, .. } => {
            let fits = link_from_shape.normalized().is_some()
                && side.as_ref().is_none_or(|(_, point)| point.is_finite());
            require(fits, place, "pose of an obstacle", "not finite", "a pose of finite numbers")?;
            let is_round = *radius > 0.0 && radius.is_finite();
            require(is_round, place, "radius of an obstacle", radius, "a finite number above 0")
        }
        Waypoint::Pulley { divisor } => {
            let fits = *divisor > 0.0 && divisor.is_finite();
            require(fits, place, "divisor of a pulley", divisor, "a finite number above 0")
        }
    }
}
