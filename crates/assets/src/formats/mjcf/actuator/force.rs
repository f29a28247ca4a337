//! Force of an actuator: gains, biases, and the filter of its command, from the short forms and the form `general`.
//!
//! Source: MuJoCo's documentation, "XML reference", section "actuator": each short form stands for numbers of `general`.

use crate::ReadError;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::defaults::{GENERAL, Given};
use crate::formats::mjcf::document::Tag;
use crate::model::{Activation, Muscle};

/// Numbers of a gain, a bias or a filter that are read.
const NUMBERS: usize = 10;
/// Numbers of a muscle that give none: range, force, scale, least and largest length, velocity, forces of stretching.
const MUSCLE: [f64; NUMBERS] = [0.75, 1.05, -1.0, 200.0, 0.5, 1.6, 1.5, 1.3, 1.2, 0.0];

/// The force of an actuator: see [`Actuator`](crate::model::Actuator).
pub(super) struct Force {
    pub gain: f64,
    pub gain_by: [f64; 2],
    pub bias: [f64; 3],
    pub damping_ratio: Option<f64>,
    pub activation: Activation,
    pub muscle: Option<Muscle>,
    /// Whether its force is known: that of a muscle, or linear in command, length and velocity, but for products of the command
    /// and one of them.
    pub is_known: bool,
}

/// The numbers of `general`.
struct General {
    dynamics: (String, [f64; NUMBERS]),
    gain: (String, [f64; NUMBERS]),
    bias: (String, [f64; NUMBERS]),
    damping_ratio: Option<f64>,
    /// Whether an element `general` set them last.
    is_general: bool,
}

impl Force {
    /// Reads the force of an actuator, beginning with the kinds and attributes of its class.
    pub(super) fn of(tag: &Tag, layers: &[(String, Given)]) -> Result<Force, ReadError> {
        let mut general = General::new();
        for (kind, given) in layers {
            let attributes = given.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
            let layer = tag.beside(kind, attributes);
            general.set(&Attributes::own(&layer), kind == &tag.name || tag.name == GENERAL)?;
        }
        general.set(&Attributes::own(tag), layers.last().is_some_and(|(kind, _)| *kind == tag.name))?;
        Ok(general.force())
    }
}

impl General {
    fn new() -> General {
        let mut one = [0.0; NUMBERS];
        one[0] = 1.0;
        General {
            dynamics: ("none".to_owned(), one),
            gain: ("fixed".to_owned(), one),
            bias: ("none".to_owned(), [0.0; NUMBERS]),
            damping_ratio: None,
            is_general: false,
        }
    }

    /// Changes the numbers as an element does. A short form begins with its own numbers, unless the numbers are of the same form.
    fn set(&mut self, attributes: &Attributes<'_>, continues: bool) -> Result<(), ReadError> {
        let kind = attributes.tag.name.as_str();
        if kind != GENERAL && !continues {
            self.begin(kind);
        }
        let first =
            |name: &str| Ok::<_, ReadError>(attributes.list(name)?.and_then(|all| all.first().copied()));
        let fixed = |gain: &mut (String, [f64; NUMBERS]), value: f64| {
            gain.0 = "fixed".to_owned();
            gain.1[0] = value;
        };
        self.is_general = kind == GENERAL;
        match kind {
            GENERAL => {
                for (name, numbers, place) in [
                    ("dyntype", "dynprm", &mut self.dynamics),
                    ("gaintype", "gainprm", &mut self.gain),
                    ("biastype", "biasprm", &mut self.bias),
                ] {
                    if let Some(kind) = attributes.text(name) {
                        kind.clone_into(&mut place.0);
                    }
                    for (place, value) in
                        place.1.iter_mut().zip(attributes.list(numbers)?.unwrap_or_default())
                    {
                        *place = value;
                    }
                }
            }
            "motor" => fixed(&mut self.gain, 1.0),
            "position" | "intvelocity" => {
                let stiffness = first("kp")?.unwrap_or(self.gain.1[0]);
                fixed(&mut self.gain, stiffness);
                self.bias.0 = "affine".to_owned();
                self.bias.1[1] = -stiffness;
                if let Some(damping) = first("kv")? {
                    self.bias.1[2] = -damping;
                }
                if let Some(ratio) = attributes.number("dampratio")?.filter(|ratio| *ratio > 0.0) {
                    self.damping_ratio = Some(ratio);
                }
                if kind == "intvelocity" {
                    self.dynamics.0 = "integrator".to_owned();
                } else if let Some(time_s) = attributes.number("timeconst")? {
                    let name = if time_s > 0.0 { "filterexact" } else { "none" };
                    self.dynamics.0 = name.to_owned();
                    self.dynamics.1[0] = time_s;
                }
            }
            "velocity" => {
                let damping = first("kv")?.unwrap_or(self.gain.1[0]);
                fixed(&mut self.gain, damping);
                self.bias.0 = "affine".to_owned();
                self.bias.1[2] = -damping;
            }
            "damper" => {
                self.gain.0 = "affine".to_owned();
                self.gain.1[0] = 0.0;
                if let Some(damping) = first("kv")? {
                    self.gain.1[2] = -damping;
                }
            }
            "cylinder" => {
                let area = match first("diameter")? {
                    Some(diameter) => Some(std::f64::consts::FRAC_PI_4 * diameter * diameter),
                    None => first("area")?,
                };
                let area = area.unwrap_or(self.gain.1[0]);
                fixed(&mut self.gain, area);
                self.bias.0 = "affine".to_owned();
                let [a, b, c] = [0, 1, 2].map(|at| self.bias.1[at]);
                self.bias.1[..3].copy_from_slice(&attributes.up_to::<3>("bias", [a, b, c])?);
                self.dynamics.0 = "filter".to_owned();
                self.dynamics.1[0] = first("timeconst")?.unwrap_or(self.dynamics.1[0]);
            }
            "muscle" => self.set_muscle(attributes, continues)?,
            "adhesion" => {
                let gain = first("gain")?.unwrap_or(self.gain.1[0]);
                fixed(&mut self.gain, gain);
            }
            other => {
                // Its force is not known here.
                other.clone_into(&mut self.gain.0);
            }
        }
        Ok(())
    }

