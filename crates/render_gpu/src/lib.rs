//! Pictures of the world by a GPU, through Vulkan, Metal, Direct3D 12 or OpenGL.
//!
//! [`open`] returns a [`PictureDevice`], which a program attaches to a world with a [`Renderer`](morse_render::Renderer).
//! A compute shader casts the rays of the pixels through the same trees as the CPU (`morse-raycast`) and shades their hits
//! with the formulas of `morse-render`; each file in `wgsl` names the file that it mirrors. Pictures agree with those of the
//! CPU but for rounding, which decides pixels at edges of surfaces. They can differ between devices and drivers, so digests
//! do not contain them.
//!
//! Without the feature `wgpu`, this crate has no renderer, and [`open`] returns an error.
//!
//! This crate must never know components, scene documents, files or wall-clock time.
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "wgpu")]
mod arena;
#[cfg(feature = "wgpu")]
mod device;
#[cfg(feature = "wgpu")]
mod frame;
#[cfg(feature = "wgpu")]
mod job;
#[cfg(feature = "wgpu")]
mod shader;
#[cfg(feature = "wgpu")]
mod statics;
#[cfg(feature = "wgpu")]
mod storage;

use morse_render::device::PictureDevice;
use thiserror::Error;

/// The GPUs among which [`open`] chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adapters {
    /// Any, software renderers included.
    All,
    /// Only hardware.
    Hardware,
}

/// Reason why no GPU can be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NoDevice {
    /// The program was compiled without the renderer.
    #[error("this program was built without the feature 'gpu'")]
    NotBuilt,
    /// No GPU was found.
    #[error(
        "no usable GPU was found ({0}); a GPU needs a driver for Vulkan, Metal, Direct3D 12 or OpenGL 4.3"
    )]
    NotFound(String),
    /// The GPU refused the connection.
    #[error("the GPU '{name}' cannot be used: {reason}")]
    Refused {
        /// Name of the GPU.
        name: String,
        /// The error of its driver.
        reason: String,
    },
}

/// Opens the fastest GPU.
///
/// # Errors
/// [`NoDevice`] if the program was built without the renderer, or no GPU can be used.
pub fn open(adapters: Adapters) -> Result<Box<dyn PictureDevice>, NoDevice> {
    #[cfg(feature = "wgpu")]
    {
        Ok(Box::new(device::GpuDevice::open(adapters)?))
    }
    #[cfg(not(feature = "wgpu"))]
    {
        let _ = adapters;
        Err(NoDevice::NotBuilt)
    }
}
