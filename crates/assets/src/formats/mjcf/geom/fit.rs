//! Primitive geoms fitted to a mesh.
//!
//! Source: MuJoCo's documentation, "XML reference", `geom/mesh` and `compiler/fitaabb`.

use glam::{DAffine3, DVec3};
use morse_geometry::principal_axes;

use crate::formats::mjcf::Import;
use crate::formats::mjcf::assets::MeshAsset;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::inertia::MeshInertia;

/// A primitive with the size of a mesh.
pub(super) struct Fit {
    /// Its pose in the frame of the mesh.
    pub mesh_from_geom: DAffine3,
    /// Its numbers as `size` has them. [m]
    pub size: [f64; 3],
}

impl Import<'_> {
    /// Fits a primitive to a mesh: with the inertia of the mesh, or around its bounding box along its principal axes. `None`
    /// for a mesh without volume.
    pub(super) fn fit(&self, tag: &Tag, asset: &MeshAsset, kind: &str) -> Option<Fit> {
        let solid = self.mesh_mass(asset, 1.0);
        if solid.mass <= 0.0 {
            return None;
        }
        let (moments, axes) = principal_axes(&solid.inertia);
        let mesh_from_axes = DAffine3 { matrix3: axes, translation: solid.center };
        if self.compiler(tag).fits_bounds {
            let axes_from_mesh = mesh_from_axes.inverse();
            let points = asset.parts.iter().flat_map(|part| {
                let axes_from_part = axes_from_mesh * part.piece_from_part;
                let vertices = self.model.meshes.get(part.mesh.index()).map(|mesh| &mesh.vertices);
                vertices.into_iter().flatten().map(move |it| axes_from_part.transform_point3(it.as_dvec3()))
            });
            let points: Vec<DVec3> = points.collect();
            let (center, size) = around(&points, kind)?;
            return Some(Fit { mesh_from_geom: mesh_from_axes * DAffine3::from_translation(center), size });
        }
        let sum = moments.x + moments.y + moments.z;
        let share = if asset.inertia == MeshInertia::Shell { self.area(asset) } else { solid.mass };
        let half =
            (moments.to_array()).map(|moment| 0.5 * (6.0 * (sum - 2.0 * moment).max(0.0) / share).sqrt());
        let round = f64::midpoint(half[0], half[1]);
        let size = match kind {
            "sphere" => [(half[0] + half[1] + half[2]) / 3.0, 0.0, 0.0],
            "capsule" => [round, (half[2] - round / 2.0).max(0.0), 0.0],
            "cylinder" => [round, half[2], 0.0],
            _ => half,
        };
        Some(Fit { mesh_from_geom: mesh_from_axes, size })
    }

    /// The surface of a mesh. [m²]
    fn area(&self, asset: &MeshAsset) -> f64 {
        let shell = MeshAsset { inertia: MeshInertia::Shell, ..asset.clone() };
        self.mesh_mass(&shell, 1.0).mass
    }
}

/// The center of the bounding box of points, and the least primitive there whose bounding box holds that box.
fn around(points: &[DVec3], kind: &str) -> Option<(DVec3, [f64; 3])> {
    let first = *points.first()?;
    let (low, high) =
        points.iter().fold((first, first), |(low, high), point| (low.min(*point), high.max(*point)));
    let center = low.midpoint(high);
    let half = high - center;
    let radius = half.x.max(half.y);
    let size = match kind {
        "sphere" => [half.max_element(), 0.0, 0.0],
        "cylinder" => [radius, half.z, 0.0],
        "capsule" => [radius, (half.z - radius).max(0.0), 0.0],
        _ => half.to_array(),
    };
    Some((center, size))
}
