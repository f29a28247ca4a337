//! URDF: links as nodes, joints kept as joints, visual and collision geometry as children of the links.
//!
//! The XML parser keeps line numbers, so that errors name the line and unsupported elements cause a warning. Link
//! frames follow the ROS convention: x forward, z up.

mod geometry;
mod inferred_mass;
mod joint;
mod link;
mod mesh_files;
#[cfg(test)]
mod tests;
mod xacro;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use glam::{DAffine3, DMat3, DVec3};

use crate::formats::mesh_files::Part;
use crate::formats::sdf::material::named;
use crate::formats::xml::{self, Element};
use crate::limits::{Budget, XML_DEPTH_MAX};
use crate::model::{FrictionDirection, Material, MaterialId, Node, NodeId, NodeRole, TextureId};
use crate::paths::{Roots, absolute, package_folders};
use crate::warnings::names;
use crate::{Model, ReadError, SearchPath, Warnings};

/// The folders in which a file may find other files.
pub(crate) struct FileAccess<'a> {
    path: &'a Path,
    roots: Roots,
    /// Folders that may hold packages.
    packages: Vec<PathBuf>,
}

impl<'a> FileAccess<'a> {
    /// Access of a file: its own folder, and the resource folders.
    pub(crate) fn of_file(path: &'a Path, search_path: &SearchPath) -> Self {
        let roots = Roots::of(path, search_path.folders(), search_path.may_read_all());
        Self { path, roots, packages: packages(path, search_path) }
    }

    /// Access of a text without file, called `name`: the resource folders.
    pub(crate) fn of_text(name: &'a Path, search_path: &SearchPath) -> Self {
        let packages = search_path.folders().to_vec();
        Self { path: name, roots: Roots::of_folders(&packages), packages }
    }
}

/// Reads a file. Meshes are looked for beside its path and, for `package://`, in the resource folders.
pub(crate) fn read(
    bytes: &[u8],
    path: &Path,
    search_path: &SearchPath,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Model, ReadError> {
    let text = xml::text_of(bytes)?;
    read_text(text, FileAccess::of_file(path, search_path), budget, warnings).map(|(model, _)| model)
}

/// Reads a text. Returns what it has, and the problem of each mesh file that cannot be used.
pub(crate) fn read_text(
    text: &str,
    access: FileAccess<'_>,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<(Model, Vec<String>), ReadError> {
    budget.bytes(text.len(), "file")?;
    let FileAccess { path, roots, packages } = access;
    let text = xml::tolerated(text);
    let document =
        xml::parse(&text, XML_DEPTH_MAX, "correct the file; a .xacro must be run through xacro first")?;
    let robot = Element(document.root_element());
    if robot.name() != "robot" {
        let problem = format!("is <{}>, and a URDF file begins with <robot>", robot.name());
        return Err(ReadError::new(robot.place(), problem, "check that it is a URDF file"));
    }
    xacro::refuse(robot)?;
    let mut import = Import {
        path,
        roots,
        packages,
        model: Model {
            name: robot.attribute("name").unwrap_or_default().to_owned(),
            generator: "URDF".to_owned(),
            ..Model::default()
        },
        budget,
        warnings,
        links: BTreeMap::new(),
        joint_names: BTreeSet::new(),
        materials: BTreeMap::new(),
        parts: BTreeMap::new(),
        found: BTreeMap::new(),
        unknown: BTreeMap::new(),
        massless: Vec::new(),
        unusable: BTreeMap::new(),
        mesh_folder: None,
        images: BTreeMap::new(),
    };
    import.robot(robot)?;
    import.infer_masses();
    import.free_placeholders();
    for (what, lines) in &import.unknown {
        import.warnings.add(format!(
            "{what} is not known here and left out: {}",
            names(lines.iter().map(String::as_str))
        ));
    }
    if !import.massless.is_empty() {
        let list = names(import.massless.iter().map(String::as_str));
        let is_static = import.model.nodes.iter().all(|node| node.inertial.is_none());
        let effect = if is_static { "; as no link has a mass, the model is static" } else { "" };
        import.warnings.add(format!("links of mass 0 are read as links without <inertial>: {list}{effect}"));
    }
    import.model.description = import.description(&text);
    let missing = import.problems_of_mesh_files();
    for problem in &missing {
        import.warnings.add(format!("{problem}; left out"));
    }
    let mut model = import.model;
    model.put_right(warnings);
    Ok((model, missing))
}

/// Reads a file that refers to no other.
///
/// # Errors
/// If the bytes are not a valid file; the error names a remedy.
pub fn read_alone(bytes: &[u8], warnings: &mut Warnings) -> Result<Model, ReadError> {
    read(bytes, Path::new("/nowhere/memory.urdf"), &SearchPath::default(), &mut Budget::default(), warnings)
}

/// Drake's element for links that do not collide with each other.
const FILTER_GROUP: &str = "collision_filter_group";

/// Largest coefficient of friction.
const FRICTION_MAX: f64 = 1e6;

/// The import of one file into the model.
struct Import<'a> {
    path: &'a Path,
    roots: Roots,
    /// Folders that may hold packages.
    packages: Vec<PathBuf>,
    model: Model,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    links: BTreeMap<String, NodeId>,
    joint_names: BTreeSet<String>,
    materials: BTreeMap<String, MaterialId>,
    /// Mesh files that have been read: the nodes of each.
    parts: BTreeMap<PathBuf, Result<Vec<Part>, String>>,
    /// The mesh files that were found, by their references.
    found: BTreeMap<String, PathBuf>,
    unknown: BTreeMap<String, Vec<String>>,
    /// Links of mass 0, with their lines.
    massless: Vec<String>,
    /// The mesh files that cannot be used, with their lines, by problem.
    unusable: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    /// The folder of meshes that the file gives for MuJoCo.
    mesh_folder: Option<PathBuf>,
    /// The images that were found.
    images: BTreeMap<PathBuf, TextureId>,
}

