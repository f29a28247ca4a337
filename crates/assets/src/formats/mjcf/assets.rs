//! Assets: meshes from files, written in the model, or generated.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glam::{DAffine3, DQuat, DVec3, Vec3};

use crate::ReadError;
use crate::convex_hull::convex_hull;
use crate::formats::mesh_files::{Part, read_points_or_mesh_file, take_in};
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::builtin_mesh::builtin_mesh;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::inertia::MeshInertia;
use crate::formats::obj;
use crate::model::{Mesh, MeshCounts, MeshId};
use crate::paths::{beside, read_file};

/// A mesh asset: its pieces in the frame of the asset.
#[derive(Clone)]
pub(super) struct MeshAsset {
    pub parts: Vec<Part>,
    pub inertia: MeshInertia,
    /// Whether only the first of its objects has mass, as MuJoCo reads OBJ files.
    pub is_of_first: bool,
    /// Material of geoms that give none.
    pub material: Option<String>,
}

impl Import<'_> {
    /// Reads all assets of the model.
    pub(super) fn assets(&mut self, root: &Tag) -> Result<(), ReadError> {
        let mut images = BTreeMap::new();
        for section in root.children("asset") {
            for tag in &section.children {
                match tag.name.as_str() {
                    "mesh" => self.mesh_asset(tag)?,
                    "texture" => {
                        let attributes = self.attributes(tag, None)?;
                        let image = self.image(&attributes)?;
                        if let Some(name) = asset_name(&attributes) {
                            images.insert(name, image);
                        }
                    }
                    "hfield" => self.height_field(tag)?,
                    // Skins are read when all bodies are known.
                    "model" | "skin" => {}
                    // They are read when all images are known.
                    "material" => {}
                    other => self.note(&format!("<{other}> in <asset> is left out"), &tag.place()),
                }
            }
        }
        for section in root.children("asset") {
            for tag in section.children("material") {
                self.material_asset(tag, &images)?;
            }
        }
        Ok(())
    }

    fn mesh_asset(&mut self, tag: &Tag) -> Result<(), ReadError> {
        let attributes = self.attributes(tag, None)?;
        let Some(name) = asset_name(&attributes) else {
            return Err(tag.error("<mesh> has neither name nor file"));
        };
        let parts = match attributes.text("file") {
            Some(file) => self.mesh_file(tag, file)?,
            None => match self.mesh_in_text(&attributes, &name)? {
                Some(part) => vec![part],
                None => Vec::new(),
            },
        };
        let scale = DVec3::from_array(attributes.array("scale")?.unwrap_or([1.0; 3]));
        let reference = DVec3::from_array(attributes.array("refpos")?.unwrap_or_default());
        let [w, x, y, z] = attributes.array("refquat")?.unwrap_or([1.0, 0.0, 0.0, 0.0]);
        let turn = DQuat::from_xyzw(x, y, z, w);
        let turn = if turn.length() > 1e-12 { turn.normalize().conjugate() } else { DQuat::IDENTITY };
        let asset_from_file =
            DAffine3::from_scale(scale) * DAffine3::from_quat(turn) * DAffine3::from_translation(-reference);
        let placed = parts
            .into_iter()
            .map(|part| Part { piece_from_part: asset_from_file * part.piece_from_part, ..part });
        let inertia = match attributes.text("inertia") {
            None | Some("legacy") => MeshInertia::Legacy,
            Some("exact") => MeshInertia::Exact,
            Some("convex") => MeshInertia::Convex,
            Some("shell") => MeshInertia::Shell,
            Some(other) => {
                let problem = format!("inertia \"{other}\" is not one of convex, exact, legacy, shell");
                return Err(tag.error(problem));
            }
        };
        let material = attributes.text("material").map(str::to_owned);
        let is_of_first = attributes.text("file").is_some_and(|file| is_obj(Path::new(file)));
        let asset = MeshAsset { parts: placed.collect(), inertia, is_of_first, material };
        if self.meshes.insert(name.clone(), asset).is_some() {
            return Err(tag.error(format!("there are two meshes called \"{name}\"")));
        }
        Ok(())
    }

    /// The pieces of a mesh file, which is read once. A file that cannot be used has none, which is reported.
    fn mesh_file(&mut self, tag: &Tag, reference: &str) -> Result<Vec<Part>, ReadError> {
        let folder = self.compiler(tag).mesh_folder.clone();
        let path = match self.asset_path(tag, &folder, reference) {
            Ok(path) => path,
            Err(problem) => return Err(tag.error(format!("mesh {reference}: {problem}"))),
        };
        if let Some(known) = self.files.get(&path) {
            return Ok(known.clone());
        }
        let read = if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("msh")) {
            self.msh_file(&path)
        } else {
            read_points_or_mesh_file(&path, self.roots, self.budget, self.warnings)
                .map(|model| take_in(&mut self.model, model))
        };
        let read = match read {
            Ok(parts) if parts.is_empty() && is_obj(&path) => self.hull_of_points(&path),
            Ok(parts) if parts.is_empty() => Err("it has no triangles".to_owned()),
            read => read,
        };
        let parts = read.unwrap_or_else(|problem| {
            self.warnings.add(format!("{}: mesh {reference}: {problem}; it is left out", tag.place()));
            Vec::new()
        });
        self.files.insert(path, parts.clone());
        Ok(parts)
    }

    /// The hull of the points of an OBJ file without faces.
    fn hull_of_points(&mut self, path: &Path) -> Result<Vec<Part>, String> {
        let points = obj::points(&read_file(path).map_err(|error| error.to_string())?);
        let triangles = hull(&points);
        if triangles.is_empty() {
            return Err("it has neither faces nor points around a volume".to_owned());
        }
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let part = self.add_mesh(&name, points, triangles).map_err(|error| error.to_string())?;
        Ok(vec![part])
    }

    /// MuJoCo's own binary meshes: four counts, then vertices, normals, image coordinates and triangles.
    fn msh_file(&mut self, path: &Path) -> Result<Vec<Part>, String> {
        let bytes = read_file(path).map_err(|error| error.to_string())?;
        let word = |at: usize| bytes.get(at * 4..at * 4 + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        let count = |at: usize| {
            let count = word(at).map(i32::from_le_bytes).and_then(|count| usize::try_from(count).ok());
            count.filter(|count| *count <= bytes.len()).ok_or("its counts are damaged".to_owned())
        };
        let (vertices, normals, uvs, faces) = (count(0)?, count(1)?, count(2)?, count(3)?);
        let begin_of_faces = 4 + 3 * vertices + 3 * normals + 2 * uvs;
        if (begin_of_faces + 3 * faces) * 4 != bytes.len() {
            return Err("its length does not fit its counts".to_owned());
        }
        let number = |at: usize| word(at).map_or(f32::NAN, f32::from_le_bytes);
        let vertex = |index: usize| Vec3::from_array([0, 1, 2].map(|axis| number(4 + 3 * index + axis)));
        let corner = |at: usize| word(at).map_or(u32::MAX, u32::from_le_bytes);
        let triangle = |index: usize| [0, 1, 2].map(|side| corner(begin_of_faces + 3 * index + side));
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let part = self
            .add_mesh(&name, (0..vertices).map(vertex).collect(), (0..faces).map(triangle).collect())
            .map_err(|error| error.to_string())?;
        Ok(vec![part])
    }

    /// A mesh written as `vertex` and `face`.
    fn mesh_in_text(&mut self, attributes: &Attributes<'_>, name: &str) -> Result<Option<Part>, ReadError> {
        let tag = attributes.tag;
        let Some(numbers) = attributes.list("vertex")? else {
            let Some(kind) = attributes.text("builtin") else {
                if tag.children("plugin").next().is_some() {
                    self.note("meshes made by plugins are left out", name);
                    return Ok(None);
                }
                return Err(tag.error(format!("mesh {name} has neither file, vertex nor builtin")));
            };
            let params = attributes.list("params")?.unwrap_or_default();
            let (vertices, triangles) = builtin_mesh(kind, &params).map_err(|problem| tag.error(problem))?;
            return self.add_mesh(name, vertices, triangles).map(Some);
        };
        if numbers.len() % 3 != 0 {
            return Err(
                tag.error(format!("vertex of mesh {name} has {} numbers, not three for each", numbers.len()))
            );
        }
        let vertices: Vec<Vec3> =
            numbers.chunks_exact(3).map(|vertex| DVec3::from_slice(vertex).as_vec3()).collect();
        let corners = attributes.list("face")?.unwrap_or_default();
        let triangles =
            corners.chunks(3).map(|corners| match *corners {
                [a, b, c] => Ok([a, b, c].map(|corner| corner as u32)),
                _ => Err(tag
                    .error(format!("face of mesh {name} has {} numbers, not three for each", corners.len()))),
            });
        let mut triangles = triangles.collect::<Result<Vec<_>, _>>()?;
        if triangles.is_empty() {
            triangles = hull(&vertices);
        }
        let part = self.add_mesh(name, vertices, triangles).map_err(|error| tag.error(error.problem))?;
        let uvs = attributes.list("texcoord")?.unwrap_or_default();
        let mesh = &mut self.model.meshes[part.mesh.index()];
        if uvs.len() == 2 * mesh.vertices.len() {
            // Image coordinates of MuJoCo count from above.
            let uv =
                |corner: u32| [uvs[2 * corner as usize] as f32, 1.0 - uvs[2 * corner as usize + 1] as f32];
            mesh.uvs = mesh.triangles.iter().map(|triangle| triangle.map(uv)).collect();
        } else if !uvs.is_empty() {
            self.note("image coordinates of meshes that are not one for each vertex are left out", name);
        }
        Ok(Some(part))
    }

    pub(super) fn add_mesh(
        &mut self,
        name: &str,
        vertices: Vec<Vec3>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Part, ReadError> {
        self.budget.mesh(vertices.len(), triangles.len(), "mesh")?;
        let known = vertices.len();
        let is_damaged = triangles.iter().flatten().any(|corner| *corner as usize >= known);
        if is_damaged || vertices.iter().any(|vertex| !vertex.is_finite()) {
            let problem = format!(
                "mesh {name} has vertices that are not finite, or faces of vertices that are not there"
            );
            return Err(ReadError::new("mesh", problem, "export it again"));
        }
        let mesh = Mesh {
            name: name.to_owned(),
            in_file: MeshCounts { vertices: known, faces: triangles.len(), triangles: triangles.len() },
            slots: vec![0; triangles.len()],
            vertices,
            triangles,
            ..Mesh::default()
        };
        self.model.meshes.push(mesh);
        let mesh = MeshId::new(self.model.meshes.len() - 1);
        Ok(Part { mesh, materials: vec![None], piece_from_part: DAffine3::IDENTITY })
    }

    /// The path of an asset in one of the folders of the compiler.
    pub(super) fn asset_path(&self, tag: &Tag, folder: &Path, reference: &str) -> Result<PathBuf, String> {
        let reference = reference.replace('\\', "/");
        let relative = match Path::new(&reference).file_name() {
            Some(last) if self.compiler(tag).strip_path => PathBuf::from(last),
            _ => PathBuf::from(&reference),
        };
        let path = self.scope(tag).map_or(self.path, |scope| &scope.path);
        beside(path, &folder.join(relative).to_string_lossy(), self.roots)
    }
}

/// Whether a file is a mesh in the format of Wavefront.
fn is_obj(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("obj"))
}

/// The triangles of the convex hull of finite points; none for points without a volume between them, or that are not finite.
fn hull(points: &[Vec3]) -> Vec<[u32; 3]> {
    if points.iter().any(|point| !point.is_finite()) {
        return Vec::new();
    }
    let points: Vec<DVec3> = points.iter().map(|point| point.as_dvec3()).collect();
    convex_hull(&points).iter().map(|face| face.map(|corner| corner as u32)).collect()
}

/// The name of an asset, which is by default that of its file.
pub(super) fn asset_name(attributes: &Attributes<'_>) -> Option<String> {
    let of_file = || Some(Path::new(attributes.text("file")?).file_stem()?.to_string_lossy().into_owned());
    attributes.text("name").map(str::to_owned).or_else(of_file)
}
