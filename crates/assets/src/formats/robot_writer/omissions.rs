//! Parts of a model that a robot file does not hold.

use std::collections::BTreeMap;

use super::RobotFormat;
use crate::model::{EqualityKind, Model};
use crate::warnings::{Warnings, names};

/// Names of objects by the kind of omission.
#[derive(Default)]
pub(super) struct Omissions(BTreeMap<&'static str, Vec<String>>);

impl Omissions {
    /// Notes an omission at an object.
    pub(super) fn note(&mut self, sentence: &'static str, object: &str) {
        let objects = self.0.entry(sentence).or_default();
        if objects.last().is_none_or(|last| last != object) {
            objects.push(object.to_owned());
        }
    }

    /// Notes the parts of a whole model that a format does not hold.
    pub(super) fn note_model(&mut self, model: &Model, format: RobotFormat) {
        let is_mjcf = format == RobotFormat::Mjcf;
        for tendon in &model.tendons {
            self.note("tendons are left out", &tendon.name);
        }
        for equality in &model.equalities {
            match &equality.kind {
                EqualityKind::Tendon { .. } => self.note("couplings of tendons are left out", &equality.name),
                EqualityKind::Joint { .. } if !is_mjcf => {
                    self.note("couplings of joints that are not linear are left out", &equality.name);
                }
                _ if format == RobotFormat::Urdf => {
                    self.note("equalities are left out: loops are open", &equality.name);
                }
                _ => {}
            }
        }
        for actuator in &model.actuators {
            if !is_mjcf {
                self.note("actuators are left out", &actuator.name);
            }
        }
        if !model.apart.is_empty() && !is_mjcf {
            self.note("pairs of links that do not collide are left out", "model");
        }
        if !model.colliding.is_empty() {
            self.note("collisions of links with a joint between them are left out", "model");
        }
        for keyframe in &model.keyframes {
            self.note("keyframes are left out", &keyframe.name);
        }
        if model.view.is_some() {
            self.note("the light of the camera, the sky and the first viewpoint are left out", "scene");
        }
        if model.scene.is_some() || (!is_mjcf && (model.world.is_some() || model.fluid.is_some())) {
            self.note("settings of the scene (gravity, rates, light, fluid) are left out", "scene");
        }
        if is_mjcf && model.world.is_some_and(|world| world.origin.is_some()) {
            self.note("the place on Earth is left out", "scene");
        }
        if model
            .description
            .as_ref()
            .is_some_and(|text| text.contains("<gazebo") || text.contains("<ros2_control"))
        {
            self.note("sensors, plugins and controllers that the file declares are left out", "model");
        }
        for joint in &model.joints {
            if !is_mjcf && joint.position != 0.0 {
                self.note("positions of joints at the start are left out", &joint.name);
            }
            if !is_mjcf && joint.armature != 0.0 {
                self.note("inertias of rotors are left out", &joint.name);
            }
            if format == RobotFormat::Urdf && joint.spring.is_some() {
                self.note("springs are left out", &joint.name);
            }
            if joint.polynomial != crate::model::EffortPolynomial::default() && !is_mjcf {
                self.note("springs and dampers that are not linear are left out", &joint.name);
            }
            if joint.motor.is_some() {
                self.note("motors that act from the start are left out", &joint.name);
            }
        }
    }

    pub(super) fn into_messages(self) -> Vec<String> {
        let mut warnings = Warnings::default();
        for (sentence, objects) in &self.0 {
            warnings.add(format!("{sentence}: {}", names(objects.iter().map(String::as_str))));
        }
        warnings.into_messages()
    }
}