impl Import<'_> {
    fn robot(&mut self, robot: Element<'_, '_>) -> Result<(), ReadError> {
        // MuJoCo's element, with the folder of the meshes.
        let compiler = robot.child("mujoco").and_then(|mujoco| mujoco.child("compiler"));
        let folder = compiler.and_then(|compiler| compiler.attribute("meshdir"));
        self.mesh_folder = folder.map(PathBuf::from);
        // A link may use a material that is defined after it.
        for material in robot.children("material") {
            self.material(material)?;
        }
        for link in robot.children("link") {
            self.link(link)?;
        }
        for joint in robot.children("joint") {
            self.joint(joint)?;
        }
        for gazebo in robot.children("gazebo") {
            self.gazebo(gazebo)?;
        }
        self.collision_filters(robot)?;
        self.note_further_roots();
        if self.links.is_empty() {
            let text = "the file has no <link>; a xacro file of macros alone is included by a robot's file, and is not one";
            self.warnings.add(text.to_owned());
        }
        self.note_declared(robot);
        self.note_unsupported(
            robot,
            &["material", "link", "joint", "gazebo", "ros2_control", "transmission", "mujoco", FILTER_GROUP],
        );
        Ok(())
    }

    /// Names the links without a parent, if there are several.
    fn note_further_roots(&mut self) {
        let links = self.links.values().map(|link| &self.model.nodes[link.index()]);
        let roots: Vec<&str> =
            links.filter(|link| link.parent.is_none()).map(|link| link.name.as_str()).collect();
        if roots.len() > 1 {
            let list = names(roots);
            self.warnings.add(format!(
                "a robot has one root link, and these have no parent: {list}; no joint connects their parts"
            ));
        }
    }

    /// Reads the groups of links that do not collide with each other.
    ///
    /// Source: Drake's documentation, "Geometry extensions of URDF and SDFormat", `drake:collision_filter_group`.
    fn collision_filters(&mut self, robot: Element<'_, '_>) -> Result<(), ReadError> {
        let mut groups: BTreeMap<&str, Vec<NodeId>> = BTreeMap::new();
        let mut ignored: Vec<(&str, Element<'_, '_>)> = Vec::new();
        for group in robot.children(FILTER_GROUP) {
            let name = group.required("name")?;
            let members = groups.entry(name).or_default();
            for member in group.children("member") {
                let link = member.required("link")?;
                let known = self.links.get(link).copied();
                members.push(known.ok_or_else(|| member.error(format!("there is no link \"{link}\"")))?);
            }
            ignored.extend(group.children("ignored_collision_filter_group").map(|other| (name, other)));
            self.note_unsupported(group, &["member", "ignored_collision_filter_group"]);
        }
        let mut apart: BTreeSet<[NodeId; 2]> = BTreeSet::new();
        for (name, other) in ignored {
            let second = other.required("name")?;
            let Some(others) = groups.get(second) else {
                return Err(other.error(format!("there is no collision filter group \"{second}\"")));
            };
            self.budget.nodes(groups[name].len() * others.len(), "collision filters")?;
            for one in &groups[name] {
                apart.extend(
                    others.iter().filter(|two| *two != one).map(|two| [*one.min(two), *one.max(two)]),
                );
            }
        }
        self.model.apart.extend(apart);
        Ok(())
    }

    /// Reads the friction of a link from Gazebo's element for it, and its color, if no visual of the link has one.
    fn gazebo(&mut self, gazebo: Element<'_, '_>) -> Result<(), ReadError> {
        let link = gazebo.attribute("reference").and_then(|name| self.links.get(name).copied());
        if let (Some(link), Some(material)) = (link, gazebo.child("material")) {
            self.gazebo_color(link, material.0.text().unwrap_or_default().trim());
        }
        let (Some(link), Some(friction)) = (link, gazebo.child("mu1").or(gazebo.child("mu"))) else {
            return Ok(());
        };
        // Macros without a value leave it empty.
        if friction.is_empty() {
            return Ok(());
        }
        let friction = friction.number_in_text()?.clamp(0.0, FRICTION_MAX);
        let across = gazebo.child("mu2").filter(|mu2| !mu2.is_empty());
        let across = across.map(|mu2| mu2.number_in_text()).transpose()?.unwrap_or(friction);
        let direction = gazebo.child("fdir1").filter(|it| !it.is_empty());
        let along =
            direction.map(|it| it.numbers_in_text()).transpose()?.map_or(DVec3::ZERO, DVec3::from_array);
        // As gz-sim has it: the link whose frame has the direction.
        let frame = direction.and_then(|it| it.prefixed("expressed_in")).filter(|name| !name.is_empty());
        let physics = &mut self.model.nodes[link.index()].physics;
        physics.friction = friction;
        physics.friction_direction = FrictionDirection::of(frame, along, friction, across);
        Ok(())
    }

    fn gazebo_color(&mut self, link: NodeId, name: &str) {
        let Some((rgb, alpha)) = named(name) else { return };
        let is_plain = |node: &Node| node.materials.iter().all(Option::is_none);
        let of_link = |node: &Node| node.parent == Some(link) && node.role == NodeRole::Visual;
        if !self.model.nodes.iter().filter(|node| of_link(node)).all(is_plain) {
            return;
        }
        let id = MaterialId::new(self.model.materials.len());
        self.model.materials.push(Material { name: name.to_owned(), rgb, alpha, ..Material::default() });
        for node in self.model.nodes.iter_mut().filter(|node| of_link(node)) {
            node.materials.fill(Some(id));
        }
    }

    /// Reports what a file declares beside its links and joints, which a script adds by one call.
    fn note_declared(&mut self, robot: Element<'_, '_>) {
        let count = |name: &'static str| {
            let direct = robot.children(name).count();
            direct + robot.children("gazebo").map(|gazebo| gazebo.children(name).count()).sum::<usize>()
        };
        let found = ["sensor", "plugin", "ros2_control", "transmission"].map(|name| (name, count(name)));
        let found: Vec<String> = found
            .iter()
            .filter(|(_, count)| *count > 0)
            .map(|(name, count)| format!("{count} <{name}>"))
            .collect();
        if !found.is_empty() {
            self.warnings.add(format!(
                "the file declares {}: robot.append_declared() in a script adds components for them",
                found.join(", ")
            ));
        }
    }

    /// Records unsupported child elements.
    fn note_unsupported(&mut self, element: Element<'_, '_>, known: &[&str]) {
        for child in element.all_children().filter(|child| !known.contains(&child.name())) {
            self.note(format!("<{}> in <{}>", child.name(), element.name()), child);
        }
    }

    fn note(&mut self, what: String, element: Element<'_, '_>) {
        self.unknown.entry(what).or_default().push(element.place());
    }

    /// A material with a color, or the material with that name.
    fn material(&mut self, element: Element<'_, '_>) -> Result<Option<MaterialId>, ReadError> {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        self.note_unsupported(element, &["color", "texture"]);
        let (color, texture) = (element.child("color"), element.child("texture"));
        if color.is_none() && texture.is_none() {
            return Ok(self.materials.get(&name).copied());
        }
        let color = match color.map(|color| color.numbers::<4>("rgba")).transpose() {
            Ok(color) => color.flatten(),
            Err(error) => {
                self.warnings.add(format!("{error}; the surface is gray"));
                Some([0.8, 0.8, 0.8, 1.0])
            }
        };
        let [r, g, b, alpha] = color.unwrap_or([1.0; 4]).map(|value| value as f32);
        let texture = texture.map(|texture| self.image(texture)).transpose()?.flatten();
        let id = MaterialId::new(self.model.materials.len());
        self.model.materials.push(Material {
            name: name.clone(),
            rgb: [r, g, b],
            alpha,
            texture,
            ..Material::default()
        });
        if !name.is_empty() {
            self.materials.insert(name, id);
        }
        Ok(Some(id))
    }
}

/// Folders that may contain packages: the resource folders, every folder above the file, because a file is usually in the
/// package that it refers to, and those of variables of ROS and Gazebo.
fn packages(path: &Path, search_path: &SearchPath) -> Vec<PathBuf> {
    let path = absolute(path);
    let above = path.ancestors().skip(1).map(Path::to_path_buf);
    let named = package_folders(|name| std::env::var_os(name));
    search_path.folders().iter().cloned().chain(above).chain(named).collect()
}

/// The pose in the child `<origin>`; the identity without one. Rotations are about the fixed x, then y, then z.
fn origin(element: Element<'_, '_>) -> Result<DAffine3, ReadError> {
    let Some(origin) = element.child("origin") else { return Ok(DAffine3::IDENTITY) };
    let xyz = origin.numbers::<3>("xyz")?.unwrap_or_default();
    let [roll, pitch, yaw] = origin.numbers::<3>("rpy")?.unwrap_or_default();
    let rotation = DMat3::from_rotation_z(yaw) * DMat3::from_rotation_y(pitch) * DMat3::from_rotation_x(roll);
    Ok(DAffine3::from_mat3_translation(rotation, DVec3::from_array(xyz)))
}
