//! The text middleware: writes sensor readings to files.
//!
//! Each stream writes one file without gaps: if the disk is slower than the simulation, the simulation waits. A separate
//! thread writes the files. This crate must never know what a component computes.
//!
//! ```
//! use morse_scene::document::Document;
//! use morse_sim::contract::registry::Registry;
//! use morse_sim::transport::stream::Middleware;
//! use morse_sim::{Models, Options, Simulation};
//! use morse_text::TextMiddleware;
//!
//! let folder = tempfile::tempdir()?;
//! let middlewares: Vec<Box<dyn Middleware>> = vec![Box::new(TextMiddleware::new(folder.path()))];
//! let scene = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": []}"#;
//! let (document, registry) = (Document::from_json(scene)?, Registry::default());
//! let mut simulation =
//!     Simulation::assemble(&document, &registry, &Models::default(), middlewares, Options::default())?;
//! simulation.start()?;
//! simulation.finish();
//! assert_eq!(folder.path().read_dir()?.count(), 0, "no component has a text stream");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod format;
mod middleware;
mod writer;

pub use middleware::{PUBLISHERS, STREAM_MANAGER, TextMiddleware};
