//! Springs and dampings of joints that are given by time constants (`springdamper`).

use crate::formats::mjcf::Import;
use crate::model::{EffortPolynomial, JointSpring};

/// A time constant [s] and a damping ratio, of the joint with an index.
pub(super) struct SpringDamper {
    pub joint: usize,
    pub time_s: f64,
    pub ratio: f64,
    /// Position without effort. [rad or m]
    pub rest: f64,
}

impl Import<'_> {
    /// Computes stiffness and damping from the inertia that each of these joints moves in the pose of the file, with all other joints
    /// free: `I / (time · ratio)²` and `2 I / time`.
    pub(super) fn spring_dampers(&mut self) {
        if self.spring_dampers.is_empty() {
            return;
        }
        let inverse_inertias = self.inverse_inertias();
        for SpringDamper { joint, time_s, ratio, rest } in std::mem::take(&mut self.spring_dampers) {
            let Some(inverse) = inverse_inertias[joint] else {
                let name = self.model.joints[joint].name.clone();
                self.note(
                    "springs given by time constants (springdamper) are left out without an inertia",
                    &name,
                );
                continue;
            };
            let joint = &mut self.model.joints[joint];
            joint.spring = Some(JointSpring { stiffness: 1.0 / (inverse * (time_s * ratio).powi(2)), rest });
            joint.damping = 2.0 / (inverse * time_s);
            joint.polynomial = EffortPolynomial::default();
        }
    }
}
