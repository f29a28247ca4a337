//! The simulated world: a tree of named nodes with bodies, joints, wheels, armatures, visuals and zones; physics and ray
//! queries.
//!
//! Units are SI (meters, kilograms, seconds, radians), axes are x forward, y left, z up, and the public interface uses
//! `f64`. Everything is deterministic: the same calls give the same bits in every run, for any number of threads, and
//! across [`World::save`] and [`World::restore`].
//!
//! This crate must never know components, sensors, actuators, scene files, middleware or wall-clock time.
//!
//! ```
//! use glam::DVec3;
//! use morse_world::{BodySpec, NodeSpec, PhysicsSettings, Pose, PhysicsType, Shape, World};
//!
//! let mut world = World::new(PhysicsSettings::default());
//! let body = BodySpec {
//!     physics: PhysicsType::Dynamic,
//!     shapes: vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.5 })],
//!     ..BodySpec::default()
//! };
//! let at = Pose::from_translation(DVec3::Z * 10.0);
//! let ball = world.add_node(NodeSpec::new("ball").at(at).with_body(body))?;
//! (0..30).for_each(|_| world.advance());
//! assert!(world.world_from(ball).translation.z < 9.5);
//! # Ok::<(), morse_world::WorldError>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod addition;
mod aim;
mod aims;
pub(crate) mod armature;
mod cloning;
mod digest;
mod error;
mod extension;
mod kinematics;
mod occupancy;
mod parts;
mod physics;
pub(crate) mod raycast;
mod removal;
mod save;
mod settings;
mod shared_results;
mod threads;
mod tick;
mod tree;
pub(crate) mod visuals;
mod world;

pub use crate::aim::{Aim, AimKind};
pub use crate::error::WorldError;
pub use crate::kinematics::{IkRequest, JointSolution, RobotKinematics};
pub use crate::occupancy::{OccupancyError, OccupancyGrid, OccupancySpec};
pub use crate::parts::World;
pub use crate::physics::body::drive_command::DriveCommand;
pub use crate::physics::body::momentum::Momentum;
pub use crate::physics::body::tuning::{FrictionDirection, SpeedLimits};
pub use crate::physics::body::{BodySpec, Inertia, LockedAxes, PhysicsType};
pub use crate::physics::constraints::{AxisLimit, ConstraintSpec};
pub use crate::physics::contact_material::{ContactMaterial, PairContact, Resistance};
pub use crate::physics::contacts::contact_forces::ContactForce;
pub use crate::physics::contacts::points::ContactPoint;
pub use crate::physics::convert::{POSITION_MAX_M, SPEED_MAX_M_PER_S, TURN_RATE_MAX_RAD_PER_S};
pub use crate::physics::couplings::{
    Attachment, Equality, EqualityKind, MotorId, MotorSpec, MotorTarget, Tendon, TendonId, TendonPath,
    Waypoint,
};
pub use crate::physics::event::{Quantity, WorldEvent};
pub use crate::physics::joints::{
    BallAxis, JointDrive, JointId, JointLimits, JointLoad, JointSpec, JointSpring, Mimic, ServoDamping,
    ServoGains,
};
pub use crate::physics::overlap::Volume;
pub use crate::physics::penetration::Penetration;
pub use crate::physics::planar::drive::DrivePart;
pub use crate::physics::shapes::triangulated::{BodyShape, triangulated};
pub use crate::physics::softness::{Fluid, Softness};
pub use crate::physics::wheels::{ShownWheel, Suspension, WheelContact, WheelSpec, WheelState};
#[doc(hidden)]
pub use crate::raycast::Instructions;
pub use crate::raycast::{
    Hit, HitRun, HitSurface, NodeSet, Ray, RayFan, RayFilter, RayHit, RayKind, RayTile, TileHits,
};
pub use crate::settings::{DrivenContact, PhysicsSettings};
pub use crate::shared_results::SharedResults;
pub use crate::threads::{Part, ThreadTeam, divide};
pub use crate::tree::node_spec::{NodeId, NodeSpec};
pub use crate::tree::node_state::NodeState;
pub use crate::tree::poses::moved_poses::{MovedPoses, PosesCopied};
pub use crate::tree::poses::stored_pose::StoredPose;
pub use crate::tree::property::{Properties, PropertyValue};
pub use crate::tree::turning_part::{TurningPart, angle_about};
pub use crate::tree::zone::Zone;
pub use crate::visuals::{
    BlendMode, Channel, Coordinates, Falloff, Headlight, Illumination, Light, LightKind, Material,
    MaterialId, MaterialSlots, MipMap, Polygon, Reflectance, Relief, Skin, SkyImage, SpecularLobe, Texture,
    TextureId, TextureLayer, Visual,
};
pub use morse_dynamics::{Activation, EffortPolynomial, MuscleSpec, SolverParameters, WrapShape};
pub use morse_geometry::{Euler, Pose, Shape, Surface, normalise_angle};
pub use morse_kinematics::{
    Armature, BoneConfiguration, BoneSpec, IkGoal, IkSettling, IkSolution, IkSolver, JointConfiguration,
    JointKind,
};
