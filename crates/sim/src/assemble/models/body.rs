//! What the file of a model says of a body, and what the scene says on top, as a body of the world.

use glam::{DMat3, DVec3};
use morse_assets::model::{BodyType, Bounds, BoundsShape, Model, Node};
use morse_scene::document::{BodySettings, Bounds as SceneBounds, Physics as ScenePhysics};
use morse_world::{BodySpec, PhysicsType, Pose, Shape};

use super::forms::Forms;
use super::pieces::Piece;

/// Whether anything collides with it.
pub(super) fn collides(body: BodyType) -> bool {
    physics_type(body).is_some_and(|physics| physics != PhysicsType::Sensor)
}

impl Forms {
    /// The body of an object of a model; `None` when nothing collides with it.
    ///
    /// `node_from_mesh` is the scale (and what else no pose can hold) between the mesh and its node. What hangs on
    /// something else goes where that goes: physics does not move it by itself.
    pub(super) fn body(
        &mut self,
        model: &std::sync::Arc<Model>,
        piece: &Piece<'_>,
        node_from_mesh: DMat3,
        said: &BodySettings,
        mounted: bool,
    ) -> Option<BodySpec> {
        let file = &piece.node.physics;
        let mut physics = match said.physics {
            Some(physics) => scene_physics(physics),
            None => physics_type(file.body),
        }?;
        if said.ghost {
            return None;
        }
        tell_unsimulated(piece.node, said, mounted);
        if file.flags.ghost && said.physics.is_none() {
            physics = PhysicsType::Sensor;
        }
        if mounted && physics.moves() {
            physics = PhysicsType::Static;
        }
        let shapes = match self.bounds(piece.node, said, physics) {
            Fit::Ball(radius) => {
                vec![(Pose::IDENTITY, Shape::Sphere { radius: radius * node_from_mesh.x_axis.length() })]
            }
            Fit::Around(shape) => self.fitted(model, piece.node, node_from_mesh, shape).into_iter().collect(),
            Fit::Nothing => Vec::new(),
        };
        Some(BodySpec {
            physics,
            shapes,
            mass: said.mass.unwrap_or(file.mass),
            friction: said.friction.unwrap_or(file.friction),
            restitution: file.elasticity,
            linear_damping: file.linear_damping,
            angular_damping: file.angular_damping,
            margin: file.margin.clamp(0.0, MARGIN_MAX_M),
            inertia: None,
            allow_sleep: !file.flags.no_sleep,
        })
    }

    /// The shapes of a part of a compound body, in the frame of that body.
    pub(super) fn shapes_in(
        &mut self,
        model: &std::sync::Arc<Model>,
        piece: &Piece<'_>,
        body_from_piece: &glam::DAffine3,
    ) -> Option<(Pose, Shape)> {
        let (transform, _) = morse_assets::model::Transform::of(body_from_piece);
        let body_from_node = Pose { translation: transform.translation, rotation: transform.rotation };
        let node_from_mesh = DMat3::from_quat(transform.rotation.inverse()) * body_from_piece.matrix3;
        let none = BodySettings::default();
        let (node_from_shape, shape) = match self.bounds(piece.node, &none, PhysicsType::RigidBody) {
            Fit::Ball(radius) => {
                (Pose::IDENTITY, Shape::Sphere { radius: radius * node_from_mesh.x_axis.length() })
            }
            Fit::Around(shape) => self.fitted(model, piece.node, node_from_mesh, shape)?,
            Fit::Nothing => return None,
        };
        Some((body_from_node * node_from_shape, shape))
    }

    fn bounds(&self, node: &Node, said: &BodySettings, physics: PhysicsType) -> Fit {
        let shape = match (said.bounds, node.physics.bounds) {
            (Some(bounds), _) => scene_bounds(bounds),
            (None, Bounds::Fitted(shape)) => shape,
            (None, Bounds::Default) if physics.moves() => BoundsShape::Sphere,
            (None, Bounds::Default) => BoundsShape::TriangleMesh,
        };
        let radius = said.radius.unwrap_or(node.physics.radius);
        match (shape, node.mesh()) {
            // A frame that gathers the shapes of its parts has none of its own.
            (_, None) if node.physics.flags.compound => Fit::Nothing,
            (BoundsShape::Sphere, _) => Fit::Ball(radius),
            (shape, Some(_)) => Fit::Around(shape),
            (_, None) => Fit::Nothing,
        }
    }

