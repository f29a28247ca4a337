//! Environments: what stands in the world before the scene's own objects.

use glam::DVec3;
use morse_scene::diagnostic::Diagnostic;
use morse_scene::document::Object;
use morse_scene::value::Value;
use morse_world::{BodySpec, Euler, NodeSpec, PhysicsType, Pose, Shape};

use super::Assembly;
use crate::data::FieldType;

/// An object of an environment, as its file has it: a box of side 2, scaled.
struct Stored {
    name: &'static str,
    location: DVec3,
    scale: DVec3,
}

/// The ground of the environment `empty`: a plate of 40 m by 40 m whose upper side is at z = 0.
const GROUND: Stored =
    Stored { name: "Ground", location: DVec3::new(0.0, 0.0, -0.0653), scale: DVec3::new(20.0, 20.0, 0.0652) };

/// Builder class of the objects that stand for one of the environment's own, changed by the scene.
const CHANGED: &str = "Scene";

impl Assembly<'_> {
    pub(super) fn add_environment(&mut self) {
        let environment = &self.document.environment;
        if environment.multinode.is_some() {
            let message = "the scene is one node of several, and nodes cannot be connected yet";
            let problem = Diagnostic::error("run::multinode", message)
                .at(environment.source.as_ref())
                .help("without configure_multinode it runs alone".to_owned());
            self.problems.push(problem);
        }
        if environment.file != "empty" {
            let message =
                format!("environment {:?} cannot be loaded: model files are not read yet", environment.file);
            let problem = Diagnostic::error("run::environment", message)
                .at(environment.source.as_ref())
                .help("Environment('empty') works: a plate of 40 m by 40 m".to_owned());
            self.problems.push(problem);
            return;
        }
        let changed = self.document.objects.iter().find(|object| stands_for(object, GROUND.name));
        if let Err(error) = self.simulation.world.add_node(ground(changed)) {
            self.problems.push(Diagnostic::error("run::environment", error.to_string()));
        }
    }

    /// Whether the object is one of the environment's own, changed by the scene; it then stands in the world already.
    pub(super) fn is_of_environment(&mut self, object: &Object) -> bool {
        if object.builder.as_deref() != Some(CHANGED) {
            return false;
        }
        if !stands_for(object, GROUND.name) {
            let text = format!("environment {:?} has no object of this name", self.document.environment.file);
            self.problem("run::environment-object", object, text);
        }
        true
    }
}

fn stands_for(object: &Object, name: &str) -> bool {
    object.builder.as_deref() == Some(CHANGED) && object.name == name
}

/// The ground, with the location, rotation and scale that the scene gave it instead of its own.
fn ground(changed: Option<&Object>) -> NodeSpec {
    let said = changed.and_then(|object| object.options.get("scene_object")).and_then(Value::as_map);
    let vector = |key: &str| said.and_then(|said| DVec3::from_value(said.get(key)?));
    let turned = vector("rotation").unwrap_or(DVec3::ZERO);
    let rotation = Euler { roll: turned.x, pitch: turned.y, yaw: turned.z }.to_quat();
    let translation = vector("location").unwrap_or(GROUND.location);
    let body = BodySpec {
        physics: PhysicsType::Static,
        shapes: vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::ONE })],
        friction: 0.5,
        ..BodySpec::default()
    };
    NodeSpec {
        scale: vector("scale").unwrap_or(GROUND.scale),
        ..NodeSpec::new(GROUND.name).at(Pose { translation, rotation }).with_body(body)
    }
}
