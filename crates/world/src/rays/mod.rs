//! Rays: what is the first thing in a direction?
//!
//! Everything rays can meet stands under two levels of trees of boxes: one over all forms of all nodes in the
//! world ([`scene`]), fitted to what moved when the first ray is cast after it moved, and one over the triangles
//! of each mesh ([`mesh`]), built once and shared by all nodes of that form. Boxes, balls, cylinders, cones and
//! capsules are met exactly.
//!
//! Rays travel in packets of eight or sixteen neighbours ([`kernel`]), as many as the processor takes at once. What a ray meets does not depend on the others of
//! its packet, on the shape of the trees, on the number of threads or on the instruction set: a box never
//! hides what it holds, of equally near things the first in order counts, and all arithmetic is rounded alike
//! everywhere.
//!
//! Distances are computed in single precision in the frame of each thing, from an origin that was brought there
//! in double precision. They are good to a few 1e-7 of the distance and of the size of the thing, wherever
//! in the world they are; on a triangle that a ray only grazes, to that over the sine of the angle between them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod batch;
mod bounds;
mod box_tree;
mod filter;
mod fitted_tree;
mod geometry;
mod groups;
mod isa;
mod kernel;
mod mesh;
mod nearest;
mod packet;
mod portable;
mod query;
mod region;
mod scene;
mod solids;
mod split;
mod store;
mod triangles;
mod walk;
#[cfg(target_arch = "x86_64")]
mod x86;

#[doc(hidden)]
pub use batch::Instructions;
pub use batch::{Hit, Ray};
pub use filter::{NodeSet, RayFilter, RayKind};
pub use query::RayHit;
pub(crate) use store::Rays;
