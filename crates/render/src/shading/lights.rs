//! Lights prepared for shading.

use glam::{DVec3, Vec3, Vec3A};
use morse_world::{Falloff, Light, LightKind, World};

/// Direction to the default sun of a world without lights. It is high, at the front right of an object that faces along
/// x, so that the top, front and right side of the object differ in brightness.
const SUN: Vec3 = Vec3::new(0.62, -0.4, 0.95);
/// Energy of the default sun.
const SUN_ENERGY: f32 = 0.62;
/// Fainter light is ignored.
const FAINT: f32 = 1e-3;

/// A light, in the axes of the world.
pub(crate) struct PreparedLight {
    /// Color times energy.
    rgb: Vec3A,
    kind: Kind,
    pub(crate) diffuse: bool,
    pub(crate) specular: bool,
}

enum Kind {
    Sun { towards: Vec3 },
    Hemisphere { towards: Vec3 },
    Point { place: Vec3, reach: Attenuation },
    Spot { place: Vec3, reach: Attenuation, axis: Vec3, edge: f32, soft: f32 },
}

/// The attenuation of a light with distance.
#[derive(Clone, Copy)]
struct Attenuation {
    distance: f32,
    falloff: Falloff,
    sphere: bool,
}

/// Light that arrives at a point.
pub(crate) struct IncidentLight {
    /// Direction to the light; unit vector.
    pub(crate) from: Vec3,
    /// Distance to the light; infinite for a sun. [m]
    pub(crate) distance: f32,
    /// Color times strength.
    pub(crate) rgb: Vec3A,
}

impl PreparedLight {
    /// The lights of a world relative to the camera position [m]; the default sun if the world has no lights.
    pub(crate) fn all(world: &World, camera: DVec3) -> Vec<PreparedLight> {
        let shines = |light: &Light| light.diffuse || light.specular;
        let lights = world.lights().filter(|(_, light)| shines(light)).map(|(node, light)| {
            let pose = world.world_from(node);
            let (place, axis) =
                ((pose.translation - camera).as_vec3(), (pose.rotation * DVec3::NEG_Z).as_vec3());
            let reach =
                Attenuation { distance: light.distance, falloff: light.falloff, sphere: light.sphere };
            let kind = match light.kind {
                LightKind::Sun => Kind::Sun { towards: -axis },
                LightKind::Hemisphere => Kind::Hemisphere { towards: -axis },
                LightKind::Point => Kind::Point { place, reach },
                LightKind::Spot { angle } => {
                    let edge = (angle / 2.0).cos();
                    let soft = (light.spot_blend * (1.0 - edge)).max(1e-6);
                    Kind::Spot { place, reach, axis, edge, soft }
                }
            };
            let rgb = Vec3A::from(light.rgb) * light.energy;
            PreparedLight { rgb, kind, diffuse: light.diffuse, specular: light.specular }
        });
        let lights: Vec<_> = lights.collect();
        if !lights.is_empty() || world.lights().next().is_some() {
            return lights;
        }
        let kind = Kind::Sun { towards: SUN.normalize() };
        vec![PreparedLight { rgb: Vec3A::splat(SUN_ENERGY), kind, diffuse: true, specular: true }]
    }

    /// The fraction of the arriving light that a surface receives. `cosine` is that of the angle between its normal and the
    /// direction to the light. Zero for surfaces that face away.
    #[inline]
    pub(crate) fn slant(&self, cosine: f32) -> f32 {
        match self.kind {
            Kind::Hemisphere { .. } => 0.5 + 0.5 * cosine,
            _ => cosine,
        }
    }

    /// Whether the light also reaches surfaces that face away from it.
    #[inline]
    pub(crate) fn is_around(&self) -> bool {
        matches!(self.kind, Kind::Hemisphere { .. })
    }

    /// The light that arrives at a point, without occlusion. The point is relative to the camera position. [m]
    #[inline]
    pub(crate) fn at(&self, point: Vec3) -> IncidentLight {
        let (place, reach) = match self.kind {
            Kind::Sun { towards } | Kind::Hemisphere { towards } => {
                return IncidentLight { from: towards, distance: f32::INFINITY, rgb: self.rgb };
            }
            Kind::Point { place, reach } | Kind::Spot { place, reach, .. } => (place, reach),
        };
        let away = place - point;
        let distance = away.length();
        let from = away / distance.max(f32::MIN_POSITIVE);
        let spread = match self.kind {
            Kind::Spot { axis, edge, soft, .. } => {
                let cosine = -from.dot(axis);
                let inside = ((cosine - edge) / soft).clamp(0.0, 1.0);
                cosine * inside * inside * (3.0 - 2.0 * inside)
            }
            _ => 1.0,
        };
        let strength = reach.strength(distance) * spread;
        let strength = if strength < FAINT { 0.0 } else { strength };
        IncidentLight { from, distance, rgb: self.rgb * strength }
    }
}

