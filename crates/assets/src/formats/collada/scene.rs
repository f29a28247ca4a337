//! The tree of nodes, and the geometries that they show.

use glam::{DAffine3, DMat4, DQuat, DVec3};

use crate::ReadError;
use crate::formats::collada::Import;
use crate::formats::collada::source::numbers;
use crate::formats::xml::Element;
use crate::limits::INSTANCE_DEPTH_MAX;
use crate::model::{MaterialId, Node, NodeId, NodeKind};

/// The kind of a node, and the material of each slot of its mesh.
type KindAndMaterials = (NodeKind, Vec<Option<MaterialId>>);

/// A `<node>` to be read.
struct Waiting<'x> {
    element: Element<'x, 'x>,
    parent: Option<NodeId>,
    /// Frame of the element's parent in the parent node; the identity except for roots.
    parent_from_above: DAffine3,
    /// Number of instances above it.
    instances: usize,
}

impl<'x> Import<'_, 'x> {
    /// Reads the visual scene that the file shows, or all geometries of a file without scene.
    pub(super) fn scene(
        &mut self,
        root: Element<'x, 'x>,
        model_from_file: DAffine3,
    ) -> Result<(), ReadError> {
        let shown = root.child("scene").and_then(|scene| scene.child("instance_visual_scene"));
        let shown = shown.and_then(|scene| self.target(scene, "url"));
        let first =
            || root.children("library_visual_scenes").find_map(|library| library.child("visual_scene"));
        let Some(scene) = shown.or_else(first) else {
            for geometry in root.children("library_geometries").flat_map(|list| list.children("geometry")) {
                let name = geometry.attribute("name").or(geometry.attribute("id")).unwrap_or("geometry");
                let node = Node { parent_from_node: model_from_file, ..Node::new(name) };
                self.budget.nodes(1, "geometries")?;
                self.show(geometry, node, geometry)?;
            }
            return Ok(());
        };
        let roots = scene.children("node").collect::<Vec<_>>();
        let waiting =
            |element| Waiting { element, parent: None, parent_from_above: model_from_file, instances: 0 };
        // A stack; the next node is the last.
        let mut stack: Vec<Waiting<'x>> = roots.into_iter().rev().map(waiting).collect();
        while let Some(next) = stack.pop() {
            self.node(next, &mut stack)?;
        }
        Ok(())
    }

    fn node(&mut self, node: Waiting<'x>, stack: &mut Vec<Waiting<'x>>) -> Result<(), ReadError> {
        let Waiting { element, parent, parent_from_above, instances } = node;
        self.budget.nodes(1, "nodes")?;
        let name = ["name", "id", "sid"].iter().find_map(|name| element.attribute(name)).unwrap_or("node");
        let mut above_from_node = DAffine3::IDENTITY;
        for child in element.all_children() {
            above_from_node *= self.transform(child)?;
        }
        let id = NodeId::new(self.model.nodes.len());
        let parent_from_node = parent_from_above * above_from_node;
        self.model.nodes.push(Node { parent, parent_from_node, ..Node::new(name) });
        let mut below = Vec::new();
        for child in element.all_children() {
            let waiting = |element, instances| Waiting {
                element,
                parent: Some(id),
                parent_from_above: DAffine3::IDENTITY,
                instances,
            };
            match child.name() {
                "node" => below.push(waiting(child, instances)),
                "instance_node" if instances >= INSTANCE_DEPTH_MAX => self.warnings.add(format!(
                    "{}: nodes are instantiated more than {INSTANCE_DEPTH_MAX} deep; deeper nodes are left out",
                    child.place()
                )),
                "instance_node" => {
                    let target = self.target(child, "url");
                    below.extend(target.map(|target| waiting(target, instances + 1)));
                }
                "instance_geometry" => {
                    if let Some(geometry) = self.target(child, "url") {
                        self.add_geometry(id, geometry, child, DAffine3::IDENTITY)?;
                    }
                }
                "instance_controller" => self.controller(id, child)?,
                "instance_light" | "instance_camera" => self.leave_out(child),
                _ => {}
            }
        }
        stack.extend(below.into_iter().rev());
        Ok(())
    }

    /// The mesh of a skin or a morph, in the pose in which it was bound.
    fn controller(&mut self, id: NodeId, instance: Element<'x, 'x>) -> Result<(), ReadError> {
        let Some(controller) = self.target(instance, "url") else { return Ok(()) };
        let Some(skin) = controller.child("skin").or_else(|| controller.child("morph")) else {
            return Ok(());
        };
        self.warnings
            .add(format!("{}: it does not bend with its skeleton", self.model.nodes[id.index()].name));
        let node_from_mesh = skin.child("bind_shape_matrix").map(matrix).transpose()?;
        if let Some(geometry) = self.target(skin, "source") {
            self.add_geometry(id, geometry, instance, node_from_mesh.unwrap_or(DAffine3::IDENTITY))?;
        }
        Ok(())
    }

    /// Adds a geometry to a node: the first one to the node itself, further geometries as its children.
    fn add_geometry(
        &mut self,
        id: NodeId,
        geometry: Element<'x, 'x>,
        instance: Element<'x, 'x>,
        node_from_mesh: DAffine3,
    ) -> Result<(), ReadError> {
        let node = &self.model.nodes[id.index()];
        let name = format!("{}/{}", node.name, geometry.attribute("name").unwrap_or("geometry"));
        if node.kind != NodeKind::Empty || node_from_mesh != DAffine3::IDENTITY {
            self.budget.nodes(1, "nodes")?;
            let child = Node { parent: Some(id), parent_from_node: node_from_mesh, ..Node::new(name) };
            return self.show(geometry, child, instance);
        }
        if let Some((kind, materials)) = self.look(geometry, instance)? {
            let node = &mut self.model.nodes[id.index()];
            (node.kind, node.materials) = (kind, materials);
        }
        Ok(())
    }

    /// Adds a node with a geometry.
    fn show(
        &mut self,
        geometry: Element<'x, 'x>,
        mut node: Node,
        instance: Element<'x, 'x>,
    ) -> Result<(), ReadError> {
        if let Some((kind, materials)) = self.look(geometry, instance)? {
            (node.kind, node.materials) = (kind, materials);
            self.model.nodes.push(node);
        }
        Ok(())
    }

    fn look(
        &mut self,
        geometry: Element<'x, 'x>,
        instance: Element<'x, 'x>,
    ) -> Result<Option<KindAndMaterials>, ReadError> {
        let Some(read) = self.geometry(geometry)? else { return Ok(None) };
        let mut materials = Vec::with_capacity(read.symbols.len());
        for symbol in read.symbols {
            materials.push(symbol.map(|symbol| self.bound(instance, symbol)).transpose()?.flatten());
        }
        Ok(Some((NodeKind::Mesh(read.mesh), materials)))
    }

    /// The transform of a child of a node; the identity for other children.
    fn transform(&mut self, element: Element<'x, 'x>) -> Result<DAffine3, ReadError> {
        Ok(match element.name() {
            "matrix" => matrix(element)?,
            "translate" => DAffine3::from_translation(DVec3::from_array(numbers(element)?)),
            "scale" => DAffine3::from_scale(DVec3::from_array(numbers(element)?)),
            "rotate" => {
                let [x, y, z, degrees] = numbers(element)?;
                let axis = DVec3::new(x, y, z).try_normalize();
                axis.map_or(DAffine3::IDENTITY, |axis| {
                    DAffine3::from_quat(DQuat::from_axis_angle(axis, degrees.to_radians()))
                })
            }
            "lookat" | "skew" => {
                self.leave_out(element);
                DAffine3::IDENTITY
            }
            _ => DAffine3::IDENTITY,
        })
    }
}

/// A matrix, row after row.
fn matrix(element: Element<'_, '_>) -> Result<DAffine3, ReadError> {
    Ok(DAffine3::from_mat4(DMat4::from_cols_array(&numbers(element)?).transpose()))
}
