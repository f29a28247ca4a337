//! Asset files: .blend (Blender 2.60 to 5.0), glTF, COLLADA, OBJ, STL, URDF, SDF and MJCF, all read into one [`Model`].
//!
//! Files are data: nothing in them is executed, and everything is validated. Omissions are listed in
//! [`Loaded::warnings`]. Units are meters, kilograms and radians; every frame has z up.
//!
//! This crate must never know components, scene documents or the physics engine: it reports what a file contains.
//!
//! ```
//! use morse_assets::load_bytes;
//!
//! let triangle = b"o plate\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
//! let loaded = load_bytes("plate.obj", triangle)?;
//! assert!(loaded.warnings.is_empty());
//! assert_eq!(loaded.model.meshes[0].vertices.len(), 3);
//!
//! let error = load_bytes("plate.obj", b"v 0 0\n").unwrap_err();
//! assert!(error.to_string().contains("plate.obj"));
//! # Ok::<(), morse_assets::AssetError>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod convex_hull;
mod display_color;
mod error;
pub mod fiducials;
mod finite;
pub mod formats;
mod inspect;
mod library;
pub mod limits;
mod load;
pub mod model;
mod paths;
mod polygon;
mod search_path;
mod subdivision;
mod texture_images;
mod warnings;

pub use crate::error::{AssetError, ReadError};
pub use crate::inspect::{InspectedNode, Inspection, Totals, inspect};
pub use crate::library::{EmbeddedModel, Library, Origin};
pub use crate::load::{Format, Loaded, load, load_bytes, load_urdf_text, load_within};
pub use crate::model::Model;
pub use crate::search_path::SearchPath;
pub use crate::texture_images::decode_images;
pub use crate::warnings::Warnings;
