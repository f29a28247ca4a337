//! The geometry of a scene as a file of glTF 2.0, which is made when the first viewer asks for it.
//!
//! The file is upright in any program that reads glTF: its root turns z up into y up, and the page undoes this rotation.
//! Each node says its number in `extras.node`, its parts have `extras.part`.

mod container;
mod material;
mod material_images;
mod mesh;
mod node;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use morse_world::{Material, MaterialId, Pose, triangulated};
use serde_json::{Value, json};

use crate::structure::{Part, ShownNode, ShownSkin, Structure};
use container::Buffer;
use material::{EncodedImage, ImageNumbers};
use material_images::{MaterialImages, PageImage};
use mesh::SkinWeights;
pub use node::light_to_json;
use node::{extras, place};

/// Largest number of triangles that a page receives; each mesh counts once, however many nodes show it.
pub const TRIANGLES_MAX: usize = 3_000_000;

/// Why a scene cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GeometryError {
    /// A browser would not draw it.
    #[error("the scene has {0} triangles in its meshes, the viewer shows scenes of up to {TRIANGLES_MAX}")]
    TooLarge(usize),
    /// A file of glTF has at most 4 GiB.
    #[error("the geometry of the scene takes more than 4 GiB")]
    TooLong,
}

/// Key of a mesh: surface and slots by address, materials, color and opacity of the node.
type MeshKey = (usize, usize, Vec<MaterialId>, Option<[u32; 3]>, u32);

/// Key of a material: the material of the world, color and opacity of the node.
type MaterialKey = (Option<MaterialId>, Option<[u32; 3]>, u32);

/// The primitives of a mesh without their materials, with the slots of these.
type Primitives = Arc<[(usize, Value)]>;

/// The file in progress.
struct Builder<'a> {
    structure: &'a Structure,
    buffer: Buffer,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    materials: Vec<Value>,
    images: Vec<Value>,
    mesh_of: BTreeMap<MeshKey, Option<usize>>,
    primitives_of: BTreeMap<(usize, usize), Primitives>,
    material_of: BTreeMap<MaterialKey, usize>,
    /// Nodes of the file by the numbers of nodes.
    index_of: BTreeMap<u32, usize>,
    image_of: BTreeMap<PageImage, Option<(usize, bool)>>,
    encoded: BTreeMap<PageImage, EncodedImage>,
    /// Nodes of the file that have a skin, with the numbers of their nodes.
    skins: Vec<(usize, u32, &'a ShownSkin)>,
    triangles: usize,
}

/// The nodes of a structure that came after a version, 0 for all of them, as a binary file of glTF.
///
/// # Errors
/// When the scene is too large to be shown.
pub fn scene_file(structure: &Structure, since: u64) -> Result<Vec<u8>, GeometryError> {
    let mut builder = Builder {
        structure,
        buffer: Buffer::default(),
        nodes: Vec::new(),
        meshes: Vec::new(),
        materials: Vec::new(),
        images: Vec::new(),
        mesh_of: BTreeMap::new(),
        primitives_of: BTreeMap::new(),
        material_of: BTreeMap::new(),
        index_of: BTreeMap::new(),
        image_of: BTreeMap::new(),
        encoded: encode_images(structure),
        skins: Vec::new(),
        triangles: 0,
    };
    let roots = builder.add_nodes(since)?;
    let skins = builder.add_skins();
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let root = builder.nodes.len();
    builder.nodes.push(json!({
        "name": "z up", "rotation": [-half, 0.0, 0.0, half], "children": roots,
        "extras": {"version": structure.version},
    }));
    if roots.is_empty()
        && let Some(Value::Object(fields)) = builder.nodes.last_mut()
    {
        fields.remove("children");
    }
    let textures: Vec<Value> = (0..builder.images.len()).map(|image| json!({"source": image})).collect();
    let mut file = json!({
        "asset": {"version": "2.0", "generator": "MORSE"},
        "extensionsUsed": [
            "KHR_texture_transform",
            "KHR_materials_unlit",
            "KHR_materials_emissive_strength",
            "KHR_mesh_quantization",
        ],
        "extensionsRequired": ["KHR_mesh_quantization"],
        "scene": 0,
        "scenes": [{"nodes": [root]}],
        "nodes": builder.nodes,
    });
    let lists = [
        ("meshes", builder.meshes),
        ("skins", skins),
        ("materials", builder.materials),
        ("images", builder.images),
        ("textures", textures),
    ];
    // Empty lists are not allowed.
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        file[name] = Value::Array(list);
    }
    builder.buffer.into_file(file).ok_or(GeometryError::TooLong)
}

