//! Actuators of joints, tendons and sites, and the gains and the effort limits that they give to joints.
//!
//! Source: MuJoCo's documentation, "XML reference", section "actuator". The short forms `position`, `velocity` … are gains and
//! biases of the form `general`.

mod force;
mod target;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{Activation, Actuator, JointLimits, ServoDamping, ServoGains};
use force::Force;

impl Import<'_> {
    /// Reads `<actuator>`.
    pub(super) fn actuators(&mut self, root: &Tag) -> Result<(), ReadError> {
        for tag in root.children("actuator").flat_map(|section| &section.children) {
            let attributes = self.attributes(tag, None)?;
            let number = self.model.actuators.len();
            let name =
                attributes.tag.attribute("name").map_or_else(|| format!("actuator{number}"), str::to_owned);
            let actuator = self.actuator(&attributes, name)?;
            if let Some(joint) = actuator.joint.clone().filter(|joint| self.has_axis(joint)) {
                self.drive(&actuator, &joint);
                if actuator.activation != Activation::None {
                    let note = "only a JointController at level motors has the filters of these actuators";
                    self.note(note, &actuator.name);
                }
            }
            self.model.actuators.push(actuator);
        }
        Ok(())
    }

    fn actuator(&mut self, attributes: &Attributes<'_>, name: String) -> Result<Actuator, ReadError> {
        let tag = attributes.tag;
        let gears = attributes.up_to::<6>("gear", [1.0, 0.0, 0.0, 0.0, 0.0, 0.0])?;
        let target = self.target(attributes, gears, &name)?;
        let force = Force::of(tag, self.defaults.actuator(tag)?)?;
        let Force { gain, gain_by, bias, damping_ratio, activation, muscle, is_known } = force;
        let range = |range: &str, limited: &str| {
            let found = attributes.array::<2>(range)?;
            let is_limited =
                attributes.switch(limited)?.unwrap_or(self.compiler(tag).auto_limits && found.is_some());
            let found = found.filter(|_| is_limited);
            if found.is_some_and(|[low, high]| low > high) {
                return Err(
                    tag.error(format!("the lower end of {range} of actuator {name} is above the upper end"))
                );
            }
            Ok::<_, ReadError>(found)
        };
        let mut command_range = range("ctrlrange", "ctrllimited")?;
        if tag.name == "adhesion" {
            command_range = attributes.array::<2>("ctrlrange")?.or(Some([0.0, 1.0]));
        }
        let mut activation_range = range("actrange", "actlimited")?;
        let inherited = attributes.number("inheritrange")?.unwrap_or(0.0);
        if inherited > 0.0 {
            let limits = target.joint.as_deref().and_then(|joint| self.range_of(joint)).or_else(|| {
                let tendon = target.tendon.as_deref()?;
                self.model.tendons.iter().find(|known| known.name == tendon)?.limits
            });
            let found = limits.map(|[low, high]| {
                let (middle, half) = (f64::midpoint(low, high), (high - low) / 2.0);
                [middle - half * inherited, middle + half * inherited]
            });
            // An integrated velocity has the range of positions.
            let place = if tag.name == "intvelocity" { &mut activation_range } else { &mut command_range };
            *place = found.or(*place);
        }
        let force_range = range("forcerange", "forcelimited")?;
        let grows = bias[1] > 0.0 || bias[2] > 0.0;
        if !is_known {
            self.note(&format!("the force of <{}> in <actuator> is left out", tag.name), &name);
        } else if grows {
            self.note("actuators whose forces grow with length or velocity are left out", &name);
        }
        if attributes.switch("actearly")? == Some(true) && activation != Activation::None {
            self.note("early activations (actearly) act a step later", &name);
        }
        let joint_range = target.joint.as_deref().and_then(|joint| self.effort_ranges.get(joint)).copied();
        Ok(Actuator {
            name,
            kind: tag.name.clone(),
            is_simulated: is_known && !grows && target.is_known,
            joint: target.joint,
            tendon: target.tendon,
            site: target.site,
            crank: target.crank,
            body: target.body,
            gear: gears[0],
            gain,
            gain_by,
            bias,
            muscle,
            length_range: attributes.array::<2>("lengthrange")?.filter(|[low, high]| low < high),
            damping_ratio,
            activation,
            activation_range,
            command_range,
            force_range,
            joint_range,
            command: 0.0,
        })
    }

    /// The range of a joint with limits. [rad or m]
    fn range_of(&self, joint: &str) -> Option<[f64; 2]> {
        let joint = self.model.joints.iter().find(|known| known.name == joint)?;
        joint.limits.filter(|limits| limits.lower.is_finite()).map(|limits| [limits.lower, limits.upper])
    }

    /// Gives a joint the gains and the largest effort of an actuator.
    fn drive(&mut self, actuator: &Actuator, joint: &str) {
        let Some(joint) = self.model.joints.iter_mut().find(|known| known.name == joint) else { return };
        let gear = actuator.gear.abs();
        let by_command = || {
            let is_effort = actuator.bias == [0.0; 3] && actuator.activation != Activation::Integrator;
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
            let damping = actuator.damping_ratio.map_or(absolute, ServoDamping::Ratio);
            joint.servo = Some(ServoGains { stiffness: by_position, damping });
        }
    }
}
