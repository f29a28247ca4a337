//! Ray casts in the world: keeps the scene of [`morse_raycast`] in step with the tree and the bodies.
//!
//! A change of the world only marks the nodes that changed; the next ray updates and refits the scene.

mod filter;
mod hit;
mod rapier_shapes;
mod store;
mod sync;
mod world;

pub use crate::raycast::filter::{NodeSet, RayFilter};
pub use crate::raycast::hit::{Hit, RayHit};
pub(crate) use crate::raycast::store::{Rays, RaysCopy};
#[doc(hidden)]
pub use morse_raycast::Instructions;
pub use morse_raycast::{Ray, RayFan, RayKind};
