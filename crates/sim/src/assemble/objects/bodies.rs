//! Bodies of objects, from the robot's class, the shape of the primitive and the settings of the scene.

use glam::DVec3;
use morse_scene::diagnostic::Code;
use morse_scene::document::{BodySettings, Object, Physics, Shape as SceneShape};
use morse_world::{BodySpec, LockedAxes, PhysicsType, Pose, Shape};

use crate::assemble::Assembly;

/// Radius of the sphere that is used for an object without any shape, as in Blender. [m]
const BOUND_RADIUS_M: f64 = 1.0;

impl Assembly<'_> {
    /// The body of an object. `own` is the body of its class or shape, if any.
    pub(in crate::assemble) fn body(&mut self, object: &Object, own: Option<BodySpec>) -> Option<BodySpec> {
        let settings = &object.body;
        if settings.ghost || (own.is_none() && settings.physics.is_none()) {
            return None;
        }
        let mut body = own.unwrap_or_default();
        match settings.physics {
            None => {}
            Some(Physics::NoCollision) => return None,
            Some(physics) => match physics_type(physics) {
                Some(known) => body.physics = known,
                None => {
                    let text = format!(
                        "physics type {physics:?} is not simulated; static, dynamic, rigid body and sensor are"
                    );
                    self.problem(Code::RunPhysics, object, text);
                }
            },
        }
        if body.shapes.is_empty() {
            let radius = settings.radius.unwrap_or(BOUND_RADIUS_M);
            body.shapes = vec![(Pose::IDENTITY, Shape::Sphere { radius })];
        }
        apply_numbers(settings, &mut body);
        Some(body)
    }
}

fn apply_numbers(settings: &BodySettings, body: &mut BodySpec) {
    body.mass = settings.mass.unwrap_or(body.mass);
    body.friction = settings.friction.unwrap_or(body.friction);
    body.linear_damping = settings.linear_damping.unwrap_or(body.linear_damping);
    body.angular_damping = settings.angular_damping.unwrap_or(body.angular_damping);
    body.margin = settings.margin.unwrap_or(body.margin);
    body.allow_sleep = settings.allow_sleep.unwrap_or(body.allow_sleep);
    body.locked = locked(settings, body.locked);
}

/// The locked axes: those that the scene sets, else those of the object.
pub(in crate::assemble) fn locked(settings: &BodySettings, own: LockedAxes) -> LockedAxes {
    LockedAxes {
        translation: settings.lock_location.unwrap_or(own.translation),
        rotation: settings.lock_rotation.unwrap_or(own.rotation),
    }
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
pub(in crate::assemble) fn primitive_body(shape: &SceneShape) -> Option<BodySpec> {
    // A plane has this thickness, below its surface, so that nothing falls through it. [m]
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

/// Points on the outer rim of a torus about Z. Their convex hull is the collision shape.
fn torus_hull(major_radius: f64, minor_radius: f64) -> Vec<DVec3> {
    const AROUND: u32 = 24;
    const ACROSS: u32 = 8;
    let angle = |index: u32, count: u32| f64::from(index) / f64::from(count) * std::f64::consts::TAU;
    let ring = |around: u32| {
        let (sin, cos) = libm::sincos(angle(around, AROUND));
        (0..ACROSS).map(move |across| {
            let (height, out) = libm::sincos(angle(across, ACROSS));
            let radius = major_radius + minor_radius * out;
            DVec3::new(radius * cos, radius * sin, minor_radius * height)
        })
    };
    (0..AROUND).flat_map(ring).collect()
}
