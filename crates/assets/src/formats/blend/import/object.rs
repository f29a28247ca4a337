//! Objects: all objects of the file, in its order, whether or not a scene contains them.

use crate::ReadError;
use crate::formats::blend::import::collections::Shown;
use crate::formats::blend::import::pose::{Parenting, parent_from_object};
use crate::formats::blend::import::{
    Import, armature, collections, custom_properties, lights_cameras, logic, physics, rigid_body,
};
use crate::formats::blend::instances::{Library, LinkedMesh, Shows};
use crate::formats::blend::view::View;
use crate::model::{
    ArmatureId, CameraId, Group, LightId, Node, NodeId, NodeKind, Physics, Property, Visibility,
};

const EMPTY: i64 = 0;
const MESH: i64 = 1;
const LAMP: i64 = 10;
const CAMERA: i64 = 11;
const ARMATURE: i64 = 25;

/// Bits of `transflag`.
const SHOWS_GROUP: i64 = 1 << 8;
const SHOWS_OTHERS: i64 = 1 << 4 | 1 << 5 | 1 << 9;

const HIDDEN_IN_VIEW: i64 = 1;
const UNSELECTABLE: i64 = 2;
const HIDDEN_IN_RENDER: i64 = 4;

impl<'a> Import<'a, '_> {
    /// Reads all objects and groups.
    pub(super) fn objects(&mut self) -> Result<Library, ReadError> {
        let objects: Vec<View<'a>> = self.file.with_code(b"OB").collect();
        self.budget.nodes(objects.len(), "objects")?;
        for (index, object) in objects.iter().enumerate() {
            self.nodes.insert(object.block, NodeId::new(index));
        }
        let mut library = Library::default();
        self.has_bodies = rigid_body::has_bodies(objects.iter());
        let scene = self.file.with_code(b"SC").next().filter(View::is_modern);
        let shown = scene.map(|scene| collections::shown(&scene));
        for object in &objects {
            let mut node = self.node(object)?;
            match shown.as_ref().map(|shown| shown.objects.get(&object.block)) {
                Some(None) => drop(library.outside.insert(NodeId::new(library.nodes.len()))),
                Some(Some(false)) => node.visibility.hidden_in_render = true,
                Some(Some(true)) | None => {}
            }
            if let NodeKind::Instance { group } = &node.kind {
                let linked = self.links.at(object, "dup_group").map(|link| link.library);
                let id = NodeId::new(library.nodes.len());
                // A warning about the missing file was already given.
                if linked != Some(None) {
                    library.shows.insert(id, Shows { library: linked.flatten(), group: group.clone() });
                }
            }
            library.nodes.push(node);
        }
        if let Some(shown) = shown.filter(|_| self.is_first) {
            self.show_linked(&shown, &mut library)?;
        }
        if self.is_first {
            let (mut constraints, mut motors) = (Vec::new(), Vec::new());
            for (index, object) in objects.iter().enumerate() {
                constraints.extend(self.constraint(object, NodeId::new(index)));
                motors.extend(self.motor(object, NodeId::new(index)));
            }
            library.joints = self.hang(&mut library.nodes, constraints, &motors);
        }
        library.meshes = std::mem::take(&mut self.mesh_names);
        library.linked_meshes = std::mem::take(&mut self.linked_meshes);
        library.groups = self.file.with_code(b"GR").map(|group| self.group(&group)).collect();
        Ok(library)
    }

    /// Adds an instance for each collection of a linked file that the scene holds.
    fn show_linked(&mut self, shown: &Shown<'_>, library: &mut Library) -> Result<(), ReadError> {
        for member in &shown.members {
            if let Some(link) = self.links.at(member, "ob") {
                let name = link.name.get(2..).unwrap_or_default().to_owned();
                self.omissions
                    .note("linked objects are left out, but for those of linked collections", &name);
            }
        }
        for child in &shown.children {
            let Some(link) = self.links.at(child, "collection").cloned() else { continue };
            let Some(file) = link.library else { continue };
            self.budget.nodes(1, "linked collections")?;
            let group = link.name.get(2..).unwrap_or_default().to_owned();
            let id = NodeId::new(library.nodes.len());
            library.shows.insert(id, Shows { library: Some(file), group: group.clone() });
            library
                .nodes
                .push(Node { kind: NodeKind::Instance { group: group.clone() }, ..Node::new(group) });
        }
        Ok(())
    }

    fn node(&mut self, object: &View<'a>) -> Result<Node, ReadError> {
        let name = object.id_name();
        let parent = self.parent(object, &name);
        let mut node = Node {
            parent_from_node: parent_from_object(object, parent.as_ref()),
            parent: parent.and_then(|parent| self.nodes.get(&parent.block).copied()),
            properties: self.properties(object, &name),
            physics: self.physics(object),
            detectors: logic::detectors(object),
            motions: self.motions.take(object),
            visibility: Visibility {
                hidden_in_view: object.bit("restrictflag", HIDDEN_IN_VIEW),
                unselectable: object.bit("restrictflag", UNSELECTABLE),
                hidden_in_render: object.bit("restrictflag", HIDDEN_IN_RENDER),
            },
            ..Node::new(name)
        };
        if node.parent.is_some() && Parenting::of(object) == Parenting::Bone {
            node.parent_bone = Some(object.text("parsubstr"));
        }
        self.kind(object, &mut node)?;
        let material = node.materials.iter().flatten().next().map(|id| &self.model.materials[id.index()]);
        if let Some(material) = material.filter(|_| !object.is_modern()) {
            node.physics.friction = f64::from(material.friction);
            node.physics.elasticity = f64::from(material.elasticity);
        }
        if object.address("rigidbody_object") != 0 {
            rigid_body::fit_ball(&mut node, &self.model.meshes);
        }
        self.note_omissions(object, &node.name);
        Ok(node)
    }

    fn properties(&mut self, object: &View<'a>, name: &str) -> Vec<(String, Property)> {
        if !object.is_modern() {
            return logic::properties(object);
        }
        let (properties, left_out) = custom_properties::properties(object);
        if !left_out.is_empty() {
            self.omissions.note("custom properties that are not one text or number are left out", name);
        }
        properties
    }

    fn physics(&mut self, object: &View<'a>) -> Physics {
        if !object.is_modern() {
            return physics::physics(object);
        }
        rigid_body::physics(object, object.int("type") == MESH, self.has_bodies)
    }

    fn parent(&mut self, object: &View<'a>, name: &str) -> Option<View<'a>> {
        let parent = object.follow_as("parent", "Object");
        if parent.is_none() && object.address("parent") != 0 {
            self.warnings
                .add(format!("{name}: its parent is not in the file; it stands in the world instead"));
        }
        parent
    }

    /// The kind of an object, from its type and its data.
    fn kind(&mut self, object: &View<'a>, node: &mut Node) -> Result<(), ReadError> {
        let kind = object.int("type");
        let data = |structure: &str| object.follow_as("data", structure);
        if let Some(link) = self.links.at(object, "data") {
            if let (MESH, Some(library), Some(id)) = (kind, link.library, self.nodes.get(&object.block)) {
                // Two letters for the kind stand before the name.
                let name = link.name.get(2..).unwrap_or_default().to_owned();
                let is_rigid_body = object.address("rigidbody_object") != 0;
                self.linked_meshes.insert(*id, LinkedMesh { library, name, is_rigid_body });
                if !self.modifiers(object).is_empty() {
                    self.omissions.note("modifiers of meshes that are linked are left out", &node.name);
                }
                return Ok(());
            }
            self.warnings.add(format!(
                "{}: its data {} is linked from {}, which works for meshes and groups only; make it local in Blender",
                node.name, link.name, link.path
            ));
        }
        node.kind = match kind {
            MESH => match data("Mesh") {
                Some(data) => {
                    node.materials = self.slots(object, &data);
                    let mesh = self.mesh(object, &data)?;
                    if self.meshes.get(&(data.block, None)) == Some(&mesh) {
                        let named = self.mesh_names.entry(data.id_name());
                        named.or_insert_with(|| (mesh, node.materials.clone()));
                    }
                    NodeKind::Mesh(mesh)
                }
                None => self.without_data(node, "mesh"),
            },
            LAMP => match data("Lamp") {
                Some(data) => {
                    self.model.lights.push(lights_cameras::light(&data));
                    NodeKind::Light(LightId::new(self.model.lights.len() - 1))
                }
                None => self.without_data(node, "lamp"),
            },
            CAMERA => match data("Camera") {
                Some(data) => {
                    self.model.cameras.push(lights_cameras::camera(&data));
                    NodeKind::Camera(CameraId::new(self.model.cameras.len() - 1))
                }
                None => self.without_data(node, "camera"),
            },
            ARMATURE => match data("bArmature") {
                Some(data) => {
                    let armature = armature::armature(object, &data);
                    self.budget.nodes(armature.bones.len(), "bones")?;
                    self.model.armatures.push(armature);
                    NodeKind::Armature(ArmatureId::new(self.model.armatures.len() - 1))
                }
                None => self.without_data(node, "armature"),
            },
            EMPTY => self.empty(object),
            other => NodeKind::Other(other_kind(other).to_owned()),
        };
        if let NodeKind::Other(kind) = &node.kind {
            self.omissions.note(format!("objects of type {kind} have no shape here"), &node.name);
        }
        Ok(())
    }

    fn without_data(&mut self, node: &Node, what: &str) -> NodeKind {
        self.warnings.add(format!("{}: its {what} is not in the file; it is an empty", node.name));
        NodeKind::Empty
    }

    fn empty(&self, object: &View<'a>) -> NodeKind {
        if !object.bit("transflag", SHOWS_GROUP) || object.address("dup_group") == 0 {
            return NodeKind::Empty;
        }
        let linked = self.links.at(object, "dup_group");
        let group = match linked {
            Some(link) => link.name.get(2..).unwrap_or_default().to_owned(),
            None => object.follow("dup_group").map(|group| group.id_name()).unwrap_or_default(),
        };
        NodeKind::Instance { group }
    }

    fn group(&self, group: &View<'a>) -> Group {
        let mut members = collections::all_members(group);
        if !group.is_modern() && group.has("layer") {
            // A group may be limited to some layers.
            let layers = group.int("layer");
            members.retain(|member| member.int("lay") & layers != 0);
        }
        Group {
            name: group.id_name(),
            origin: group.vector("dupli_ofs"),
            members: members.iter().filter_map(|member| self.nodes.get(&member.block).copied()).collect(),
        }
    }

    fn note_omissions(&mut self, object: &View<'a>, name: &str) {
        if !object.list("constraints").is_empty() {
            self.omissions.note("constraints of objects are not followed", name);
        }
        if !object.list("particlesystem").is_empty() {
            self.omissions.note("particles are left out", name);
        }
        if object.bit("transflag", SHOWS_OTHERS) {
            self.omissions.note("copies of children on vertices, faces or frames are left out", name);
        }
        let animation = object.follow("adt");
        if animation.is_some_and(|animation| animation.address("action") != 0) {
            self.omissions.note("animations do not play", name);
        }
    }
}

fn other_kind(kind: i64) -> &'static str {
    match kind {
        2 => "CURVE",
        3 => "SURFACE",
        4 => "FONT",
        5 => "META",
        12 => "SPEAKER",
        13 => "LIGHT PROBE",
        21 => "WAVE",
        22 => "LATTICE",
        26 | 30 => "GREASE PENCIL",
        27 => "CURVES",
        28 => "POINT CLOUD",
        29 => "VOLUME",
        _ => "unknown",
    }
}
