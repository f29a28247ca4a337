//! Images of the world on the CPU: color, depth and the visible node of each pixel.
//!
//! Visible surfaces are found by rasterization in tiles of pixels ([`World::cast_tile`](morse_world::World::cast_tile)), layer by
//! layer behind transparent surfaces. Orthographic images, very narrow fields of view and shadows use rays. An image by rays
//! alone ([`Visibility::Rays`]) is the reference: without a near clip plane and transparent surfaces it is the same, bit by bit.
//!
//! [`render`] makes plain images fast, for camera sensors. [`render_smooth`] makes images for people, with smooth edges, a
//! sky and a grid. The same world and [`View`] give the same bits on any number of threads.
//!
//! A camera looks along +x of its frame, with +y to the left of the image and +z up. Behind a [`Lens`], the ray of each pixel is
//! that of [`PixelDirections`]: [`render_through`].
//!
//! This crate must never know components, scene documents, files or wall-clock time.
//!
//! ```
//! use glam::DVec3;
//! use morse_render::{Style, View, render};
//! use morse_world::{NodeSpec, PhysicsSettings, Pose, Shape, Visual, World};
//!
//! let mut world = World::new(PhysicsSettings::default());
//! let wall = world.add_node(NodeSpec::new("wall").at(Pose::from_translation(DVec3::X * 5.0)))?;
//! world.set_visuals(wall, vec![Visual::new(Shape::Box { half_extents: DVec3::splat(1.0) })])?;
//! let picture = render(&world, &View::perspective(Pose::IDENTITY, [9, 9], 0.2), &Style::default())?;
//! assert_eq!(picture.nodes[40], Some(wall));
//! assert!((picture.depth[40] - 4.0).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod device;
mod drawing;
mod error;
mod lens;
mod light;
mod picture;
pub(crate) mod prepared_camera;
mod redraw;
mod render;
mod shading;
mod smooth;
mod style;
mod tile;
mod view;

pub use crate::device::renderer::Renderer;
pub use crate::drawing::canvas::Canvas;
pub use crate::drawing::grid::Grid;
pub use crate::drawing::shade::Shade;
pub use crate::error::RenderError;
pub use crate::lens::{Distortion, Fisheye, FoldedLens, Lens, LensModel, PixelDirections};
pub use crate::light::light_at;
pub use crate::picture::Picture;
pub use crate::render::{is_empty_before, render, render_into, render_through};
pub use crate::smooth::{SmoothRenderer, render_smooth};
pub use crate::style::{Sky, Style, Visibility};
pub use crate::view::{Projection, View};
