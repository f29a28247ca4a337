//! Surfaces of triangles as rays see them, shared by all bodies of the same form.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use glam::{DVec3, Vec3};
use xxhash_rust::xxh3::Xxh3;

use super::bounds::Bounds;
use super::box_tree::BoxTree;
use crate::Surface;
use crate::convert::vector_to_engine;

/// Triangles in a leaf at most.
const TRIANGLES_PER_LEAF: usize = 4;

/// A triangle.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Triangle {
    /// Its corners, by their numbers in the mesh.
    corners: [u32; 3],
    /// Its number in the surface it was made from.
    pub(super) number: u32,
}

/// Triangles under a tree of boxes, in the order of its leaves.
///
/// What a walk touches is kept small and close together, since most of its time goes into waiting for memory.
#[derive(Debug)]
pub(super) struct Mesh {
    pub(super) tree: BoxTree,
    pub(super) triangles: Vec<Triangle>,
    /// For each triangle, a vector upright on it by the order of its corners: unit length, or zero for a triangle without
    /// area.
    pub(super) normals: Vec<Vec3>,
    /// In the order in which the triangles first have them. The last coordinate is zero. [m]
    vertices: Vec<[f32; 4]>,
    /// Whether it is the surface of a convex solid, normals outwards, which rays that start inside do not meet.
    pub(super) solid: bool,
}

