//! Checks the numbers of an object: pose, scale, shape, body, rate.

use crate::diagnostic::{Code, Diagnostic};
use crate::document::{BodySettings, FREQUENCY, Object};
use crate::validate::findings::Findings;

/// Maximum friction coefficient that `set_friction` accepts.
const FRICTION_MAX: f64 = 100.0;

/// Maximum collision margin of a body. [m]
const MARGIN_MAX_M: f64 = 1.0;

/// Largest coordinate of a location. The world has the same limit. [m]
const POSITION_MAX_M: f64 = 1e8;

pub(super) fn check(object: &Object, findings: &mut Findings) {
    let mut push =
        |finding: Diagnostic| findings.push(finding.on(object.name.as_str()).at(object.source.as_ref()));
    for (quantity, numbers) in
        [("location", object.location), ("rotation", object.rotation), ("scale", object.scale)]
    {
        if numbers.iter().any(|number| !number.is_finite()) {
            push(Diagnostic::error(
                Code::SceneBadPose,
                format!("its {quantity} is {numbers:?}, which is not finite"),
            ));
        }
    }
    if let Some(far) = object.location.into_iter().find(|x| x.is_finite() && x.abs() > POSITION_MAX_M) {
        push(
            Diagnostic::error(Code::SceneBadPose, format!("a coordinate of its location is {far:?} m"))
                .help(format!("allowed: -{POSITION_MAX_M:.0e} to {POSITION_MAX_M:.0e} m")),
        );
    }
    if object.scale.contains(&0.0) {
        push(
            Diagnostic::error(Code::SceneZeroScale, format!("its scale is {:?}", object.scale))
                .help("the scale of an axis must not be 0".to_owned()),
        );
    }
    if let Some(shape) = &object.shape
        && let Some(length) = shape.lengths().into_iter().find(|length| !is_positive(*length))
    {
        push(
            Diagnostic::error(Code::SceneBadShape, format!("a length of its shape is {length:?} m"))
                .help("lengths must be greater than 0".to_owned()),
        );
    }
    check_body(&object.body, push);
    if let Some(rate_hz) = object.rate_hz.filter(|rate_hz| !is_positive(*rate_hz)) {
        findings.push(
            Diagnostic::error(Code::SceneBadFrequency, format!("its frequency is {rate_hz:?} Hz"))
                .on(object.name.as_str())
                .at(object.source_of(FREQUENCY))
                .help("a frequency must be greater than 0; omit it to act at every step".to_owned()),
        );
    }
}

fn check_body(body: &BodySettings, mut push: impl FnMut(Diagnostic)) {
    for (quantity, unit, number) in [("mass", "kg", body.mass), ("radius", "m", body.radius)] {
        if let Some(number) = number.filter(|number| !is_positive(*number)) {
            push(
                Diagnostic::error(
                    Code::SceneBadBody,
                    format!("the {quantity} of its body is {number:?} {unit}"),
                )
                .help(format!("a {quantity} must be greater than 0")),
            );
        }
    }
    for (quantity, fraction) in
        [("linear damping", body.linear_damping), ("angular damping", body.angular_damping)]
    {
        if let Some(fraction) = fraction.filter(|fraction| !(0.0..=1.0).contains(fraction)) {
            push(
                Diagnostic::error(Code::SceneBadBody, format!("the {quantity} of its body is {fraction:?}"))
                    .help(format!(
                        "a {quantity} is the fraction of the speed lost per second, between 0 and 1"
                    )),
            );
        }
    }
    if let Some(margin) = body.margin.filter(|margin| !(0.0..=MARGIN_MAX_M).contains(margin)) {
        push(
            Diagnostic::error(Code::SceneBadBody, format!("the margin of its body is {margin:?} m"))
                .help(format!("a margin is between 0 and {MARGIN_MAX_M} m")),
        );
    }
    if let Some(friction) = body.friction.filter(|friction| !(0.0..=FRICTION_MAX).contains(friction)) {
        push(
            Diagnostic::error(Code::SceneBadBody, format!("the friction of its body is {friction:?}"))
                .help(format!("friction is between 0 and {FRICTION_MAX}")),
        );
    }
}

/// Whether a number is finite and greater than zero.
pub(super) fn is_positive(number: f64) -> bool {
    number > 0.0 && number.is_finite()
}
