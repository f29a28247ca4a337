//! A wheel as it stands, rolls and is driven.

use glam::{DQuat, DVec3};
use serde::{Deserialize, Serialize};

use super::spec::WheelSpec;
use crate::{NodeId, Pose};

/// What turns a wheel. Torques act on the wheel, about its axle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Drive {
    /// Torque that acts whatever the wheel does. [N m]
    pub(super) torque: f64,
    /// Rate that the rest of the drive brings the wheel to. [rad/s]
    pub(super) target: f64,
    /// Torque that it has for this. [N m]
    pub(super) torque_max: f64,
}

/// Where a wheel touches the ground.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WheelContact {
    /// In the world. [m]
    pub point: DVec3,
    /// Of the ground, towards the wheel; unit length, in the world.
    pub normal: DVec3,
    /// What it stands on.
    pub node: NodeId,
    /// What it carries. [N]
    pub load: f64,
}

/// How a wheel stands and moves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WheelState {
    /// How far it has turned about its axle, forwards. [rad]
    pub angle: f64,
    /// How fast it turns about its axle, forwards. [rad/s]
    pub rate: f64,
    /// How far it is turned about `up`, to the left. [rad]
    pub steering: f64,
    /// From its mount to its centre. [m]
    pub extension: f64,
    /// Where it touched the ground in the last tick; `None` in the air.
    pub contact: Option<WheelContact>,
}

/// Impulses of the last tick along the axes of the contact: the first guess for the next. [N s]
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Impulses {
    pub(super) normal: f64,
    pub(super) forward: f64,
    pub(super) left: f64,
}

/// The node that shows a wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Shown {
    pub(super) node: NodeId,
    pub(super) parent_from_chassis: Pose,
    pub(super) chassis_from_node_at_start: DQuat,
}

/// One wheel.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Wheel {
    pub(super) spec: WheelSpec,
    pub(super) shown: Option<Shown>,
    pub(super) drive: Drive,
    pub(super) steering: f64,
    pub(super) angle: f64,
    pub(super) rate: f64,
    pub(super) extension: f64,
    pub(super) contact: Option<WheelContact>,
    pub(super) impulses: Impulses,
}

impl Wheel {
    pub(super) fn new(spec: WheelSpec, shown: Option<Shown>) -> Wheel {
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

    /// The axle as it is steered, in the frame of the chassis.
    pub(super) fn axle(&self) -> DVec3 {
        DQuat::from_axis_angle(self.spec.up, self.steering) * self.spec.axle
    }

    /// Takes all motion out of it.
    pub(super) fn rest(&mut self) {
        self.angle = 0.0;
        self.rate = 0.0;
        self.extension = self.spec.rest_length();
        self.contact = None;
        self.impulses = Impulses::default();
    }

    /// Its rate at the end of a tick [rad/s], when the ground holds back its tread with an impulse [N s].
    pub(super) fn spin(&self, held_back: f64, tick_s: f64) -> f64 {
        let freely = self.freely(held_back, tick_s);
        let most = self.motor(tick_s);
        freely + (self.drive.target - freely).clamp(-most, most)
    }

    /// The impulse on its tread [N s] with which tread and ground end a tick at the same speed, when with the
    /// impulse `before` the chassis is ahead of the ground by `ahead` [m/s], and by `ease` [1/kg] more for each
    /// unit of impulse. Also whether the drive then has torque to spare.
    pub(super) fn grip(&self, before: f64, ahead: f64, ease: f64, tick_s: f64) -> (f64, bool) {
        let radius = self.spec.radius;
        let target = self.drive.target;
        // The rate as a function of the impulse is flat where the drive has torque to spare, and falls to both
        // sides of that; the speed of the chassis rises.
        let spared = before + (radius * target - ahead) / ease;
        let missing = target - self.freely(spared, tick_s);
        let most = self.motor(tick_s);
        if missing.abs() < most {
            return (spared, true);
        }
        let unhindered = self.freely(0.0, tick_s) + most.copysign(missing);
        let give = radius * radius / self.spec.spin_inertia();
        ((radius * unhindered - ahead + ease * before) / (ease + give), false)
    }

    /// Its rate at the end of a tick without the part of its drive that has a target. [rad/s]
    fn freely(&self, held_back: f64, tick_s: f64) -> f64 {
        self.rate + (self.drive.torque * tick_s - self.spec.radius * held_back) / self.spec.spin_inertia()
    }

    /// Most that this part of its drive changes its rate in a tick. [rad/s]
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

    /// Everything that decides how it goes on.
    pub(super) fn numbers(&self) -> [f64; 11] {
        let Impulses { normal, forward, left } = self.impulses;
        let Drive { torque, target, torque_max } = self.drive;
        let place = [self.steering, self.angle, self.rate, self.extension];
        let [a, b, c, d] = place;
        let touches = f64::from(u8::from(self.contact.is_some()));
        [a, b, c, d, normal, forward, left, torque, target, torque_max, touches]
    }

    /// Where the node that shows it stands in its parent.
    pub(super) fn parent_from_shown(&self, shown: &Shown) -> Pose {
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
