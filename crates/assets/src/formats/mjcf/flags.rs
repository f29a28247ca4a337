//! Flags of `<option>`: parts of the physics that a file switches off.
//!
//! Source: MuJoCo's documentation, "XML reference", section "option/flag".

use std::collections::BTreeSet;

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::model::{JointKind, WorldSettings};

/// Flags that are read. All are on without a file that switches them off, but for `override`, which the contacts read.
const READ: [&str; 10] = [
    "override",
    "contact",
    "constraint",
    "equality",
    "filterparent",
    "frictionloss",
    "gravity",
    "limit",
    "spring",
    "damper",
];
/// Flags of the solver, of collision detection, of rest and of reports, which do not change a correct solution.
const WITHOUT_EFFECT: [&str; 13] = [
    "autoreset",
    "energy",
    "eulerdamp",
    "fwdinv",
    "invdiscrete",
    "island",
    "midphase",
    "multiccd",
    "nativeccd",
    "sensor",
    "sleep",
    "speculative",
    "warmstart",
];
/// Flags that are off without a file that switches them on.
const OFF: [&str; 2] = ["diagexact", "ipc"];
/// Flags that `constraint` switches off.
const CONSTRAINTS: [&str; 4] = ["contact", "equality", "frictionloss", "limit"];
/// Flags that `passive` of older files switches off.
const PASSIVE: [&str; 2] = ["damper", "spring"];

/// The flags of a file.
pub(super) struct Flags {
    /// Those that are read and switched off.
    off: BTreeSet<String>,
    /// Those without a counterpart that are not as usual, with their values.
    other: Vec<String>,
}

impl Flags {
    /// The flags of a file. Of two values, the last one counts.
    ///
    /// # Errors
    /// For values that are neither `enable` nor `disable`.
    pub(super) fn of(root: &Tag) -> Result<Flags, ReadError> {
        let mut flags = Flags { off: BTreeSet::new(), other: Vec::new() };
        for flag in root.children("option").flat_map(|option| option.children("flag")) {
            let own = Attributes::own(flag);
            for (name, value) in &flag.attributes {
                let is_on = own.switch(name)? != Some(false);
                if name == "passive" {
                    PASSIVE.iter().for_each(|part| flags.set(part, is_on));
                } else if READ.contains(&name.as_str()) {
                    flags.set(name, is_on);
                } else if !WITHOUT_EFFECT.contains(&name.as_str()) && is_on == OFF.contains(&name.as_str()) {
                    flags.other.push(format!("{name} {value}"));
                }
            }
        }
        if flags.is_off("constraint") {
            CONSTRAINTS.iter().for_each(|part| flags.set(part, false));
        }
        Ok(flags)
    }

    fn set(&mut self, name: &str, is_on: bool) {
        if is_on {
            self.off.remove(name);
        } else {
            self.off.insert(name.to_owned());
        }
    }

    /// Whether a part of the physics is switched off.
    pub(super) fn is_off(&self, name: &str) -> bool {
        self.off.contains(name)
    }
}

impl Import<'_> {
    /// Removes the parts of the finished model that the file switches off, and names the flags without a counterpart.
    pub(super) fn switch_off(&mut self) {
        for flag in std::mem::take(&mut self.flags.other) {
            self.note("flags in <option> without a counterpart", &flag);
        }
        let off = |name: &str| self.flags.is_off(name);
        let model = &mut self.model;
        if off("gravity") {
            model.world = Some(WorldSettings { gravity: glam::DVec3::ZERO, origin: None });
        }
        if off("spring") && off("damper") {
            // These are all passive forces.
            model.fluid = None;
            model.nodes.iter_mut().for_each(|node| node.physics.gravity_compensation = 0.0);
        }
        if off("equality") {
            model.equalities.clear();
            model.joints.iter_mut().for_each(|joint| joint.mimic = None);
        }
        for joint in &mut model.joints {
            if off("limit") {
                if let Some(limits) = &mut joint.limits {
                    (limits.lower, limits.upper) = (f64::NEG_INFINITY, f64::INFINITY);
                }
                if joint.kind == JointKind::Revolute {
                    joint.kind = JointKind::Continuous;
                }
                if let Some(ball) = &mut joint.ball {
                    ball.angle_max = None;
                }
            }
            if off("frictionloss") {
                joint.friction = 0.0;
            }
            if off("spring") {
                (joint.spring, joint.polynomial.stiffness) = (None, Default::default());
            }
            if off("damper") {
                (joint.damping, joint.polynomial.damping) = (0.0, Default::default());
            }
        }
        for tendon in &mut model.tendons {
            if off("limit") {
                tendon.limits = None;
            }
            if off("frictionloss") {
                tendon.friction = 0.0;
            }
            if off("spring") {
                (tendon.stiffness, tendon.polynomial.stiffness) = (0.0, Default::default());
            }
            if off("damper") {
                (tendon.damping, tendon.polynomial.damping) = (0.0, Default::default());
            }
        }
    }
}
