//! Group instances: an empty that instantiates a group becomes the parent of copies of its members.

use std::collections::{BTreeMap, BTreeSet};

use glam::DAffine3;

use crate::formats::blend::import::{Joints, fit_ball};
use crate::limits::{Budget, INSTANCE_DEPTH_MAX};
use crate::model::{Group, MaterialId, MeshId, Model, Node, NodeId, NodeKind, Physics};
use crate::{ReadError, Warnings};

/// Nodes and groups of one file. Ids of nodes are indices in this list.
#[derive(Default)]
pub(super) struct Library {
    pub nodes: Vec<Node>,
    pub groups: Vec<Group>,
    /// The group that each node instantiates.
    pub shows: BTreeMap<NodeId, Shows>,
    /// Nodes that no collection of the scene holds, such as the members of collections that are only shown by
    /// instances. In the scene they stand without shape and body.
    pub outside: BTreeSet<NodeId>,
    /// Parts of the constraints between rigid bodies that are completed once objects are links.
    pub joints: Joints,
    /// Its meshes as they are stored, by their names, with the materials of the first object that has them.
    pub meshes: BTreeMap<String, (MeshId, Vec<Option<MaterialId>>)>,
    /// The meshes of nodes that are in a different file.
    pub linked_meshes: BTreeMap<NodeId, LinkedMesh>,
}

/// A mesh in a different file.
pub(super) struct LinkedMesh {
    /// Index of that file.
    pub library: usize,
    pub name: String,
    /// Whether the object is a rigid body, whose radius is that of the mesh.
    pub is_rigid_body: bool,
}

/// Gives nodes the meshes that are in different files.
pub(super) fn connect_meshes(model: &Model, libraries: &mut [Library], warnings: &mut Warnings) {
    for index in 0..libraries.len() {
        for (node, mesh) in std::mem::take(&mut libraries[index].linked_meshes) {
            let found =
                libraries.get(mesh.library).and_then(|library| library.meshes.get(&mesh.name)).cloned();
            let Some(node) = libraries[index].nodes.get_mut(node.index()) else { continue };
            let Some((id, materials)) = found else {
                let name = &mesh.name;
                warnings.add(format!(
                    "{}: no object of the linked file has its mesh {name} without modifiers; it is an empty",
                    node.name
                ));
                continue;
            };
            node.kind = NodeKind::Mesh(id);
            node.materials = materials;
            if mesh.is_rigid_body {
                fit_ball(node, &model.meshes);
            }
        }
    }
}

/// The group that a node instantiates.
pub(super) struct Shows {
    /// Index of the file that contains the group; `None` for the file of the node.
    pub library: Option<usize>,
    pub group: String,
}

/// An instance whose members are to be copied.
struct Task {
    /// The node in the model that becomes the parent of the copies.
    parent: NodeId,
    /// The file and the node that instantiates the group.
    library: usize,
    node: NodeId,
    depth: usize,
}

/// Fills the model with the nodes of the first file, and with copies of the groups that they instantiate.
pub(super) fn expand(
    model: &mut Model,
    mut libraries: Vec<Library>,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<(), ReadError> {
    let Some(own) = libraries.first_mut() else { return Ok(()) };
    model.nodes = own.nodes.clone();
    for node in &own.outside {
        let node = &mut model.nodes[node.index()];
        (node.kind, node.physics) = (NodeKind::Empty, Physics::default());
    }
    model.groups = std::mem::take(&mut own.groups);
    let worlds: Vec<Vec<DAffine3>> = libraries.iter_mut().map(|library| worlds(library, warnings)).collect();
    let by_name: Vec<BTreeMap<&str, &Group>> =
        (0..libraries.len()).map(|library| by_name(groups_of(&libraries, &model.groups, library))).collect();
    let task = |&node: &NodeId| Task { parent: node, library: 0, node, depth: 1 };
    let own = &libraries[0];
    let inside = own.shows.keys().rev().filter(|node| !own.outside.contains(node));
    let mut tasks: Vec<Task> = inside.map(task).collect();
    while let Some(task) = tasks.pop() {
        let Some(shows) = libraries[task.library].shows.get(&task.node) else { continue };
        let library = shows.library.unwrap_or(task.library);
        let Some(group) = by_name.get(library).and_then(|groups| groups.get(shows.group.as_str())) else {
            let name = &model.nodes[task.parent.index()].name;
            warnings.add(format!("{name}: the group that it shows is not in the file; it shows nothing"));
            continue;
        };
        if task.depth > INSTANCE_DEPTH_MAX {
            warnings.add(format!(
                "group {}: shown within itself or more than {INSTANCE_DEPTH_MAX} groups deep; left out there",
                group.name
            ));
            continue;
        }
        budget.nodes(group.members.len(), &format!("group {}", group.name))?;
        let copies = copy(&libraries[library].nodes, &worlds[library], group, task.parent, &model.nodes);
        let first = model.nodes.len();
        model.nodes.extend(copies);
        for (place, member) in group.members.iter().enumerate() {
            if libraries[library].shows.contains_key(member) {
                let parent = NodeId::new(first + place);
                tasks.push(Task { parent, library, node: *member, depth: task.depth + 1 });
            }
        }
    }
    Ok(())
}

/// World poses of a file's nodes, after parent cycles were cut.
fn worlds(library: &mut Library, warnings: &mut Warnings) -> Vec<DAffine3> {
    let mut tree = Model { nodes: std::mem::take(&mut library.nodes), ..Model::default() };
    tree.put_right(warnings);
    let worlds = tree.world_from_nodes();
    library.nodes = tree.nodes;
    worlds
}

/// The groups of a file; those of the first file were moved into the model.
fn groups_of<'a>(libraries: &'a [Library], own: &'a [Group], library: usize) -> &'a [Group] {
    if library == 0 { own } else { &libraries[library].groups }
}

fn by_name(groups: &[Group]) -> BTreeMap<&str, &Group> {
    groups.iter().rev().map(|group| (group.name.as_str(), group)).collect()
}

/// Copies the members. Members whose parent is also a member keep it; all further members become children of the instance,
/// with their pose relative to the origin of the group.
fn copy(
    nodes: &[Node],
    world_from_nodes: &[DAffine3],
    group: &Group,
    instance: NodeId,
    model_nodes: &[Node],
) -> Vec<Node> {
    let instance_from_world = DAffine3::from_translation(-group.origin);
    let places: BTreeMap<NodeId, usize> =
        group.members.iter().enumerate().map(|(place, &member)| (member, place)).collect();
    let copies = group.members.iter().map(|&member| {
        let node = &nodes[member.index()];
        let parent = node.parent.and_then(|parent| places.get(&parent).copied());
        let kept = parent.is_some();
        Node {
            name: format!("{}/{}", model_nodes[instance.index()].name, node.name),
            parent: Some(parent.map_or(instance, |place| NodeId::new(model_nodes.len() + place))),
            parent_bone: node.parent_bone.clone().filter(|_| kept),
            parent_from_node: if kept {
                node.parent_from_node
            } else {
                instance_from_world * world_from_nodes[member.index()]
            },
            instance: Some(instance),
            ..node.clone()
        }
    });
    copies.collect()
}
