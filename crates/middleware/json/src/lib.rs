//! JSON as Python's `json` module writes and reads it: the format of the socket interface.
//!
//! It differs from the standard in `NaN` and `Infinity` and in the format of floats; output is pure ASCII.
//! Messages are written directly from the fields of a component, without intermediate values. Middlewares with JSON messages
//! share this crate.
//!
//! It must never know what a component computes, nor open a socket.
//!
//! ```
//! let value = morse_json::read(r#"{"ranges": [1.0, NaN]}"#)?;
//! let mut text = Vec::new();
//! morse_json::write_value(&mut text, &value).expect("numbers and lists are JSON");
//! assert_eq!(text, br#"{"ranges": [1.0, NaN]}"#);
//! # Ok::<(), morse_json::SyntaxError>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod number;
mod read;
mod record;
mod syntax;
mod text;
mod write;

pub use number::{write_float, write_int};
pub use read::{DEPTH_MAX, KEYS_MAX, read};
pub use record::RecordEncoder;
pub use syntax::SyntaxError;
pub use text::write_text;
pub use write::{NotJson, write_base64, write_field, write_or_null, write_value};