/// Encodes the images that materials show, on all processors.
fn encode_images(structure: &Structure) -> BTreeMap<PageImage, EncodedImage> {
    let materials = structure.materials.values().map(MaterialImages::of);
    let used: BTreeSet<PageImage> = materials.flat_map(|images| images.all().collect::<Vec<_>>()).collect();
    let images: Vec<PageImage> = used.into_iter().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let Some(&image) = images.get(next.fetch_add(1, Ordering::Relaxed)) {
            let pixels = material_images::pixels(image, &structure.textures);
            made.extend(pixels.and_then(|pixels| material::encode(&pixels)).map(|encoded| (image, encoded)));
        }
        made
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(images.len());
    std::thread::scope(|scope| {
        // This thread does what threads that the system refuses would do.
        let start = |_| std::thread::Builder::new().spawn_scoped(scope, work).ok();
        let threads: Vec<_> = (1..threads).filter_map(start).collect();
        let mut made: BTreeMap<_, _> = work().into_iter().collect();
        made.extend(threads.into_iter().filter_map(|thread| thread.join().ok()).flatten());
        made
    })
}

impl<'a> Builder<'a> {
    /// Adds the nodes that came after a version, and gives the indices of those without a parent in the file.
    fn add_nodes(&mut self, since: u64) -> Result<Vec<usize>, GeometryError> {
        let structure = self.structure;
        let mut roots = Vec::new();
        for node in structure.nodes.iter().filter(|node| node.added > since) {
            let parts = self.add_parts(node)?;
            let index = self.nodes.len();
            let mut made = json!({"name": node.name, "extras": extras(node)});
            place(&mut made, &node.parent_from_node);
            if !parts.is_empty() {
                made["children"] = json!(parts);
            }
            self.nodes.push(made);
            self.index_of.insert(node.number, index);
            match node.parent.and_then(|parent| self.index_of.get(&parent)) {
                Some(&parent) => match self.nodes[parent].get_mut("children") {
                    Some(Value::Array(children)) => children.push(json!(index)),
                    _ => self.nodes[parent]["children"] = json!([index]),
                },
                None => {
                    if let Some(parent) = node.parent {
                        self.nodes[index]["extras"]["parent"] = json!(parent);
                    }
                    roots.push(index);
                }
            }
        }
        Ok(roots)
    }

    /// Adds the parts of a node, each as a node of the file.
    fn add_parts(&mut self, node: &'a ShownNode) -> Result<Vec<usize>, GeometryError> {
        let mut added = Vec::new();
        for part in &node.parts {
            let Some(mesh) = self.mesh(node, part)? else { continue };
            let mut made = json!({"mesh": mesh, "extras": {"part": true}});
            place(&mut made, &part.node_from_part);
            if let Some(skin) = &node.skin {
                // Its joints place it.
                self.skins.push((self.nodes.len(), node.number, skin));
            }
            if part.scale != glam::DVec3::ONE {
                made["scale"] = json!(part.scale.to_array());
            }
            added.push(self.nodes.len());
            self.nodes.push(made);
        }
        Ok(added)
    }

    /// The skins, whose joints are bones and, for vertices that do not move, the node itself.
    fn add_skins(&mut self) -> Vec<Value> {
        let mut made = Vec::new();
        for (index, number, skin) in std::mem::take(&mut self.skins) {
            let bones = skin.bones.iter().map(|(number, pose)| (*number, *pose));
            let joints: Vec<(u32, Pose)> = bones.chain([(number, Pose::IDENTITY)]).collect();
            let indices: Vec<usize> =
                joints.iter().filter_map(|(number, _)| self.index_of.get(number).copied()).collect();
            if indices.len() != joints.len() {
                continue;
            }
            let inverse_bind: Vec<Pose> = joints.iter().map(|(_, pose)| *pose).collect();
            let accessor = self.buffer.add_matrices(&inverse_bind);
            self.nodes[index]["skin"] = json!(made.len());
            made.push(json!({"joints": indices, "inverseBindMatrices": accessor}));
        }
        made
    }

