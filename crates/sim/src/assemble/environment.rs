//! The environment: the objects of its file, with what the scene changed about them.

use std::collections::BTreeSet;

use glam::DVec3;
use morse_assets::model::Transform;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::{Document, Object};
use morse_scene::value::Value;
use morse_world::Euler;

use super::Assembly;
use super::objects::node_properties;
use crate::data::FieldType;

/// Builder class of the objects that stand for one of the environment's own, changed by the scene.
const CHANGED: &str = "Scene";

impl Assembly<'_> {
    pub(super) fn add_environment(&mut self) {
        let environment = &self.document.environment;
        if environment.multinode.as_ref().is_some_and(|multinode| multinode.protocol == "hla") {
            let message = "the scene is one node of several, and nodes cannot be connected over HLA yet";
            let problem = Diagnostic::error("run::multinode", message).at(environment.source.as_ref()).help(
                "protocol 'socket' connects them; without configure_multinode it runs alone".to_owned(),
            );
            self.problems.push(problem);
        }
        let Some(model) = self.models.environment(self.document) else { return };
        let document = self.document;
        let changed = |name: &str, stored: &Transform| {
            document
                .objects
                .iter()
                .find(|object| stands_for(object, name))
                .map(|object| apply(object, stored))
        };
        if let Err(error) = self.add_all(&model, &changed) {
            let problem = Diagnostic::error("run::environment", error.to_string());
            self.problems.push(problem.at(environment.source.as_ref()));
        }
        self.environment_size = self.simulation.world.nodes().len();
    }

    /// Whether the object is one of the environment's own, changed by the scene; it then stands in the world already.
    pub(super) fn is_of_environment(&mut self, object: &Object) -> bool {
        if object.builder.as_deref() != Some(CHANGED) {
            return false;
        }
        match self.simulation.world.find(&object.name) {
            Some(node) if node.index() < self.environment_size => {
                for (name, value) in node_properties(&object.properties) {
                    self.simulation.world.set_property(node, &name, value);
                }
            }
            _ => {
                let text =
                    format!("environment {:?} has no object of this name", self.document.environment.file);
                self.problem("run::environment-object", object, text);
            }
        }
        true
    }
}

/// Names that belong to objects of the scene, not to those of its environment.
pub(super) fn own_names(document: &Document) -> BTreeSet<&str> {
    let own = document.objects.iter().filter(|object| object.builder.as_deref() != Some(CHANGED));
    own.map(|object| object.name.as_str()).collect()
}

fn stands_for(object: &Object, name: &str) -> bool {
    object.builder.as_deref() == Some(CHANGED) && object.name == name
}

/// The location, rotation and scale that the scene gave an object, and its own where the scene said nothing.
fn apply(object: &Object, stored: &Transform) -> Transform {
    let said = object.options.get("scene_object").and_then(Value::as_map);
    let vector = |key: &str| said.and_then(|said| DVec3::from_value(said.get(key)?));
    let turned = |angles: DVec3| Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat();
    Transform {
        translation: vector("location").unwrap_or(stored.translation),
        rotation: vector("rotation").map_or(stored.rotation, turned),
        scale: vector("scale").unwrap_or(stored.scale),
    }
}
