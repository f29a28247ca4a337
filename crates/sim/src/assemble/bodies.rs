//! Bodies: what a robot's class, a primitive's shape and the scene's own words make of an object in physics.

use glam::DVec3;
use morse_scene::document::{BodySettings, Object, Physics, Shape as SceneShape};
use morse_world::{BodySpec, PhysicsType, Pose, Shape};

use super::Assembly;

/// Radius of the sphere that stands in for an object without any shape, as in Blender. [m]
const BOUND_RADIUS_M: f64 = 1.0;

impl Assembly<'_> {
    /// The body of an object: `own` is what its class or its shape brings along, if anything.
    pub(super) fn body(&mut self, object: &Object, own: Option<BodySpec>) -> Option<BodySpec> {
        let said = &object.body;
        if said.ghost || (own.is_none() && said.physics.is_none()) {
            return None;
        }
        let mut body = own.unwrap_or_default();
        match said.physics {
            None => {}
            Some(Physics::NoCollision) => return None,
            Some(physics) => match physics_type(physics) {
                Some(known) => body.physics = known,
                None => {
                    let text = format!(
                        "physics type {physics:?} is not simulated; static, dynamic, rigid body and sensor are"
                    );
                    self.problem("run::physics", object, text);
                }
            },
        }
        if body.shapes.is_empty() {
            let radius = said.radius.unwrap_or(BOUND_RADIUS_M);
            body.shapes = vec![(Pose::IDENTITY, Shape::Sphere { radius })];
        }
        apply_numbers(said, &mut body);
        Some(body)
    }
}

fn apply_numbers(said: &BodySettings, body: &mut BodySpec) {
    body.mass = said.mass.unwrap_or(body.mass);
    body.friction = said.friction.unwrap_or(body.friction);
}

fn physics_type(physics: Physics) -> Option<PhysicsType> {
    Some(match physics {
        Physics::NoCollision => PhysicsType::NoCollision,
        Physics::Static => PhysicsType::Static,
        Physics::Dynamic => PhysicsType::Dynamic,
        Physics::RigidBody => PhysicsType::RigidBody,
        Physics::Sensor => PhysicsType::Sensor,
        Physics::Character => PhysicsType::Character,
        Physics::SoftBody | Physics::Occluder | Physics::Navmesh => return None,
    })
}

/// The shapes of a primitive, if it has any extent.
pub(super) fn primitive_body(shape: &SceneShape) -> Option<BodySpec> {
    // A plane is given this thickness, below its surface, so that nothing falls through it. [m]
    const PLANE_THICKNESS_M: f64 = 0.1;
    let shape = match *shape {
        SceneShape::Cube { half_extents } => Shape::Box { half_extents: half_extents.into() },
        SceneShape::Sphere { radius } | SceneShape::IcoSphere { radius } => Shape::Sphere { radius },
        SceneShape::Cylinder { radius, depth } => Shape::Cylinder { radius, half_height: depth / 2.0 },
        SceneShape::Cone { radius, depth } => Shape::Cone { radius, half_height: depth / 2.0 },
        SceneShape::Plane { half_extents: [x, y] } => {
            let half_extents = DVec3::new(x, y, PLANE_THICKNESS_M / 2.0);
            let pose = Pose { translation: DVec3::new(0.0, 0.0, -half_extents.z), ..Pose::IDENTITY };
            return Some(with_shape(pose, Shape::Box { half_extents }));
        }
        SceneShape::Torus { major_radius, minor_radius } => {
            Shape::hull(torus_hull(major_radius, minor_radius))
        }
        SceneShape::Empty {} | SceneShape::Camera {} | SceneShape::Spot { .. } => return None,
    };
    Some(with_shape(Pose::IDENTITY, shape))
}

fn with_shape(pose: Pose, shape: Shape) -> BodySpec {
    BodySpec { shapes: vec![(pose, shape)], ..BodySpec::default() }
}

/// Points on the outer rim of a torus about Z: its convex hull, which is what collides.
fn torus_hull(major_radius: f64, minor_radius: f64) -> Vec<DVec3> {
    const AROUND: u32 = 24;
    const ACROSS: u32 = 8;
    let angle = |index: u32, count: u32| f64::from(index) / f64::from(count) * std::f64::consts::TAU;
    let ring = |around: u32| {
        let (sin, cos) = angle(around, AROUND).sin_cos();
        (0..ACROSS).map(move |across| {
            let (height, out) = angle(across, ACROSS).sin_cos();
            let radius = major_radius + minor_radius * out;
            DVec3::new(radius * cos, radius * sin, minor_radius * height)
        })
    };
    (0..AROUND).flat_map(ring).collect()
}
