//! Links of robots with joints: what each weighs, and what of it collides.

use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};
use morse_assets::model::{Inertial, Model, NodeKind, NodeRole, Transform};
use morse_scene::document::BodySettings;
use morse_world::{BodySpec, Inertia, PhysicsType, Pose, Shape};

use super::forms::Forms;
use super::pieces::{Piece, Pieces};
use super::solids::solid;

/// What a link without mass weighs that a joint moves all the same. [kg]
const LEAST_MASS_KG: f64 = 0.01;
/// And how hard it is to turn: as a ball of 5 cm. [kg m²]
const LEAST_MOMENT_KG_M2: f64 = 1e-5;

/// How a link takes part in physics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkBody {
    /// Not at all.
    None,
    /// It stands still, or goes where what it hangs on goes.
    Still,
    /// It moves, with the mass of the file.
    Moving,
}

impl Forms {
    /// The body of a link, whose frame is that of its node.
    pub(super) fn link_body(
        &mut self,
        model: &Arc<Model>,
        pieces: &Pieces<'_>,
        link: usize,
        scale: DVec3,
        kind: LinkBody,
        said: &BodySettings,
    ) -> Option<BodySpec> {
        let moves = kind == LinkBody::Moving;
        let piece = &pieces.list[link];
        let collisions = pieces
            .list
            .iter()
            .filter(|part| part.parent == Some(link) && part.node.role == NodeRole::Collision);
        let shapes: Vec<(Pose, Shape)> = collisions
            .filter_map(|part| {
                let link_from_part = DAffine3::from_scale(scale) * part.root_from_piece(piece);
                self.collision(model, part, &link_from_part, moves)
            })
            .collect();
        if kind == LinkBody::None || (!moves && shapes.is_empty()) {
            return None;
        }
        let physics = if moves { PhysicsType::RigidBody } else { PhysicsType::Static };
        let friction = said.friction.unwrap_or(piece.node.physics.friction);
        let body = BodySpec { physics, shapes, friction, ..BodySpec::default() };
        let (mass, inertia) = match piece.node.inertial.filter(|inertial| inertial.mass > 0.0) {
            Some(inertial) => {
                let mass = said.mass.unwrap_or(inertial.mass);
                (mass, inertia(&inertial, mass, scale, &piece.node.name))
            }
            None => {
                let tensor = DMat3::from_diagonal(DVec3::splat(LEAST_MOMENT_KG_M2));
                (LEAST_MASS_KG, Some(Inertia { centre_of_mass: DVec3::ZERO, tensor }))
            }
        };
        // Joints take all that a mechanism loses.
        Some(BodySpec { mass, inertia, linear_damping: 0.0, angular_damping: 0.0, ..body })
    }

    /// A collision shape of a link. What moves collides as the hull of its mesh.
    fn collision(
        &mut self,
        model: &Arc<Model>,
        part: &Piece<'_>,
        link_from_part: &DAffine3,
        moves: bool,
    ) -> Option<(Pose, Shape)> {
        let (transform, _) = Transform::of(link_from_part);
        let link_from_node = Pose { translation: transform.translation, rotation: transform.rotation };
        let node_from_mesh = DMat3::from_quat(transform.rotation.inverse()) * link_from_part.matrix3;
        let shape = match part.node.kind {
            NodeKind::Shape(shape) => Some(solid(&shape, node_from_mesh)),
            NodeKind::Mesh(mesh) => {
                let form = self.surface(model, mesh, node_from_mesh)?;
                if moves { form.hull() } else { form.mesh() }
            }
            _ => None,
        };
        Some((link_from_node, shape?))
    }
}

/// The inertia of a link of that mass, if the file has one that a body can have.
fn inertia(inertial: &Inertial, mass: f64, scale: DVec3, link: &str) -> Option<Inertia> {
    let turn = inertial.node_from_inertia.matrix3;
    let tensor = turn * inertial.inertia * turn.transpose() * (mass / inertial.mass * scale.x * scale.x);
    let inertia = Inertia { centre_of_mass: inertial.node_from_inertia.translation * scale, tensor };
    if inertia.is_possible() {
        return Some(inertia);
    }
    tracing::warn!(
        "link {link}: no body can have its inertia; it is reckoned from its mass and its shapes, about its origin"
    );
    None
}
