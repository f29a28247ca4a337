//! Files of meshes (OBJ) and of their images, beside a robot file.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use glam::{DAffine3, DMat3, DVec3};

use super::link_tree::{Geometry, Piece};
use super::obj_text::obj_text;
use super::omissions::Omissions;
use crate::formats::image_bytes::{ImageFiles, image_bytes};
use crate::formats::images::{as_pixels, decode_bytes};
use crate::formats::png;
use crate::model::{Material, MaterialId, MeshId, Model, Shape, TextureId, Transform};

/// A part of a piece with one material.
pub(super) struct Part {
    pub(super) link_from_part: DAffine3,
    pub(super) geometry: PartGeometry,
    pub(super) material: Option<MaterialId>,
}

/// A solid, or the name of a mesh file without its ending.
pub(super) enum PartGeometry {
    Shape(Shape),
    Mesh(String),
}

/// A mesh as it is written: its number, a slot of its materials or all of them, and the bits of its deformation.
type Key = (MeshId, Option<u16>, [u64; 9]);

/// The files so far.
pub(super) struct MeshFiles<'m> {
    model: &'m Model,
    /// Whether MuJoCo reads the files: flat meshes get a thickness, and all images are png.
    is_for_mujoco: bool,
    folder: String,
    read_image: ImageFiles<'m>,
    /// Names of mesh files.
    meshes: BTreeMap<Key, String>,
    names: BTreeSet<String>,
    /// Names of image files; `None` for images without bytes.
    images: BTreeMap<TextureId, Option<String>>,
    parts: Vec<(PathBuf, Vec<u8>)>,
    /// Images that are missing.
    missing: Vec<String>,
}

