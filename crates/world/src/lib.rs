//! The simulated world: a tree of named nodes, the bodies some of them own, wheels, armatures, physics, ray queries and zones.
//!
//! Units are SI (metres, kilograms, seconds, radians), axes are x forward, y left, z up, and the public
//! interface speaks `f64`. Everything here is deterministic: the same calls give the same bits, run after run,
//! for any number of threads, and across [`World::save`] and [`World::restore`].
//!
//! This crate must never know components, sensors, actuators, scene files, middleware or wall-clock time.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod actuation;
mod armatures;
mod body;
mod contacts;
mod contain;
mod control;
mod convert;
mod digest;
mod engine;
mod error;
mod euler;
mod event;
mod hull;
mod joints;
mod keeping;
mod kinship;
mod leeway;
mod looks;
mod mass;
mod motion;
mod mounting;
mod node;
mod overlap;
mod physics;
mod prepare;
mod property;
mod rays;
mod save;
mod shape;
mod solid;
mod solid_cache;
mod spin;
mod thicken;
mod transform;
mod tree;
mod wheels;
mod world;
mod zone;

pub use armatures::{Armature, BonePosture, BoneSpec, IkGoal, IkSolution, Posture};
pub use body::{BodySpec, Inertia, PhysicsType};
pub use error::WorldError;
pub use euler::{Euler, normalise_angle};
pub use event::{Quantity, WorldEvent};
pub use joints::{JointDrive, JointId, JointKind, JointLimits, JointSpec, Mimic};
pub use looks::{Coat, Light, LightKind, Look, Material, MaterialId, Skin, Texture, TextureId};
pub use node::{NodeId, NodeSpec};
pub use overlap::Volume;
pub use property::{Properties, PropertyValue};
#[doc(hidden)]
pub use rays::Instructions;
pub use rays::{Hit, NodeSet, Ray, RayFilter, RayHit, RayKind};
pub use shape::{Shape, Surface};
pub use transform::Pose;
pub use wheels::{Suspension, WheelContact, WheelSpec, WheelState};
pub use world::{PhysicsSettings, World};
pub use zone::Zone;
