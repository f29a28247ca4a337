//! Ray casts in the world. A ray scene of [`morse_raycast`] for each ray kind follows the nodes and bodies.
//!
//! A change of the world only marks the changed nodes. The next ray of a kind updates and refits the scene of that kind.

mod changes;
mod filter;
mod hit;
mod rapier_shapes;
pub(crate) mod ray_queries;
mod store;
mod sync;

pub use crate::raycast::filter::{NodeSet, RayFilter};
pub use crate::raycast::hit::{Hit, RayHit};
pub(crate) use crate::raycast::store::Rays;
#[doc(hidden)]
pub use morse_raycast::Instructions;
pub(crate) use morse_raycast::RayKinds;
pub use morse_raycast::{HitRun, HitSurface, Ray, RayFan, RayKind, RayTile, TileHits};
