//! Actuators that a file declares for its joints, tendons and sites (MJCF).

use serde::Serialize;

use crate::model::NodeId;
use crate::model::coupling::LinkFrame;

/// A transmission that pushes and turns a frame.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SiteTransmission {
    /// The frame.
    pub site: LinkFrame,
    /// The frame in relation to which it moves. Without it, the gears are along the axes of the site.
    pub reference: Option<LinkFrame>,
    /// Whether the gears are along the axes of the site although there is a reference, as those of a ball joint.
    pub is_along_site: bool,
    /// Force along x, y, z and torque about x, y, z per unit of force of the actuator.
    pub gears: [f64; 6],
}

/// The way from a command to the value that an actuator obeys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// The command itself.
    #[default]
    None,
    /// A first-order filter with a time constant \[s\], solved exactly.
    ExactFilter(f64),
    /// A first-order filter with a time constant \[s\], by Euler steps.
    Filter(f64),
    /// The integral of the command.
    Integrator,
    /// The excitation of a muscle: a filter whose time constant depends on the excitation.
    Muscle {
        /// Time constant of a rising excitation at half of it. \[s\]
        rise_s: f64,
        /// Time constant of a falling excitation at half of it. \[s\]
        fall_s: f64,
        /// Width of the transition between both; 0 for a jump.
        smoothing: f64,
    },
}

/// The force of a muscle, as MuJoCo has it: a force along its length, which shrinks with it, grows while it is stretched, and
/// vanishes outside of a range of lengths. Lengths are shares of its best length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Muscle {
    /// Lengths at both ends of its range.
    pub range: [f64; 2],
    /// Largest active force at rest \[N\]; `None` for a share of the inverse inertia that it moves.
    pub force: Option<f64>,
    /// That force times the inverse inertia. \[N/kg\]
    pub scale: f64,
    /// Least length with an active force.
    pub length_min: f64,
    /// Largest length with an active force.
    pub length_max: f64,
    /// Velocity of shortening without force. \[1/s\]
    pub velocity_max: f64,
    /// Passive force at the largest length, as a share of the active one.
    pub passive_max: f64,
    /// Active force while it is stretched fast, as a share of that at rest.
    pub lengthening_max: f64,
}

/// A crank and a rod to a slider, whose motion is the length of an actuator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SliderCrank {
    /// The pin between crank and rod.
    pub crank: LinkFrame,
    /// The frame along whose z axis the other end of the rod slides.
    pub slider: LinkFrame,
    /// Length of the rod. \[m\]
    pub rod: f64,
}

/// An actuator: force = (gain + gain_by\[0\] · length + gain_by\[1\] · velocity) · command + bias\[0\] + bias\[1\] · length +
/// bias\[2\] · velocity, where length and velocity are those of its joint or tendon times the gear, and the effort is the force times
/// the gear.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Actuator {
    /// Name in the file, or a name made from its number.
    pub name: String,
    /// Its kind in the file: `motor`, `position`, `velocity`, `general` …
    pub kind: String,
    /// The joint that it drives.
    pub joint: Option<String>,
    /// The tendon that it pulls.
    pub tendon: Option<String>,
    /// The site that it pushes.
    pub site: Option<SiteTransmission>,
    /// The slider-crank that it pushes.
    pub crank: Option<SliderCrank>,
    /// The body whose contacts it makes stick.
    pub body: Option<NodeId>,
    /// Effort per unit of force.
    pub gear: f64,
    /// Force per unit of the command.
    pub gain: f64,
    /// Change of the gain per unit of length and of velocity.
    pub gain_by: [f64; 2],
    /// Force without a command, per unit of length, and per unit of velocity.
    pub bias: [f64; 3],
    /// The force of a muscle, instead of gain and bias.
    pub muscle: Option<Muscle>,
    /// Least and largest length of its transmission, which scale a muscle.
    pub length_range: Option<[f64; 2]>,
    /// Damping as a share of the critical one, in addition to the bias.
    pub damping_ratio: Option<f64>,
    /// The way from the command to the value that it obeys.
    pub activation: Activation,
    /// Least and largest value of its filter or integrator.
    pub activation_range: Option<[f64; 2]>,
    /// Least and largest command.
    pub command_range: Option<[f64; 2]>,
    /// Least and largest force.
    pub force_range: Option<[f64; 2]>,
    /// Least and largest effort that its joint admits (`actuatorfrcrange`).
    pub joint_range: Option<[f64; 2]>,
    /// Command at the start: that of the keyframe `home`.
    pub command: f64,
    /// Whether a motor has its force and its target. Otherwise it is left out.
    pub is_simulated: bool,
}
