//! Data of a batch: instances, parts, materials and lights of its pictures, in words.

use std::collections::BTreeMap;

use glam::{DMat3, DVec3, Vec3};
use morse_raycast::{Geometry, NODE_WORDS, RayKind, ResolvedFilter, SceneWords};
use morse_render::device::{DeviceError, DeviceView, PictureRequest, occlusion_directions};
use morse_world::{
    Channel, Coordinates, Material, MaterialId, NodeId, Reflectance, Relief, SpecularLobe, TextureId,
    TextureLayer, Visual, World,
};

use crate::arena::Arena;
use crate::job::Job;
use crate::statics;

/// Marker for "none".
const NONE: u32 = u32::MAX;

/// The words of a batch.
#[derive(Default)]
pub(crate) struct Frame {
    pub(crate) words: Vec<u32>,
    worlds: BTreeMap<usize, WorldData>,
}

/// Data that all pictures of a world share.
struct WorldData {
    tree: SceneWords,
    /// The first indices of the parts of the instances.
    parts: Vec<u32>,
    leaves: u32,
    unbounded: u32,
    default_material: u32,
}

/// Where the arenas of data that are uploaded once are.
pub(crate) struct Arenas<'a> {
    pub(crate) statics: &'a mut Arena,
    pub(crate) texels: &'a mut Arena,
}

/// A picture of the batch, and the node of each of its instances.
pub(crate) struct Prepared {
    pub(crate) job: Job,
    pub(crate) nodes: Vec<NodeId>,
}

/// The materials of a world whose words were written.
struct Materials<'a, 'b> {
    world: &'a World,
    texels: &'b mut Arena,
    known: BTreeMap<MaterialId, u32>,
    textures: BTreeMap<TextureId, u32>,
}

impl Frame {
    /// Removes all words.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
        self.worlds.clear();
    }

    /// Adds a picture.
    ///
    /// # Errors
    /// [`DeviceError::TooLarge`] for a world with too deep a tree.
    pub(crate) fn add(
        &mut self,
        request: &PictureRequest<'_>,
        arenas: &mut Arenas<'_>,
    ) -> Result<Prepared, DeviceError> {
        let view = DeviceView::new(request);
        let mut job = Job::new(&view, request.style);
        let key = std::ptr::from_ref(request.world) as usize;
        if !self.worlds.contains_key(&key) {
            let data = self.add_world(request.world, arenas)?;
            self.worlds.insert(key, data);
        }
        let Some(data) = self.worlds.get(&key) else { return Err(DeviceError::Lost("no world".to_owned())) };
        job.leaves = data.leaves;
        job.unbounded = data.unbounded;
        job.unbounded_count = data.tree.unbounded.len() as u32;
        job.default_material = data.default_material;
        job.root = data.tree.tree.root.unwrap_or(NONE);
        job.nodes = self.words.len() as u32;
        job.extent = move_tree(&data.tree.tree.nodes, view.position, &mut self.words);
        job.instances = self.words.len() as u32;
        let filter = request.style.filter();
        let filter =
            ResolvedFilter { kind: RayKind::Visual, skip: None, only: filter.only, except: filter.except };
        let mut nodes = Vec::with_capacity(data.parts.len());
        for (instance, &part) in request.world.ray_scene(RayKind::Visual).instances(&filter).zip(&data.parts)
        {
            nodes.push(instance.object);
            let pose = instance.world_from_instance;
            let rows = DMat3::from_quat(pose.rotation).transpose();
            let camera = rows * (view.position - pose.translation);
            for row in 0..3 {
                let axis = rows.row(row).as_vec3();
                self.words.extend([axis.x, axis.y, axis.z, camera[row] as f32].map(f32::to_bits));
            }
            let (kind, size) = shape(instance.geometry, arenas.statics)?;
            self.words.push(kind);
            self.words.extend(size);
            self.words.extend([part, u32::from(!instance.is_accepted), 0, 0]);
        }
        job.lights = self.words.len() as u32;
        for light in &view.lights {
            self.words.extend(light.0.map(f32::to_bits));
        }
        if view.occlusion > 0.0 {
            let directions = occlusion_directions().map(|direction| direction.to_array().map(f32::to_bits));
            job.occlusion_directions = self.append(directions.as_flattened());
        }
        if let Some(image) = request.world.sky()
            && request.style.colors
            && !view.parallel
        {
            let at = self.append(&[statics::sky(arenas.texels, image), image.width]);
            job.show_sky(at);
        }
        if let Some(lens) = &view.lens {
            job.directions = statics::directions(arenas.statics, &lens.directions);
        }
        Ok(Prepared { job, nodes })
    }

    fn add_world(&mut self, world: &World, arenas: &mut Arenas<'_>) -> Result<WorldData, DeviceError> {
        let scene = world.ray_scene(RayKind::Visual);
        let tree = scene.words();
        statics::check_depth(tree.tree.depth)?;
        let leaves = self.append(&tree.leaves);
        let unbounded = self.append(&tree.unbounded);
        let (known, textures) = (BTreeMap::new(), BTreeMap::new());
        let mut materials = Materials { world, texels: arenas.texels, known, textures };
        let default_material = materials.write(&Material::default(), &mut self.words);
        let filter = ResolvedFilter { kind: RayKind::Visual, ..ResolvedFilter::default() };
        let mut parts = Vec::with_capacity(scene.instances(&filter).len());
        for instance in scene.instances(&filter) {
            let (node, part) = (instance.object, instance.part);
            let visual = world.visuals(node).and_then(|visuals| visuals.get(part as usize));
            let material_offsets: Vec<_> = visual.map_or(&[][..], |visual| &visual.materials).to_vec();
            let material_offsets: Vec<_> = material_offsets
                .into_iter()
                .map(|id| materials.find(id, &mut self.words).unwrap_or(default_material))
                .collect();
            let first = self.append(&material_offsets);
            let attributes = visual.and_then(|visual| {
                let material_slots = visual.material_slots.as_ref()?;
                Some(statics::attributes(arenas.statics, material_slots, visual.surface()))
            });
            let factors = factors(world, (node, part), visual);
            parts.push(self.words.len() as u32);
            let rgb = world.color(node);
            self.words.push(u32::from(rgb.is_some()));
            self.words.extend(rgb.unwrap_or_default().map(f32::to_bits));
            self.words.push(world.alpha(node).to_bits());
            self.words.push(attributes.unwrap_or(NONE));
            self.words.extend(factors.to_array().map(f32::to_bits));
            self.words.extend([first, material_offsets.len() as u32, 0]);
        }
        Ok(WorldData { tree, parts, leaves, unbounded, default_material })
    }

    /// Appends words. Returns the first one.
    fn append(&mut self, words: &[u32]) -> u32 {
        let first = self.words.len() as u32;
        self.words.extend_from_slice(words);
        first
    }
}

