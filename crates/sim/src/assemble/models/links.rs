//! Links of robots with joints: their masses and collision shapes.

use std::f64::consts::PI;
use std::sync::Arc;

use glam::{DAffine3, DMat3, DVec3};
use morse_assets::model;
use morse_assets::model::{Inertial, Model, NodeKind, NodeRole, Transform};
use morse_scene::document::BodySettings;
use morse_world::{
    BodySpec, ContactMaterial, Fluid, Inertia, PairContact, PhysicsType, Pose, Resistance, Shape, Softness,
};

use crate::assemble::models::meshes::MeshCache;
use crate::assemble::models::primitives::solid;
use crate::assemble::models::selection::{Piece, Pieces};

/// Mass of a moving link without mass in the file. [kg]
const LEAST_MASS_KG: f64 = 0.01;
/// Moment of inertia of such a link: that of a sphere with a radius of 5 cm. [kg m²]
const LEAST_MOMENT_KG_M2: f64 = 1e-5;

/// Least mass of a body. Links of sensors and frames are sometimes lighter in a file. [kg]
const LIGHTEST_KG: f64 = 1e-6;

/// Relative error of moments of inertia in files.
const ROUNDING: f64 = 0.02;

/// Density of water. [kg/m³]
const WATER_KG_PER_M3: f64 = 1000.0;

/// Role of a link in physics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LinkBody {
    /// It has no body.
    None,
    /// It has a fixed body.
    Still,
    /// It has no mass and moves with the link above it.
    Carried,
    /// It has a dynamic body with the mass of the file.
    Moving,
}

impl LinkBody {
    /// Whether physics moves the link, or the link that carries it.
    pub(super) fn moves(self) -> bool {
        matches!(self, LinkBody::Moving | LinkBody::Carried)
    }
}

impl MeshCache {
    /// The body of a link, in the frame of the node of the link.
    pub(super) fn link_body(
        &mut self,
        model: &Arc<Model>,
        pieces: &Pieces<'_>,
        link: usize,
        scale: DVec3,
        kind: LinkBody,
        settings: &BodySettings,
    ) -> Option<BodySpec> {
        let moves = kind == LinkBody::Moving;
        let piece = &pieces.list[link];
        let collisions = pieces
            .list
            .iter()
            .filter(|part| part.parent == Some(link) && part.node.role == NodeRole::Collision);
        let (shapes, surfaces): (Vec<(Pose, Shape)>, Vec<_>) = collisions
            .filter_map(|part| {
                let link_from_part = DAffine3::from_scale(scale) * part.root_from_piece(piece);
                let shape = self.collision(model, part, &link_from_part, kind.moves())?;
                let physics = &part.node.physics;
                let material = physics.contact.map(|it| contact_material(it, settings, scale.x));
                let pairs = physics.pairs.iter().map(|pair| pair_contact(*pair, model, scale.x));
                Some((shape, (material, pairs.collect::<Vec<_>>())))
            })
            .unzip();
        let (materials, pairs) = surfaces.into_iter().unzip();
        if kind == LinkBody::None || (!moves && shapes.is_empty()) {
            return None;
        }
        let physics = if moves { PhysicsType::RigidBody } else { PhysicsType::Static };
        let friction = settings.friction.unwrap_or(piece.node.physics.friction);
        // The formats of links know no margins.
        let body = BodySpec {
            physics,
            shapes,
            materials,
            pairs,
            friction,
            ignores_margins: true,
            ..BodySpec::default()
        };
        let (mass, inertia) = match piece.node.inertial.filter(|inertial| inertial.mass > 0.0) {
            Some(inertial) if settings.mass.unwrap_or(inertial.mass) < LIGHTEST_KG => {
                let name = &piece.node.name;
                tracing::warn!(
                    "link {name}: its mass of {:e} kg is raised to {LIGHTEST_KG:e} kg",
                    inertial.mass
                );
                let tensor =
                    DMat3::from_diagonal(DVec3::splat(LEAST_MOMENT_KG_M2 * LIGHTEST_KG / LEAST_MASS_KG));
                let center_of_mass = inertial.node_from_inertia.translation * scale;
                (LIGHTEST_KG, Some(Inertia { center_of_mass, tensor }))
            }
            Some(inertial) => {
                let mass = settings.mass.unwrap_or(inertial.mass);
                (mass, inertia(&inertial, mass, scale, &piece.node.name, body.shapes.is_empty()))
            }
            None => {
                // Between joints of one body, such as those of a wrist, a mass would be one too many.
                let mass = if pieces.carries_mass(link) { LIGHTEST_KG } else { LEAST_MASS_KG };
                let tensor = DMat3::from_diagonal(DVec3::splat(LEAST_MOMENT_KG_M2 * mass / LEAST_MASS_KG));
                (mass, Some(Inertia { center_of_mass: DVec3::ZERO, tensor }))
            }
        };
        // All losses of a mechanism are in its joints.
        let center_of_mass = piece
            .node
            .inertial
            .map_or(DVec3::ZERO, |inertial| inertial.node_from_inertia.translation * scale);
        // A link between the joints of one body has no surface.
        let surrounds = |_: &morse_assets::model::Fluid| piece.node.inertial.is_some_and(|it| it.mass > 0.0);
        let fluid = model.fluid.filter(surrounds);
        let fluid = fluid.map(|it| Fluid { density: it.density, viscosity: it.viscosity, wind: it.wind });
        Some(BodySpec {
            mass,
            inertia,
            center_of_mass,
            gravity_compensation: piece.node.physics.gravity_compensation,
            fluid,
            linear_damping: 0.0,
            angular_damping: 0.0,
            ..body
        })
    }

