//! A deterministic ray caster: finds the nearest hits of rays on triangle meshes and primitives.
//!
//! A [`RayScene`] holds instances of [`Geometry`] under two levels of bounding volume hierarchies (BVH): one over all
//! instances, refitted after they moved, and one over the triangles of each mesh, shared by its instances. Rays are cast in
//! packets of 8 or 16 with AVX-512, AVX2 or portable code. A single ray is tested against eight boxes or triangles at once.
//! Hits are bit-identical for any instruction set, any number of threads, any batch and any history of moves. README.md
//! states the precision of distances.
//!
//! The crate must never know the owner of an instance (callers choose a key type, see [`ObjectKey`]), the shapes of a physics
//! library, components or files.
//!
//! ```
//! use glam::{DVec3, Vec3};
//! use morse_geometry::Pose;
//! use morse_raycast::{Geometry, Hit, Ray, RayKinds, RayScene, ResolvedFilter};
//!
//! let mut scene: RayScene<u32> = RayScene::default();
//! scene.insert(7, 0, RayKinds::ALL, Pose::IDENTITY, Geometry::Box { half: Vec3::ONE });
//! scene.move_object(7, Pose::from_translation(DVec3::new(5.0, 0.0, 0.0)));
//! scene.refit();
//! let hit: Option<Hit<u32>> = scene.cast_ray(&Ray::new(DVec3::ZERO, DVec3::X, 100.0), &ResolvedFilter::default());
//! assert_eq!(hit.map(|hit| (hit.object, hit.distance, hit.normal)), Some((7, 4.0, Vec3::NEG_X)));
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod batch;
mod bvh;
mod export;
mod filter;
mod geometry;
mod kernel;
mod mesh;
mod ray;
mod ray_tile;
mod scene;
mod simd;
mod tile_hits;

#[doc(hidden)]
pub use crate::batch::Instructions;
pub use crate::export::{ExportedInstance, MeshWords, NODE_WORDS, SceneWords, TRIANGLE_WORDS, TreeWords};
pub use crate::filter::object_set::{ObjectKey, ObjectSet};
pub use crate::filter::{RayKind, RayKinds, ResolvedFilter};
pub use crate::geometry::Geometry;
pub use crate::mesh::LazyMesh;
pub use crate::mesh::mesh_store::MeshStore;
pub use crate::ray::{Hit, Ray, RayFan};
pub use crate::ray_tile::RayTile;
pub use crate::scene::RayScene;
pub use crate::tile_hits::{HitRun, HitSurface, TileHits};
