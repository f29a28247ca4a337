//! Masses and inertias of solids: primitives by formula, meshes by their tetrahedra.

pub(super) mod shell;

use glam::{DAffine3, DMat3, DVec3};

use crate::convex_hull::convex_hull;
use crate::model::Mesh;

/// Mass, center and inertia of a solid or of several.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::formats) struct MassProperties {
    /// [kg]
    pub mass: f64,
    /// Center of mass. [m]
    pub center: DVec3,
    /// Inertia about the center, along the axes of the frame. [kg m²]
    pub inertia: DMat3,
}

impl MassProperties {
    /// No mass.
    pub(in crate::formats) const NONE: MassProperties =
        MassProperties { mass: 0.0, center: DVec3::ZERO, inertia: DMat3::ZERO };

    /// A solid at the origin with these principal moments.
    pub(in crate::formats) fn centered(mass: f64, moments: DVec3) -> MassProperties {
        MassProperties { mass, center: DVec3::ZERO, inertia: DMat3::from_diagonal(moments) }
    }

    /// The same solid with another mass.
    pub(in crate::formats) fn with_mass(self, mass: f64) -> MassProperties {
        let factor = if self.mass > 0.0 { mass / self.mass } else { 0.0 };
        MassProperties { mass, inertia: self.inertia * factor, ..self }
    }

    /// The same solid seen from another frame.
    pub(in crate::formats) fn seen_from(self, frame_from_solid: &DAffine3) -> MassProperties {
        let turn = frame_from_solid.matrix3;
        MassProperties {
            mass: self.mass,
            center: frame_from_solid.transform_point3(self.center),
            inertia: turn * self.inertia * turn.transpose(),
        }
    }

    /// Both solids as one.
    pub(in crate::formats) fn and(self, other: MassProperties) -> MassProperties {
        let mass = self.mass + other.mass;
        if mass <= 0.0 {
            return MassProperties::NONE;
        }
        let center = (self.center * self.mass + other.center * other.mass) / mass;
        let about = |solid: &MassProperties| solid.inertia + steiner(solid.mass, solid.center - center);
        MassProperties { mass, center, inertia: about(&self) + about(&other) }
    }
}

/// Inertia about the origin of a mass at an offset (parallel axis theorem). [kg m²]
pub(in crate::formats) fn steiner(mass: f64, offset: DVec3) -> DMat3 {
    let outer = DMat3::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
    (DMat3::from_diagonal(DVec3::splat(offset.length_squared())) - outer) * mass
}

/// A ball.
pub(in crate::formats) fn sphere(radius: f64, density: f64) -> MassProperties {
    ellipsoid(DVec3::splat(radius), density)
}

/// An ellipsoid with these half axes.
pub(in crate::formats) fn ellipsoid(half: DVec3, density: f64) -> MassProperties {
    let mass = density * 4.0 / 3.0 * std::f64::consts::PI * half.x * half.y * half.z;
    let square = half * half;
    let moments = DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y) * mass / 5.0;
    MassProperties::centered(mass, moments)
}

/// A box with these half edges.
pub(in crate::formats) fn cuboid(half: DVec3, density: f64) -> MassProperties {
    let mass = density * 8.0 * half.x * half.y * half.z;
    let square = half * half;
    let moments = DVec3::new(square.y + square.z, square.x + square.z, square.x + square.y) * mass / 3.0;
    MassProperties::centered(mass, moments)
}

/// A cylinder along z.
pub(in crate::formats) fn cylinder(radius: f64, half_length: f64, density: f64) -> MassProperties {
    let mass = density * std::f64::consts::PI * radius * radius * 2.0 * half_length;
    let across = mass * (radius * radius / 4.0 + half_length * half_length / 3.0);
    MassProperties::centered(mass, DVec3::new(across, across, mass * radius * radius / 2.0))
}

/// A capsule along z; `half_length` is that of its cylinder.
pub(in crate::formats) fn capsule(radius: f64, half_length: f64, density: f64) -> MassProperties {
    let middle = cylinder(radius, half_length, density);
    let ends = sphere(radius, density).mass;
    // The center of mass of half a ball is 3/8 of the radius from its flat side.
    let across =
        ends * (2.0 / 5.0 * radius * radius + half_length * half_length + 0.75 * half_length * radius);
    let along = ends * 2.0 / 5.0 * radius * radius;
    MassProperties {
        mass: middle.mass + ends,
        inertia: middle.inertia + DMat3::from_diagonal(DVec3::new(across, across, along)),
        ..middle
    }
}

