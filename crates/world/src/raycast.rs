//! Ray casts in the world: keeps scenes of [`morse_raycast`] in step with the tree and the bodies, one for each kind of rays.
//!
//! A change of the world only marks the nodes that changed; the next ray of a kind updates and refits the scene of that kind.

mod changes;
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
pub(crate) use morse_raycast::RayKinds;
pub use morse_raycast::{Ray, RayFan, RayKind};
