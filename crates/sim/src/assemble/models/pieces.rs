//! Adds one piece of a model to the world: its node, body, properties, visuals and motions.

use std::sync::Arc;

use glam::{DAffine3, DMat3};
use morse_assets::model::{Model, Property, Transform};
use morse_scene::document::BodySettings;
use morse_world::{NodeId, NodeSpec, Pose, Properties, PropertyValue, WorldError};

use crate::assemble::Assembly;
use crate::assemble::models::selection::Piece;
use crate::assemble::models::{armatures, visuals};
use crate::engine::objects::object_motion::ObjectMotion;

impl Assembly<'_> {
    pub(super) fn add_piece(
        &mut self,
        model: &Arc<Model>,
        piece: &Piece<'_>,
        parent: Option<NodeId>,
        world_from_piece: DAffine3,
    ) -> Result<NodeId, WorldError> {
        self.add_child(model, piece, parent, world_from_piece, Some(&BodySettings::default()))
    }

    /// Adds a piece of a model. `settings` are the body settings of the scene; with `None` the piece has no body.
    pub(super) fn add_child(
        &mut self,
        model: &Arc<Model>,
        piece: &Piece<'_>,
        parent: Option<NodeId>,
        world_from_piece: DAffine3,
        settings: Option<&BodySettings>,
    ) -> Result<NodeId, WorldError> {
        let (transform, _) = Transform::of(&world_from_piece);
        let world_from_node = Pose { translation: transform.translation, rotation: transform.rotation };
        let node_from_mesh = DMat3::from_quat(transform.rotation.inverse()) * world_from_piece.matrix3;
        let parent_from_node = match parent {
            Some(parent) => self.simulation.state.world.world_from(parent).inverse() * world_from_node,
            None => world_from_node,
        };
        let body = settings.and_then(|settings| {
            self.cache.node_meshes.body(model, piece, node_from_mesh, settings, parent.is_some())
        });
        let name = self.free_name(&piece.node.name);
        let node = self.simulation.state.world.add_node(NodeSpec {
            parent,
            parent_from_node,
            body,
            properties: properties_of(piece),
            ..NodeSpec::new(name)
        })?;
        self.add_visuals(model, piece, node, node_from_mesh)?;
        Ok(node)
    }

    /// Adds the parts of a piece other than its body: motions, visuals, bones and skin.
    pub(super) fn add_visuals(
        &mut self,
        model: &Arc<Model>,
        piece: &Piece<'_>,
        node: NodeId,
        node_from_mesh: DMat3,
    ) -> Result<(), WorldError> {
        let motions = piece.node.motions.iter().map(|motion| ObjectMotion { node, motion: motion.clone() });
        self.simulation.model.motions.extend(motions);
        self.show(model, piece, node, node_from_mesh)?;
        armatures::add_bones_and_skin(
            &mut self.simulation.state.world,
            &mut self.cache.skins,
            model,
            piece,
            node,
            node_from_mesh,
        )
    }

    /// Adds the visuals of a piece of a model.
    pub(super) fn show(
        &mut self,
        model: &Arc<Model>,
        piece: &Piece<'_>,
        node: NodeId,
        node_from_mesh: DMat3,
    ) -> Result<(), WorldError> {
        let world = &mut self.simulation.state.world;
        let (node_meshes, known) = (&mut self.cache.node_meshes, &mut self.cache.visuals);
        visuals::add_visuals(world, node_meshes, known, model, piece, node, node_from_mesh)
    }

    /// The node name for an object of a file: its own name, or if that is in use, the name with the lowest free
    /// number, as in Blender.
    pub(super) fn free_name(&mut self, name: &str) -> String {
        let (world, named) = (&self.simulation.state.world, &self.named);
        let taken = |name: &str| world.find(name).is_some() || named.contains(name);
        if !taken(name) {
            return name.to_owned();
        }
        let stem = match name.rsplit_once('.') {
            Some((stem, number)) if number.len() >= 3 && number.bytes().all(|b| b.is_ascii_digit()) => stem,
            _ => name,
        };
        // Names are never released, so all numbers up to the last one are in use.
        let last = self.numbers.entry(stem.to_owned()).or_default();
        loop {
            *last += 1;
            let numbered = format!("{stem}.{last:03}");
            if !taken(&numbered) {
                return numbered;
            }
        }
    }
}

pub(super) fn properties_of(piece: &Piece<'_>) -> Properties {
    let value = |value: &Property| match value {
        Property::Bool(truth) => PropertyValue::Bool(*truth),
        Property::Int(number) => PropertyValue::Int(*number),
        Property::Float(number) | Property::Timer { timer: number } => PropertyValue::Float(*number),
        Property::String(text) => PropertyValue::Text(text.clone()),
    };
    piece.node.properties.iter().map(|(name, settings)| (name.clone(), value(settings))).collect()
}
