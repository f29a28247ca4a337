//! Contacts of an island, from those that rapier found at the beginning of the tick.

use std::collections::BTreeMap;

use glam::DVec3;
use morse_dynamics::{Contact, ContactKind, Data, FrictionCone, Model, SolverParameters};
use rapier3d::geometry::{Collider, ColliderHandle, ContactManifold};
use rapier3d::parry::shape::TypedShape;

use super::flat_contacts::{Face, FaceContact, ON_ITS_SIDE, is_in_triangle, round_ends};
use super::model::{Part, link_from_center, parameters};
use crate::physics::body::tuning::FrictionDirection;
use crate::physics::convert::{pose_from_engine, vector_from_engine};
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{ContactMaterial, NodeId, PairContact, Pose, Resistance};

/// Least coefficient of restitution of a contact that bounces.
const BOUNCES: f64 = 0.14;

/// Least friction against spinning and rolling of a contact that resists one of them: none at all has no solution. [m]
const LEAST_RESISTANCE_M: f64 = 1e-6;

/// Impedance of contacts: with MuJoCo's default of 0.9 to 0.95, the wheels of a rover of 8 kg sink in by 0.5 % of their radius.
const IMPEDANCE: [f64; 5] = [0.98, 0.99, 0.001, 0.5, 2.0];

/// A point on the surface of a body during a tick: a point that moves with the body, and an offset from it that keeps its
/// direction. A wheel rolls about the first one while the second one stays below it.
#[derive(Clone, Copy)]
struct SurfacePoint {
    /// The link; `None` for the world.
    link: Option<usize>,
    /// The point that moves with the link, in its frame. [m]
    core: DVec3,
    /// In the world. [m]
    offset: DVec3,
    is_round: bool,
}

/// Two surfaces that touch, or may touch in the tick.
pub(super) struct Touch {
    /// The nodes whose shapes touch.
    pub(super) nodes: [NodeId; 2],
    one: SurfacePoint,
    other: SurfacePoint,
    /// From the first to the second, in the world.
    normal: DVec3,
    friction: f64,
    /// Direction along which the surfaces hold, if it is not all directions.
    hold: Option<Hold>,
    restitution: f64,
    /// The material of both sides, if both have one.
    pub(super) material: Option<ContactMaterial>,
    /// Friction against spinning and rolling of surfaces without materials. [m]
    resistance_m: [f64; 2],
}

/// Direction along which a surface holds during a tick.
#[derive(Clone, Copy)]
struct Hold {
    /// The link that carries the direction; `None` for the world.
    link: Option<usize>,
    /// In the frame of the link.
    direction: DVec3,
    /// Share of the friction across it.
    across: f64,
}

impl SurfacePoint {
    /// The point in the world. [m]
    fn place(&self, model: &Model, data: &Data) -> DVec3 {
        let core = match self.link {
            Some(link) => data.world_from_link(model, link).transform_point(self.core),
            None => self.core,
        };
        core + self.offset
    }
}

