//! Equalities of joints, which become mimic joints.

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::document::Tag;
use crate::model::Mimic;

impl Import<'_> {
    /// Reads `<equality>`. Joints with a linear coupling become mimic joints.
    pub(super) fn equalities(&mut self, root: &Tag) -> Result<(), ReadError> {
        for tag in root.children("equality").flat_map(|section| &section.children) {
            let name = tag.attribute("name").map_or_else(|| tag.place(), str::to_owned);
            if tag.name != "joint" {
                self.note(&format!("equalities <{}> are left out", tag.name), &name);
                continue;
            }
            let attributes = self.attributes(tag, None)?;
            let coefficients = attributes.up_to::<5>("polycoef", [0.0, 1.0, 0.0, 0.0, 0.0])?;
            let is_active = attributes.switch("active")?.unwrap_or(true);
            let (follower, leader) = (attributes.text("joint1"), attributes.text("joint2"));
            let Some(follower) = follower.map(str::to_owned) else {
                return Err(tag.error("<joint> in <equality> has no joint1"));
            };
            let leader = leader.map(str::to_owned);
            let position = |name: &str| {
                self.model.joints.iter().find(|joint| joint.name == name).map(|joint| joint.position)
            };
            let Some(follower_position) = position(&follower) else {
                return Err(tag.error(format!("there is no joint \"{follower}\"")));
            };
            let (Some(leader), true) =
                (leader, is_active && coefficients[2..].iter().all(|value| *value == 0.0))
            else {
                self.note("couplings of joints that are not linear, not active or without a second joint are left out", &name);
                continue;
            };
            let Some(leader_position) = position(&leader) else {
                return Err(tag.error(format!("there is no joint \"{leader}\"")));
            };
            // The polynomial is of the motion since the pose of the file.
            let offset = follower_position + coefficients[0] - coefficients[1] * leader_position;
            if let Some(joint) = self.model.joints.iter_mut().find(|joint| joint.name == follower) {
                joint.mimic = Some(Mimic { joint: leader, multiplier: coefficients[1], offset });
            }
        }
        Ok(())
    }
}
