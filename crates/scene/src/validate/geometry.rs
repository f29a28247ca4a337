//! Numbers of one object: pose, scale, shape, body, rate.

use super::findings::Findings;
use crate::diagnostic::Diagnostic;
use crate::document::{BodySettings, Object};

/// Range of the friction that `set_friction` takes.
const FRICTION_MAX: f64 = 100.0;

pub(super) fn check(object: &Object, findings: &mut Findings) {
    let mut push =
        |finding: Diagnostic| findings.push(finding.on(object.name.as_str()).at(object.source.as_ref()));
    for (what, numbers) in
        [("location", object.location), ("rotation", object.rotation), ("scale", object.scale)]
    {
        if numbers.iter().any(|number| !number.is_finite()) {
            push(Diagnostic::error(
                "scene::bad-pose",
                format!("its {what} is {numbers:?}, which is not finite"),
            ));
        }
    }
    if object.scale.contains(&0.0) {
        push(
            Diagnostic::error("scene::zero-scale", format!("its scale is {:?}", object.scale))
                .help("no axis may have the scale 0".to_owned()),
        );
    }
    if let Some(shape) = &object.shape
        && let Some(length) = shape.lengths().into_iter().find(|length| !is_positive(*length))
    {
        push(
            Diagnostic::error("scene::bad-shape", format!("a length of its shape is {length:?} m"))
                .help("lengths are greater than 0".to_owned()),
        );
    }
    if let Some(rate_hz) = object.rate_hz.filter(|rate_hz| !is_positive(*rate_hz)) {
        push(
            Diagnostic::error("scene::bad-frequency", format!("its frequency is {rate_hz:?} Hz"))
                .help("a frequency is greater than 0; leave it out to act at every step".to_owned()),
        );
    }
    check_body(&object.body, push);
}

fn check_body(body: &BodySettings, mut push: impl FnMut(Diagnostic)) {
    for (what, unit, number) in [("mass", "kg", body.mass), ("radius", "m", body.radius)] {
        if let Some(number) = number.filter(|number| !is_positive(*number)) {
            push(
                Diagnostic::error("scene::bad-body", format!("the {what} of its body is {number:?} {unit}"))
                    .help(format!("a {what} is greater than 0")),
            );
        }
    }
    if let Some(friction) = body.friction.filter(|friction| !(0.0..=FRICTION_MAX).contains(friction)) {
        push(
            Diagnostic::error("scene::bad-body", format!("the friction of its body is {friction:?}"))
                .help(format!("friction is between 0 and {FRICTION_MAX}")),
        );
    }
}

/// Greater than zero and finite.
pub(super) fn is_positive(number: f64) -> bool {
    number > 0.0 && number.is_finite()
}