/// The factors between the coordinates of a surface and its mesh.
fn factors(world: &World, (node, part): (NodeId, u32), visual: Option<&Visual>) -> Vec3 {
    let is_mesh = visual.is_some_and(|visual| visual.surface().is_some());
    let place = world.world_from_visual(node, part as usize).filter(|_| is_mesh);
    place.map_or(Vec3::ONE, |(_, factors)| factors.as_vec3())
}

/// Kind and size of a geometry: instances.wgsl.
fn shape(geometry: &Geometry, arena: &mut Arena) -> Result<(u32, [u32; 3]), DeviceError> {
    let bits = |size: [f32; 3]| size.map(f32::to_bits);
    Ok(match *geometry {
        Geometry::Box { half } => (0, bits(half.to_array())),
        Geometry::Ball { radius } => (1, bits([radius, 0.0, 0.0])),
        Geometry::Capsule { radius, half_height } => (2, bits([radius, half_height, 0.0])),
        Geometry::Cylinder { radius, half_height } => (3, bits([radius, half_height, 0.0])),
        Geometry::Cone { radius, half_height } => (4, bits([radius, half_height, 0.0])),
        Geometry::HalfSpace => (5, [0; 3]),
        Geometry::Mesh(ref mesh) => (6, [statics::mesh(arena, mesh)?, 0, 0]),
    })
}

/// Appends the nodes of a tree with boxes relative to a camera, rounded outwards. Returns the largest absolute coordinate. [m]
fn move_tree(nodes: &[u32], camera: DVec3, words: &mut Vec<u32>) -> f32 {
    let mut extent = 0.0_f32;
    for node in nodes.chunks_exact(NODE_WORDS) {
        for (place, &bits) in node[..24].iter().enumerate() {
            let coordinate = f32::from_bits(bits);
            let axis = place / 4 % 3;
            let moved = (f64::from(coordinate) - camera[axis]) as f32;
            let moved = if place < 12 { moved.next_down() } else { moved.next_up() };
            let moved = if coordinate.is_finite() { moved } else { coordinate };
            if moved.is_finite() {
                extent = extent.max(moved.abs());
            }
            words.push(moved.to_bits());
        }
        words.extend_from_slice(&node[24..]);
    }
    extent
}

