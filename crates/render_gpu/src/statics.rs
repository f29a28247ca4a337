//! Data that are uploaded once: meshes, attributes of triangles, directions of lenses, and pixels of textures.

use std::sync::Arc;

use glam::Vec3;
use morse_raycast::LazyMesh;
use morse_render::device::DeviceError;
use morse_world::{MaterialSlots, MipMap, Surface, Texture};

use crate::arena::Arena;
use crate::shader::TREE_DEPTH_MAX;

// Bits of the attributes of a surface: surfaces.wgsl.
const HAS_SLOTS: u32 = 1;
const HAS_UV: u32 = 2;
const HAS_GENERATED: u32 = 4;
const HAS_NORMALS: u32 = 8;
const IS_DETAILED: u32 = 16;

/// A texture in the arena of pixels.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TexturePlace {
    /// The first pixel.
    pub(crate) at: u32,
}

/// The address of a shared object.
fn address<T: ?Sized>(object: &Arc<T>) -> usize {
    Arc::as_ptr(object).cast::<u8>() as usize
}

/// The first index of a mesh: whether it is solid, branch of the root, first index of its nodes and of its triangles, extent.
///
/// # Errors
/// [`DeviceError::TooLarge`] for a mesh whose tree is too deep for the device.
pub(crate) fn mesh(arena: &mut Arena, mesh: &Arc<LazyMesh>) -> Result<u32, DeviceError> {
    let mut depth = 0;
    let at = arena.place(
        [address(mesh), 0],
        || Arc::clone(mesh) as _,
        |words| {
            let mesh = mesh.words();
            depth = mesh.tree.depth;
            let nodes = words.len() as u32;
            words.extend(mesh.tree.nodes);
            let triangles = words.len() as u32;
            words.extend(mesh.triangles);
            let at = words.len() as u32;
            let root = mesh.tree.root.unwrap_or(0);
            words.extend([u32::from(mesh.solid), root, nodes, triangles, mesh.extent.to_bits()]);
            at
        },
    );
    check_depth(depth).inspect_err(|_| arena.clear())?;
    Ok(at)
}

/// Checks that the stack of the shader suffices for a tree.
pub(crate) fn check_depth(depth: usize) -> Result<(), DeviceError> {
    if depth <= TREE_DEPTH_MAX {
        return Ok(());
    }
    let bytes = |depth: usize| 12 * depth as u64;
    Err(DeviceError::TooLarge {
        what: "the stack of a tree of boxes",
        needed: bytes(depth),
        most: bytes(TREE_DEPTH_MAX),
    })
}

/// The first index of the attributes of the triangles of a part: which there are, and the first indices of slots, texture
/// coordinates, generated coordinates and normals.
pub(crate) fn attributes(
    arena: &mut Arena,
    material_slots: &Arc<MaterialSlots>,
    surface: Option<&Arc<Surface>>,
) -> u32 {
    let key = [address(material_slots), surface.map_or(0, address)];
    let object = || Arc::new((Arc::clone(material_slots), surface.cloned())) as _;
    arena.place(key, object, |words| {
        let count = material_slots.triangle_count() as u32;
        let (mut kinds, mut places) = (0, [0; 4]);
        if (0..count).any(|triangle| material_slots.slot(triangle) != 0) {
            kinds |= HAS_SLOTS;
            places[0] = words.len() as u32;
            words.extend((0..count).map(|triangle| material_slots.slot(triangle) as u32));
        }
        let bits = |corners: [[f32; 2]; 3]| corners.into_iter().flatten().map(f32::to_bits);
        if material_slots.uv(0).is_some() {
            kinds |= HAS_UV;
            places[1] = words.len() as u32;
            words.extend((0..count).filter_map(|triangle| material_slots.uv(triangle)).flat_map(bits));
        }
        if material_slots.generated(0).is_some() {
            kinds |= HAS_GENERATED;
            places[2] = words.len() as u32;
            words.extend((0..count).filter_map(|triangle| material_slots.generated(triangle)).flat_map(bits));
        }
        if let Some(surface) = surface
            && material_slots.normals(surface, 0).is_some()
        {
            kinds |= HAS_NORMALS;
            places[3] = words.len() as u32;
            let normals = (0..count).filter_map(|triangle| material_slots.normals(surface, triangle));
            words.extend(normals.flatten().flat_map(|normal| normal.to_array().map(f32::to_bits)));
        }
        if surface.is_some() && material_slots.is_detailed() {
            kinds |= IS_DETAILED;
        }
        let at = words.len() as u32;
        words.push(kinds);
        words.extend(places);
        at
    })
}

/// The first index of the directions of a lens.
pub(crate) fn directions(arena: &mut Arena, directions: &Arc<[Vec3]>) -> u32 {
    let object = || Arc::new(Arc::clone(directions)) as _;
    arena.place([address(directions), 1], object, |words| {
        let at = words.len() as u32;
        words.extend(directions.iter().flat_map(|direction| direction.to_array().map(f32::to_bits)));
        at
    })
}

/// The first pixel of the image of the sky.
pub(crate) fn sky(arena: &mut Arena, image: &Texture) -> u32 {
    let object = || Arc::new(Arc::clone(&image.rgba)) as _;
    arena.place([address(&image.rgba), usize::MAX], object, |words| {
        let at = words.len() as u32;
        words.extend(image.texels().iter().map(|&texel| u32::from_le_bytes(texel)));
        at
    })
}

/// The pixels of a texture and its smaller copies, as in [`MipMap::texels`].
pub(crate) fn texture(arena: &mut Arena, texture: &Texture, mips: &MipMap) -> TexturePlace {
    let object = || Arc::new(Arc::clone(&texture.rgba)) as _;
    let sides = (texture.width as usize) << 32 | texture.height as usize;
    let at = arena.place([address(&texture.rgba), sides], object, |words| {
        let at = words.len() as u32;
        words.extend(mips.texels().iter().map(|&texel| u32::from_le_bytes(texel)));
        at
    });
    TexturePlace { at }
}
