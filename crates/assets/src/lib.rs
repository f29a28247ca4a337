//! Asset files: .blend (Blender 2.60–2.79), glTF, OBJ, STL and URDF, all read into one [`Model`].
//!
//! Files are data. Nothing in them is executed, everything in them is checked, and whatever a reader leaves out
//! is named in [`Loaded::warnings`]. Units are metres, kilograms and radians; every frame has z up.
//!
//! This crate must never know components, scene documents or the physics engine: it says what a file says.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod blend;
mod error;
pub mod gltf;
mod inspect;
mod library;
pub mod limits;
mod load;
pub mod model;
pub mod obj;
mod paths;
mod polygon;
mod search_path;
pub mod stl;
pub mod urdf;
mod warnings;

pub use error::{AssetError, ReadError};
pub use inspect::{InspectedNode, Inspection, Totals, inspect};
pub use library::{Carried, Library, Origin};
pub use load::{Format, Loaded, load, load_bytes, load_within};
pub use model::Model;
pub use search_path::SearchPath;
pub use warnings::Warnings;
