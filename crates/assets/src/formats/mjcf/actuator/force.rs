//! Force of an actuator: gains, biases, and the filter of its command, from the short forms and the form `general`.

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::model::Activation;

/// The force of an actuator: see [`Actuator`](crate::model::Actuator).
pub(super) struct Force {
    pub gain: f64,
    pub gain_by: [f64; 2],
    pub bias: [f64; 3],
    pub damping_ratio: Option<f64>,
    pub activation: Activation,
    /// Whether it is linear in command, length and velocity, but for products of the command and one of them.
    pub is_linear: bool,
}

impl Force {
    /// Reads the force of an actuator.
    pub(super) fn of(attributes: &Attributes<'_>) -> Result<Force, ReadError> {
        let tag = attributes.tag;
        let list = |name: &str| {
            let given = attributes.list(name)?.unwrap_or_default();
            Ok::<_, ReadError>([0, 1, 2].map(|index| given.get(index).copied().unwrap_or(0.0)))
        };
        let first =
            |name: &str| Ok::<_, ReadError>(attributes.list(name)?.and_then(|all| all.first().copied()));
        let or = |name: &str, otherwise: f64| Ok::<f64, ReadError>(first(name)?.unwrap_or(otherwise));
        let gain = or("gainprm", 1.0)?;
        let mut force = Force {
            gain: 1.0,
            gain_by: [0.0; 2],
            bias: [0.0; 3],
            damping_ratio: None,
            activation: Force::activation(attributes)?,
            is_linear: true,
        };
        match tag.name.as_str() {
            "motor" => {}
            "position" | "intvelocity" => {
                let stiffness = or("kp", gain)?;
                (force.gain, force.bias) = (stiffness, [0.0, -stiffness, -or("kv", 0.0)?]);
                force.damping_ratio = attributes.number("dampratio")?.filter(|ratio| *ratio > 0.0);
                let time = attributes.number("timeconst")?.unwrap_or(0.0);
                force.activation = match tag.name.as_str() {
                    "intvelocity" => Activation::Integrator,
                    _ if time > 0.0 => Activation::ExactFilter(time),
                    _ => force.activation,
                };
            }
            "velocity" => {
                let damping = or("kv", gain)?;
                (force.gain, force.bias) = (damping, [0.0, 0.0, -damping]);
            }
            "damper" => {
                force.gain = 0.0;
                force.gain_by = [0.0, -or("kv", 1.0)?];
            }
            "cylinder" => {
                let diameter = first("diameter")?;
                let area = diameter.map(|diameter| std::f64::consts::FRAC_PI_4 * diameter * diameter);
                force.gain = area.map_or_else(|| or("area", 1.0), Ok)?;
                force.bias = attributes.up_to::<3>("bias", [0.0; 3])?;
                let time = or("timeconst", 1.0)?;
                force.activation = if time > 0.0 { Activation::Filter(time) } else { Activation::None };
            }
            "muscle" => (force.gain, force.is_linear) = (0.0, false),
            "adhesion" => (force.gain, force.is_linear) = (or("gain", 1.0)?, false),
            "general" => {
                force.gain = gain;
                match attributes.text("gaintype").unwrap_or("fixed") {
                    "fixed" => {}
                    "affine" => force.gain_by = [list("gainprm")?[1], list("gainprm")?[2]],
                    _ => force.is_linear = false,
                }
                match attributes.text("biastype").unwrap_or("none") {
                    "none" => {}
                    "affine" => force.bias = list("biasprm")?,
                    _ => (force.bias, force.is_linear) = (list("biasprm")?, false),
                }
                let is_known = ["none", "integrator", "filter", "filterexact"];
                force.is_linear &= is_known.contains(&attributes.text("dyntype").unwrap_or("none"));
            }
            _ => (force.gain, force.is_linear) = (gain, false),
        }
        // A positive number is a damping ratio, if the actuator is a position servo.
        if force.bias[2] > 0.0 && force.gain == -force.bias[1] && force.damping_ratio.is_none() {
            force.damping_ratio = Some(force.bias[2]);
            force.bias[2] = 0.0;
        }
        Ok(force)
    }

    /// The filter that `dyntype` and `dynprm` give.
    fn activation(attributes: &Attributes<'_>) -> Result<Activation, ReadError> {
        let time = attributes.list("dynprm")?.and_then(|all| all.first().copied()).unwrap_or(1.0);
        // A filter without a time constant passes commands on.
        let filter = |filter: Activation| if time > 0.0 { filter } else { Activation::None };
        Ok(match attributes.text("dyntype").unwrap_or("none") {
            "integrator" => Activation::Integrator,
            "filter" => filter(Activation::Filter(time)),
            "filterexact" => filter(Activation::ExactFilter(time)),
            _ => Activation::None,
        })
    }
}
