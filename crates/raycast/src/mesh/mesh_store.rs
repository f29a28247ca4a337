//! Shares meshes with equal content.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DVec3, Vec3};
use morse_geometry::Surface;
use xxhash_rust::xxh3::Xxh3;

use crate::mesh::LazyMesh;

/// The memory address of a surface, and the bits of its scale factors.
type Place = (usize, [u64; 3]);

/// The meshes in use. A mesh is stored once for any number of instances.
#[derive(Debug, Clone, Default)]
pub struct MeshStore {
    by_content: BTreeMap<u128, Arc<LazyMesh>>,
    /// Meshes by the address of their surface. The `Arc` of the surface keeps the address valid.
    by_place: BTreeMap<Place, (Arc<Surface>, Arc<LazyMesh>)>,
}

impl MeshStore {
    /// The mesh with this content, created if necessary. Arguments and panics are those of [`LazyMesh::new`].
    pub fn mesh(&mut self, vertices: &[Vec3], triangles: &[[u32; 3]], solid: bool) -> Arc<LazyMesh> {
        let mut hasher = Xxh3::new();
        hasher.update(&[u8::from(solid)]);
        hasher.update(&vertices.len().to_le_bytes());
        vertices.iter().flat_map(Vec3::to_array).for_each(|x| hasher.update(&x.to_le_bytes()));
        triangles.iter().flatten().for_each(|number| hasher.update(&number.to_le_bytes()));
        let mesh = self.by_content.entry(hasher.digest128());
        Arc::clone(mesh.or_insert_with(|| Arc::new(LazyMesh::new(vertices, triangles, solid))))
    }

    /// The mesh of a surface scaled by factors along its axes, created if necessary.
    pub fn mesh_of(&mut self, surface: &Arc<Surface>, factors: DVec3) -> Arc<LazyMesh> {
        if let Some(mesh) = self.of_surface(surface, factors) {
            return Arc::clone(mesh);
        }
        let vertices: Vec<_> =
            surface.vertices.iter().map(|vertex| (vertex.as_dvec3() * factors).as_vec3()).collect();
        let mesh = self.mesh(&vertices, &surface.triangles, false);
        self.by_place.insert(place(surface, factors), (Arc::clone(surface), Arc::clone(&mesh)));
        mesh
    }

    /// The mesh of a surface scaled by factors along its axes, if it exists. The lookup is by address and thus cheap.
    pub fn of_surface(&self, surface: &Arc<Surface>, factors: DVec3) -> Option<&Arc<LazyMesh>> {
        self.by_place.get(&place(surface, factors)).map(|(_, mesh)| mesh)
    }

    /// Drops the meshes that are not used outside of the store.
    pub fn tidy(&mut self) {
        let mut uses = BTreeMap::new();
        for (_, mesh) in self.by_place.values() {
            *uses.entry(Arc::as_ptr(mesh)).or_insert(0) += 1;
        }
        // References from `by_place` and from `by_content` are not uses.
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
    fn equal_meshes_are_stored_once_and_dropped_when_unused() {
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
    fn surface_is_converted_once_per_scale() {
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