    /// Keeps the numbers of a class's `general` that mean the same in a short form, and resets the rest.
    fn begin(&mut self, kind: &str) {
        let mut new = General::new();
        let has_gain = match kind {
            "position" | "intvelocity" | "velocity" | "cylinder" => self.gain.0 == "fixed",
            "damper" => self.gain.0 == "affine",
            _ => false,
        };
        if self.is_general && has_gain {
            new.gain.1 = self.gain.1;
            let has_bias = self.bias.0 == "affine";
            match kind {
                "position" | "intvelocity" if has_bias => new.bias.1[2] = self.bias.1[2],
                "cylinder" if has_bias => new.bias.1 = self.bias.1,
                _ => {}
            }
            match (kind, self.dynamics.0.as_str()) {
                ("position", "filterexact") => new.dynamics = self.dynamics.clone(),
                ("cylinder", "filter") | ("intvelocity", "integrator") => new.dynamics.1 = self.dynamics.1,
                _ => {}
            }
        }
        *self = new;
    }

    fn set_muscle(&mut self, attributes: &Attributes<'_>, continues: bool) -> Result<(), ReadError> {
        let mut numbers = if continues { self.gain.1 } else { MUSCLE };
        let range = attributes.up_to::<2>("range", [numbers[0], numbers[1]])?;
        numbers[..2].copy_from_slice(&range);
        for (place, name) in ["force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"].iter().enumerate() {
            if let Some(value) = attributes.number(name)? {
                numbers[2 + place] = value;
            }
        }
        let mut times = if continues { self.dynamics.1 } else { [0.0; NUMBERS] };
        if !continues {
            times[..2].copy_from_slice(&[0.01, 0.04]);
        }
        let both = attributes.up_to::<2>("timeconst", [times[0], times[1]])?;
        times[..2].copy_from_slice(&both);
        times[2] = attributes.number("tausmooth")?.unwrap_or(times[2]);
        (self.gain, self.bias) = (("muscle".to_owned(), numbers), ("muscle".to_owned(), numbers));
        self.dynamics = ("muscle".to_owned(), times);
        Ok(())
    }

    /// The force that the numbers describe.
    fn force(self) -> Force {
        let General { dynamics, gain, bias, damping_ratio, .. } = self;
        let time = dynamics.1[0];
        // A filter without a time constant passes commands on.
        let filter = |filter: Activation| if time > 0.0 { filter } else { Activation::None };
        let activation = match dynamics.0.as_str() {
            "none" => Some(Activation::None),
            "integrator" => Some(Activation::Integrator),
            "filter" => Some(filter(Activation::Filter(time))),
            "filterexact" => Some(filter(Activation::ExactFilter(time))),
            "muscle" => {
                let [rise_s, fall_s, smoothing] = [0, 1, 2].map(|at| dynamics.1[at]);
                Some(Activation::Muscle { rise_s, fall_s, smoothing })
            }
            _ => None,
        };
        let is_muscle = gain.0 == "muscle" && bias.0 == "muscle" && gain.1 == bias.1;
        let known =
            |(kind, _): &(String, [f64; NUMBERS])| matches!(kind.as_str(), "none" | "fixed" | "affine");
        let is_known = activation.is_some() && (is_muscle || (known(&gain) && known(&bias)));
        let [
            range_low,
            range_high,
            force,
            scale,
            length_min,
            length_max,
            velocity_max,
            passive_max,
            lengthening_max,
            _,
        ] = gain.1;
        let muscle = is_muscle.then_some(Muscle {
            range: [range_low, range_high],
            force: (force >= 0.0).then_some(force),
            scale,
            length_min,
            length_max,
            velocity_max,
            passive_max,
            lengthening_max,
        });
        let of_kind = |(kind, numbers): &(String, [f64; NUMBERS]), wanted: &str| match kind == wanted {
            true => [0, 1, 2].map(|at| numbers[at]),
            false => [0.0; 3],
        };
        let mut found = Force {
            gain: if is_muscle { 0.0 } else { gain.1[0] },
            gain_by: [of_kind(&gain, "affine")[1], of_kind(&gain, "affine")[2]],
            bias: of_kind(&bias, "affine"),
            damping_ratio,
            activation: activation.unwrap_or_default(),
            muscle,
            is_known,
        };
        // A positive number is a damping ratio, if the actuator is a position servo.
        if found.bias[2] > 0.0 && found.gain == -found.bias[1] && found.damping_ratio.is_none() {
            found.damping_ratio = Some(found.bias[2]);
            found.bias[2] = 0.0;
        }
        if damping_ratio.is_some() {
            found.bias[2] = 0.0;
        }
        found
    }
}