impl Touch {
    /// The contact at the poses in the data; `None` if the surfaces are farther apart than their margin.
    pub(super) fn contact(&self, model: &Model, data: &Data, step: f64) -> Option<Contact> {
        let (one, other) = (self.one.place(model, data), self.other.place(model, data));
        let distance = (other - one).dot(self.normal);
        let margin = self.material.map_or(0.0, |material| material.margin);
        if distance >= margin {
            return None;
        }
        let link = self.other.link.or(self.one.link)?;
        // The points drift apart along the surface while one body moves over the ground: that of the body that rolls or
        // slides over the ground is where the force acts.
        let half = self.normal * (0.5 * distance);
        let point = match (self.one.link, self.other.link) {
            (Some(_), Some(_)) if self.one.is_round == self.other.is_round => (one + other) * 0.5,
            (Some(_), Some(_)) if self.one.is_round => one + half,
            (Some(_), None) => one + half,
            (None | Some(_), _) => other - half,
        };
        let plain = Contact::with_world(link, point, self.normal, distance, self.friction);
        let plain = match self.material {
            Some(ContactMaterial {
                friction,
                friction_reference,
                resists,
                has_pyramid,
                impedance_ratio,
                ..
            }) => Contact {
                impedance_ratio,
                cone: if has_pyramid { FrictionCone::Pyramidal } else { FrictionCone::Elliptic },
                friction,
                friction_reference,
                kind: kind(resists),
                margin,
                ..plain
            },
            None if self.resistance_m == [0.0; 2] || self.friction <= 0.0 => plain,
            None => {
                let [spinning, rolling] = self.resistance_m.map(|part| part.max(LEAST_RESISTANCE_M));
                let rolls = self.resistance_m[1] > 0.0;
                let kind = if rolls { ContactKind::Rolling } else { ContactKind::Torsional };
                let friction = [self.friction, self.friction, spinning, rolling, rolling];
                Contact { friction, kind, ..plain }
            }
        };
        let parameters = if let Some(material) = self.material {
            parameters(material.softness)
        } else if self.restitution >= BOUNCES {
            SolverParameters::with_restitution(self.restitution, 8.0 * step)
        } else {
            SolverParameters { impedance: IMPEDANCE, ..SolverParameters::default() }
        };
        let surfaces = self.nodes.map(NodeId::surface_name);
        let contact = Contact { a: self.one.link, b: self.other.link, parameters, surfaces, ..plain };
        let Some(hold) = self.hold else { return Some(contact) };
        let direction = match hold.link {
            Some(link) => data.world_from_link(model, link).transform_vector(hold.direction),
            None => hold.direction,
        };
        let mut friction = contact.friction;
        friction[1] *= hold.across;
        Some(Contact { tangent: Some(direction), friction, ..contact })
    }
}

impl Physics {
    /// The touches of an island. `nodes` are those of its links.
    pub(super) fn touches(&self, tree: &Tree, parts: &[Part], nodes: &[NodeId]) -> Vec<Touch> {
        let links: BTreeMap<NodeId, usize> =
            nodes.iter().enumerate().map(|(link, node)| (*node, link)).collect();
        let mut touches = Vec::new();
        for &id in nodes {
            let body = self.body(id).and_then(|body| self.engine.bodies.get(body.handle));
            for &own in body.map_or(&[][..], |body| body.colliders()) {
                // Most pairs do not touch: the sides are computed for those that may.
                let mut own_side = None;
                for pair in self.engine.narrow_phase.contact_pairs_with(own) {
                    let is_first = pair.collider1 == own;
                    let other = if is_first { pair.collider2 } else { pair.collider1 };
                    let is_within = self.is_of_island(&links, other);
                    // A pair within the island is listed at both of its sides.
                    if !is_first && is_within {
                        continue;
                    }
                    let is_active = pair.has_any_active_contact();
                    // Without a contact, only a flat face of the world may touch.
                    if !is_active && (is_within || pair.manifolds().is_empty()) {
                        continue;
                    }
                    if own_side.is_none() {
                        own_side = self.side(tree, parts, &links, own);
                    }
                    let (Some(here), Some(there)) = (&own_side, self.side(tree, parts, &links, other)) else {
                        continue;
                    };
                    let sides = if is_first { [here, &there] } else { [&there, here] };
                    if add_flat_touches(&sides, pair.manifolds(), is_active, &mut touches) || !is_active {
                        continue;
                    }
                    // Not those of the solver, which merges the manifolds of triangles.
                    for manifold in pair.manifolds() {
                        add_touches(&sides, manifold, &mut touches);
                    }
                }
            }
        }
        if self.tuning.values().any(|tuning| tuning.friction_direction.is_some()) {
            for touch in &mut touches {
                touch.hold = touch.nodes.iter().find_map(|&node| self.hold(tree, parts, &links, node));
            }
        }
        touches
    }