impl Materials<'_, '_> {
    /// The first index of a material of the world.
    fn find(&mut self, id: MaterialId, words: &mut Vec<u32>) -> Option<u32> {
        if let Some(&known) = self.known.get(&id) {
            return Some(known);
        }
        let at = self.write(self.world.material(id)?, words);
        self.known.insert(id, at);
        Some(at)
    }

    /// Appends a material. Returns its first word.
    fn write(&mut self, material: &Material, words: &mut Vec<u32>) -> u32 {
        let texture = material.texture.and_then(|id| self.texture(id, words)).unwrap_or(0);
        let layers: Vec<_> = material
            .layers
            .iter()
            .filter_map(|layer| Some(layer_words(self.texture(layer.texture, words)?, layer)))
            .collect();
        let first_layer = words.len() as u32;
        words.extend(layers.as_flattened());
        let Reflectance { diffuse, emission, glow, ambient, shadeless, specular, hardness, lobe } =
            material.reflectance();
        let at = words.len() as u32;
        words.extend(material.rgb.map(f32::to_bits));
        words.extend([material.alpha, diffuse, emission, ambient].map(f32::to_bits));
        words.push(u32::from(shadeless));
        words.extend(specular.map(f32::to_bits));
        let (lobe, metallic, roughness) = match lobe {
            SpecularLobe::Phong => (0, 0.0, 0.0),
            SpecularLobe::CookTorrance => (1, 0.0, 0.0),
            SpecularLobe::Microfacet { metallic, roughness } => (2, metallic, roughness),
        };
        words.extend([u32::from(hardness), lobe, texture, layers.len() as u32, first_layer]);
        words.extend([material.mirror, metallic, roughness].map(f32::to_bits));
        words.extend(glow.map(f32::to_bits));
        words.extend(material.texture_rgb.map(f32::to_bits));
        at
    }

    /// The first index of the record of a texture: number of copies, then first pixel, width and height of each.
    fn texture(&mut self, id: TextureId, words: &mut Vec<u32>) -> Option<u32> {
        if let Some(&known) = self.textures.get(&id) {
            return Some(known);
        }
        let (texture, mips) = (self.world.texture(id)?, self.world.mip_map(id)?);
        let pixel = statics::texture(self.texels, texture, mips).at;
        let at = words.len() as u32;
        words.push(1 + mips.last());
        for (copy, first) in (0..=mips.last()).zip(mips.firsts()) {
            let [width, height] = mips.size(copy);
            words.extend([pixel + first, width, height]);
        }
        self.textures.insert(id, at);
        Some(at)
    }
}

/// Number of words of a layer: layers.wgsl.
const LAYER_WORDS: usize = 28;

/// The words of a layer whose texture has its record at `texture`.
fn layer_words(texture: u32, layer: &TextureLayer) -> [u32; LAYER_WORDS] {
    let coordinates = match layer.coordinates {
        Coordinates::Uv => 0,
        Coordinates::Generated => 1,
        Coordinates::World => 2,
    };
    let (relief, strength) = match layer.relief {
        None => (0, 0.0),
        Some(Relief::NormalMap { strength }) => (1, strength),
        Some(Relief::Bump { height_m }) => (2, height_m),
    };
    let [red, green, blue] = layer.intensity_rgb.unwrap_or_default().map(f32::to_bits);
    let [scale_u, scale_v] = layer.scale.map(f32::to_bits);
    let [offset_u, offset_v] = layer.offset.map(f32::to_bits);
    let influences = [
        layer.value,
        layer.color,
        layer.specular_color,
        layer.diffuse,
        layer.specular,
        layer.emission,
        layer.alpha,
        layer.glow,
        layer.metallic,
        layer.roughness,
        layer.occlusion,
    ];
    let [
        value,
        color,
        specular_color,
        diffuse,
        specular,
        emission,
        alpha,
        glow,
        metallic,
        roughness,
        occlusion,
    ] = influences.map(f32::to_bits);
    let channel = match layer.channel {
        None => 0,
        Some(Channel::Red) => 1,
        Some(Channel::Green) => 2,
        Some(Channel::Blue) => 3,
    };
    [
        texture,
        coordinates,
        scale_u,
        scale_v,
        offset_u,
        offset_v,
        u32::from(layer.intensity_rgb.is_some()),
        red,
        green,
        blue,
        u32::from(layer.inverted),
        u32::from(layer.stencil),
        u32::from(layer.uses_alpha),
        // In the order of the modes in layers.wgsl.
        layer.blend as u32,
        value,
        color,
        specular_color,
        diffuse,
        specular,
        emission,
        alpha,
        relief,
        strength.to_bits(),
        channel,
        glow,
        metallic,
        roughness,
        occlusion,
    ]
}
