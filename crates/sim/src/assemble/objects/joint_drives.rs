//! Warns about joints that two actuators drive, and about motors that cannot hold the loads of their joints.

use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::Object;
use morse_world::JointId;

use crate::assemble::Assembly;

impl Assembly<'_> {
    /// Warns about the joints of an actuator, after its start.
    pub(super) fn warn_of_joints(&mut self, object: &Object, actuator: usize) {
        let state = &self.simulation.state;
        let component = state.actuators[actuator].component();
        let driven = component.driven_joints();
        let warning =
            |code, text: String| Diagnostic::warning(code, text).on(&*object.name).at(object.source.as_ref());
        let weak = component.weak_joints(&state.world).into_iter();
        let mut found: Vec<_> = weak.map(|text| warning(Code::RunWeakJoint, text)).collect();
        if !driven.is_empty() {
            for other in &state.actuators[..actuator] {
                let shared: Vec<JointId> = other.component().driven_joints();
                let shared: Vec<&str> = (shared.iter().filter(|joint| driven.contains(joint)))
                    .map(|&joint| state.world.joint_name(joint))
                    .collect();
                if shared.is_empty() {
                    continue;
                }
                let text = format!(
                    "it drives joints that `{}` drives too: {}; of two commands for a joint, that of `{0}` counts",
                    other.meta.name,
                    shared.join(", ")
                );
                let help = "give each of them other joints by its property `Joints`".to_owned();
                found.push(warning(Code::RunJointTwice, text).help(help));
            }
        }
        self.warnings.extend(found);
    }
}