    fn fitted(
        &mut self,
        model: &std::sync::Arc<Model>,
        node: &Node,
        node_from_mesh: DMat3,
        shape: BoundsShape,
    ) -> Option<(Pose, Shape)> {
        let mesh = node.mesh()?;
        let surface = self.surface(model, mesh, node_from_mesh)?;
        let (low, high) = surface.box_around();
        let half = ((high - low) / 2.0).max(DVec3::splat(THIN_M / 2.0));
        let centre = Pose { translation: (low + high) / 2.0, ..Pose::IDENTITY };
        let radius = half.x.max(half.y);
        Some(match shape {
            BoundsShape::Box => (centre, Shape::Box { half_extents: half }),
            BoundsShape::Sphere => (centre, Shape::Sphere { radius: half.max_element() }),
            BoundsShape::Cylinder => (centre, Shape::Cylinder { radius, half_height: half.z }),
            BoundsShape::Cone => (centre, Shape::Cone { radius, half_height: half.z }),
            BoundsShape::Capsule => {
                let half_height = (half.z - radius).max(THIN_M);
                (centre, Shape::Capsule { radius, half_height })
            }
            BoundsShape::ConvexHull => (Pose::IDENTITY, surface.hull()?),
            BoundsShape::TriangleMesh => (Pose::IDENTITY, surface.mesh()?),
        })
    }
}

/// Warns of what a file or a scene asks of a body and physics does not do.
fn tell_unsimulated(node: &Node, said: &BodySettings, mounted: bool) {
    let (name, file) = (&node.name, &node.physics);
    let soft = said.physics.map_or(file.body == BodyType::SoftBody, |said| said == ScenePhysics::SoftBody);
    if soft {
        tracing::warn!("{name}: soft bodies are not simulated; it is a rigid body");
    }
    if mounted || !physics_type(file.body).is_some_and(PhysicsType::moves) {
        return;
    }
    if file.locked_translation.contains(&true) || file.locked_rotation.contains(&true) {
        tracing::warn!("{name}: locked axes are not simulated; it moves and turns freely");
    }
    if file.speed_min > 0.0 || file.speed_max > 0.0 {
        tracing::warn!(
            "{name}: speed limits of bodies are not simulated; physics moves it as fast as it will"
        );
    }
    // Older files have no groups: zero.
    if file.collision_mask != 0 && file.collision_mask & 0xff != 0xff {
        tracing::warn!("{name}: collision groups are not simulated; it collides with everything");
    }
}

/// Larger margins in a file are mistakes. [m]
const MARGIN_MAX_M: f64 = 1.0;

/// Boxes and the like are at least so thick. [m]
const THIN_M: f64 = 1e-3;

/// What stands for a mesh in collisions.
enum Fit {
    Ball(f64),
    Around(BoundsShape),
    Nothing,
}

fn physics_type(body: BodyType) -> Option<PhysicsType> {
    match body {
        BodyType::NoCollision | BodyType::Occluder | BodyType::Navmesh => None,
        BodyType::Static => Some(PhysicsType::Static),
        BodyType::Dynamic => Some(PhysicsType::Dynamic),
        BodyType::RigidBody | BodyType::SoftBody => Some(PhysicsType::RigidBody),
        BodyType::Sensor => Some(PhysicsType::Sensor),
        BodyType::Character => Some(PhysicsType::Character),
    }
}

fn scene_physics(physics: ScenePhysics) -> Option<PhysicsType> {
    match physics {
        ScenePhysics::NoCollision | ScenePhysics::Occluder | ScenePhysics::Navmesh => None,
        ScenePhysics::Static => Some(PhysicsType::Static),
        ScenePhysics::Dynamic => Some(PhysicsType::Dynamic),
        ScenePhysics::RigidBody | ScenePhysics::SoftBody => Some(PhysicsType::RigidBody),
        ScenePhysics::Sensor => Some(PhysicsType::Sensor),
        ScenePhysics::Character => Some(PhysicsType::Character),
    }
}

fn scene_bounds(bounds: SceneBounds) -> BoundsShape {
    match bounds {
        SceneBounds::Box => BoundsShape::Box,
        SceneBounds::Sphere => BoundsShape::Sphere,
        SceneBounds::Cylinder => BoundsShape::Cylinder,
        SceneBounds::Cone => BoundsShape::Cone,
        SceneBounds::ConvexHull => BoundsShape::ConvexHull,
        SceneBounds::TriangleMesh => BoundsShape::TriangleMesh,
        SceneBounds::Capsule => BoundsShape::Capsule,
    }
}
