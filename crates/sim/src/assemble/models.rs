//! Adds models to the world: the objects of a file become nodes with bodies and visuals.

mod aims;
mod armatures;
mod body;
mod couplings;
mod links;
mod materials;
mod mechanism;
mod meshes;
pub(crate) mod model_cache;
mod moving_models;
mod part_settings;
mod physics_type;
mod pieces;
mod primitives;
mod selection;
mod visuals;

use std::sync::Arc;

use glam::{DAffine3, DQuat, DVec3};
use morse_assets::model::{Model, Transform};
use morse_scene::diagnostic::Code;
use morse_scene::document::{BodySettings, ModelReference, Object};
use morse_world::{NodeId, NodeSpec, Pose, Properties, WorldError};

use crate::assemble::Assembly;
use crate::assemble::models::pieces::properties_of;
use crate::assemble::models::selection::Pieces;

/// Settings for the root of a model.
pub(super) struct Root<'a> {
    /// Name of the root node.
    pub(super) name: &'a str,
    /// Parent node, if any.
    pub(super) parent: Option<NodeId>,
    /// Maps the pose and scale of the root in the file to those in its parent.
    pub(super) parent_from_root: &'a dyn Fn(&Transform) -> Transform,
    /// Body settings of the scene.
    pub(super) body: &'a BodySettings,
    /// Properties set by the scene; they override those of the file.
    pub(super) properties: Properties,
    /// Whether the rotation of the root in the file is moved into its mesh, so that its frame has the axes of its
    /// parent.
    pub(super) straighten: bool,
    /// Names of objects of the file for which no body is created.
    pub(super) bodiless: Vec<String>,
}

/// Settings of the scene for an object of its environment.
pub(super) struct Changed<'s> {
    /// Pose and scale.
    pub(super) transform: Transform,
    /// Body settings.
    pub(super) body: &'s BodySettings,
}

/// The name in the file of the object that becomes the root of a model.
pub(super) fn root_name(model: &Model, reference: &ModelReference) -> Option<String> {
    let pieces = Pieces::select(model, reference).ok()?;
    Some(pieces.list.first()?.node.name.clone())
}