    /// The direction along which the surface of a node holds, before the tick.
    fn hold(
        &self,
        tree: &Tree,
        parts: &[Part],
        links: &BTreeMap<NodeId, usize>,
        node: NodeId,
    ) -> Option<Hold> {
        let FrictionDirection { frame, direction, across } = self.tuning.get(&node)?.friction_direction?;
        let in_world = tree.world_from(frame).transform_vector(direction).normalize_or_zero();
        let carrier = tree.anchor(frame);
        let Some(&link) = links.get(&carrier) else {
            return Some(Hold { link: None, direction: in_world, across });
        };
        let link_from_world =
            link_from_center(parts, link).rotation * tree.world_from(carrier).rotation.inverse();
        Some(Hold { link: Some(link), direction: link_from_world * in_world, across })
    }

    /// Whether a link of an island carries a collider.
    fn is_of_island(&self, links: &BTreeMap<NodeId, usize>, handle: ColliderHandle) -> bool {
        let parent = self.engine.colliders.get(handle).and_then(|collider| collider.parent());
        let carrier = parent.and_then(|parent| self.engine.bodies.get(parent));
        carrier.is_some_and(|it| it.is_dynamic() && links.contains_key(&NodeId::of_user_data(it.user_data)))
    }

    /// A collider before the tick.
    fn side(
        &self,
        tree: &Tree,
        parts: &[Part],
        links: &BTreeMap<NodeId, usize>,
        handle: ColliderHandle,
    ) -> Option<Side<'_>> {
        let collider = self.engine.colliders.get(handle)?;
        let owner = self.body(NodeId::of_user_data(collider.user_data));
        let material = owner.and_then(|body| body.material_of(handle));
        let pairs = owner.map_or(&[][..], |body| body.pairs_of(handle));
        let tuning = self.tuning.get(&NodeId::of_user_data(collider.user_data));
        let resistance_m = tuning.map_or([0.0; 2], |tuning| tuning.rolling_resistance_m);
        let carrier = collider.parent().and_then(|parent| self.engine.bodies.get(parent));
        let moving = carrier.filter(|carrier| carrier.is_dynamic());
        let node = moving.map(|carrier| NodeId::of_user_data(carrier.user_data));
        let (Some(node), Some(body_from_collider)) = (node, collider.position_wrt_parent()) else {
            let world_from_collider = pose_from_engine(collider.position());
            return Some(Side {
                collider,
                material,
                pairs,
                resistance_m,
                link: None,
                world_from_collider,
                link_from_collider: world_from_collider,
            });
        };
        let body_from_collider = pose_from_engine(body_from_collider);
        let center = Pose::from_translation(self.body(node)?.center);
        let world_from_collider = tree.world_from(node) * center * body_from_collider;
        let link = links.get(&node).copied();
        let link_from_collider =
            link.map_or(world_from_collider, |link| link_from_center(parts, link) * body_from_collider);
        Some(Side { collider, material, pairs, resistance_m, link, world_from_collider, link_from_collider })
    }
}

/// A collider of a touch, before the tick.
struct Side<'a> {
    collider: &'a Collider,
    material: Option<ContactMaterial>,
    pairs: &'a [PairContact],
    /// Friction against spinning and rolling. [m]
    resistance_m: [f64; 2],
    /// The link that carries it; `None` for the world.
    link: Option<usize>,
    world_from_collider: Pose,
    /// Pose of the collider in the frame of the link, or in the world.
    link_from_collider: Pose,
}

impl Side<'_> {
    /// Whether the body can roll.
    fn is_round(&self) -> bool {
        let shape = self.collider.shape().as_typed_shape();
        matches!(shape, TypedShape::Ball(_) | TypedShape::Capsule(_) | TypedShape::Cylinder(_))
    }

    /// The point of the surface that touches along a direction out of the body. Point and direction are in the frame of the
    /// collider, the direction in the world, too.
    fn point(&self, point: DVec3, out: DVec3, out_in_world: DVec3) -> SurfacePoint {
        let core = |core: DVec3| self.link_from_collider.transform_point(core);
        let (core, offset) = match self.collider.shape().as_typed_shape() {
            TypedShape::Ball(ball) => (core(DVec3::ZERO), out_in_world * f64::from(ball.radius)),
            TypedShape::Capsule(capsule) => {
                let radius = f64::from(capsule.radius);
                (core(point - out * radius), out_in_world * radius)
            }
            // Only its side is round. Its lowest line is below the axle: the point of the manifold turns with the wheel while
            // rapier keeps it.
            TypedShape::Cylinder(cylinder) if out.y.abs() < ON_ITS_SIDE => {
                let axis = self.world_from_collider.transform_vector(DVec3::Y);
                let around = (out_in_world - axis * axis.dot(out_in_world)).normalize_or_zero();
                (core(DVec3::new(0.0, point.y, 0.0)), around * f64::from(cylinder.radius))
            }
            _ => (core(point), DVec3::ZERO),
        };
        SurfacePoint { link: self.link, core, offset, is_round: self.is_round() }
    }
}

