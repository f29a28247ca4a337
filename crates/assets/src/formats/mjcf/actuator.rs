//! Actuators: the gains and the effort limits that they give to joints.
//!
//! Source: MuJoCo's documentation, "XML reference", section "actuator". The short forms `position`, `velocity` … are gains and
//! biases of the form `general`.

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{Actuator, JointLimits, ServoDamping, ServoGains};

/// Attributes that name something else than a joint to drive.
const OTHER_TARGETS: [&str; 5] = ["tendon", "site", "body", "cranksite", "refsite"];

impl Import<'_> {
    /// Reads `<actuator>`.
    pub(super) fn actuators(&mut self, root: &Tag) -> Result<(), ReadError> {
        for tag in root.children("actuator").flat_map(|section| &section.children) {
            let attributes = self.attributes(tag, None)?;
            let number = self.model.actuators.len();
            let name =
                attributes.tag.attribute("name").map_or_else(|| format!("actuator{number}"), str::to_owned);
            let joint = attributes.text("joint").or(attributes.text("jointinparent")).map(str::to_owned);
            if joint.is_none() && !OTHER_TARGETS.iter().any(|target| attributes.text(target).is_some()) {
                return Err(tag.error(format!("actuator {name} names no joint, tendon, site or body")));
            }
            let actuator = self.actuator(&attributes, name, joint)?;
            match actuator.joint.as_deref() {
                Some(joint) => self.drive(tag, &actuator, joint, attributes.number("dampratio")?)?,
                None => self.note("actuators on tendons, sites and bodies are left out", &actuator.name),
            }
            let activation = attributes.text("dyntype").unwrap_or("none");
            if activation != "none" || attributes.number("timeconst")?.is_some_and(|time| time > 0.0) {
                self.note("filters of actuators are left out: their commands act at once", &actuator.name);
            }
            self.model.actuators.push(actuator);
        }
        Ok(())
    }

    fn actuator(
        &self,
        attributes: &Attributes<'_>,
        name: String,
        joint: Option<String>,
    ) -> Result<Actuator, ReadError> {
        let tag = attributes.tag;
        let first =
            |name: &str| Ok::<_, ReadError>(attributes.list(name)?.and_then(|all| all.first().copied()));
        let or = |name: &str, otherwise: f64| Ok::<f64, ReadError>(first(name)?.unwrap_or(otherwise));
        let gain = or("gainprm", 1.0)?;
        let given = attributes.list("biasprm")?.unwrap_or_default();
        let general = [0, 1, 2].map(|index| given.get(index).copied().unwrap_or(0.0));
        let (gain, bias) = match tag.name.as_str() {
            "motor" => (1.0, [0.0; 3]),
            "position" | "intvelocity" => {
                let stiffness = or("kp", gain)?;
                (stiffness, [0.0, -stiffness, -or("kv", 0.0)?])
            }
            "velocity" => {
                let damping = or("kv", gain)?;
                (damping, [0.0, 0.0, -damping])
            }
            "cylinder" => {
                let diameter = first("diameter")?;
                let area = diameter.map(|diameter| std::f64::consts::FRAC_PI_4 * diameter * diameter);
                let bias = attributes.up_to::<3>("bias", [0.0; 3])?;
                (area.map_or_else(|| or("area", 1.0), Ok)?, bias)
            }
            // Their gains depend on the state.
            "damper" | "muscle" => (0.0, [0.0; 3]),
            "adhesion" => (or("gain", 1.0)?, [0.0; 3]),
            _ => {
                let has_bias = attributes.text("biastype").is_some_and(|kind| kind != "none");
                (gain, if has_bias { general } else { [0.0; 3] })
            }
        };
        let range = |range: &str, limited: &str| {
            let found = attributes.array::<2>(range)?;
            let is_limited =
                attributes.switch(limited)?.unwrap_or(self.compiler.auto_limits && found.is_some());
            Ok::<_, ReadError>(found.filter(|_| is_limited))
        };
        let mut command_range = range("ctrlrange", "ctrllimited")?;
        if tag.name == "adhesion" {
            command_range = attributes.array::<2>("ctrlrange")?.or(Some([0.0, 1.0]));
        }
        let inherited = attributes.number("inheritrange")?.unwrap_or(0.0);
        if inherited > 0.0 && command_range.is_none() {
            let limits = joint.as_deref().and_then(|joint| self.range_of(joint));
            command_range = limits.map(|[low, high]| {
                let (middle, half) = (f64::midpoint(low, high), (high - low) / 2.0);
                [middle - half * inherited, middle + half * inherited]
            });
        }
        Ok(Actuator {
            name,
            kind: tag.name.clone(),
            joint,
            gear: or("gear", 1.0)?,
            gain,
            bias,
            command_range,
            force_range: range("forcerange", "forcelimited")?,
        })
    }

    /// The range of a joint with limits. [rad or m]
    fn range_of(&self, joint: &str) -> Option<[f64; 2]> {
        let joint = self.model.joints.iter().find(|known| known.name == joint)?;
        joint.limits.filter(|limits| limits.lower.is_finite()).map(|limits| [limits.lower, limits.upper])
    }

    /// Gives a joint the gains and the largest effort of an actuator.
    fn drive(
        &mut self,
        tag: &Tag,
        actuator: &Actuator,
        joint: &str,
        damping_ratio: Option<f64>,
    ) -> Result<(), ReadError> {
        let is_ball = |name: &str| name.strip_suffix("_x").is_some_and(|name| name == joint);
        let Some(joint) = self.model.joints.iter_mut().find(|known| known.name == joint) else {
            if self.free_joints.iter().any(|free| free == joint)
                || self.model.joints.iter().any(|known| is_ball(&known.name))
            {
                self.note("actuators of free and ball joints are left out", &actuator.name);
                return Ok(());
            }
            return Err(tag.error(format!("there is no joint \"{joint}\"")));
        };
        let gear = actuator.gear.abs();
        let by_command = || {
            let is_effort = actuator.bias == [0.0; 3];
            actuator.command_range.filter(|_| is_effort).map(|range| range.map(|end| end * actuator.gain))
        };
        let force = actuator.force_range.or_else(by_command);
        let effort = force.map(|[low, high]| low.abs().max(high.abs()) * gear).filter(|effort| *effort > 0.0);
        if let Some(effort) = effort {
            let limits = joint.limits.get_or_insert(JointLimits {
                lower: f64::NEG_INFINITY,
                upper: f64::INFINITY,
                velocity: f64::INFINITY,
                effort: f64::INFINITY,
            });
            limits.effort = limits.effort.min(effort);
        }
        let [_, by_position, by_velocity] = actuator.bias.map(|bias| -bias * gear * gear);
        if by_position > 0.0 && joint.servo.is_none() {
            let absolute = ServoDamping::Absolute(by_velocity.max(0.0));
            let damping = damping_ratio.filter(|ratio| *ratio > 0.0).map_or(absolute, ServoDamping::Ratio);
            joint.servo = Some(ServoGains { stiffness: by_position, damping });
        }
        Ok(())
    }
}