impl Mesh {
    /// From vertices and the numbers of three of them for each triangle. Those of a solid may run either way.
    pub(super) fn new(vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> Mesh {
        let inside = vertices.iter().sum::<Vec3>() / vertices.len() as f32;
        let corners = |triangle: &[u32; 3]| triangle.map(|vertex| vertices[vertex as usize]);
        let turned = |triangle: &[u32; 3]| {
            let ([one, other, last], [a, b, c]) = (*triangle, corners(triangle));
            let inwards = (b - a).cross(c - a).dot(inside - a) > 0.0;
            if solid && inwards { [one, last, other] } else { [one, other, last] }
        };
        let boxes: Vec<_> = triangles.iter().map(|triangle| Bounds::around(corners(triangle))).collect();
        let tree = BoxTree::build(&boxes, TRIANGLES_PER_LEAF);
        let mut mesh = Mesh {
            triangles: Vec::with_capacity(triangles.len()),
            normals: Vec::with_capacity(triangles.len()),
            vertices: Vec::with_capacity(vertices.len()),
            tree,
            solid,
        };
        // The number of each vertex in the mesh, once it has one.
        let mut numbers = vec![u32::MAX; vertices.len()];
        for &number in &mesh.tree.order {
            let corners = turned(&triangles[number as usize]);
            let [a, b, c] = corners.map(|vertex| vertices[vertex as usize]);
            mesh.normals.push((b - a).cross(c - a).normalize_or_zero());
            let corners = corners.map(|vertex| {
                let known = &mut numbers[vertex as usize];
                if *known == u32::MAX {
                    *known = mesh.vertices.len() as u32;
                    mesh.vertices.push(vertices[vertex as usize].extend(0.0).to_array());
                }
                *known
            });
            mesh.triangles.push(Triangle { corners, number });
        }
        mesh
    }

    /// The corners of a triangle. [m]
    #[inline(always)]
    pub(super) fn corners(&self, triangle: &Triangle) -> [&[f32; 4]; 3] {
        let [a, b, c] = triangle.corners;
        [&self.vertices[a as usize], &self.vertices[b as usize], &self.vertices[c as usize]]
    }
}

/// A mesh that is built when the first ray comes near it: most looks are never looked at.
#[derive(Debug)]
pub(super) struct LazyMesh {
    /// The box that holds it.
    pub(super) bounds: Bounds,
    vertices: Box<[Vec3]>,
    triangles: Box<[[u32; 3]]>,
    solid: bool,
    built: OnceLock<Mesh>,
}

impl LazyMesh {
    pub(super) fn new(vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> LazyMesh {
        let corners = triangles.iter().flatten().map(|&vertex| vertices[vertex as usize]);
        LazyMesh {
            bounds: Bounds::around(corners),
            vertices: vertices.into(),
            triangles: triangles.into(),
            solid,
            built: OnceLock::new(),
        }
    }

    /// The mesh itself.
    #[inline(always)]
    pub(super) fn get(&self) -> &Mesh {
        self.built.get_or_init(|| Mesh::new(&self.vertices, &self.triangles, self.solid))
    }
}

/// Where a surface is in memory, and size factors.
type Place = (usize, [u64; 3]);

/// The meshes in use, each kept once however many bodies have it.
#[derive(Debug, Default)]
pub(super) struct MeshStore {
    by_content: BTreeMap<u128, Arc<LazyMesh>>,
    /// Those of surfaces, with what keeps a surface where it is while its mesh is known by its place.
    by_place: BTreeMap<Place, (Arc<Surface>, Arc<LazyMesh>)>,
}

impl MeshStore {
    /// The mesh of this content, made if there is none yet.
    pub(super) fn mesh(&mut self, vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> Arc<LazyMesh> {
        let mut hasher = Xxh3::new();
        hasher.update(&[u8::from(solid)]);
        hasher.update(&vertices.len().to_le_bytes());
        vertices.iter().flat_map(Vec3::to_array).for_each(|x| hasher.update(&x.to_le_bytes()));
        triangles.iter().flatten().for_each(|number| hasher.update(&number.to_le_bytes()));
        let mesh = self.by_content.entry(hasher.digest128());
        Arc::clone(mesh.or_insert_with(|| Arc::new(LazyMesh::new(vertices, triangles, solid))))
    }

    /// The mesh of a surface with size factors along its axes, made if there is none yet.
    pub(super) fn mesh_of(&mut self, surface: &Arc<Surface>, factors: DVec3) -> Arc<LazyMesh> {
        if let Some(mesh) = self.of_surface(surface, factors) {
            return Arc::clone(mesh);
        }
        let vertices: Vec<_> =
            surface.vertices.iter().map(|vertex| vector_to_engine(vertex.as_dvec3() * factors)).collect();
        let mesh = self.mesh(&vertices, &surface.triangles, false);
        self.by_place.insert(place(surface, factors), (Arc::clone(surface), Arc::clone(&mesh)));
        mesh
    }

    /// The mesh of a surface with size factors along its axes, if it was made before. That costs nothing.
    pub(super) fn of_surface(&self, surface: &Arc<Surface>, factors: DVec3) -> Option<&Arc<LazyMesh>> {
        self.by_place.get(&place(surface, factors)).map(|(_, mesh)| mesh)
    }

    /// Forgets what no body has any more.
    pub(super) fn tidy(&mut self) {
        let mut uses = BTreeMap::new();
        for (_, mesh) in self.by_place.values() {
            *uses.entry(Arc::as_ptr(mesh)).or_insert(0) += 1;
        }
        // Those of the surfaces themselves and that of the content do not count.
        self.by_place.retain(|_, (_, mesh)| Arc::strong_count(mesh) > uses[&Arc::as_ptr(mesh)] + 1);
        self.by_content.retain(|_, mesh| Arc::strong_count(mesh) > 1);
    }
}

fn place(surface: &Arc<Surface>, factors: DVec3) -> Place {
    (Arc::as_ptr(surface) as usize, factors.to_array().map(f64::to_bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORNERS: [Vec3; 4] = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];

    #[test]
    fn the_normals_of_a_solid_point_outwards_however_its_triangles_run() {
        for faces in
            [[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], [[2, 1, 0], [0, 3, 1], [3, 2, 0], [3, 2, 1]]]
        {
            let mesh = Mesh::new(&CORNERS, &faces, true);
            for (triangle, normal) in mesh.triangles.iter().zip(&mesh.normals) {
                let [x, y, z, _] = *mesh.corners(triangle)[0];
                assert!(normal.dot(Vec3::splat(0.25) - Vec3::new(x, y, z)) < 0.0);
            }
        }
    }

    #[test]
    fn equal_meshes_are_kept_once_and_forgotten_when_nobody_has_them() {
        let mut store = MeshStore::default();
        let one = store.mesh(&CORNERS, &[[0, 1, 2]], false);
        let again = store.mesh(&CORNERS, &[[0, 1, 2]], false);
        assert!(Arc::ptr_eq(&one, &again));
        assert!(!Arc::ptr_eq(&one, &store.mesh(&CORNERS, &[[0, 1, 2]], true)));
        assert!(!Arc::ptr_eq(&one, &store.mesh(&CORNERS, &[[0, 2, 1]], false)));
        store.tidy();
        assert_eq!(store.by_content.len(), 1);
    }

    #[test]
    fn a_surface_is_looked_at_once_for_each_size() {
        let mut store = MeshStore::default();
        let surface = || Arc::new(Surface { vertices: CORNERS.to_vec(), triangles: vec![[0, 1, 2]] });
        let (one, copy) = (surface(), surface());
        let mesh = store.mesh_of(&one, DVec3::ONE);
        assert!(
            store.of_surface(&one, DVec3::ONE).is_some() && store.of_surface(&copy, DVec3::ONE).is_none()
        );
        assert!(Arc::ptr_eq(&mesh, &store.mesh_of(&one, DVec3::ONE)));
        assert!(Arc::ptr_eq(&mesh, &store.mesh_of(&copy, DVec3::ONE)));
        assert!(!Arc::ptr_eq(&mesh, &store.mesh_of(&one, DVec3::splat(2.0))));
        store.tidy();
        assert_eq!((store.by_place.len(), store.by_content.len()), (2, 1));
        drop(mesh);
        store.tidy();
        assert_eq!((store.by_place.len(), store.by_content.len()), (0, 0));
    }
}