/// Friction of a contact against spinning and rolling, as Bullet has it: that of each side times the friction of the other. [m]
fn resistance_m(sides: &[&Side; 2]) -> [f64; 2] {
    let [one, two] = sides.map(|side| f64::from(side.collider.friction()));
    [0, 1].map(|at| sides[0].resistance_m[at] * two + sides[1].resistance_m[at] * one)
}

/// The motions that a contact resists.
fn kind(resists: Resistance) -> ContactKind {
    match resists {
        Resistance::Penetration => ContactKind::Frictionless,
        Resistance::Sliding => ContactKind::Sliding,
        Resistance::Spinning => ContactKind::Torsional,
        Resistance::Rolling => ContactKind::Rolling,
    }
}

/// The material of a contact of two sides, if both have one.
fn material(sides: &[&Side; 2]) -> Option<ContactMaterial> {
    let mixed = sides[0].material?.with(&sides[1].material?);
    let is_shared = |own: &&PairContact| sides[1].pairs.iter().any(|other| other.pair == own.pair);
    let pair = sides[0].pairs.iter().find(is_shared);
    Some(pair.map_or(mixed, |pair| pair.over(mixed)))
}

/// Adds the touches of a body with a flat face of the world. Returns whether there is such a face. If rapier found no contact,
/// touches are added only for a body that is inside of the face: rapier finds none for a foot below the triangles of a floor.
fn add_flat_touches(
    sides: &[&Side; 2],
    manifolds: &[ContactManifold],
    is_active: bool,
    touches: &mut Vec<Touch>,
) -> bool {
    let Some(ground) = sides.iter().position(|side| side.link.is_none()) else { return false };
    let (Some(manifold), Some(_)) = (manifolds.first(), sides[1 - ground].link) else { return false };
    let shapes = sides.map(|side| side.collider.shape());
    let body = shapes[1 - ground];
    let ground_from_body =
        sides[ground].world_from_collider.inverse() * sides[1 - ground].world_from_collider;
    let Some(face) = Face::below(shapes[ground], body, ground_from_body) else { return false };
    if let Some((ends, radius)) = round_ends(body) {
        for end in ends {
            let foot = face.foot(ground_from_body.transform_point(end));
            let contact = FaceContact { corner: end, foot };
            let mut touch = face_touch(sides, ground, face, contact, manifold);
            let up = if ground == 0 { touch.normal } else { -touch.normal };
            let surface = if ground == 0 { &mut touch.other } else { &mut touch.one };
            surface.core = sides[1 - ground].link_from_collider.transform_point(end);
            (surface.offset, surface.is_round) = (-up * radius, true);
            if let (TypedShape::Capsule(_), Some(material)) = (body.as_typed_shape(), touch.material)
                && material.is_directed()
            {
                // The tangents of a capsule are along and across its axis, as in MuJoCo.
                let Side { link, link_from_collider, .. } = sides[1 - ground];
                let direction = link_from_collider.transform_vector(DVec3::Y);
                touch.hold = Some(Hold { link: *link, direction, across: 1.0 });
            }
            touches.push(touch);
        }
        return true;
    }
    let margin = material(sides).map_or(0.0, |material| material.margin);
    if is_active || face.heights(body, ground_from_body).is_some_and(|[low, _]| low < margin) {
        for contact in face.contacts(body, ground_from_body) {
            touches.push(face_touch(sides, ground, face, contact, manifold));
        }
    }
    true
}