/// How masses and inertias follow from meshes: `inertia` of MuJoCo's `<mesh>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::formats) enum MeshInertia {
    /// Tetrahedra between the center and each triangle all count positively: right for convex meshes, too much for the rest.
    #[default]
    Legacy,
    /// The solid that the triangles enclose.
    Exact,
    /// The convex hull of the vertices.
    Convex,
    /// The surface, with a density per area.
    Shell,
}

/// A mesh. `frame_from_mesh` may scale; a mirrored mesh is the same solid.
pub(in crate::formats) fn mesh<'m>(
    parts: impl IntoIterator<Item = (&'m Mesh, DAffine3)>,
    density: f64,
    kind: MeshInertia,
) -> MassProperties {
    let (mut triangles, mut vertices): (Vec<[DVec3; 3]>, Vec<DVec3>) = (Vec::new(), Vec::new());
    for (mesh, frame_from_mesh) in parts {
        let corner = |index: u32| {
            let vertex = mesh.vertices.get(index as usize).copied().unwrap_or_default();
            frame_from_mesh.transform_point3(vertex.as_dvec3())
        };
        triangles.extend(mesh.triangles.iter().map(|triangle| triangle.map(corner)));
        if kind == MeshInertia::Convex {
            vertices.extend((0..mesh.vertices.len()).map(|index| corner(index as u32)));
        }
    }
    match kind {
        MeshInertia::Shell => return shell::triangles(&triangles, density),
        MeshInertia::Convex => {
            triangles =
                convex_hull(&vertices).iter().map(|face| face.map(|corner| vertices[corner])).collect();
        }
        MeshInertia::Legacy | MeshInertia::Exact => {}
    }
    // Triangles that are all turned inwards enclose the same solid. Seen from the mesh itself, holes do not decide.
    let near = triangles.first().map_or(DVec3::ZERO, |[corner, ..]| *corner);
    let turned = triangles.iter().map(|triangle| volume(triangle, near)).sum::<f64>().signum();
    let counted = |triangle: &[DVec3; 3], from: DVec3| match kind {
        MeshInertia::Legacy => volume(triangle, from).abs(),
        _ => turned * volume(triangle, from),
    };
    let center = center(&triangles, &counted);
    let (mut whole, mut second) = (0.0, DMat3::ZERO);
    for triangle in &triangles {
        let part = counted(triangle, center);
        let [a, b, c] = triangle.map(|corner| corner - center);
        whole += part;
        for point in [a, b, c, a + b + c] {
            second += DMat3::from_cols(point * point.x, point * point.y, point * point.z) * (part / 20.0);
        }
    }
    if whole < 1e-15 {
        return MassProperties::NONE;
    }
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let inertia = (DMat3::from_diagonal(DVec3::splat(trace)) - second) * density;
    MassProperties { mass: whole * density, center, inertia }
}

/// Volume of the tetrahedron between a point and a triangle, negative if the triangle faces the point. [m³]
fn volume([a, b, c]: &[DVec3; 3], from: DVec3) -> f64 {
    (*a - from).dot((*b - from).cross(*c - from)) / 6.0
}

/// MuJoCo's center of a mesh: that of the tetrahedra between each triangle and the mean of the triangles by area, whose volumes are
/// `counted`. It decides the volume of a mesh with holes, and of one whose volumes all count positively (`mjCMesh` in `user_mesh.cc`).
fn center(triangles: &[[DVec3; 3]], counted: &dyn Fn(&[DVec3; 3], DVec3) -> f64) -> DVec3 {
    let (mut area, mut mean) = (0.0, DVec3::ZERO);
    for [a, b, c] in triangles {
        let own = (*b - *a).cross(*c - *a).length();
        area += own;
        mean += (*a + *b + *c) * (own / 3.0);
    }
    if area <= 0.0 {
        return DVec3::ZERO;
    }
    let mean = mean / area;
    let (mut whole, mut first) = (0.0, DVec3::ZERO);
    for triangle in triangles {
        let part = counted(triangle, mean);
        let [a, b, c] = triangle;
        whole += part;
        first += (*a + *b + *c + mean) * (part / 4.0);
    }
    if whole > 0.0 { first / whole } else { mean }
}

#[cfg(test)]
mod tests {
    use glam::{DQuat, Vec3};

