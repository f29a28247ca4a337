//! The solver for the impulses between wheels and ground in a tick.
//!
//! Along the normal of its ground, a wheel carries load by its suspension or, without a suspension, by the compliance of its
//! tire. Friction holds it laterally. Longitudinally, friction accelerates the chassis relative to the ground towards the
//! speed of the tread. The impulses are computed iteratively, wheel by wheel, starting from those of the last tick (projected
//! Gauss-Seidel; Catto, "Iterative dynamics with temporal coherence", GDC 2005). A spring is solved implicitly, for the end of
//! the tick (Catto, "Soft constraints", GDC 2011), so that stiff springs are stable.
//!
//! The pitch reaction of the chassis to the angular acceleration of a wheel is neglected: the reaction of the drive acts at
//! the contact point of the tread.

use glam::DVec3;

use crate::physics::wheels::bodies::{Axis, ImpulseBody};
use crate::physics::wheels::ground::Touch;
use crate::physics::wheels::wheel::{Impulses, Wheel};

/// Maximum number of iterations.
const TURNS_MAX: usize = 30;
/// The solver has converged if the impulses change by less than this fraction of the impulse of the weight of the chassis in a
/// tick.
const ACCURACY: f64 = 1e-6;
/// The tire of a wheel without suspension is a critically damped spring with this natural frequency for the carried mass: it
/// is compressed by 0.3 mm under the weight. [rad/s]
const TIRE_RAD_PER_S: f64 = 180.0;
/// Maximum speed at which a wheel that penetrates the ground is pushed out. [m/s]
const PUSH_OUT_M_PER_S: f64 = 0.2;

/// A soft constraint along the normal: it is satisfied if velocity + bias + compliance × impulse is zero.
#[derive(Debug, Clone, Copy)]
struct Spring {
    /// Velocity bias. [m/s]
    bias: f64,
    /// Compliance. [1/kg]
    compliance: f64,
}

/// A wheel on the ground while the impulses are computed.
#[derive(Debug, Clone, Copy)]
pub(super) struct GroundedWheel {
    pub(super) touch: Touch,
    pub(super) impulses: Impulses,
    /// The springs during compression and during extension.
    springs: [Spring; 2],
    friction: f64,
    /// Normal, forward and left axis on the chassis, with the inverse effective mass along each in `inverse_masses`. [1/kg]
    axes: [Axis; 3],
    inverse_masses: [f64; 3],
    /// The index of the ground body in [`Solver::grounds`] and the same axes on it, if the ground moves.
    ground: Option<(usize, [Axis; 3])>,
}

/// The chassis, wheels and ground bodies that the impulses of one chassis affect.
pub(super) struct Solver<'a> {
    pub(super) wheels: &'a [Wheel],
    pub(super) chassis: ImpulseBody,
    pub(super) grounds: Vec<ImpulseBody>,
    pub(super) contacts: Vec<GroundedWheel>,
    pub(super) tick_s: f64,
    /// Impulse of the weight of the chassis in a tick. [N s]
    pub(super) weight: f64,
    pub(super) mass: f64,
}

impl Solver<'_> {
    /// Adds a wheel in contact with the ground, if it is near enough to carry load.
    pub(super) fn add_contact(&mut self, touch: Touch, friction: f64, ground: Option<usize>) {
        let wheel = &self.wheels[touch.wheel];
        let Some(springs) = self.springs(&touch) else { return };
        let Touch { point, side_point, normal, forward, left, .. } = touch;
        let axes = [(point, normal), (point, forward), (side_point, left)]
            .map(|(point, direction)| self.chassis.axis(point, direction));
        let mut inverse_masses = axes.map(|axis| self.chassis.inverse_effective_mass(&axis));
        let ground = ground.map(|number| {
            let body = &self.grounds[number];
            let axes = [normal, forward, left].map(|direction| body.axis(point, direction));
            // Along the normal, the ground body counts as supported and immovable.
            inverse_masses[1] += body.inverse_effective_mass(&axes[1]);
            inverse_masses[2] += body.inverse_effective_mass(&axes[2]);
            (number, axes)
        });
        let impulses = if wheel.contact.is_some() { wheel.impulses } else { Impulses::default() };
        self.contacts.push(GroundedWheel {
            touch,
            impulses,
            springs,
            friction,
            axes,
            inverse_masses,
            ground,
        });
        let contact = &self.contacts[self.contacts.len() - 1];
        let Impulses { normal, forward, left } = impulses;
        push(&mut self.chassis, &mut self.grounds, contact, [normal, forward, left]);
    }

    /// The springs of a wheel during compression and extension; `None` while its suspension hangs above the ground.
    fn springs(&self, touch: &Touch) -> Option<[Spring; 2]> {
        let tick = self.tick_s;
        let soft = |gap: f64, stiffness: f64, damping: f64| {
            let effective_damping = damping + tick * stiffness;
            Spring { bias: gap * stiffness / effective_damping, compliance: 1.0 / (tick * effective_damping) }
        };
        let wheel = &self.wheels[touch.wheel].spec;
        let is_springy = touch.extension > 0.0 || wheel.is_ray_cast();
        if let Some(suspension) = wheel.suspension.filter(|_| is_springy) {
            let gap = (touch.extension - suspension.rest_length) * touch.upright;
            let lever = touch.upright * touch.upright;
            let dampings = [suspension.compression_damping, suspension.extension_damping];
            let springs = dampings.map(|damping| soft(gap, suspension.stiffness / lever, damping / lever));
            return (gap < 0.0).then_some(springs);
        }
        // Without a suspension, or with the suspension at full compression.
        let gap = touch.extension * touch.upright;
        if gap > 0.0 {
            return Some([Spring { bias: gap / tick, compliance: 0.0 }; 2]);
        }
        let carried = self.mass / self.wheels.len() as f64;
        let stiffness = carried * TIRE_RAD_PER_S * TIRE_RAD_PER_S;
        let mut spring = soft(gap, stiffness, 2.0 * carried * TIRE_RAD_PER_S);
        spring.bias = spring.bias.max(-PUSH_OUT_M_PER_S);
        Some([spring; 2])
    }

    /// Velocity of the chassis relative to the ground where a wheel touches it. [m/s]
    pub(super) fn slip(&self, contact: &GroundedWheel) -> DVec3 {
        let point = contact.touch.point;
        let ground = contact.ground.map(|(ground, _)| self.grounds[ground].velocity_at(point));
        self.chassis.velocity_at(point) - ground.unwrap_or_default()
    }

    /// Computes the impulses.
    pub(super) fn solve(&mut self) {
        let Solver { wheels, chassis, grounds, contacts, tick_s, weight, .. } = self;
        for _ in 0..TURNS_MAX {
            let mut change: f64 = 0.0;
            for contact in &mut *contacts {
                let carried = contact.solve_normal(chassis, grounds);
                let held = contact.solve_friction(&wheels[contact.touch.wheel], *tick_s, chassis, grounds);
                change = change.max(carried).max(held);
            }
            if change < ACCURACY * *weight {
                break;
            }
        }
    }
}

