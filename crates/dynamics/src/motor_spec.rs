//! The description of a motor: its transmission, its gains, the filter of its command.

use glam::DVec3;
use morse_geometry::Pose;
use serde::{Deserialize, Serialize};

use crate::muscle::MuscleSpec;

/// The way from a command to the value that a motor obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// A first-order filter with the time constant of the motor, solved exactly; the command itself without a time constant.
    #[default]
    Filter,
    /// The same filter by explicit Euler steps.
    EulerFilter,
    /// The integral of the command.
    Integrator,
    /// The excitation of a muscle, with the time constant of the motor for a rise and its `fall_time` for a fall, by Euler steps.
    Muscle,
}

/// A transmission that pushes and turns a frame.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SiteTransmission {
    /// The link of the frame.
    pub link: String,
    /// Pose of the frame on its link.
    pub link_from_site: Pose,
    /// The link and the pose on it of the frame in relation to which the site moves; a link of `None` is the world. With it,
    /// the length of the transmission is the pose of the site in that frame times the gears. Without it, the length is 0 and the
    /// gears are along the axes of the site.
    pub reference: Option<(Option<String>, Pose)>,
    /// Whether the gears are along the axes of the site although there is a reference, as those of a ball joint.
    #[serde(default)]
    pub is_along_site: bool,
    /// Force per unit of effort along x, y, z.
    pub force: DVec3,
    /// Torque per unit of effort about x, y, z. [m]
    pub torque: DVec3,
}

/// A rod between a pin and the axis of a slider. Its transmission has the place of the rod's end along the axis as its length.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CrankTransmission {
    /// The link of the pin, and the pin on it; a link of `None` is the world.
    pub crank: (Option<String>, Pose),
    /// The link of the slider, and its frame, whose z is the axis.
    pub slider: (Option<String>, Pose),
    /// Length of the rod. [m]
    pub rod: f64,
    /// Factor on the length.
    pub gear: f64,
}

/// A motor: effort = gain × command + bias − stiffness × length − damping × velocity, within its limits.
///
/// The gain is `gain + gain_by_length × length + gain_by_velocity × velocity`. Length and velocity are those of the transmission:
/// the sums of the joints' values times their gears, or those of a tendon times its gear, or those of a site.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MotorSpec {
    /// A name that no other motor has.
    pub name: String,
    /// Hinges and slides that it drives, with the gear of each.
    pub transmission: Vec<(String, f64)>,
    /// The tendon that it pulls instead, with its gear.
    pub tendon: Option<(String, f64)>,
    /// The site that it pushes instead.
    pub site: Option<SiteTransmission>,
    /// The surface whose contacts it presses together instead, with an equal share of its effort each: see
    /// [`Contact::surfaces`](crate::Contact::surfaces).
    pub adhesion: Option<u64>,
    /// The slider-crank that it pushes instead.
    pub crank: Option<CrankTransmission>,
    /// The force of a muscle instead of gain, bias, stiffness and damping.
    pub muscle: Option<MuscleSpec>,
    /// Effort per unit of the command.
    pub gain: f64,
    /// Change of the gain per unit of the length.
    pub gain_by_length: f64,
    /// Change of the gain per unit of the velocity.
    pub gain_by_velocity: f64,
    /// Effort without a command.
    pub bias: f64,
    /// Effort per unit of the position: the stiffness of a position servo.
    pub stiffness: f64,
    /// Effort per unit of the velocity: the stiffness of a velocity servo, or the damping of a position servo.
    pub damping: f64,
    /// Damping as a share of the critical one, instead of `damping`: with the inertia that the transmission moves at the reference
    /// positions, with all else free.
    pub damping_ratio: Option<f64>,
    /// Least and largest effort. [N m or N]
    pub effort_limits: Option<[f64; 2]>,
    /// Least and largest command.
    pub command_limits: Option<[f64; 2]>,
    /// The way from the command to the value that the motor obeys.
    pub activation: Activation,
    /// Time constant of a first-order filter of the command. [s]
    pub time_constant: f64,
    /// Time constant of a falling excitation of a muscle. [s]
    pub fall_time: f64,
    /// Width of the transition between both time constants of a muscle.
    pub smoothing: f64,
    /// Least and largest value of a filter or an integrator.
    pub activation_limits: Option<[f64; 2]>,
    /// Velocity at which the effort limits reach zero: a linear torque-speed curve. [rad/s or m/s]
    pub no_load_speed: Option<f64>,
}

impl MotorSpec {
    /// A motor whose command is its effort.
    pub fn effort(name: &str, joint: &str) -> MotorSpec {
        let transmission = vec![(joint.to_owned(), 1.0)];
        MotorSpec { name: name.to_owned(), transmission, gain: 1.0, ..MotorSpec::default() }
    }

    /// A servo whose command is a position, with a stiffness and a damping.
    pub fn position(name: &str, joint: &str, stiffness: f64, damping: f64) -> MotorSpec {
        MotorSpec { gain: stiffness, stiffness, damping, ..MotorSpec::effort(name, joint) }
    }

    /// A servo whose command is a velocity, with an effort per unit of velocity.
    pub fn velocity(name: &str, joint: &str, damping: f64) -> MotorSpec {
        MotorSpec { gain: damping, damping, ..MotorSpec::effort(name, joint) }
    }
}
