//! Nodes of objects: their poses from the scene and the model, and their child parts.

use glam::{DQuat, DVec3};
use morse_assets::model::Transform;
use morse_scene::diagnostic::Code;
use morse_scene::document::{ModelReference, Object, ObjectKind};
use morse_scene::nearest::did_you_mean;
use morse_scene::value::{Map, Value};
use morse_world::{BodySpec, NodeId, NodeSpec, Pose};

use crate::assemble::Assembly;
use crate::assemble::models::{Root, moved, root_name};
use crate::assemble::node_property::node_properties;
use crate::contract::component::RobotModel;

impl<'a> Assembly<'a> {
    /// Adds the node of an object, with the pose from its model or else from its class, and its child parts.
    pub(in crate::assemble) fn add_framed(
        &mut self,
        object: &'a Object,
        own: &RobotModel,
        wheeled: bool,
    ) -> Option<NodeId> {
        let node = match object.model.as_ref().filter(|_| listed_parts(object).is_none()) {
            Some(reference) => self.add_modeled(object, reference, wheeled),
            None => {
                let body = self.body(object, own.body.clone());
                self.add_node(object, own, body)
            }
        }?;
        self.add_parts_of(object, node);
        Some(node)
    }

    fn add_modeled(
        &mut self,
        object: &'a Object,
        reference: &ModelReference,
        wheeled: bool,
    ) -> Option<NodeId> {
        let parent = self.parent_node(object)?;
        let model = self.models.of_object(object, reference)?;
        if reference.gives_view {
            self.take_view(&model);
        }
        let [location, rotation, scale] =
            [object.location, object.rotation, object.scale].map(DVec3::from_array);
        // The scene sets the pose of a prop. It moves a robot relative to its pose in the file.
        let zeroed = object.kind == ObjectKind::Object && !reference.keep_pose;
        let parent_from_root = |stored: &Transform| {
            let origin = Transform { translation: DVec3::ZERO, rotation: DQuat::IDENTITY, ..*stored };
            moved(if zeroed { &origin } else { stored }, location, rotation, scale)
        };
        let root = Root {
            name: &object.name,
            parent,
            parent_from_root: &parent_from_root,
            body: &object.body,
            properties: node_properties(&object.properties),
            straighten: wheeled,
            bodiless: bodiless(object, wheeled),
        };
        let node = self.add_model(object, &model, reference, &root)?;
        self.nodes.insert(&object.name, node);
        Some(node)
    }

    /// Attaches the parts of an object to it: those that a script added, and those that its builder class lists.
    pub(in crate::assemble) fn add_parts_of(&mut self, object: &'a Object, node: NodeId) {
        let listed = object.model.as_ref().zip(listed_parts(object)).map(|(model, objects)| ModelReference {
            file: model.file.clone(),
            objects,
            ..ModelReference::default()
        });
        for reference in object.parts.iter().chain(&listed) {
            if let Some(model) = self.models.of_object(object, reference) {
                self.add_parts(object, &model, reference, node);
            }
        }
    }

    /// The parent node of an object: none, the node of its parent, or the part of its parent that the scene names. The
    /// outer `None` means that there is no such part.
    #[allow(clippy::option_option, reason = "the outer one is whether the parent part exists")]
    fn parent_node(&mut self, object: &Object) -> Option<Option<NodeId>> {
        let parent = object.parent.as_deref().and_then(|parent| self.nodes.get(parent).copied());
        let Some((parent, name)) = parent.zip(object.attach_to.as_deref()) else {
            return Some(parent);
        };
        let world = &self.simulation.state.world;
        if let Some(part) = world.part(parent, name) {
            return Some(Some(part));
        }
        if self.root_link(object).as_deref() == Some(name) {
            return Some(Some(parent));
        }
        let root = self.root_link(object);
        let text = self.unknown_part(root, parent, name);
        self.problem(Code::RunModelPart, object, text);
        None
    }

