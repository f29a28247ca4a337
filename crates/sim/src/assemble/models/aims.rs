//! Cameras and lights of robots that follow links or look at them (MJCF).

use std::collections::BTreeMap;

use glam::DVec3;
use morse_assets::model;
use morse_assets::model::Model;
use morse_world::{Aim, AimKind, NodeId};

use crate::assemble::Assembly;
use crate::assemble::models::selection::Pieces;

impl Assembly<'_> {
    /// Lets cameras and lights of a robot follow links or look at them. One whose parts are not in the scene keeps its pose on its
    /// link, and is reported.
    pub(super) fn add_aims(&mut self, model: &Model, pieces: &Pieces<'_>, nodes: &[NodeId], scale: DVec3) {
        if model.aims.is_empty() {
            return;
        }
        let placed: BTreeMap<*const model::Node, NodeId> = pieces
            .list
            .iter()
            .map(|piece| std::ptr::from_ref(piece.node))
            .zip(nodes.iter().copied())
            .collect();
        let of = |id: model::NodeId| {
            let node = model.nodes.get(id.index())?;
            Some((node, *placed.get(&std::ptr::from_ref(node))?))
        };
        let world = &mut self.simulation.state.world;
        let world_from_root = world.world_from(nodes[0]).rotation;
        for aim in &model.aims {
            // Lights of the file are not in every scene.
            let (Some((_, node)), Some((_, link))) = (of(aim.node), of(aim.link)) else { continue };
            let parts = if aim.of_subtree { model.parts_below(aim.link) } else { Vec::new() };
            let part = |id: model::NodeId| {
                let (part, node) = of(id)?;
                let inertial = part.inertial?;
                Some((node, inertial.mass, inertial.node_from_inertia.translation * scale))
            };
            let mut parts: Vec<_> = parts.into_iter().filter_map(part).collect();
            if parts.is_empty() {
                parts.push((link, 1.0, DVec3::ZERO));
            }
            let kind = match aim.kind {
                model::AimKind::Follow { offset, rotation } => AimKind::Follow {
                    offset: world_from_root * (offset * scale),
                    rotation: (world_from_root * rotation).normalize(),
                },
                model::AimKind::LookAt { camera_from_node } => AimKind::LookAt { camera_from_node },
            };
            if let Err(error) = world.aim(node, Aim { parts, kind }) {
                tracing::warn!("{}: {error}", world.name(node));
            }
        }
    }
}
