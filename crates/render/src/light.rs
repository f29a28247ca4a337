//! Light that arrives at a place, without a picture.

use glam::{DVec3, Vec3, Vec3A};
use morse_world::{Ray, World};

use crate::Style;
use crate::shading::ambient_light::AmbientLight;
use crate::shading::lighting;
use crate::shading::lights::PreparedLight;
use crate::shading::surface_columns::SurfaceColumns;

/// Distance from the surface at which rays to light sources start. [m]
const OFF_M: f64 = 1e-3;

/// The light on a small surface at a point of a world [m], on the side of its unit normal: red, green and blue. With 1, a
/// near white surface is white.
///
/// It is the light by which pictures are shaded, of all lamps and of the ambient light, without its saturation. With
/// `shadows` in the style, objects are in the way of lamps.
#[must_use]
pub fn light_at(world: &World, point: DVec3, normal: DVec3, style: &Style<'_>) -> Vec3 {
    let mut surfaces = SurfaceColumns::new();
    surfaces.count = 1;
    surfaces.diffuse[0] = 1.0;
    for (axis, part) in normal.as_vec3().to_array().into_iter().enumerate() {
        surfaces.normal[axis][0] = part;
        surfaces.outwards[axis][0] = part;
    }
    let ambient = style.ambient_in(world).map(Vec3A::from);
    lighting::start(
        &mut surfaces,
        &AmbientLight { ambient, ambient_added: Vec3A::ZERO, surroundings: Vec3A::ZERO, soft: false },
    );
    for source in &PreparedLight::all(world, point) {
        lighting::arrive(&mut surfaces, source);
        if style.shadows && surfaces.light.strength[0] > 0.0 {
            let ray = Ray {
                origin: point + normal * OFF_M,
                direction: SurfaceColumns::vector(&surfaces.light.from, 0),
                max_distance: surfaces.light.distance[0] - OFF_M as f32,
            };
            if world.cast_single_ray(&ray, &style.filter()).is_some() {
                surfaces.light.strength[0] = 0.0;
            }
        }
        lighting::reflect(&mut surfaces, source);
    }
    SurfaceColumns::vector(&surfaces.light.diffuse, 0)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_PI_3;

    use glam::DQuat;
    use morse_world::{Falloff, Light, LightKind, NodeSpec, PhysicsSettings, Pose, Shape, Visual};

    use super::*;

    fn lamp(kind: LightKind, falloff: Falloff) -> Light {
        let (rgb, distance) = ([1.0, 0.5, 0.0], 4.0);
        Light { kind, rgb, energy: 2.0, distance, falloff, sphere: false, ..Light::default() }
    }

    #[test]
    fn light_follows_the_cosine_and_the_falloff_and_is_blocked_by_objects() {
        let dark = Style { ambient: Some([[0.0; 3]; 2]), shadows: true, ..Style::default() };
        let mut world = World::new(PhysicsSettings::default());
        let at = NodeSpec::new("lamp").at(Pose::from_translation(DVec3::Z * 3.0));
        let node = world.add_node(at).unwrap();
        world.set_light(node, Some(lamp(LightKind::Point, Falloff::InverseSquare))).unwrap();
        let straight = light_at(&world, DVec3::ZERO, DVec3::Z, &dark);
        // 2 · d / (d + r²), with d = 4 and r = 3.
        assert!((straight - 2.0 * 4.0 / 13.0 * Vec3::new(1.0, 0.5, 0.0)).length() < 1e-5, "{straight}");
        let tilted = DQuat::from_rotation_x(f64::from(FRAC_PI_3)) * DVec3::Z;
        let slanted = light_at(&world, DVec3::ZERO, tilted, &dark);
        assert!((slanted - 0.5 * straight).length() < 1e-5, "{slanted}");
        assert_eq!(light_at(&world, DVec3::ZERO, DVec3::NEG_Z, &dark), Vec3::ZERO);
        let roof = world.add_node(NodeSpec::new("roof").at(Pose::from_translation(DVec3::Z))).unwrap();
        world.set_visuals(roof, vec![Visual::new(Shape::Box { half_extents: DVec3::splat(0.2) })]).unwrap();
        assert_eq!(light_at(&world, DVec3::ZERO, DVec3::Z, &dark), Vec3::ZERO);
        let through = light_at(&world, DVec3::ZERO, DVec3::Z, &Style { shadows: false, ..dark });
        assert!((through - straight).length() < 1e-6);
    }
}