    /// The name that the file of the parent of an object gives to its root. The node of the root has the name of the object.
    fn root_link(&mut self, object: &Object) -> Option<String> {
        let parent =
            self.document.objects.iter().find(|other| Some(&other.name) == object.parent.as_ref())?;
        let reference = parent.model.as_ref()?;
        let model = self.models.of_object(parent, reference)?;
        root_name(&model, reference)
    }

    /// The error for a part that a node does not have. `root` is the name of the root of its model, if it can be meant.
    pub(in crate::assemble) fn unknown_part(
        &self,
        root: Option<String>,
        parent: NodeId,
        name: &str,
    ) -> String {
        const LISTED: usize = 20;
        let world = &self.simulation.state.world;
        let below = world.subtree(parent).into_iter().filter(|&node| node != parent);
        // Visuals and other pieces of links have a slash in their names.
        let below = below.map(|node| world.name(node)).filter(|part| !part.contains('/'));
        let own = |part: &&str| !self.nodes.contains_key(part);
        let mut parts: Vec<&str> = root.iter().map(String::as_str).chain(below.filter(own)).collect();
        let nearest = did_you_mean(name, parts.iter().copied());
        let more = parts.len().saturating_sub(LISTED);
        parts.truncate(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let has = if parts.is_empty() { "no parts".to_owned() } else { parts.join(", ") };
        let meant = nearest.map(|meant| format!("; {meant}")).unwrap_or_default();
        format!("there is no part {name:?} below {}; it has {has}{more}{meant}", world.name(parent))
    }

    /// Adds the node of an object without a model. The pose of the scene is applied on top of the default pose of its
    /// class.
    pub(in crate::assemble) fn add_node(
        &mut self,
        object: &'a Object,
        model: &RobotModel,
        body: Option<BodySpec>,
    ) -> Option<NodeId> {
        let parent = self.parent_node(object)?;
        let own = Transform {
            translation: model.world_from_robot.translation,
            rotation: model.world_from_robot.rotation,
            scale: DVec3::ONE,
        };
        let [location, rotation, scale] =
            [object.location, object.rotation, object.scale].map(DVec3::from_array);
        let moved = moved(&own, location, rotation, scale);
        let spec = NodeSpec {
            parent,
            parent_from_node: Pose { translation: moved.translation, rotation: moved.rotation },
            scale,
            body,
            properties: node_properties(&object.properties),
            ..NodeSpec::new(&*object.name)
        };
        match self.simulation.state.world.add_node(spec) {
            Ok(node) => {
                self.nodes.insert(&object.name, node);
                Some(node)
            }
            Err(error) => {
                self.problem(Code::RunBody, object, error.to_string());
                None
            }
        }
    }
}

/// Base class of the builder classes of robots with simulated wheels.
pub(in crate::assemble) const WHEELED: &str = "WheeledRobot";

/// Module of the base classes of user-written robots with wheels.
pub(in crate::assemble) const OWN_WHEELS: &str = "morse.core.wheeled_robot.";

/// Names of the parts whose bodies in the file are ignored: wheels, and parts without collision.
fn bodiless(object: &Object, wheeled: bool) -> Vec<String> {
    let mut names = if wheeled { wheel_names(object) } else { Vec::new() };
    let parts = object.options.get("part_physics").and_then(Value::as_map);
    let free = parts
        .into_iter()
        .flat_map(Map::iter)
        .filter(|(_, physics)| physics.as_str().is_some_and(|physics| physics == "NO_COLLISION"));
    names.extend(free.map(|(name, _)| name.to_owned()));
    names
}

/// Names of the parts that are wheels, from the properties of the robot.
fn wheel_names(object: &Object) -> Vec<String> {
    let names = object.properties.iter().filter(|(key, _)| key.contains("Wheel") && key.ends_with("Name"));
    names.filter_map(|(_, value)| value.as_str().map(str::to_owned)).collect()
}

/// Objects of the model file that are children of an object, for an object that is not in the file itself.
fn listed_parts(object: &Object) -> Option<Vec<String>> {
    match object.options.get("model_parts")? {
        Value::List(names) => {
            Some(names.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect())
        }
        _ => None,
    }
}