impl Attenuation {
    /// The fraction of the light that remains at a distance. [m]
    #[inline]
    fn strength(self, away: f32) -> f32 {
        let reach = self.distance;
        if !reach.is_finite() {
            return 1.0;
        }
        let left = match self.falloff {
            Falloff::Constant => 1.0,
            Falloff::InverseLinear => reach / (reach + away),
            Falloff::InverseSquare => reach / (reach + away * away),
            // Proportional to the inverse square at large distances, finite at zero.
            Falloff::Weighted { linear, quadratic } => {
                let ratio = away / reach;
                1.0 / ((1.0 + linear * ratio) * (1.0 + quadratic * ratio * ratio))
            }
        };
        if self.sphere { left * ((reach - away) / reach).max(0.0) } else { left }
    }
}

#[cfg(test)]
mod tests {
    use morse_world::{Light, NodeSpec, PhysicsSettings, Pose};

    use super::*;

    fn prepared(light: Light) -> PreparedLight {
        let mut world = World::new(PhysicsSettings::default());
        let above = Pose::from_translation(DVec3::new(0.0, 0.0, 2.0));
        let node = world.add_node(NodeSpec::new("lamp").at(above)).unwrap();
        world.set_light(node, Some(light)).unwrap();
        let mut lights = PreparedLight::all(&world, DVec3::ZERO);
        assert_eq!(lights.len(), 1);
        lights.remove(0)
    }

    #[test]
    fn lamp_has_half_its_energy_at_its_falloff_distance() {
        let source = prepared(Light { energy: 3.0, distance: 2.0, ..Light::default() });
        let light = source.at(Vec3::ZERO);
        assert_eq!((light.from, light.distance, light.rgb), (Vec3::Z, 2.0, Vec3A::splat(1.5)));
        let beyond = source.at(Vec3::new(0.0, 0.0, -2.0));
        assert!((beyond.rgb.x - 3.0 / 5.0).abs() < 1e-6);
    }

    #[test]
    fn lamp_attenuation_follows_its_falloff_law() {
        let strength = |falloff, sphere, below: f32| {
            let light = Light { distance: 4.0, falloff, sphere, ..Light::default() };
            prepared(light).at(Vec3::new(0.0, 0.0, 2.0 - below)).rgb.x
        };
        for (falloff, expected) in [
            (Falloff::Constant, 1.0),
            (Falloff::InverseLinear, 4.0 / 6.0),
            (Falloff::InverseSquare, 4.0 / 8.0),
            (Falloff::Weighted { linear: 1.0, quadratic: 2.0 }, (4.0 / 6.0) * (16.0 / 24.0)),
        ] {
            assert!((strength(falloff, false, 2.0) - expected).abs() < 1e-6, "{falloff:?}");
            assert!((strength(falloff, true, 2.0) - expected / 2.0).abs() < 1e-6, "{falloff:?}");
            assert_eq!(strength(falloff, true, 5.0), 0.0, "{falloff:?}");
        }
    }

    #[test]
    fn sun_has_the_same_brightness_and_direction_everywhere() {
        let source = prepared(Light { kind: LightKind::Sun, rgb: [1.0, 0.5, 0.0], ..Light::default() });
        for point in [Vec3::ZERO, Vec3::new(100.0, 20.0, -3.0)] {
            let light = source.at(point);
            assert_eq!((light.from, light.rgb), (Vec3::Z, Vec3A::new(1.0, 0.5, 0.0)));
            assert!(light.distance.is_infinite());
        }
    }

    #[test]
    fn spot_lights_only_its_cone() {
        let kind = LightKind::Spot { angle: std::f32::consts::FRAC_PI_2 };
        let source = prepared(Light { kind, distance: f32::INFINITY, ..Light::default() });
        assert_eq!(source.at(Vec3::ZERO).rgb, Vec3A::ONE);
        assert_eq!(source.at(Vec3::new(2.1, 0.0, 0.0)).rgb, Vec3A::ZERO);
        let edge = source.at(Vec3::new(1.9, 0.0, 0.0)).rgb.x;
        assert!(edge > 0.0 && edge < 1.0);
    }

    #[test]
    fn world_without_lights_has_default_sun() {
        let lights = PreparedLight::all(&World::new(PhysicsSettings::default()), DVec3::ZERO);
        let light = lights[0].at(Vec3::ZERO);
        assert!(lights.len() == 1 && light.distance.is_infinite() && light.from.z > 0.5);
    }
}