impl<'m> MeshFiles<'m> {
    /// With `is_for_mujoco`, flat meshes get a thickness, and all images are png: MuJoCo refuses flat meshes and jpeg.
    pub(super) fn new(
        model: &'m Model,
        folder: String,
        is_for_mujoco: bool,
        read_image: ImageFiles<'m>,
    ) -> MeshFiles<'m> {
        MeshFiles {
            model,
            is_for_mujoco,
            folder,
            read_image,
            meshes: BTreeMap::new(),
            names: BTreeSet::new(),
            images: BTreeMap::new(),
            parts: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// The folder of the files, beside the robot file.
    pub(super) fn folder(&self) -> &str {
        &self.folder
    }

    pub(super) fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The parts of a piece that is seen: one for each material.
    pub(super) fn seen(&mut self, piece: &Piece) -> Vec<Part> {
        let Geometry::Mesh(mesh) = piece.geometry else { return self.solid(piece).into_iter().collect() };
        let slots: BTreeSet<u16> = self.model.meshes[mesh.index()].slots.iter().copied().collect();
        let slots: Vec<u16> = if slots.is_empty() { vec![0] } else { slots.into_iter().collect() };
        let parts = slots.into_iter().filter_map(|slot| {
            let material = piece.materials.get(usize::from(slot)).copied().flatten();
            let (link_from_part, name) = self.mesh(piece, mesh, Some(slot))?;
            Some(Part { link_from_part, geometry: PartGeometry::Mesh(name), material })
        });
        parts.collect()
    }

    /// A piece that collides; `None` for a mesh without triangles.
    pub(super) fn solid(&mut self, piece: &Piece) -> Option<Part> {
        let material = piece.materials.first().copied().flatten();
        Some(match piece.geometry {
            Geometry::Shape(shape) => {
                let (Transform { translation, rotation, scale }, _) = Transform::of(&piece.link_from_piece);
                let link_from_part = DAffine3::from_rotation_translation(rotation, translation);
                Part {
                    link_from_part,
                    geometry: PartGeometry::Shape(scaled(shape, scale.abs().map(rounded))),
                    material,
                }
            }
            Geometry::Mesh(mesh) => {
                let (link_from_part, name) = self.mesh(piece, mesh, None)?;
                Part { link_from_part, geometry: PartGeometry::Mesh(name), material }
            }
        })
    }

    /// The file of the triangles of a mesh with one slot, or of all. Scale and shear are in its vertices.
    fn mesh(&mut self, piece: &Piece, id: MeshId, slot: Option<u16>) -> Option<(DAffine3, String)> {
        let (Transform { translation, rotation, scale }, is_sheared) = Transform::of(&piece.link_from_piece);
        let (part_from_mesh, link_from_part) = if is_sheared {
            (piece.link_from_piece.matrix3, DAffine3::from_translation(translation))
        } else {
            (DMat3::from_diagonal(scale), DAffine3::from_rotation_translation(rotation, translation))
        };
        // Poses are products of matrices, whose rounding errors would make a file for each use of a mesh.
        let part_from_mesh = DMat3::from_cols_array(&part_from_mesh.to_cols_array().map(rounded));
        let key = (id, slot, part_from_mesh.to_cols_array().map(f64::to_bits));
        if let Some(name) = self.meshes.get(&key) {
            return Some((link_from_part, name.clone()));
        }
        let mesh = &self.model.meshes[id.index()];
        let chosen: Vec<usize> = (0..mesh.triangles.len())
            .filter(|&index| slot.is_none_or(|slot| mesh.slots.get(index).copied().unwrap_or(0) == slot))
            .collect();
        if chosen.is_empty() {
            return None;
        }
        let name = self.free_name(&mesh.name);
        let material = slot.and_then(|slot| piece.materials.get(usize::from(slot)).copied().flatten());
        let library = material.map(|material| self.material_library(&name, material));
        let text =
            obj_text(mesh, &chosen, &part_from_mesh, self.is_for_mujoco, library.is_some().then_some(&name));
        self.add(&format!("{name}.obj"), text.into_bytes());
        if let Some(library) = library {
            self.add(&format!("{name}.mtl"), library.into_bytes());
        }
        self.meshes.insert(key, name.clone());
        Some((link_from_part, name))
    }

    /// The name of the image file of a material; `None` without an image.
    pub(super) fn image(&mut self, material: &Material) -> Option<String> {
        let id = material.texture?;
        if let Some(known) = self.images.get(&id) {
            return known.clone();
        }
        let texture = &self.model.textures[id.index()];
        let image = image_bytes(texture, self.read_image);
        let image = if self.is_for_mujoco { image.and_then(as_png) } else { image };
        let name = match image {
            Some((bytes, ending)) => {
                let stem = Path::new(&texture.name)
                    .file_stem()
                    .map_or("image".into(), |stem| stem.to_string_lossy());
                let name = format!("{}.{ending}", self.free_name(&stem));
                self.add(&name, bytes);
                Some(name)
            }
            None => {
                self.missing.push(texture.name.clone());
                None
            }
        };
        self.images.insert(id, name.clone());
        name
    }

    fn material_library(&mut self, name: &str, id: MaterialId) -> String {
        let material = &self.model.materials[id.index()];
        let image = self.image(material);
        let [r, g, b] = if image.is_some() { material.texture_rgb } else { material.rgb };
        let mut text = format!("newmtl {name}\nKd {r} {g} {b}\nd {}\n", material.alpha);
        if let Some(image) = image {
            // A text takes everything.
            let _ = writeln!(text, "map_Kd {image}");
        }
        text
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.parts.push((Path::new(&self.folder).join(name), bytes));
    }

    /// A name for a file from that of a mesh, without characters that paths or URIs treat specially.
    fn free_name(&mut self, wanted: &str) -> String {
        let plain = |letter: char| if letter.is_ascii_alphanumeric() || letter == '-' { letter } else { '_' };
        let short: String = wanted.chars().map(plain).take(60).collect();
        let short = if short.is_empty() { "mesh" } else { &short };
        let mut name = short.to_owned();
        let mut number = 1;
        // Some file systems do not distinguish cases.
        while !self.names.insert(name.to_lowercase()) {
            number += 1;
            name = format!("{short}_{number}");
        }
        name
    }

    /// The files, and the images that are missing as omissions.
    pub(super) fn finish(self, omissions: &mut Omissions) -> Vec<(PathBuf, Vec<u8>)> {
        for name in &self.missing {
            omissions.note("images that are missing, or neither png nor jpeg, are left out", name);
        }
        self.parts
    }
}

/// An image as png; `None` for one that cannot be decoded.
fn as_png((bytes, ending): (Vec<u8>, &'static str)) -> Option<(Vec<u8>, &'static str)> {
    if ending == "png" {
        return Some((bytes, ending));
    }
    Some((png::encode(&as_pixels(decode_bytes(&bytes).ok()?)), "png"))
}

/// A scale without the rounding errors of products of matrices.
fn rounded(scale: f64) -> f64 {
    (scale * 1e9).round() / 1e9
}

/// A solid with scaled sizes; a round one has the mean scale of its circles.
fn scaled(shape: Shape, scale: DVec3) -> Shape {
    let around = f64::midpoint(scale.x, scale.y);
    match shape {
        Shape::Box { size } => Shape::Box { size: size * scale },
        Shape::Sphere { radius } => Shape::Sphere { radius: radius * scale.element_sum() / 3.0 },
        Shape::Cylinder { radius, length } => {
            Shape::Cylinder { radius: radius * around, length: length * scale.z }
        }
        Shape::Capsule { radius, length } => {
            Shape::Capsule { radius: radius * around, length: length * scale.z }
        }
    }
}
