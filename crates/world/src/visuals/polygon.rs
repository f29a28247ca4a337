//! The triangle of a surface that a ray hit: its vertices, material and image coordinates.

use std::sync::Arc;

use glam::DVec3;

use crate::visuals::visual_access;
use crate::visuals::{Material, Visual};
use crate::{RayHit, World};

/// A triangle of a surface.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Polygon<'a> {
    /// The indices of its vertices in the surface.
    pub vertices: [u32; 3],
    /// The slot of its material.
    pub slot: usize,
    /// The material, if the surface is visible and has a material.
    pub material: Option<&'a Material>,
    /// Image coordinates of the hit, from the lower left; `None` for a surface without image coordinates.
    pub uv: Option<[f64; 2]>,
}

/// The barycentric coordinates of a point in a triangle; `None` for a triangle without area.
fn weights([a, b, c]: [DVec3; 3], point: DVec3) -> Option<[f64; 3]> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let area = normal.length_squared();
    let of_b = (point - a).cross(ac).dot(normal) / area;
    let of_c = ab.cross(point - a).dot(normal) / area;
    (of_b.is_finite() && of_c.is_finite()).then_some([1.0 - of_b - of_c, of_b, of_c])
}

/// See [`World::polygon_of`].
pub(crate) fn polygon_of<'a>(world: &'a World, hit: &RayHit) -> Option<Polygon<'a>> {
    let surface = world.visuals.surfaces.get(&hit.node)?.get(hit.part as usize)?.as_ref()?;
    let vertices = *surface.triangles.get(hit.triangle as usize)?;
    let plain = Polygon { vertices, slot: 0, material: None, uv: None };
    let parts = world.visuals.of(hit.node).unwrap_or_default();
    let is_same = |part: &Visual| part.surface().is_some_and(|seen| Arc::ptr_eq(surface, seen));
    let Some((number, part)) = parts.iter().enumerate().find(|(_, part)| is_same(part)) else {
        return Some(plain);
    };
    let material = part.material_at(hit.triangle).and_then(|id| world.material(id));
    let Some(material_slots) = &part.material_slots else { return Some(Polygon { material, ..plain }) };
    let uv = material_slots.uv(hit.triangle).and_then(|corners| {
        let (world_from_shape, scale) = visual_access::world_from_visual(world, hit.node, number)?;
        let corner = |vertex: u32| {
            let vertex = surface.vertices.get(vertex as usize)?.as_dvec3();
            Some(world_from_shape.transform_point(vertex * scale))
        };
        let [a, b, c] = vertices.map(corner);
        let weights = weights([a?, b?, c?], hit.point)?;
        Some([0, 1].map(|axis| corners.iter().zip(weights).map(|(uv, w)| f64::from(uv[axis]) * w).sum()))
    });
    Some(Polygon { slot: material_slots.slot(hit.triangle), material, uv, ..plain })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodySpec, MaterialSlots, NodeSpec, PhysicsSettings, Pose, Shape};

    /// A floor of two triangles, 2 m wide, with different materials.
    fn floor() -> (World, Shape) {
        let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];
        let corners = corners.map(|(x, y)| DVec3::new(x, y, 0.0));
        let shape = Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]]);
        let mut world = World::new(PhysicsSettings::default());
        let materials = ["grass", "stone"].map(|name| {
            world.add_material(Material { name: name.to_owned(), ..Material::default() }).unwrap()
        });
        let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape.clone())], ..BodySpec::default() };
        let at = Pose::from_translation(DVec3::new(0.0, 0.0, 1.0));
        let node = world.add_node(NodeSpec::new("floor").at(at).with_body(body)).unwrap();
        let uvs = vec![[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]]];
        let material_slots = MaterialSlots::new("floor", 2, vec![0, 1], uvs).unwrap();
        let visual = Visual {
            materials: materials.into(),
            material_slots: Some(Arc::new(material_slots)),
            ..Visual::new(shape.clone())
        };
        world.set_visuals(node, vec![visual]).unwrap();
        (world, shape)
    }

    #[test]
    fn hit_on_surface_has_triangle_material_and_image_coordinates() {
        let (world, _) = floor();
        let hit = world.cast_ray(DVec3::new(0.5, 1.5, 5.0), -DVec3::Z, 10.0, None).unwrap();
        let polygon = world.polygon_of(&hit).unwrap();
        assert_eq!((polygon.vertices, polygon.slot), ([0, 2, 3], 1));
        assert_eq!(polygon.material.unwrap().name, "stone");
        let [u, v] = polygon.uv.unwrap();
        assert!((u - 0.25).abs() < 1e-6 && (v - 0.75).abs() < 1e-6, "{u} {v}");
    }

    #[test]
    fn hit_on_solid_has_no_triangle() {
        let mut world = World::new(PhysicsSettings::default());
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::ONE })];
        let body = BodySpec { shapes, ..BodySpec::default() };
        world.add_node(NodeSpec::new("box").with_body(body)).unwrap();
        let hit = world.cast_ray(DVec3::Z * 5.0, -DVec3::Z, 10.0, None).unwrap();
        assert_eq!(world.polygon_of(&hit), None);
    }
}