    /// A collision shape of a link. A link that moves, or is carried, collides with the convex hulls of its meshes: contacts
    /// between two triangle meshes push in wrong directions, by up to the length of a triangle of the ground.
    fn collision(
        &mut self,
        model: &Arc<Model>,
        part: &Piece<'_>,
        link_from_part: &DAffine3,
        is_solid: bool,
    ) -> Option<(Pose, Shape)> {
        let (transform, _) = Transform::of(link_from_part);
        let link_from_node = Pose { translation: transform.translation, rotation: transform.rotation };
        let node_from_mesh = DMat3::from_quat(transform.rotation.inverse()) * link_from_part.matrix3;
        let shape = match part.node.kind {
            NodeKind::Shape(shape) => Some(solid(&shape, node_from_mesh)),
            NodeKind::Mesh(mesh) => {
                let node_mesh = self.surface(model, mesh, node_from_mesh)?;
                if is_solid { node_mesh.hull() } else { node_mesh.mesh() }
            }
            _ => None,
        };
        Some((link_from_node, shape?))
    }
}

/// The inertia of a link with the given mass. If that of the file is not physically possible, the center of mass is kept; the
/// moments are computed from the shapes (`None`), or without shapes are those of a ball of water.
fn inertia(inertial: &Inertial, mass: f64, scale: DVec3, link: &str, is_bare: bool) -> Option<Inertia> {
    let turn = inertial.node_from_inertia.matrix3;
    let tensor = turn * inertial.inertia * turn.transpose() * (mass / inertial.mass * scale.x * scale.x);
    let inertia = Inertia { center_of_mass: inertial.node_from_inertia.translation * scale, tensor };
    if inertia.is_possible() && inertia.suits(mass) {
        if is_of_a_body(tensor) {
            return Some(inertia);
        }
        let tensor = lowered(tensor);
        tracing::warn!(
            "link {link}: no body can have its inertia, because each principal moment is at most the sum of the other two; \
             the largest is lowered to that sum"
        );
        return Some(Inertia { tensor, ..inertia });
    }
    let tensor = DMat3::from_diagonal(DVec3::splat(ball_of_water(mass)));
    let ball = Inertia { tensor, ..inertia };
    let is_ball = is_bare && ball.is_possible();
    let origin = if is_ball { "mass" } else { "mass and shapes" };
    tracing::warn!("link {link}: its inertia is not physically possible; it is computed from its {origin}");
    is_ball.then_some(ball)
}

/// Moment of inertia of a ball with the density of water. [kg m²]
fn ball_of_water(mass: f64) -> f64 {
    let radius = libm::cbrt(0.75 * mass / (PI * WATER_KG_PER_M3));
    0.4 * mass * radius * radius
}

/// Whether each principal moment is at most the sum of the other two, up to the rounding of the numbers in a file. This is
/// so if the second moments of the mass, `tr(I) / 2 - I`, have no negative principal value.
fn is_of_a_body(tensor: DMat3) -> bool {
    let [x, y, z] = [tensor.x_axis, tensor.y_axis, tensor.z_axis];
    let half_trace = (x.x + y.y + z.z) / 2.0;
    let rounding = ROUNDING * half_trace;
    let [x, y, z] = [
        DVec3::X * (half_trace + rounding) - x,
        DVec3::Y * (half_trace + rounding) - y,
        DVec3::Z * (half_trace + rounding) - z,
    ];
    x.x >= 0.0 && x.x * y.y - x.y * y.x >= 0.0 && x.dot(y.cross(z)) >= 0.0
}

