//! The record of a picture: `Job` in bindings.wgsl.

use bytemuck::{Pod, Zeroable};
use morse_render::Style;
use morse_render::device::DeviceView;

use crate::shader::WORKGROUP;

/// Distance in place of an infinite one. [m]
pub(crate) const FAR_AWAY: f32 = 3.0e38;

const COLORS: u32 = 1;
const SHADOWS: u32 = 2;
const SOFT: u32 = 4;
const LINEAR: u32 = 8;
const NORMALS: u32 = 16;
const PARALLEL: u32 = 32;
const LENS: u32 = 64;
const SKY: u32 = 128;
const FILMIC: u32 = 256;

/// A picture to draw. Offsets count words.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Job {
    pub(crate) size: [u32; 2],
    options: u32,
    pub(crate) output: u32,
    forward: [f32; 3],
    near: f32,
    right: [f32; 3],
    far: f32,
    down: [f32; 3],
    pub(crate) directions: u32,
    rotation: [f32; 4],
    middle: [f32; 2],
    position: [f32; 2],
    ambient_above: [f32; 3],
    pub(crate) instances: u32,
    ambient_below: [f32; 3],
    pub(crate) nodes: u32,
    ambient_added: [f32; 3],
    pub(crate) root: u32,
    sky_top: [f32; 3],
    pub(crate) leaves: u32,
    sky_bottom: [f32; 3],
    pub(crate) unbounded: u32,
    pub(crate) unbounded_count: u32,
    pub(crate) lights: u32,
    pub(crate) light_count: u32,
    pub(crate) default_material: u32,
    pub(crate) extent: f32,
    /// Number of its first workgroup in the batch.
    pub(crate) first_group: u32,
    sky: u32,
    gain: f32,
    occlusion: f32,
    padding: [u32; 3],
    surroundings: [f32; 3],
    /// First index of the directions of the rays of ambient occlusion.
    pub(crate) occlusion_directions: u32,
}

impl Job {
    /// The picture of a view. The offsets are to be set.
    pub(crate) fn new(view: &DeviceView, style: &Style<'_>) -> Job {
        let options = [
            (COLORS, style.colors),
            (SHADOWS, style.shadows),
            (SOFT, view.soft),
            (LINEAR, view.linear),
            (NORMALS, style.normals),
            (PARALLEL, view.parallel),
            (LENS, view.lens.is_some()),
            (FILMIC, view.filmic),
        ];
        let [ambient_above, ambient_below] = view.ambient.map(|rgb| rgb.to_array());
        let [sky_top, sky_bottom] = view.sky.map(|rgb| rgb.to_array());
        Job {
            size: view.size,
            options: options.iter().map(|&(bit, is_on)| if is_on { bit } else { 0 }).sum(),
            forward: view.forward.to_array(),
            near: view.near,
            right: view.right.to_array(),
            far: view.far.min(FAR_AWAY),
            down: view.down.to_array(),
            rotation: view.lens.as_ref().map_or([0.0; 4], |lens| lens.world_from_camera.to_array()),
            middle: view.middle.to_array(),
            position: [view.position.x as f32, view.position.y as f32],
            ambient_above,
            ambient_below,
            ambient_added: view.ambient_added.to_array(),
            sky_top,
            sky_bottom,
            light_count: view.lights.len() as u32,
            gain: view.gain,
            occlusion: view.occlusion,
            surroundings: view.surroundings.to_array(),
            ..Job::zeroed()
        }
    }

    /// Shows the image of the sky whose record is at `at`.
    pub(crate) fn show_sky(&mut self, at: u32) {
        self.options |= SKY;
        self.sky = at;
    }

    /// Number of workgroups of the picture.
    pub(crate) fn groups(&self) -> u64 {
        let [across, down] = self.size.map(|side| u64::from(side.div_ceil(WORKGROUP)));
        across * down
    }

    /// Number of words of the picture.
    pub(crate) fn output_words(&self) -> u64 {
        let each = if self.options & NORMALS == 0 { 3 } else { 6 };
        each * u64::from(self.size[0]) * u64::from(self.size[1])
    }
}
