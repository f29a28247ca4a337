//! Where light comes from.

use glam::{DVec3, Vec3};
use morse_world::{LightKind, World};

/// Where the light comes from in a world without lights: high up, from the front right of what looks along x, so that
/// its upper side, its front and its right side are differently bright.
const SUN: Vec3 = Vec3::new(0.62, -0.4, 0.95);
/// How bright it is.
const SUN_ENERGY: f32 = 0.62;
/// Share of the opening of a spot in which its light fades out towards the edge.
const SPOT_EDGE: f32 = 0.15;

/// A light, in the axes of the world.
pub(crate) struct Lamp {
    /// Colour times energy.
    rgb: Vec3,
    kind: Kind,
}

enum Kind {
    Sun { towards: Vec3 },
    Point { place: Vec3, distance: f32 },
    Spot { place: Vec3, distance: f32, axis: Vec3, edge: f32 },
}

/// Light that arrives somewhere.
pub(crate) struct Arriving {
    /// Where it comes from; unit length.
    pub(crate) from: Vec3,
    /// How far that is; infinite for a sun. [m]
    pub(crate) distance: f32,
    /// Colour times strength.
    pub(crate) rgb: Vec3,
}

impl Lamp {
    /// The lights of a world as seen from a place [m], or, if it has none, a sun.
    pub(crate) fn all(world: &World, eye: DVec3) -> Vec<Lamp> {
        let lamps = world.lights().map(|(node, light)| {
            let pose = world.world_from(node);
            let (place, axis) =
                ((pose.translation - eye).as_vec3(), (pose.rotation * DVec3::NEG_Z).as_vec3());
            let distance = light.distance;
            let kind = match light.kind {
                LightKind::Sun => Kind::Sun { towards: -axis },
                LightKind::Point => Kind::Point { place, distance },
                LightKind::Spot { angle } => Kind::Spot { place, distance, axis, edge: (angle / 2.0).cos() },
            };
            Lamp { rgb: Vec3::from(light.rgb) * light.energy, kind }
        });
        let lamps: Vec<_> = lamps.collect();
        if !lamps.is_empty() {
            return lamps;
        }
        vec![Lamp { rgb: Vec3::splat(SUN_ENERGY), kind: Kind::Sun { towards: SUN.normalize() } }]
    }

    /// What arrives at a point seen from the same place [m], if nothing is in between.
    #[inline]
    pub(crate) fn at(&self, point: Vec3) -> Arriving {
        let (place, reach) = match self.kind {
            Kind::Sun { towards } => {
                return Arriving { from: towards, distance: f32::INFINITY, rgb: self.rgb };
            }
            Kind::Point { place, distance } | Kind::Spot { place, distance, .. } => (place, distance),
        };
        let away = place - point;
        let distance = away.length();
        let from = away / distance.max(f32::MIN_POSITIVE);
        // Falls with the square from far away, and is finite close by.
        let fall =
            if reach.is_finite() { 1.0 / (1.0 + (distance / reach) * (distance / reach)) } else { 1.0 };
        let spread = match self.kind {
            Kind::Spot { axis, edge, .. } => {
                let inside = (-from.dot(axis) - edge) / (SPOT_EDGE * (1.0 - edge)).max(1e-6);
                let inside = inside.clamp(0.0, 1.0);
                inside * inside * (3.0 - 2.0 * inside)
            }
            _ => 1.0,
        };
        Arriving { from, distance, rgb: self.rgb * (fall * spread) }
    }
}

#[cfg(test)]
mod tests {
    use morse_world::{Light, NodeSpec, PhysicsSettings, Pose};

    use super::*;

    fn one(light: Light) -> Lamp {
        let mut world = World::new(PhysicsSettings::default());
        let above = Pose::from_translation(DVec3::new(0.0, 0.0, 2.0));
        let node = world.add_node(NodeSpec::new("lamp").at(above)).unwrap();
        world.set_light(node, Some(light)).unwrap();
        let mut lamps = Lamp::all(&world, DVec3::ZERO);
        assert_eq!(lamps.len(), 1);
        lamps.remove(0)
    }

    #[test]
    fn a_lamp_is_half_as_bright_at_its_distance() {
        let lamp = one(Light { energy: 3.0, distance: 2.0, ..Light::default() });
        let light = lamp.at(Vec3::ZERO);
        assert_eq!((light.from, light.distance, light.rgb), (Vec3::Z, 2.0, Vec3::splat(1.5)));
        let beyond = lamp.at(Vec3::new(0.0, 0.0, -2.0));
        assert!((beyond.rgb.x - 3.0 / 5.0).abs() < 1e-6);
    }

    #[test]
    fn a_sun_is_as_bright_everywhere_and_shines_along_its_axis() {
        let lamp = one(Light { kind: LightKind::Sun, rgb: [1.0, 0.5, 0.0], ..Light::default() });
        for point in [Vec3::ZERO, Vec3::new(100.0, 20.0, -3.0)] {
            let light = lamp.at(point);
            assert_eq!((light.from, light.rgb), (Vec3::Z, Vec3::new(1.0, 0.5, 0.0)));
            assert!(light.distance.is_infinite());
        }
    }

    #[test]
    fn a_spot_lights_its_cone_only() {
        let kind = LightKind::Spot { angle: std::f32::consts::FRAC_PI_2 };
        let lamp = one(Light { kind, distance: f32::INFINITY, ..Light::default() });
        assert_eq!(lamp.at(Vec3::ZERO).rgb, Vec3::ONE);
        assert_eq!(lamp.at(Vec3::new(2.1, 0.0, 0.0)).rgb, Vec3::ZERO);
        let edge = lamp.at(Vec3::new(1.9, 0.0, 0.0)).rgb.x;
        assert!(edge > 0.0 && edge < 1.0);
    }

    #[test]
    fn a_world_without_lights_has_a_sun() {
        let lamps = Lamp::all(&World::new(PhysicsSettings::default()), DVec3::ZERO);
        let light = lamps[0].at(Vec3::ZERO);
        assert!(lamps.len() == 1 && light.distance.is_infinite() && light.from.z > 0.5);
    }
}
