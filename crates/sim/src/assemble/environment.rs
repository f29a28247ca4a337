//! The environment: the objects of its file, with the changes by the scene.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec3;
use morse_assets::model::{self, Model, Transform};
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::document::{Document, Object};
use morse_scene::value::{Map, Value};
use morse_world::{Euler, Headlight, Illumination, NodeId};

use crate::assemble::Assembly;
use crate::assemble::models::Changed;
use crate::assemble::node_property::node_properties;
use crate::contract::data::FieldType;

/// Builder class of scene objects that change an object of the environment.
const CHANGED: &str = "Scene";

impl Assembly<'_> {
    pub(super) fn add_environment(&mut self) {
        let environment = &self.document.environment;
        if environment.multinode.as_ref().is_some_and(|multinode| multinode.protocol == "hla") {
            let message = "the scene is one node of several, and nodes cannot be connected over HLA yet";
            let problem =
                Diagnostic::error(Code::RunMultinode, message).at(environment.source.as_ref()).help(
                    "protocol 'socket' connects them; without configure_multinode it runs alone".to_owned(),
                );
            self.problems.push(problem);
        }
        let Some(model) = self.models.environment(self.document) else { return };
        self.illuminate(&model);
        self.take_view(&model);
        let document = self.document;
        let changed = |name: &str, stored: &Transform| {
            document
                .objects
                .iter()
                .find(|object| changes(object, name))
                .map(|object| Changed { transform: apply(object, stored), body: &object.body })
        };
        if let Err(error) = self.add_all(&model, &changed) {
            let problem = Diagnostic::error(Code::RunEnvironment, error.to_string());
            self.problems.push(problem.at(environment.source.as_ref()));
        }
        self.environment_size = self.simulation.state.world.nodes().len();
    }

    /// Takes the light and color management settings from the file of the environment, as Blender does.
    fn illuminate(&mut self, model: &Model) {
        let illumination = model
            .scene
            .as_ref()
            .map(|scene| Illumination { linear: scene.linear_colors, ambient: scene.ambient_rgb });
        if let Err(error) = self.simulation.state.world.set_illumination(illumination) {
            tracing::warn!("{error}");
        }
    }

    /// Takes the sky and the light of the camera from a file that has them. With that light, the lamps of the environment are off.
    pub(super) fn take_view(&mut self, model: &Arc<Model>) {
        let Some(view) = &model.view else { return };
        let world = &mut self.simulation.state.world;
        let mut taken = Ok(());
        if let Some(model::Headlight { ambient, diffuse, specular }) = view.headlight {
            taken = world.set_headlight(Some(Headlight { ambient, diffuse, specular }));
            let lamps: Vec<NodeId> = world.lights().map(|(node, _)| node).collect();
            for lamp in lamps.into_iter().filter(|lamp| lamp.index() < self.environment_size) {
                taken = taken.and_then(|()| world.set_light(lamp, None));
            }
        }
        if let Some(image) = view.sky {
            let texture = self.cache.visuals.texture(world, model, image);
            taken = taken.and_then(|()| world.set_sky(texture?));
        }
        if let Err(error) = taken {
            tracing::warn!("{error}");
        }
    }

    /// Whether the object of the document changes an object of the environment; applies the changes.
    pub(super) fn is_of_environment(&mut self, object: &Object) -> bool {
        if object.builder.as_deref() != Some(CHANGED) {
            return false;
        }
        match self.simulation.state.world.find(&object.name) {
            Some(node) if node.index() < self.environment_size => {
                for (name, value) in node_properties(&object.properties) {
                    self.simulation.state.world.set_property(node, &name, value);
                }
                self.paint(object, node);
                self.change_light(object, node);
            }
            _ => {
                let text =
                    format!("environment {:?} has no object of this name", self.document.environment.file);
                self.problem(Code::RunEnvironmentObject, object, text);
            }
        }
        true
    }
}

/// Names of the objects of the document that do not change objects of its environment.
pub(super) fn own_names(document: &Document) -> BTreeSet<&str> {
    let own = document.objects.iter().filter(|object| object.builder.as_deref() != Some(CHANGED));
    own.map(|object| object.name.as_str()).collect()
}

fn changes(object: &Object, name: &str) -> bool {
    object.builder.as_deref() == Some(CHANGED) && object.name == name
}

/// The location, rotation and scale that the scene sets, with stored values where it sets none.
fn apply(object: &Object, stored: &Transform) -> Transform {
    object
        .options
        .get("scene_object")
        .and_then(Value::as_map)
        .map_or(*stored, |settings| placed(settings, stored))
}

/// The pose and scale of an object with the location, rotation (XYZ Euler angles) and scale among settings; absent ones
/// are those of the file.
pub(super) fn placed(settings: &Map, stored: &Transform) -> Transform {
    let vector = |key: &str| DVec3::from_value(settings.get(key)?);
    let turned = |angles: DVec3| Euler { roll: angles.x, pitch: angles.y, yaw: angles.z }.to_quat();
    Transform {
        translation: vector("location").unwrap_or(stored.translation),
        rotation: vector("rotation").map_or(stored.rotation, turned),
        scale: vector("scale").unwrap_or(stored.scale),
    }
}