    use super::*;

    fn cube_mesh() -> Mesh {
        let vertices = (0..8_u8).map(|corner| {
            let side = |bit: u8| if corner >> bit & 1 == 1 { 0.5 } else { -0.5 };
            Vec3::new(side(0), side(1), side(2))
        });
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]);
        Mesh { vertices: vertices.collect(), triangles: triangles.collect(), ..Mesh::default() }
    }

    #[test]
    fn mass_of_a_mesh_with_a_hole_does_not_depend_on_its_origin() {
        let mut open = cube_mesh();
        open.triangles.pop();
        let at = |offset: DVec3| mesh([(&open, DAffine3::from_translation(offset))], 1.0, MeshInertia::Exact);
        let (near, far) = (at(DVec3::ZERO), at(DVec3::new(3.0, -2.0, 5.0)));
        assert!((near.mass - far.mass).abs() < 1e-9 && near.mass < 1.0, "{near:?} {far:?}");
        assert!(near.inertia.abs_diff_eq(far.inertia, 1e-9));
    }

    #[test]
    fn a_mesh_has_the_mass_properties_of_its_solid() {
        let frame_from_mesh = DAffine3::from_scale_rotation_translation(
            DVec3::new(0.2, 0.4, -0.6),
            DQuat::from_rotation_x(0.3),
            DVec3::new(1.0, 2.0, 3.0),
        );
        let found = mesh([(&cube_mesh(), frame_from_mesh)], 1000.0, MeshInertia::Exact);
        let turned =
            DAffine3::from_rotation_translation(DQuat::from_rotation_x(0.3), DVec3::new(1.0, 2.0, 3.0));
        let expected = cuboid(DVec3::new(0.1, 0.2, 0.3), 1000.0).seen_from(&turned);
        assert!((found.mass - expected.mass).abs() < 1e-9 && found.center.abs_diff_eq(expected.center, 1e-9));
        assert!(found.inertia.abs_diff_eq(expected.inertia, 1e-9), "{found:?}");
    }

    #[test]
    fn convex_mesh_has_the_same_mass_properties_in_both_ways() {
        let moved = DAffine3::from_translation(DVec3::new(0.3, -2.0, 1.0));
        let [legacy, exact] =
            [MeshInertia::Legacy, MeshInertia::Exact].map(|kind| mesh([(&cube_mesh(), moved)], 700.0, kind));
        assert!((legacy.mass - exact.mass).abs() < 1e-9 && legacy.center.abs_diff_eq(exact.center, 1e-9));
        assert!(legacy.inertia.abs_diff_eq(exact.inertia, 1e-9), "{legacy:?} {exact:?}");
    }

    #[test]
    fn mesh_with_a_notch_weighs_more_in_the_legacy_way() {
        // An L: two boxes of which one stands on the other, as one mesh of two closed surfaces.
        let low = DAffine3::from_scale(DVec3::new(4.0, 1.0, 1.0));
        let high = DAffine3::from_scale_rotation_translation(
            DVec3::new(1.0, 1.0, 3.0),
            DQuat::IDENTITY,
            DVec3::new(-1.5, 0.0, 2.0),
        );
        let cube = cube_mesh();
        let weigh = |kind| mesh([(&cube, low), (&cube, high)], 1.0, kind).mass;
        assert!((weigh(MeshInertia::Exact) - 7.0).abs() < 1e-9);
        assert!(weigh(MeshInertia::Legacy) > 7.5, "{}", weigh(MeshInertia::Legacy));
    }

    #[test]
    fn two_halves_are_the_whole() {
        let whole = cuboid(DVec3::new(0.1, 0.2, 0.4), 500.0);
        let half = cuboid(DVec3::new(0.1, 0.2, 0.2), 500.0);
        let at = |z: f64| half.seen_from(&DAffine3::from_translation(DVec3::new(0.0, 0.0, z)));
        let joined = at(-0.2).and(at(0.2));
        assert!((joined.mass - whole.mass).abs() < 1e-12);
        assert!(joined.inertia.abs_diff_eq(whole.inertia, 1e-12));
    }

    #[test]
    fn a_capsule_without_length_is_a_ball() {
        let (short, ball) = (capsule(0.1, 0.0, 1000.0), sphere(0.1, 1000.0));
        assert!((short.mass - ball.mass).abs() < 1e-12 && short.inertia.abs_diff_eq(ball.inertia, 1e-12));
    }
}
