//! Bodies of model objects, from the settings of the file and of the scene.

use glam::{DMat3, DVec3};
use morse_assets::model;
use morse_assets::model::{BodyType, Bounds, BoundsShape, Model, Node, NodeKind};
use morse_scene::document::{BodySettings, Bounds as SceneBounds, Physics as ScenePhysics};
use morse_world::{BodySpec, LockedAxes, PhysicsType, Pose, Shape};

use crate::assemble::models::meshes::MeshCache;
use crate::assemble::models::physics_type::physics_type;
use crate::assemble::models::primitives::solid;
use crate::assemble::models::selection::Piece;
use crate::assemble::objects::bodies::locked;

impl MeshCache {
    /// The body of an object of a model; `None` for an object without collisions.
    ///
    /// `node_from_mesh` is the scale (and shear) between the mesh and its node. Physics does not move a mounted object
    /// separately: it moves with its parent.
    pub(super) fn body(
        &mut self,
        model: &std::sync::Arc<Model>,
        piece: &Piece<'_>,
        node_from_mesh: DMat3,
        settings: &BodySettings,
        mounted: bool,
    ) -> Option<BodySpec> {
        let file = &piece.node.physics;
        let mut physics = match settings.physics {
            Some(physics) => scene_physics(physics),
            None => physics_type(file.body),
        }?;
        if settings.ghost {
            return None;
        }
        warn_about_unsupported_settings(piece.node, settings, mounted);
        if file.flags.ghost && settings.physics.is_none() {
            physics = PhysicsType::Sensor;
        }
        let mass = settings.mass.unwrap_or(file.mass);
        if mounted && physics.moves() {
            physics = PhysicsType::Static;
        } else if physics.moves() && mass == 0.0 {
            tracing::warn!("{}: its mass is 0, so it is static: physics does not move it", piece.node.name);
            physics = PhysicsType::Static;
        }
        let shapes = match self.bounds(piece.node, settings, physics) {
            Fit::Ball(radius) => {
                vec![(Pose::IDENTITY, Shape::Sphere { radius: radius * node_from_mesh.x_axis.length() })]
            }
            Fit::Solid(shape) => vec![(Pose::IDENTITY, solid(&shape, node_from_mesh))],
            Fit::Around(shape) => self.fitted(model, piece.node, node_from_mesh, shape).into_iter().collect(),
            // Blender stores empties, lamps and cameras as static objects. Without a shape they do not collide.
            Fit::Nothing if settings.physics.is_none() && !file.flags.compound => return None,
            Fit::Nothing => Vec::new(),
        };
        Some(BodySpec {
            physics,
            shapes,
            mass,
            friction: settings.friction.unwrap_or(file.friction),
            restitution: file.elasticity,
            linear_damping: settings.linear_damping.unwrap_or(file.linear_damping),
            angular_damping: settings.angular_damping.unwrap_or(file.angular_damping),
            margin: settings.margin.unwrap_or(file.margin).clamp(0.0, MARGIN_MAX_M),
            ignores_margins: false,
            inertia: None,
            center_of_mass: DVec3::ZERO,
            materials: Vec::new(),
            pairs: Vec::new(),
            gravity_compensation: file.gravity_compensation,
            fluid: None,
            form_factor: file.form_factor,
            // In the file, this flag keeps the logic of the game engine awake. It has no meaning here.
            allow_sleep: settings.allow_sleep.unwrap_or(true),
            locked: locked(
                settings,
                LockedAxes { translation: file.locked_translation, rotation: file.locked_rotation },
            ),
        })
    }

    /// The collision shapes of a part of a compound body, in the frame of that body.
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
            Fit::Solid(shape) => (Pose::IDENTITY, solid(&shape, node_from_mesh)),
            Fit::Around(shape) => self.fitted(model, piece.node, node_from_mesh, shape)?,
            Fit::Nothing => return None,
        };
        Some((body_from_node * node_from_shape, shape))
    }

    fn bounds(&self, node: &Node, settings: &BodySettings, physics: PhysicsType) -> Fit {
        // The dimensions of a solid are known; other bounds would be fitted to a mesh.
        if let NodeKind::Shape(shape) = node.kind {
            return Fit::Solid(shape);
        }
        let shape = match (settings.bounds, node.physics.bounds) {
            (Some(bounds), _) => scene_bounds(bounds),
            // As in Blender, without a mesh a sphere of the stored radius replaces shapes that are computed from the
            // mesh.
            (None, Bounds::Fitted(BoundsShape::TriangleMesh | BoundsShape::ConvexHull))
                if node.mesh().is_none() =>
            {
                BoundsShape::Sphere
            }
            (None, Bounds::Fitted(shape)) => shape,
            (None, Bounds::Default) if physics.moves() => BoundsShape::Sphere,
            (None, Bounds::Default) => BoundsShape::TriangleMesh,
        };
        let radius = settings.radius.unwrap_or(node.physics.radius);
        match (shape, node.mesh()) {
            // The root of a compound body without a mesh has no shape of its own.
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
        let center = Pose { translation: (low + high) / 2.0, ..Pose::IDENTITY };
        let radius = half.x.max(half.y);
        Some(match shape {
            BoundsShape::Box => (center, Shape::Box { half_extents: half }),
            BoundsShape::Sphere => (center, Shape::Sphere { radius: half.max_element() }),
            BoundsShape::Cylinder => (center, Shape::Cylinder { radius, half_height: half.z }),
            BoundsShape::Cone => (center, Shape::Cone { radius, half_height: half.z }),
            BoundsShape::Capsule => {
                let half_height = (half.z - radius).max(THIN_M);
                (center, Shape::Capsule { radius, half_height })
            }
            BoundsShape::ConvexHull => (Pose::IDENTITY, surface.hull()?),
            BoundsShape::TriangleMesh => (Pose::IDENTITY, surface.mesh()?),
        })
    }
}

/// Warns of body settings in the file or the scene that physics does not support.
fn warn_about_unsupported_settings(node: &Node, settings: &BodySettings, mounted: bool) {
    let (name, file) = (&node.name, &node.physics);
    let soft = settings
        .physics
        .map_or(file.body == BodyType::SoftBody, |settings| settings == ScenePhysics::SoftBody);
    if soft {
        tracing::warn!("{name}: soft bodies are not simulated; it is simulated as a rigid body");
    }
    if mounted || !physics_type(file.body).is_some_and(PhysicsType::moves) {
        return;
    }
    if file.speed_min > 0.0 || file.speed_max > 0.0 {
        tracing::warn!("{name}: speed limits of bodies are not simulated; its speed is not limited");
    }
    // Older files store no collision groups: the value is zero.
    if file.collision_mask != 0 && file.collision_mask & 0xff != 0xff {
        tracing::warn!("{name}: collision groups are not simulated; it collides with everything");
    }
}

/// Larger margins in a file are clamped. [m]
const MARGIN_MAX_M: f64 = 1.0;

/// Minimum thickness of boxes and similar shapes. [m]
const THIN_M: f64 = 1e-3;

/// Collision shape of a node.
enum Fit {
    Ball(f64),
    Solid(model::Shape),
    Around(BoundsShape),
    Nothing,
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
