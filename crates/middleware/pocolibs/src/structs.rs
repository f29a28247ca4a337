//! C structures in posters, as tables of fields.

mod built_in;
mod images;
mod layout;
mod record;
mod user;

pub use built_in::{IMAGE_ID_BYTES, NIUT_JOINTS, NIUT_USERS, POINTS_MAX, VIMAN_OBJECTS, struct_named};
pub use layout::{Layout, LayoutBuilder, Scalar};
pub use record::Record;

pub(crate) use images::{SPIX_POINT_BYTES, Spix, VELODYNE_POINT_BYTES, Velodyne, Viam};
pub(crate) use user::from_option;
