//! Contacts of a mechanism, from those that rapier found at the beginning of the tick.

use glam::DVec3;
use morse_dynamics::articulated_body::Chain;
use morse_dynamics::{Contact, Data, Model, SolverParameters};
use rapier3d::geometry::{Collider, ColliderHandle, ContactManifold};
use rapier3d::parry::shape::TypedShape;

use crate::physics::convert::{pose_from_engine, vector_from_engine};
use crate::physics::joints::Mechanism;
use crate::physics::rapier_world::Physics;
use crate::{NodeId, Pose};

/// Least coefficient of restitution of a contact that bounces.
const BOUNCES: f64 = 0.14;

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
    one: SurfacePoint,
    other: SurfacePoint,
    /// From the first to the second, in the world.
    normal: DVec3,
    friction: f64,
    restitution: f64,
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
    /// The contact at the poses in the data; `None` if the surfaces are apart.
    pub(super) fn contact(&self, model: &Model, data: &Data, step: f64) -> Option<Contact> {
        let (one, other) = (self.one.place(model, data), self.other.place(model, data));
        let distance = (other - one).dot(self.normal);
        if distance >= 0.0 {
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
        let parameters = if self.restitution >= BOUNCES {
            SolverParameters::with_restitution(self.restitution, 8.0 * step)
        } else {
            SolverParameters::default()
        };
        Some(Contact { a: self.one.link, b: self.other.link, parameters, ..plain })
    }
}

impl Physics {
    /// The touches of a mechanism; `None` if it touches a body that moves but is not part of it.
    pub(super) fn touches(&self, mechanism: &Mechanism, chain: &Chain) -> Option<Vec<Touch>> {
        let members: Vec<NodeId> = mechanism.members(&self.joints).collect();
        let has_root = usize::from(chain.root.is_some());
        let mut touches = Vec::new();
        for (number, &id) in members.iter().enumerate() {
            let body = self.engine.bodies.get(self.body(id)?.handle)?;
            for &own in body.colliders() {
                for pair in self.engine.narrow_phase.contact_pairs_with(own) {
                    if !pair.has_any_active_contact() {
                        continue;
                    }
                    let is_first = pair.collider1 == own;
                    let other = if is_first { pair.collider2 } else { pair.collider1 };
                    let (other_link, is_fixed) = self.side(other, &members)?;
                    if other_link.is_none() && !is_fixed {
                        return None;
                    }
                    // A pair within the mechanism is listed at both of its sides.
                    if other_link.is_some() && !is_first {
                        continue;
                    }
                    let links =
                        if is_first { [Some(number), other_link] } else { [other_link, Some(number)] };
                    let frame = |link: Option<usize>| match link.map(|link| link.checked_sub(has_root)) {
                        Some(Some(joint)) => chain.links[joint].axis_from_center,
                        _ => Pose::IDENTITY,
                    };
                    let sides = [pair.collider1, pair.collider2].map(|it| self.engine.colliders.get(it));
                    let [Some(one), Some(two)] = sides else { continue };
                    let sides = [
                        Side::new(one, links[0], frame(links[0])),
                        Side::new(two, links[1], frame(links[1])),
                    ];
                    // Not those of the solver, which merges the manifolds of triangles.
                    for manifold in pair.manifolds() {
                        add_touches(&sides, manifold, &mut touches);
                    }
                }
            }
        }
        Some(touches)
    }

    /// The link of a collider within a mechanism, and whether its body stands still.
    fn side(&self, collider: ColliderHandle, members: &[NodeId]) -> Option<(Option<usize>, bool)> {
        let collider = self.engine.colliders.get(collider)?;
        let Some(body) = collider.parent().and_then(|parent| self.engine.bodies.get(parent)) else {
            return Some((None, true));
        };
        let node = NodeId::of_user_data(body.user_data);
        let link = members.iter().position(|member| *member == node).filter(|_| body.is_dynamic());
        Some((link, !body.is_dynamic()))
    }
}

/// A collider of a touch.
struct Side<'a> {
    collider: &'a Collider,
    link: Option<usize>,
    /// Pose of the collider in the frame of the link, or in the world.
    link_from_collider: Pose,
}

impl<'a> Side<'a> {
    /// `link_from_body` is the pose of the center of mass in the frame of the link.
    fn new(collider: &'a Collider, link: Option<usize>, link_from_body: Pose) -> Side<'a> {
        let link_from_collider = match (link, collider.position_wrt_parent()) {
            (Some(_), Some(body_from_collider)) => link_from_body * pose_from_engine(body_from_collider),
            (Some(_), None) => link_from_body,
            (None, _) => pose_from_engine(collider.position()),
        };
        Side { collider, link, link_from_collider }
    }

    /// Whether the body can roll.
    fn is_round(&self) -> bool {
        let shape = self.collider.shape().as_typed_shape();
        matches!(shape, TypedShape::Ball(_) | TypedShape::Capsule(_) | TypedShape::Cylinder(_))
    }

    /// The point of the surface that touches along a direction out of the body. Point and direction are in the frame of the
    /// collider, the direction in the world, too.
    fn point(&self, point: DVec3, out: DVec3, out_in_world: DVec3) -> SurfacePoint {
        let core = |core: DVec3| self.link_from_collider.transform_point(core);
        let world_from_collider = pose_from_engine(self.collider.position());
        let (core, offset) = match self.collider.shape().as_typed_shape() {
            TypedShape::Ball(ball) => (core(DVec3::ZERO), out_in_world * f64::from(ball.radius)),
            TypedShape::Capsule(capsule) => {
                let radius = f64::from(capsule.radius);
                (core(point - out * radius), out_in_world * radius)
            }
            // Only its side is round.
            TypedShape::Cylinder(_) if out.y.abs() < 0.5 => {
                let around = DVec3::new(point.x, 0.0, point.z);
                (core(point - around), world_from_collider.transform_vector(around))
            }
            _ => (core(point), DVec3::ZERO),
        };
        SurfacePoint { link: self.link, core, offset, is_round: self.is_round() }
    }
}

/// Adds the touches of a manifold.
fn add_touches(sides: &[Side; 2], manifold: &ContactManifold, touches: &mut Vec<Touch>) {
    let part = |pose: Option<&rapier3d::math::Pose>| pose.map_or(Pose::IDENTITY, pose_from_engine);
    let parts = [part(manifold.subshape_pos1()), part(manifold.subshape_pos2())];
    let outs = [manifold.local_n1, manifold.local_n2].map(vector_from_engine);
    // rapier keeps contacts while bodies move little, and a normal that turns with a wheel would lean: that of the world, or of
    // a body that does not roll, is right.
    let steady = sides.iter().position(|side| side.link.is_none());
    let normal = match steady.or_else(|| sides.iter().position(|side| !side.is_round())) {
        Some(side) => {
            let world_from_collider = pose_from_engine(sides[side].collider.position());
            let out = (world_from_collider * parts[side]).transform_vector(outs[side]);
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
            one: surface(0, normal),
            other: surface(1, -normal),
            normal,
            friction: f64::from(manifold.data.friction),
            restitution: f64::from(manifold.data.restitution),
        });
    }
}