/// The touch of a point with a face of the side `ground`, with the material of a manifold.
fn face_touch(
    sides: &[&Side; 2],
    ground: usize,
    face: Face,
    contact: FaceContact,
    manifold: &ContactManifold,
) -> Touch {
    let up = sides[ground].world_from_collider.transform_vector(face.normal);
    let surface = |side: usize| {
        if side == ground {
            let core = sides[side].link_from_collider.transform_point(contact.foot);
            return SurfacePoint { link: sides[side].link, core, offset: DVec3::ZERO, is_round: false };
        }
        let out = sides[side].world_from_collider.rotation.inverse() * -up;
        sides[side].point(contact.corner, out, -up)
    };
    Touch {
        one: surface(0),
        other: surface(1),
        normal: if ground == 0 { up } else { -up },
        nodes: [0, 1].map(|side| NodeId::of_user_data(sides[side].collider.user_data)),
        friction: f64::from(manifold.data.friction),
        hold: None,
        restitution: f64::from(manifold.data.restitution),
        material: material(sides),
        resistance_m: resistance_m(sides),
    }
}

/// Adds the touches of a body with a triangle of the world whose manifold is wrong. Returns whether it is.
fn add_triangle_touches(sides: &[&Side; 2], manifold: &ContactManifold, touches: &mut Vec<Touch>) -> bool {
    let deepest = manifold.points.iter().map(|point| -f64::from(point.dist)).fold(0.0, f64::max);
    let ground =
        sides.iter().position(|side| side.link.is_none() && side.collider.shape().as_trimesh().is_some());
    let Some(ground) = ground else { return false };
    let shapes = sides.map(|side| side.collider.shape());
    let Some(mesh) = shapes[ground].as_trimesh() else { return false };
    let number = [manifold.subshape1, manifold.subshape2][ground];
    let triangle = mesh.triangle(number);
    let body = shapes[1 - ground];
    let ground_from_body =
        sides[ground].world_from_collider.inverse() * sides[1 - ground].world_from_collider;
    let Some(face) = Face::instead(&triangle, body, ground_from_body, deepest) else { return false };
    for contact in face.contacts(body, ground_from_body) {
        if is_in_triangle(&triangle, contact.foot) {
            touches.push(face_touch(sides, ground, face, contact, manifold));
        }
    }
    true
}

/// Adds the touches of a manifold.
fn add_touches(sides: &[&Side; 2], manifold: &ContactManifold, touches: &mut Vec<Touch>) {
    if add_triangle_touches(sides, manifold, touches) {
        return;
    }
    let part = |pose: Option<&rapier3d::math::Pose>| pose.map_or(Pose::IDENTITY, pose_from_engine);
    let parts = [part(manifold.subshape_pos1()), part(manifold.subshape_pos2())];
    let outs = [manifold.local_n1, manifold.local_n2].map(vector_from_engine);
    // rapier keeps contacts while bodies move little, and a normal that turns with a wheel would lean: that of the world, or of
    // a body that does not roll, is right.
    let steady = sides.iter().position(|side| side.link.is_none());
    let normal = match steady.or_else(|| sides.iter().position(|side| !side.is_round())) {
        Some(side) => {
            let out = (sides[side].world_from_collider * parts[side]).transform_vector(outs[side]);
            if side == 0 { out } else { -out }
        }
        None => vector_from_engine(manifold.data.normal),
    };
    let normal = normal.normalize_or(DVec3::Z);
    for point in &manifold.points {
        let locals = [point.local_p1, point.local_p2].map(vector_from_engine);
        let surface = |side: usize, out_in_world: DVec3| {
            let local = parts[side].transform_point(locals[side]);
            sides[side].point(local, parts[side].transform_vector(outs[side]), out_in_world)
        };
        touches.push(Touch {
            nodes: [0, 1].map(|side| NodeId::of_user_data(sides[side].collider.user_data)),
            one: surface(0, normal),
            other: surface(1, -normal),
            normal,
            friction: f64::from(manifold.data.friction),
            hold: None,
            restitution: f64::from(manifold.data.restitution),
            material: material(sides),
            resistance_m: resistance_m(sides),
        });
    }
}