/// The moments about the axes of a tensor that no body can have, with the largest at most the sum of the other two, and
/// without products of inertia.
fn lowered(tensor: DMat3) -> DMat3 {
    let moments = DVec3::new(tensor.x_axis.x, tensor.y_axis.y, tensor.z_axis.z);
    let DVec3 { x, y, z } = moments;
    let others = DVec3::new(y + z, x + z, x + y);
    DMat3::from_diagonal(moments.min(others))
}

/// The surface of a shape of a file, with the friction of the scene, if it gives one.
pub(super) fn contact_material(
    surface: model::ContactMaterial,
    settings: &BodySettings,
    scale: f64,
) -> ContactMaterial {
    let [along, across, spinning, first, second] = surface.friction;
    let [along, across] = [along, across].map(|sliding| settings.friction.unwrap_or(sliding));
    ContactMaterial {
        friction: [along, across, spinning * scale, first * scale, second * scale],
        resists: resistance(surface.dimension),
        has_pyramid: surface.has_pyramid,
        impedance_ratio: surface.impedance_ratio,
        softness: softness(surface.softness),
        friction_reference: None,
        weight: surface.weight,
        margin: surface.margin * scale,
        priority: surface.priority,
    }
}

/// The motions that a contact resists.
fn resistance(dimension: u8) -> Resistance {
    match dimension {
        1 => Resistance::Penetration,
        4 => Resistance::Spinning,
        6 => Resistance::Rolling,
        _ => Resistance::Sliding,
    }
}

/// The contacts of two shapes of a model.
fn pair_contact(pair: model::PairContact, model: &Model, scale: f64) -> PairContact {
    // The pairs of two files are not the same.
    let file =
        model.name.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
    PairContact {
        pair: [file, u64::from(pair.pair)],
        friction: pair.friction.map(|[along, across, spinning, first, second]| {
            [along, across, spinning * scale, first * scale, second * scale]
        }),
        resists: pair.dimension.map(resistance),
        reference: pair.reference,
        friction_reference: pair.friction_reference,
        impedance: pair.impedance,
        margin: pair.margin.map(|margin| margin * scale),
    }
}

/// Softness of contacts or limits.
pub(super) fn softness(softness: model::Softness) -> Softness {
    let model::Softness { reference, impedance } = softness;
    Softness { reference, impedance }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_bodies_satisfy_the_triangle_inequality() {
        let moments = |x, y, z| DMat3::from_diagonal(DVec3::new(x, y, z));
        assert!(is_of_a_body(moments(1.0, 2.0, 3.0)), "a plate");
        assert!(is_of_a_body(moments(0.0005, 0.0005, 0.001005)), "a plate, rounded");
        assert!(is_of_a_body(moments(1e-9, 0.01, 0.01)), "a rod");
        assert!(!is_of_a_body(moments(1e11, 0.001, 0.001)));
        assert!(!is_of_a_body(moments(1.0, 3.5, 2.0)));
        let turn = DMat3::from_rotation_z(0.7);
        assert!(is_of_a_body(turn * moments(1.0, 2.0, 3.0) * turn.transpose()));
        assert!(!is_of_a_body(turn * moments(1.0, 4.0, 2.0) * turn.transpose()));
    }

    #[test]
    fn link_without_moments_keeps_its_center_of_mass() {
        let at = DVec3::new(0.0, 0.02, 0.3);
        let point =
            Inertial { mass: 4.0, node_from_inertia: DAffine3::from_translation(at), inertia: DMat3::ZERO };
        let found = inertia(&point, 4.0, DVec3::splat(0.5), "it", true).unwrap();
        assert_eq!(found.center_of_mass, at * 0.5);
        // 4 liters: a radius of 9.847 cm.
        assert!((found.tensor.x_axis.x - 0.4 * 4.0 * 0.09847_f64.powi(2)).abs() < 1e-5, "{found:?}");
        assert_eq!(inertia(&point, 4.0, DVec3::ONE, "it", false), None, "from its shapes");
    }

    #[test]
    fn lowered_moments_are_of_a_body() {
        let tensor = lowered(DMat3::from_diagonal(DVec3::new(1e11, 0.001, 0.002)));
        assert_eq!(tensor, DMat3::from_diagonal(DVec3::new(0.003, 0.001, 0.002)));
        assert!(is_of_a_body(tensor));
    }
}
