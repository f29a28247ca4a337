//! Pictures of the world, by rays, on the processor: colour, depth and what is seen in each pixel.
//!
//! For camera sensors, which want a picture as it is and fast, and for people, who want soft edges, a sky and a
//! scale to go by. The same world and [`View`] give the same bits on any number of threads.
//!
//! A camera looks along +x of its frame, with +y to the left of the picture and +z up.
//!
//! This crate must never know components, scene documents, files or wall-clock time.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod canvas;
mod error;
mod eye;
mod grid;
mod lamps;
mod paint;
mod picture;
mod render;
mod shade;
mod style;
mod text;
mod tile;
mod view;

pub use canvas::Canvas;
pub use error::RenderError;
pub use grid::Grid;
pub use picture::Picture;
pub use render::{render, render_into, render_smooth};
pub use shade::Shade;
pub use style::{Sky, Style};
pub use view::{Projection, View};
