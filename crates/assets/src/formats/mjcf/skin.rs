//! Skins: meshes around several bodies. Each triangle becomes part of the body that moves it most.
//!
//! Source: MuJoCo's documentation, "XML reference", section "deformable/skin", and the layout of its files `.skn`.

mod skn;

use std::collections::BTreeMap;

use glam::{DAffine3, DQuat, DVec3, Vec3};

use crate::ReadError;
use crate::formats::mjcf::Import;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::geom::HIDDEN_GROUP;
use crate::model::{BodyType, MaterialId, MeshId, Node, NodeId, NodeKind, NodeRole, Physics};
use crate::paths::read_file;

/// A body that moves vertices of a skin.
struct Bone {
    body: String,
    /// Its pose in which the vertices are given.
    skin_from_body: DAffine3,
    /// Numbers of vertices, with their weights.
    vertices: Vec<(u32, f64)>,
}

/// A skin in its own pose.
struct Skin {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    /// Image coordinates of the vertices, from the upper left; empty if there are none.
    uvs: Vec<[f32; 2]>,
    bones: Vec<Bone>,
}

/// A vertex in the pose of the file.
#[derive(Clone, Copy, Default)]
struct Placed {
    position: DVec3,
    weight: f64,
    normal: DVec3,
}

impl Import<'_> {
    /// Reads the skins of the sections `<asset>` and `<deformable>`. A skin that cannot be used is left out with a warning.
    pub(super) fn skins(&mut self, root: &Tag) -> Result<(), ReadError> {
        let sections = ["asset", "deformable"].into_iter().flat_map(|name| root.children(name));
        for tag in sections.flat_map(|section| section.children("skin")) {
            let attributes = Attributes::own(tag);
            let of_file = || attributes.text("file").and_then(|file| file.rsplit(['/', '\\']).next());
            let name = attributes.text("name").or_else(of_file).unwrap_or("skin").to_owned();
            // Hidden, as geoms of such a group.
            if attributes.number("group")?.unwrap_or(0.0) >= HIDDEN_GROUP {
                continue;
            }
            let skin = match attributes.text("file") {
                None => skin_in_text(&attributes, &name)?,
                Some(file) => match self.skin_file(tag, file) {
                    Ok(skin) => skin,
                    Err(problem) => {
                        let place = tag.place();
                        self.warnings.add(format!("{place}: skin {file}: {problem}; it is left out"));
                        continue;
                    }
                },
            };
            let (material, alpha) = self.geom_material(&attributes, None)?;
            let inflate = attributes.number("inflate")?.unwrap_or(0.0);
            if alpha > 0.0 {
                self.add_skin(tag, &name, &skin, inflate, material)?;
            }
        }
        Ok(())
    }

    fn skin_file(&self, tag: &Tag, file: &str) -> Result<Skin, String> {
        let folder = self.compiler(tag).mesh_folder.clone();
        let path = self.asset_path(tag, &folder, file)?;
        skn::read(&read_file(&path).map_err(|error| error.to_string())?)
    }

    /// Adds a mesh to each body that moves triangles of a skin.
    fn add_skin(
        &mut self,
        tag: &Tag,
        name: &str,
        skin: &Skin,
        inflate: f64,
        material: MaterialId,
    ) -> Result<(), ReadError> {
        let count = skin.vertices.len();
        let is_damaged = skin.triangles.iter().flatten().any(|corner| *corner as usize >= count)
            || skin.bones.iter().flat_map(|bone| &bone.vertices).any(|(vertex, _)| *vertex as usize >= count);
        if is_damaged {
            return Err(tag.error(format!("skin {name} names vertices that are not there")));
        }
        self.budget.mesh(count, skin.triangles.len(), "skins")?;
        let mut links = Vec::with_capacity(skin.bones.len());
        for bone in &skin.bones {
            let Some(link) = self.bodies.get(&bone.body) else {
                return Err(tag.error(format!("skin {name}: there is no body \"{}\"", bone.body)));
            };
            links.push(*link);
        }
        let poses = self.file_poses();
        let Some(mut placed) = placed(skin, &links, &poses) else {
            return Err(tag.error(format!("skin {name} has vertices that no body moves")));
        };
        for vertex in &mut placed {
            vertex.position += vertex.normal * inflate;
        }
        let parts = parts(skin, &links);
        if parts.len() > 1 {
            self.note("skins move in rigid parts, one for each body, with gaps where joints bend", name);
        }
        self.budget.nodes(parts.len(), "skins")?;
        for (link, triangles) in parts {
            let node = format!("{name}/{}", self.model.nodes[link.index()].name);
            let mesh = self.skin_part(&node, &triangles, skin, &placed, &poses[link.index()].inverse())?;
            self.model.nodes.push(Node {
                parent: Some(link),
                kind: NodeKind::Mesh(mesh),
                materials: vec![Some(material)],
                physics: Physics { body: BodyType::NoCollision, ..Physics::default() },
                role: NodeRole::Visual,
                ..Node::new(node)
            });
        }
        Ok(())
    }

    /// Some triangles of a skin as a mesh in the frame of a link.
    fn skin_part(
        &mut self,
        name: &str,
        triangles: &[[u32; 3]],
        skin: &Skin,
        placed: &[Placed],
        link_from_skin: &DAffine3,
    ) -> Result<MeshId, ReadError> {
        let mut numbers: BTreeMap<u32, u32> = BTreeMap::new();
        for corner in triangles.iter().flatten() {
            let next = numbers.len() as u32;
            numbers.entry(*corner).or_insert(next);
        }
        let (mut vertices, mut normals) = (vec![Vec3::ZERO; numbers.len()], vec![Vec3::ZERO; numbers.len()]);
        for (vertex, number) in &numbers {
            let Placed { position, normal, .. } = placed[*vertex as usize];
            vertices[*number as usize] = link_from_skin.transform_point3(position).as_vec3();
            normals[*number as usize] = link_from_skin.transform_vector3(normal).as_vec3();
        }
        let renumbered = triangles.iter().map(|triangle| triangle.map(|corner| numbers[&corner])).collect();
        let part = self.add_mesh(name, vertices, renumbered)?;
        let mesh = &mut self.model.meshes[part.mesh.index()];
        mesh.normals = normals;
        if !skin.uvs.is_empty() {
            let uv = |corner: u32| {
                let [u, v] = skin.uvs[corner as usize];
                [u, 1.0 - v]
            };
            mesh.uvs = triangles.iter().map(|triangle| triangle.map(uv)).collect();
        }
        Ok(part.mesh)
    }
}