impl Assembly<'_> {
    /// Adds an object with a model: its root is named like the object, the rest of the model is below it.
    pub(super) fn add_model(
        &mut self,
        object: &Object,
        model: &Arc<Model>,
        reference: &ModelReference,
        root: &Root<'_>,
    ) -> Option<NodeId> {
        let mut pieces = match Pieces::select(model, reference) {
            Ok(pieces) => pieces,
            Err(message) => {
                self.problem(Code::RunModelPart, object, message);
                return None;
            }
        };
        self.place_parts(object, &mut pieces, true);
        let added = if Self::is_mechanism(&pieces) {
            self.add_mechanism(model, &pieces, root)
        } else {
            self.try_add_model(model, &pieces, root)
        };
        let node = self.report_error(object, added)?;
        self.warn_if_hidden(object, reference, node);
        Some(node)
    }

    /// Warns of an object with a body that is hidden by the file: it collides without being visible.
    fn warn_if_hidden(&self, object: &Object, reference: &ModelReference, root: NodeId) {
        let world = &self.simulation.state.world;
        let nodes = world.subtree(root);
        let is_seen = |node: NodeId| {
            world.is_visible(node) && world.visuals(node).is_none_or(|parts| !parts.is_empty())
        };
        let is_hidden = nodes.iter().any(|&node| !world.is_visible(node) && world.visuals(node).is_some());
        let collides = nodes.iter().any(|&node| world.has_body(node));
        let is_shown = nodes.iter().any(|&node| {
            let shows = world.visuals(node).is_some() || world.has_body(node);
            shows && is_seen(node)
        });
        if collides && is_hidden && !is_shown {
            let (name, file) = (&object.name, &reference.file);
            tracing::warn!(
                "{name}: the file '{file}' hides all of its visuals: it collides, and cameras do not see it"
            );
        }
    }

    /// Attaches objects of a model to a node, with their poses from the file.
    pub(super) fn add_parts(
        &mut self,
        object: &Object,
        model: &Arc<Model>,
        reference: &ModelReference,
        node: NodeId,
    ) {
        let mut pieces = match Pieces::select(model, reference) {
            Ok(pieces) => pieces,
            Err(message) => return self.problem(Code::RunModelPart, object, message),
        };
        self.place_parts(object, &mut pieces, false);
        let world_from_node = self.simulation.state.world.world_from(node);
        let frame =
            DAffine3::from_rotation_translation(world_from_node.rotation, world_from_node.translation);
        let mut nodes = Vec::new();
        for piece in &pieces.list {
            let parent = piece.parent.map_or(Some(node), |above| nodes.get(above).copied());
            let added = self.add_piece(model, piece, parent, frame * piece.model_from_piece);
            let Some(added) = self.report_error(object, added) else { return };
            nodes.push(added);
        }
    }

    /// Adds all objects of an environment. `changed` returns the settings of the scene for an object, given its pose
    /// and scale in the file.
    pub(super) fn add_all<'s>(
        &mut self,
        model: &Arc<Model>,
        changed: &dyn Fn(&str, &Transform) -> Option<Changed<'s>>,
    ) -> Result<(), WorldError> {
        let no_settings = BodySettings::default();
        let (pieces, moving) =
            Pieces::all_but(model, &self.document.environment.models_of_robots).split_moving(model);
        let mut nodes: Vec<NodeId> = Vec::new();
        let mut frames: Vec<DAffine3> = Vec::new();
        for piece in &pieces.list {
            let parent_from_file = match piece.parent {
                Some(above) => pieces.list[above].model_from_piece.inverse() * piece.model_from_piece,
                None => piece.model_from_piece,
            };
            let above = piece.parent.map_or(DAffine3::IDENTITY, |above| frames[above]);
            let (stored, _) = Transform::of(&parent_from_file);
            let (parent_from_piece, settings) = match changed(&piece.node.name, &stored) {
                Some(Changed { transform, body }) => (transform.matrix(), body),
                None => (parent_from_file, &no_settings),
            };
            let frame = above * parent_from_piece;
            let parent = piece.parent.map(|above| nodes[above]);
            nodes.push(self.add_child(model, piece, parent, frame, Some(settings))?);
            frames.push(frame);
        }
        moving.iter().try_for_each(|pieces| self.add_moving_model(model, pieces, changed))
    }

    fn try_add_model(
        &mut self,
        model: &Arc<Model>,
        pieces: &Pieces<'_>,
        root: &Root<'_>,
    ) -> Result<NodeId, WorldError> {
        let first = &pieces.list[0];
        let (stored, _) = Transform::of(&first.model_from_piece);
        let stored = Transform { translation: as_written(stored.translation), ..stored };
        let mut parent_from_root = (root.parent_from_root)(&stored);
        let mut root_from_mesh = DAffine3::from_scale(parent_from_root.scale);
        if root.straighten {
            root_from_mesh = DAffine3::from_quat(stored.rotation) * root_from_mesh;
            parent_from_root = (root.parent_from_root)(&Transform { rotation: DQuat::IDENTITY, ..stored });
        }
        let parent_from_root =
            Pose { translation: parent_from_root.translation, rotation: parent_from_root.rotation };
        let world_from_parent =
            root.parent.map_or(Pose::IDENTITY, |parent| self.simulation.state.world.world_from(parent));
        let world_from_root = affine(world_from_parent * parent_from_root);

        let mut properties = properties_of(first);
        properties.extend(root.properties.clone());
        let mut body = self.cache.node_meshes.body(
            model,
            first,
            root_from_mesh.matrix3,
            root.body,
            root.parent.is_some(),
        );
        let compound = pieces.compound(root);
        if let Some(body) = body.as_mut().filter(|_| !compound.is_empty()) {
            for &part in &compound {
                let piece = &pieces.list[part];
                let root_from_piece = root_from_mesh * piece.root_from_piece(first);
                let Some(shape) = self.cache.node_meshes.shapes_in(model, piece, &root_from_piece) else {
                    continue;
                };
                if let Some(surface) = piece.node.physics.contact {
                    body.materials.resize(body.shapes.len(), None);
                    let scale = root_from_mesh.matrix3.x_axis.length();
                    body.materials.push(Some(links::contact_material(surface, root.body, scale)));
                }
                body.shapes.push(shape);
            }
        }
        let spec = NodeSpec {
            parent: root.parent,
            parent_from_node: parent_from_root,
            body,
            properties,
            ..NodeSpec::new(root.name)
        };
        let node = self.simulation.state.world.add_node(spec)?;
        self.add_visuals(model, first, node, root_from_mesh.matrix3)?;
        let mut nodes = vec![node];
        let no_settings = BodySettings::default();
        for (number, piece) in pieces.list.iter().enumerate().skip(1) {
            let parent = nodes[piece.parent.unwrap_or(0)];
            let frame = world_from_root * root_from_mesh * piece.root_from_piece(first);
            let has_body =
                !compound.contains(&number) && !root.body.ghost && !root.bodiless.contains(&piece.node.name);
            let settings = has_body.then_some(&no_settings);
            nodes.push(self.add_child(model, piece, Some(parent), frame, settings)?);
        }
        Ok(node)
    }

    fn report_error<T>(&mut self, object: &Object, result: Result<T, WorldError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.problem(Code::RunModel, object, error.to_string());
                None
            }
        }
    }
}

fn affine(pose: Pose) -> DAffine3 {
    DAffine3::from_rotation_translation(pose.rotation, pose.translation)
}

/// Rounds numbers to their shortest decimal form. Files have single precision, in which 0.1 is 0.10000000149.
fn as_written(numbers: DVec3) -> DVec3 {
    let number = |x: f64| (x as f32).to_string().parse().unwrap_or(x);
    DVec3::from_array(numbers.to_array().map(number))
}

/// The pose and scale of a root that the scene moves: the transform of the scene is applied on top of that of the
/// file.
pub(super) fn moved(stored: &Transform, location: DVec3, rotation: DVec3, scale: DVec3) -> Transform {
    let own = morse_world::Euler::from_quat(stored.rotation);
    let rotation = morse_world::Euler {
        roll: own.roll + rotation.x,
        pitch: own.pitch + rotation.y,
        yaw: own.yaw + rotation.z,
    };
    Transform {
        translation: stored.translation + location,
        rotation: rotation.to_quat(),
        scale: stored.scale * scale,
    }
}
