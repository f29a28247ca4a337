//! Lights prepared for shading.

use glam::{DVec3, Vec3, Vec3A};
use morse_world::{Falloff, Light, LightKind, World};

use crate::prepared_camera::PreparedCamera;

/// Direction to the default sun of a world without lights. It is high, at the front right of an object that faces along
/// x, so that the top, front and right side of the object differ in brightness.
const SUN: Vec3 = Vec3::new(0.62, -0.4, 0.95);
/// Energy of the default sun.
const SUN_ENERGY: f32 = 0.62;
/// Fainter light is ignored.
pub(super) const FAINT: f32 = 1e-3;

/// A light, in the axes of the world.
pub(crate) struct PreparedLight {
    /// Color times energy.
    pub(crate) rgb: Vec3A,
    pub(crate) kind: Kind,
    pub(crate) diffuse: bool,
    pub(crate) specular: bool,
}

/// The kind of a light, with its place relative to the camera. [m]
pub(crate) enum Kind {
    Sun {
        towards: Vec3,
    },
    /// A sun at the camera, which casts no shadow.
    Headlight {
        towards: Vec3,
    },
    Hemisphere {
        towards: Vec3,
    },
    Point {
        place: Vec3,
        reach: Attenuation,
    },
    Spot {
        place: Vec3,
        reach: Attenuation,
        axis: Vec3,
        edge: f32,
        soft: f32,
    },
}

/// The attenuation of a light with distance.
#[derive(Clone, Copy)]
pub(crate) struct Attenuation {
    pub(crate) distance: f32,
    pub(crate) falloff: Falloff,
    pub(crate) sphere: bool,
}

impl PreparedLight {
    /// The lights of a world in a picture of a camera: with its headlight.
    pub(crate) fn in_picture(world: &World, camera: &PreparedCamera) -> Vec<PreparedLight> {
        let mut lights = PreparedLight::all(world, camera.position);
        if let Some(headlight) = world.headlight() {
            for (rgb, diffuse) in [(headlight.diffuse, true), (headlight.specular, false)] {
                let kind = Kind::Headlight { towards: -camera.forward };
                lights.push(PreparedLight { rgb: rgb.into(), kind, diffuse, specular: !diffuse });
            }
        }
        lights
    }

    /// The lights of a world relative to a position [m]; the default sun if the world has neither lights nor a headlight.
    pub(crate) fn all(world: &World, position: DVec3) -> Vec<PreparedLight> {
        let shines = |light: &Light| light.diffuse || light.specular;
        let lights = world.lights().filter(|(_, light)| shines(light)).map(|(node, light)| {
            let pose = world.world_from(node);
            let (place, axis) =
                ((pose.translation - position).as_vec3(), (pose.rotation * DVec3::NEG_Z).as_vec3());
            let reach =
                Attenuation { distance: light.distance, falloff: light.falloff, sphere: light.sphere };
            let kind = match light.kind {
                LightKind::Sun => Kind::Sun { towards: -axis },
                LightKind::Hemisphere => Kind::Hemisphere { towards: -axis },
                LightKind::Point => Kind::Point { place, reach },
                LightKind::Spot { angle } => {
                    let edge = libm::cosf(angle / 2.0);
                    let soft = (light.spot_blend * (1.0 - edge)).max(1e-6);
                    Kind::Spot { place, reach, axis, edge, soft }
                }
            };
            let rgb = Vec3A::from(light.rgb) * light.energy;
            PreparedLight { rgb, kind, diffuse: light.diffuse, specular: light.specular }
        });
        let lights: Vec<_> = lights.collect();
        if !lights.is_empty() || world.lights().next().is_some() || world.headlight().is_some() {
            return lights;
        }
        let kind = Kind::Sun { towards: SUN.normalize() };
        vec![PreparedLight { rgb: Vec3A::splat(SUN_ENERGY), kind, diffuse: true, specular: true }]
    }

    /// Whether the light also reaches surfaces that face away from it.
    #[inline]
    pub(crate) fn is_around(&self) -> bool {
        matches!(self.kind, Kind::Hemisphere { .. })
    }

    /// Direction to the light from a point relative to the camera [m]; a unit vector.
    pub(crate) fn towards(&self, point: Vec3) -> Vec3 {
        match self.kind {
            Kind::Sun { towards } | Kind::Headlight { towards } | Kind::Hemisphere { towards } => towards,
            Kind::Point { place, .. } | Kind::Spot { place, .. } => (place - point).normalize_or(Vec3::Z),
        }
    }
}

#[cfg(test)]
mod tests {
    use morse_world::PhysicsSettings;

    use super::*;

    #[test]
    fn world_without_lights_has_default_sun() {
        let lights = PreparedLight::all(&World::new(PhysicsSettings::default()), DVec3::ZERO);
        assert!(lights.len() == 1 && matches!(lights[0].kind, Kind::Sun { towards } if towards.z > 0.5));
    }
}