impl GroundedWheel {
    /// Speed of the chassis over the ground along one of the axes. [m/s]
    fn speed(&self, axis: usize, chassis: &ImpulseBody, grounds: &[ImpulseBody]) -> f64 {
        let ground = self.ground.map(|(ground, axes)| grounds[ground].speed(&axes[axis]));
        chassis.speed(&self.axes[axis]) - ground.unwrap_or_default()
    }

    /// Updates the impulse along the normal. Returns its change. [N s]
    fn solve_normal(&mut self, chassis: &mut ImpulseBody, grounds: &mut [ImpulseBody]) -> f64 {
        let before = self.impulses.normal;
        let leaving = self.speed(0, chassis, grounds);
        let Spring { bias, compliance } = self.springs[usize::from(leaving > 0.0)];
        let wrong = leaving + bias + compliance * before;
        let after = (before - wrong / (self.inverse_masses[0] + compliance)).max(0.0);
        self.impulses.normal = after;
        push(chassis, grounds, self, [after - before, 0.0, 0.0]);
        (after - before).abs()
    }

    /// Updates the friction impulses. Returns their change. [N s]
    fn solve_friction(
        &mut self,
        wheel: &Wheel,
        tick_s: f64,
        chassis: &mut ImpulseBody,
        grounds: &mut [ImpulseBody],
    ) -> f64 {
        let before = [self.impulses.forward, self.impulses.left];
        let most = self.friction * self.impulses.normal;
        let ahead = self.speed(1, chassis, grounds);
        let aside = self.speed(2, chassis, grounds);
        let [_, ease_ahead, ease_aside] = self.inverse_masses;
        let (grip, to_spare) = wheel.grip(before[0], ahead, ease_ahead, tick_s);
        let hold = before[1] - aside / ease_aside;
        let after = if libm::hypot(grip, hold) <= most {
            [grip, hold]
        } else if to_spare {
            // While sliding, both directions need the same effective mass. Otherwise the converged impulse does not oppose
            // the slip.
            let heavy = ease_ahead.max(ease_aside);
            let slip = ahead - wheel.spec.radius * wheel.drive.target;
            within(most, [before[0] - slip / heavy, before[1] - aside / heavy])
        } else {
            // Friction that the drive does not use is available laterally.
            let grip = grip.clamp(-most, most);
            let left = (most * most - grip * grip).max(0.0).sqrt();
            [grip, hold.clamp(-left, left)]
        };
        let change = [after[0] - before[0], after[1] - before[1]];
        self.impulses.forward = after[0];
        self.impulses.left = after[1];
        push(chassis, grounds, self, [0.0, change[0], change[1]]);
        change[0].abs().max(change[1].abs())
    }
}

/// Applies impulses along the axes of a contact.
fn push(chassis: &mut ImpulseBody, grounds: &mut [ImpulseBody], contact: &GroundedWheel, impulses: [f64; 3]) {
    for (axis, impulse) in contact.axes.iter().zip(impulses) {
        chassis.push(axis, impulse);
    }
    if let Some((ground, axes)) = &contact.ground {
        let ground = &mut grounds[*ground];
        ground.note(&axes[0], -impulses[0]);
        ground.push(&axes[1], -impulses[1]);
        ground.push(&axes[2], -impulses[2]);
    }
}

/// Clamps friction impulses to a disk of radius `most` (Coulomb).
fn within(most: f64, impulses: [f64; 2]) -> [f64; 2] {
    let length = libm::hypot(impulses[0], impulses[1]);
    if length <= most { impulses } else { impulses.map(|impulse| impulse * most / length) }
}