/// The vertices of a skin in the pose of the file, with their normals; `None` if no body moves one of them.
fn placed(skin: &Skin, links: &[NodeId], poses: &[DAffine3]) -> Option<Vec<Placed>> {
    let mut placed = vec![Placed::default(); skin.vertices.len()];
    for (bone, link) in skin.bones.iter().zip(links) {
        let moved = poses[link.index()] * bone.skin_from_body.inverse();
        for &(vertex, weight) in &bone.vertices {
            let known = &mut placed[vertex as usize];
            known.position += moved.transform_point3(skin.vertices[vertex as usize]) * weight;
            known.weight += weight;
        }
    }
    for vertex in &mut placed {
        if vertex.weight.is_nan() || vertex.weight <= 0.0 {
            return None;
        }
        vertex.position /= vertex.weight;
    }
    for &[a, b, c] in &skin.triangles {
        let [first, second, third] = [a, b, c].map(|corner| placed[corner as usize].position);
        // As long as twice the area of the triangle: large triangles count more.
        let normal = (second - first).cross(third - first);
        [a, b, c].into_iter().for_each(|corner| placed[corner as usize].normal += normal);
    }
    for vertex in &mut placed {
        vertex.normal = vertex.normal.normalize_or(DVec3::Z);
    }
    Some(placed)
}

/// The triangles of each link: those whose corners it moves most.
fn parts(skin: &Skin, links: &[NodeId]) -> BTreeMap<NodeId, Vec<[u32; 3]>> {
    let mut weights: Vec<Vec<(usize, f64)>> = vec![Vec::new(); skin.vertices.len()];
    for (number, bone) in skin.bones.iter().enumerate() {
        for &(vertex, weight) in &bone.vertices {
            weights[vertex as usize].push((number, weight));
        }
    }
    let mut parts: BTreeMap<NodeId, Vec<[u32; 3]>> = BTreeMap::new();
    for triangle in &skin.triangles {
        let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
        for (bone, weight) in triangle.iter().flat_map(|corner| &weights[*corner as usize]) {
            *sums.entry(*bone).or_default() += weight;
        }
        // The first one of several that move it equally.
        let most = sums.into_iter().reduce(|one, other| if other.1 > one.1 { other } else { one });
        if let Some((bone, _)) = most {
            parts.entry(links[bone]).or_default().push(*triangle);
        }
    }
    parts
}

/// A skin that is written in the model.
fn skin_in_text(attributes: &Attributes<'_>, name: &str) -> Result<Skin, ReadError> {
    let tag = attributes.tag;
    let bad = |what: &str| tag.error(format!("skin {name}: {what}"));
    let (vertices, faces) = (attributes.list("vertex")?, attributes.list("face")?);
    let (Some(vertices), Some(faces)) = (vertices, faces) else {
        return Err(bad("it has neither a file nor vertex and face"));
    };
    let uvs = attributes.list("texcoord")?.unwrap_or_default();
    if vertices.len() % 3 != 0 || faces.len() % 3 != 0 {
        return Err(bad("vertex and face need three numbers for each"));
    }
    if !uvs.is_empty() && 3 * uvs.len() != 2 * vertices.len() {
        return Err(bad("texcoord needs two numbers for each vertex"));
    }
    let mut bones = Vec::new();
    for bone in tag.children("bone") {
        let own = Attributes::own(bone);
        let Some(body) = own.text("body") else { return Err(bone.error("<bone> names no body")) };
        let position = DVec3::from_array(own.array("bindpos")?.unwrap_or_default());
        let [w, x, y, z] = own.array("bindquat")?.unwrap_or([1.0, 0.0, 0.0, 0.0]);
        let numbers = own.list("vertid")?.unwrap_or_default();
        let weights = own.list("vertweight")?.unwrap_or_default();
        if numbers.len() != weights.len() {
            return Err(bone.error("<bone> needs a weight for each vertex"));
        }
        bones.push(Bone {
            body: body.to_owned(),
            skin_from_body: bind_pose(position, DQuat::from_xyzw(x, y, z, w)),
            vertices: numbers.iter().map(|number| *number as u32).zip(weights).collect(),
        });
    }
    Ok(Skin {
        vertices: vertices.chunks_exact(3).map(DVec3::from_slice).collect(),
        triangles: faces.chunks_exact(3).map(|face| [0, 1, 2].map(|side| face[side] as u32)).collect(),
        uvs: uvs.chunks_exact(2).map(|uv| [uv[0] as f32, uv[1] as f32]).collect(),
        bones,
    })
}

/// The pose of a body from its place and rotation.
fn bind_pose(position: DVec3, rotation: DQuat) -> DAffine3 {
    let is_rotation = rotation.is_finite() && rotation.length() > 1e-12;
    let rotation = if is_rotation { rotation.normalize() } else { DQuat::IDENTITY };
    DAffine3::from_rotation_translation(rotation, position)
}
