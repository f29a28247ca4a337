//! The source of the compute shader.

/// All files of the shader, in the order of their use.
pub(crate) const SOURCE: &str = concat!(
    include_str!("wgsl/bindings.wgsl"),
    include_str!("wgsl/srgb.wgsl"),
    include_str!("wgsl/instances.wgsl"),
    include_str!("wgsl/primitives.wgsl"),
    include_str!("wgsl/rays.wgsl"),
    include_str!("wgsl/camera.wgsl"),
    include_str!("wgsl/textures.wgsl"),
    include_str!("wgsl/sky.wgsl"),
    include_str!("wgsl/surfaces.wgsl"),
    include_str!("wgsl/layers.wgsl"),
    include_str!("wgsl/lights.wgsl"),
    include_str!("wgsl/draw.wgsl"),
);

/// Width and height of a workgroup. [pixels]
pub(crate) const WORKGROUP: u32 = 8;

/// Number of workgroups in a row of the dispatch: draw.wgsl.
pub(crate) const GROUPS_ACROSS: u32 = 32_768;

/// Deepest tree that a ray can traverse with the stack of the shader: each level leaves up to three branches on it.
pub(crate) const TREE_DEPTH_MAX: usize = 23;