    fn mesh(&mut self, node: &ShownNode, part: &Part) -> Result<Option<usize>, GeometryError> {
        let Some(surface) = triangulated(&part.visual.shape) else { return Ok(None) };
        let material_slots = part.visual.material_slots.clone();
        let address = (
            Arc::as_ptr(&surface) as usize,
            material_slots.as_ref().map_or(0, |material_slots| Arc::as_ptr(material_slots) as usize),
        );
        let (tint, alpha) = (node.look.rgb.map(|rgb| rgb.map(f32::to_bits)), node.look.alpha.to_bits());
        // Only surfaces of the world are shared, and live as long as the structure.
        let is_shared = part.visual.surface().is_some();
        let key = (address.0, address.1, part.visual.materials.to_vec(), tint, alpha);
        if is_shared && let Some(&known) = self.mesh_of.get(&key) {
            return Ok(known);
        }
        let known = self.primitives_of.get(&address).filter(|_| is_shared).map(Arc::clone);
        let primitives = match known {
            Some(known) => known,
            None => {
                self.triangles += surface.triangles.len();
                if self.triangles > TRIANGLES_MAX {
                    return Err(GeometryError::TooLarge(self.triangles));
                }
                let skin = node.skin.as_ref();
                let skin = skin.map(|it| SkinWeights { skin: &it.skin, bone_count: it.bones.len() as u16 });
                let made = mesh::primitives(&surface, material_slots.as_deref(), skin);
                let made = made.iter().map(|made| (made.slot, self.buffer.add_primitive(made)));
                let made: Arc<[(usize, Value)]> = made.collect();
                if is_shared {
                    self.primitives_of.insert(address, Arc::clone(&made));
                }
                made
            }
        };
        let mut listed = Vec::new();
        for (slot, primitive) in primitives.iter() {
            let mut primitive = primitive.clone();
            let material = part.visual.materials.get(*slot).copied();
            primitive["material"] = json!(self.material(material, node));
            listed.push(primitive);
        }
        let index = (!listed.is_empty()).then_some(self.meshes.len());
        if index.is_some() {
            self.meshes.push(json!({"primitives": listed}));
        }
        if is_shared {
            self.mesh_of.insert(key, index);
        }
        Ok(index)
    }

    fn material(&mut self, id: Option<MaterialId>, node: &ShownNode) -> usize {
        let look = &node.look;
        let key = (id, look.rgb.map(|rgb| rgb.map(f32::to_bits)), look.alpha.to_bits());
        if let Some(&known) = self.material_of.get(&key) {
            return known;
        }
        let default = Material::default();
        let structure = self.structure;
        let material = id.and_then(|id| structure.materials.get(&id)).unwrap_or(&default);
        let numbers = self.image_numbers(&MaterialImages::of(material));
        let made = material::to_gltf(material, look.rgb, look.alpha, &numbers, structure.linear);
        self.materials.push(made);
        self.material_of.insert(key, self.materials.len() - 1);
        self.materials.len() - 1
    }

    /// The images of a material in the file.
    fn image_numbers(&mut self, images: &MaterialImages) -> ImageNumbers {
        let mut find = |image| self.image(image);
        let color = images.color.and_then(|(texture, scale, offset)| {
            let (index, is_cut_out) = find(PageImage::Whole(texture))?;
            Some((index, scale, offset, is_cut_out))
        });
        let normals = images
            .normals
            .and_then(|(texture, strength)| Some((find(PageImage::Whole(texture))?.0, strength)));
        let glow = images.glow.and_then(|texture| Some(find(PageImage::Whole(texture))?.0));
        let numbers = images.numbers.and_then(|image| Some(find(image)?.0));
        ImageNumbers { color, normals, numbers, occlusion: images.occlusion, glow }
    }

    /// The number of an image in the file, and whether it is transparent in places.
    fn image(&mut self, image: PageImage) -> Option<(usize, bool)> {
        if let Some(&known) = self.image_of.get(&image) {
            return known;
        }
        let added = self.encoded.get(&image).map(|encoded| {
            let view = self.buffer.add_view(&encoded.bytes, None);
            let mut made = json!({"bufferView": view, "mimeType": encoded.mime});
            if let PageImage::Whole(id) = image
                && let Some(texture) = self.structure.textures.get(&id)
            {
                made["name"] = json!(texture.name);
            }
            self.images.push(made);
            (self.images.len() - 1, encoded.is_transparent)
        });
        self.image_of.insert(image, added);
        added
    }
}
