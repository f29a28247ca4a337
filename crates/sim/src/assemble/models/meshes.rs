//! Meshes of models in the frames of their nodes, shared between nodes with equal transforms.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::{DMat3, DVec3, Vec3};
use morse_assets::model::{MeshId, Model};
use morse_world::{Shape, Surface};

/// Cache of meshes in node frames.
#[derive(Default)]
pub(in crate::assemble) struct MeshCache {
    made: BTreeMap<Key, Arc<NodeMesh>>,
}

/// Model, mesh, and the nine numbers of the matrix between the mesh and its node.
type Key = (usize, MeshId, [u64; 9]);

/// A mesh in the frame of a node.
pub(super) struct NodeMesh {
    pub(super) surface: Arc<Surface>,
    /// Whether the mesh is mirrored. Its triangles then have their last two corners exchanged.
    pub(super) mirrored: bool,
    /// Vertices for convex hulls.
    points: OnceLock<Arc<[Vec3]>>,
    /// Keeps the model alive, because the key contains its address.
    _model: Arc<Model>,
}

impl MeshCache {
    /// The mesh in the frame of a node; `None` when the mesh is empty.
    pub(super) fn surface(
        &mut self,
        model: &Arc<Model>,
        mesh: MeshId,
        node_from_mesh: DMat3,
    ) -> Option<Arc<NodeMesh>> {
        let numbers = node_from_mesh.to_cols_array().map(|x| round(x).to_bits());
        let key = (Arc::as_ptr(model) as usize, mesh, numbers);
        if let Some(node_mesh) = self.made.get(&key) {
            return Some(Arc::clone(node_mesh));
        }
        let source = model.meshes.get(mesh.index())?;
        if source.vertices.is_empty() {
            return None;
        }
        let exact = DMat3::from_cols_array(&node_from_mesh.to_cols_array().map(round));
        let vertices: Vec<Vec3> = if exact == DMat3::IDENTITY {
            source.vertices.clone()
        } else {
            source.vertices.iter().map(|vertex| (exact * vertex.as_dvec3()).as_vec3()).collect()
        };
        // A mirrored mesh needs the opposite winding of its triangles.
        let mirrored = exact.determinant() < 0.0;
        let turn = |&[a, b, c]: &[u32; 3]| if mirrored { [a, c, b] } else { [a, b, c] };
        let triangles = source.triangles.iter().map(turn).collect();
        let surface = Arc::new(Surface { vertices, triangles });
        let node_mesh =
            Arc::new(NodeMesh { surface, mirrored, points: OnceLock::new(), _model: Arc::clone(model) });
        self.made.insert(key, Arc::clone(&node_mesh));
        Some(node_mesh)
    }
}

/// Removes rounding errors of products of poses: rounds values that are close to an integer.
fn round(number: f64) -> f64 {
    let rounded = number.round();
    if (number - rounded).abs() < 1e-9 { rounded + 0.0 } else { number }
}

impl NodeMesh {
    /// Lowest and highest corner of the bounding box. [m]
    pub(super) fn box_around(&self) -> (DVec3, DVec3) {
        let start = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        let around = |(low, high): (Vec3, Vec3), point: &Vec3| (low.min(*point), high.max(*point));
        let (low, high) = self.surface.vertices.iter().fold(start, around);
        (low.as_dvec3(), high.as_dvec3())
    }

    /// The convex hull; `None` when the points are degenerate.
    pub(super) fn hull(&self) -> Option<Shape> {
        let (low, high) = self.box_around();
        let mut sizes = (high - low).to_array();
        sizes.sort_by(f64::total_cmp);
        let vertices = &self.surface.vertices;
        (vertices.len() >= 4 && sizes[1] > 0.0).then(|| {
            let points = self.points.get_or_init(|| vertices.as_slice().into());
            Shape::ConvexHull { points: Arc::clone(points) }
        })
    }

    /// The triangles; `None` when there are none.
    pub(super) fn mesh(&self) -> Option<Shape> {
        (!self.surface.triangles.is_empty()).then(|| Shape::TriMesh(Arc::clone(&self.surface)))
    }
}
