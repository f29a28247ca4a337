//! The scene document, which builders pass to the simulator: its types, checks and schema.
//!
//! This crate is on the lowest floor: it handles names and numbers only. It must not depend on the simulation, on the
//! behavior of a middleware, or on files other than the text passed to it.
//!
//! ```
//! use morse_scene::{Capabilities, Catalog, Document, WiringTable, validate};
//!
//! let scene = r#"{
//!     "morse_scene": 1,
//!     "environment": {"file": "empty"},
//!     "objects": [{"name": "robot", "kind": "robot", "class": "example.Unknown"}]
//! }"#;
//! let document = Document::from_json(scene)?;
//! let (catalog, wiring) = (Catalog::default(), WiringTable::built_in()?);
//! let diagnostics = validate(&document, &catalog, &wiring, &Capabilities::default());
//! assert!(diagnostics[0].is_error() && diagnostics[0].to_string().contains("example.Unknown"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod builder;
pub mod data_kind;
pub mod description;
pub mod diagnostic;
pub mod document;
pub mod edit;
pub mod nearest;
pub mod python_repr;
pub mod source;
#[cfg(test)]
mod test_scene;
pub mod validate;
pub mod value;
pub mod wiring;

pub use crate::data_kind::DataKind;
pub use crate::description::{
    ArgumentDescription, BuilderDescription, Catalog, Description, FieldDescription, InstanceDescription,
    Kind, LevelDescription, PropertyDescription, ServiceDescription, ServiceKind, StreamDescription,
};
pub use crate::diagnostic::{Code, Diagnostic, Severity};
pub use crate::document::schema::schema;
pub use crate::document::{Document, DocumentError, Environment, Object, ObjectKind, Source};
pub use crate::validate::{Capabilities, validate};
pub use crate::value::{Map, Value};
pub use crate::wiring::component_config::component_config;
pub use crate::wiring::wiring_table::WiringTable;
pub use crate::wiring::{Direction, ModifierEntry, OverlayEntry, StreamEntry};
