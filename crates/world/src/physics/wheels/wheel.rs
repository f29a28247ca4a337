//! The state of a wheel: rotation, drive, contact.

use std::collections::BTreeSet;

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use crate::physics::wheels::spec::WheelSpec;
use crate::{NodeId, Pose};

/// The drive of a wheel. Torques act on the wheel, about its axle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Drive {
    /// Torque that acts regardless of the rate. [N m]
    pub(super) torque: f64,
    /// Target rate of the motor or brake. [rad/s]
    pub(super) target: f64,
    /// Maximum torque to reach the target rate. [N m]
    pub(super) torque_max: f64,
}

/// The ground contact of a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WheelContact {
    /// Contact point in the world. [m]
    pub point: DVec3,
    /// Normal of the ground, towards the wheel; unit vector in the world.
    pub normal: DVec3,
    /// The node of the ground.
    pub node: NodeId,
    /// Load on the wheel. [N]
    pub load: f64,
}

/// The state of a wheel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelState {
    /// Rotation about its axle, positive forwards. [rad]
    pub angle: f64,
    /// Turn rate about its axle, positive forwards. [rad/s]
    pub rate: f64,
    /// Steering angle about `up`, positive to the left. [rad]
    pub steering: f64,
    /// Distance from its mount to its center. [m]
    pub extension: f64,
    /// The ground contact in the last tick; `None` in the air.
    pub contact: Option<WheelContact>,
}

/// A wheel with a node that shows it, for listing the joints of a robot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownWheel<'a> {
    /// Index of the wheel on the chassis.
    pub number: usize,
    /// Description with perpendicular unit axes.
    pub spec: &'a WheelSpec,
    /// The node that shows the wheel.
    pub node: NodeId,
    /// The rotation of this node in the chassis, with all angles of the wheel at zero.
    pub chassis_from_node: DQuat,
}

/// Impulses of the last tick along the axes of the contact: the initial guess for the next tick. [N s]
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Impulses {
    pub(super) normal: f64,
    pub(super) forward: f64,
    pub(super) left: f64,
}

/// The node that shows a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct WheelNode {
    pub(super) node: NodeId,
    pub(super) parent_from_chassis: Pose,
    pub(super) chassis_from_node_at_start: DQuat,
}

/// A wheel of a chassis.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Wheel {
    pub(super) spec: WheelSpec,
    pub(super) shown: Option<WheelNode>,
    pub(super) drive: Drive,
    pub(super) steering: f64,
    pub(super) angle: f64,
    pub(super) rate: f64,
    pub(super) extension: f64,
    pub(super) contact: Option<WheelContact>,
    pub(super) impulses: Impulses,
}

impl Wheel {
    /// Removes references to removed nodes.
    pub(super) fn forget(&mut self, removed: &BTreeSet<NodeId>) {
        self.contact = self.contact.filter(|contact| !removed.contains(&contact.node));
        self.shown = self.shown.filter(|shown| !removed.contains(&shown.node));
    }

    pub(super) fn new(spec: WheelSpec, shown: Option<WheelNode>) -> Wheel {
        let extension = spec.rest_length();
        Wheel {
            spec,
            shown,
            drive: Drive::default(),
            steering: 0.0,
            angle: 0.0,
            rate: 0.0,
            extension,
            contact: None,
            impulses: Impulses::default(),
        }
    }

    /// The axle with the current steering angle, in the frame of the chassis.
    pub(super) fn axle(&self) -> DVec3 {
        DQuat::from_axis_angle(self.spec.up, self.steering) * self.spec.axle
    }

    /// Stops the wheel.
    pub(super) fn stop(&mut self) {
        self.angle = 0.0;
        self.rate = 0.0;
        self.extension = self.spec.rest_length();
        self.contact = None;
        self.impulses = Impulses::default();
    }

    /// Its rate at the end of a tick [rad/s]. `held_back` is the impulse of the ground against its tread [N s], or `None` in
    /// the air. In the air, an engine still turns the wheel, except that of a ray-cast vehicle.
    pub(super) fn driven_rate(&self, held_back: Option<f64>, tick_s: f64) -> f64 {
        let undriven = match held_back {
            None if self.spec.is_ray_cast() => self.rate,
            held_back => self.undriven_rate(held_back.unwrap_or(0.0), tick_s),
        };
        let most = self.motor(tick_s);
        undriven + (self.drive.target - undriven).clamp(-most, most)
    }

    /// The impulse on its tread [N s] with which tread and ground have the same speed at the end of a tick, and whether the
    /// drive then has spare torque. With the impulse `before`, the chassis moves at `ahead` [m/s] relative to the ground;
    /// `inverse_mass` [1/kg] is the change of this speed per unit of impulse.
    pub(super) fn grip(&self, before: f64, ahead: f64, inverse_mass: f64, tick_s: f64) -> (f64, bool) {
        let radius = self.spec.radius;
        let target = self.drive.target;
        // As a function of the impulse, the rate is constant in the range of spare torque and decreases on both sides of it,
        // while the speed of the chassis increases.
        let spared = before + (radius * target - ahead) / inverse_mass;
        let missing = target - self.undriven_rate(spared, tick_s);
        let most = self.motor(tick_s);
        if missing.abs() < most {
            return (spared, true);
        }
        let unhindered = self.undriven_rate(0.0, tick_s) + most.copysign(missing);
        let give = radius * radius / self.spec.spin_inertia();
        ((radius * unhindered - ahead + inverse_mass * before) / (inverse_mass + give), false)
    }

    /// Its rate at the end of a tick without the motor or brake torque for a target rate. [rad/s]
    fn undriven_rate(&self, held_back: f64, tick_s: f64) -> f64 {
        self.rate + (self.drive.torque * tick_s - self.spec.radius * held_back) / self.spec.spin_inertia()
    }

    /// The maximum change of its rate in a tick by the motor or brake torque. [rad/s]
    fn motor(&self, tick_s: f64) -> f64 {
        self.drive.torque_max * tick_s / self.spec.spin_inertia()
    }

    pub(super) fn state(&self) -> WheelState {
        WheelState {
            angle: self.angle,
            rate: self.rate,
            steering: self.steering,
            extension: self.extension,
            contact: self.contact,
        }
    }

    /// All state that influences the future of the wheel.
    pub(super) fn numbers(&self) -> [f64; 11] {
        let Impulses { normal, forward, left } = self.impulses;
        let Drive { torque, target, torque_max } = self.drive;
        let place = [self.steering, self.angle, self.rate, self.extension];
        let [a, b, c, d] = place;
        let touches = f64::from(u8::from(self.contact.is_some()));
        [a, b, c, d, normal, forward, left, torque, target, torque_max, touches]
    }

    /// The pose in its parent of the node that shows it.
    pub(super) fn parent_from_shown(&self, shown: &WheelNode) -> Pose {
        let up = self.spec.up;
        let turned =
            DQuat::from_axis_angle(up, self.steering) * DQuat::from_axis_angle(self.spec.axle, self.angle);
        shown.parent_from_chassis
            * Pose {
                translation: self.spec.mount - up * self.extension,
                rotation: turned * shown.chassis_from_node_at_start,
            }
    }
}
