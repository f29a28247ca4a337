//! The axes of a constraint between rigid bodies, with their limits and springs.

use glam::DVec3;

use crate::formats::blend::view::View;
use crate::model::{BallAxis, Joint, JointKind, JointLimits, JointMotor, JointSpring, NodeId};

/// The axes, in the order of their bits.
const NAMES: [&str; 3] = ["x", "y", "z"];
/// Bits of `flag` for x: a limited slide, a limited turn, the springs of both. Those of y and z follow.
const LIMITED_SLIDE: i64 = 1 << 5;
const LIMITED_TURN: i64 = 1 << 8;
const SPRING_OF_SLIDE: i64 = 1 << 11;
const SPRING_OF_TURN: i64 = 1 << 16;
/// The value of `spring_type` whose damping is a force per velocity.
const SPRING2: i64 = 1;

/// An axis of the motion between two bodies.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::formats::blend::import) struct Axis {
    /// The end of the name of its joint, if the constraint has several.
    pub(super) suffix: String,
    pub(super) kind: JointKind,
    /// Unit axis in the frame of the constraint.
    pub(super) direction: DVec3,
    pub(super) limits: Option<JointLimits>,
    pub(super) spring: Option<JointSpring>,
    /// \[N s/m or N m s/rad\]
    pub(super) damping: f64,
    pub(super) ball: Option<BallAxis>,
    pub(super) motor: Option<JointMotor>,
    /// Whether the damping of the file has no unit.
    pub(super) has_old_damping: bool,
}

impl Axis {
    fn new(suffix: String, kind: JointKind, number: usize) -> Axis {
        Axis {
            suffix,
            kind,
            direction: DVec3::AXES[number],
            limits: None,
            spring: None,
            damping: 0.0,
            ball: None,
            motor: None,
            has_old_damping: false,
        }
    }

    /// The joint of this axis. `axis` and `anchor` are in the frame of the child.
    pub(super) fn joint(&self, name: String, ends: [NodeId; 2], anchor: DVec3, axis: DVec3) -> Joint {
        let [parent, child] = ends;
        Joint {
            anchor,
            axis,
            limits: self.limits,
            spring: self.spring,
            damping: self.damping,
            ball: self.ball,
            motor: self.motor,
            ..Joint::new(name, self.kind, parent, child)
        }
    }
}

/// The axes seen from the second body: the motion of the first one.
pub(super) fn reversed(axes: &[Axis]) -> Vec<Axis> {
    let axes = axes.iter().rev().map(|axis| Axis { direction: -axis.direction, ..axis.clone() });
    let mut axes: Vec<Axis> = axes.collect();
    if axes.iter().any(|axis| axis.ball.is_some()) {
        // A ball turns about all axes both ways.
        axes = ball();
    }
    axes
}

/// Three turns that together are any rotation.
pub(super) fn ball() -> Vec<Axis> {
    let axes = NAMES.into_iter().enumerate().map(|(number, name)| Axis {
        ball: Some(BallAxis { number: number as u8, angle_max: None }),
        ..Axis::new(format!("_{name}"), JointKind::Continuous, number)
    });
    axes.collect()
}

fn number(constraint: &View<'_>, field: &str) -> f64 {
    let value = constraint.float(field);
    if value.is_finite() { value } else { 0.0 }
}

/// The limits of an axis; `None` without, or with a lower one above the upper one, which Bullet ignores.
fn limits(constraint: &View<'_>, bit: i64, field: &str) -> Option<JointLimits> {
    let [lower, upper] = ["lower", "upper"].map(|end| number(constraint, &format!("{field}_{end}")));
    let is_limited = constraint.bit("flag", bit) && lower <= upper;
    is_limited.then_some(JointLimits { lower, upper, velocity: f64::INFINITY, effort: f64::INFINITY })
}

fn place(name: &str) -> usize {
    NAMES.iter().position(|known| *known == name).unwrap_or(0)
}

/// The slide along an axis.
pub(super) fn slide(constraint: &View<'_>, name: &str) -> Axis {
    let number = place(name);
    let limits = limits(constraint, LIMITED_SLIDE << number, &format!("limit_lin_{name}"));
    Axis { limits, ..Axis::new(format!("_along_{name}"), JointKind::Prismatic, number) }
}

/// The turn about an axis. Bullet measures the turn of the first body seen from the second one: the direction is that of the joint.
pub(super) fn turn(constraint: &View<'_>, name: &str) -> Axis {
    let number = place(name);
    let limits = limits(constraint, LIMITED_TURN << number, &format!("limit_ang_{name}"));
    let kind = if limits.is_some() { JointKind::Revolute } else { JointKind::Continuous };
    let axis = Axis::new(format!("_about_{name}"), kind, number);
    Axis { limits, direction: -axis.direction, ..axis }
}

/// All axes that are not locked: three slides, and then turns about x, y and z. Without limits and springs, the turns are a ball.
fn movable(axes: impl Iterator<Item = Axis>) -> Vec<Axis> {
    let is_locked = |axis: &Axis| axis.limits.is_some_and(|limits| limits.lower == limits.upper);
    let axes: Vec<Axis> = axes.filter(|axis| !is_locked(axis)).collect();
    let is_free =
        |axis: &&Axis| axis.kind == JointKind::Continuous && axis.limits.is_none() && axis.spring.is_none();
    if axes.iter().filter(is_free).count() < NAMES.len() {
        return axes;
    }
    let slides = axes.into_iter().filter(|axis| axis.kind == JointKind::Prismatic);
    slides.chain(ball()).collect()
}

/// The axes of a generic constraint.
pub(super) fn generic(constraint: &View<'_>) -> Vec<Axis> {
    let slides = NAMES.into_iter().map(|name| slide(constraint, name));
    movable(slides.chain(NAMES.into_iter().map(|name| turn(constraint, name))))
}

/// The axes of a generic constraint with springs, which rest at the start.
pub(super) fn springs(constraint: &View<'_>) -> Vec<Axis> {
    let has_unit = constraint.int("spring_type") == SPRING2;
    let sprung = |axis: Axis, bit: i64, end: String| {
        if !constraint.bit("flag", bit) {
            return axis;
        }
        let [stiffness, damping] =
            ["stiffness", "damping"].map(|what| number(constraint, &format!("spring_{what}_{end}")).max(0.0));
        Axis {
            spring: Some(JointSpring { stiffness, rest: 0.0 }),
            damping: if has_unit { damping } else { 0.0 },
            has_old_damping: !has_unit && damping > 0.0,
            ..axis
        }
    };
    let slides = NAMES
        .into_iter()
        .enumerate()
        .map(|(number, name)| sprung(slide(constraint, name), SPRING_OF_SLIDE << number, name.to_owned()));
    let turns = NAMES.into_iter().enumerate().map(|(number, name)| {
        sprung(turn(constraint, name), SPRING_OF_TURN << number, format!("ang_{name}"))
    });
    movable(slides.chain(turns))
}
