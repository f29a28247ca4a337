//! A single ray, in the world and in the frame of an instance.

use glam::{DVec3, Vec3A};

use crate::kernel::packet::{LocalRays, NO_RAY, Packet, Rays, UNIT, fits};
use crate::ray::Ray;
use crate::scene::InstanceTransform;
use crate::simd::isa::{Isa, Lanes, Wide};
use crate::simd::portable::Portable;
use crate::simd::single::{OneRay, Single};

/// A ray in the world.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorldRay {
    pub(crate) origin: DVec3,
    /// Unit direction. A `Vec3A` stays in one register, which avoids failed store-to-load forwarding.
    pub(crate) direction: Vec3A,
    /// Length of the ray; negative if it cannot hit anything. [m]
    pub(super) reach: f32,
}

/// A ray in the frame of the world or of an instance.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SingleRay {
    pub(crate) origin: Vec3A,
    pub(crate) direction: Vec3A,
}

impl WorldRay {
    /// Prepares a ray with the same rounding as a [`Packet`].
    #[inline(always)]
    pub(crate) fn new(ray: &Ray) -> WorldRay {
        let Ray { origin, direction, max_distance } = *ray;
        let [x, y, z] = direction.to_array();
        if (x * x + y * y + z * z - 1.0).abs() <= UNIT {
            let meets = max_distance > 0.0 && fits(origin);
            let reach = if meets { max_distance.min(f32::MAX) } else { NO_RAY };
            return WorldRay { origin, direction: Vec3A::new(x, y, z), reach };
        }
        WorldRay::of_any_length(ray)
    }

    #[cold]
    #[inline(never)]
    fn of_any_length(ray: &Ray) -> WorldRay {
        let packet = Packet::new(OneRay(Portable), Rays::Each(std::slice::from_ref(ray)));
        let [x, y, z] = packet.direction.map(Single::first);
        WorldRay { origin: ray.origin, direction: Vec3A::new(x, y, z), reach: packet.reach.first() }
    }

    /// The ray in the frame of an instance, with the same rounding as [`Packet::in_instance`].
    #[inline(always)]
    pub(super) fn in_instance(&self, transform: &InstanceTransform) -> SingleRay {
        let origin = transform.point_from_world(self.origin).as_vec3a();
        if !transform.rotated {
            return SingleRay { origin, direction: self.direction };
        }
        let [x, y, z] = self.direction.to_array();
        let [first, second, third] = transform.rows.map(|[a, b, c]| a * x + b * y + c * z);
        SingleRay { origin, direction: Vec3A::new(first, second, third) }
    }
}

impl SingleRay {
    /// X, y and z of the origin and of the direction in the first three lanes, and zero in the fourth.
    #[inline(always)]
    pub(crate) fn rows<W: Wide>(&self, wide: W) -> [W::Lanes; 2] {
        [self.origin, self.direction].map(|vector| wide.row(&vector.extend(0.0).to_array()))
    }

    /// The ray as a packet of one ray.
    #[inline(always)]
    pub(super) fn packet<W: Wide>(&self, isa: OneRay<W>) -> LocalRays<Single> {
        let vector = |[x, y, z]: [f32; 3]| [isa.splat(x), isa.splat(y), isa.splat(z)];
        LocalRays {
            point: Some(self.origin.into()),
            origin: vector(self.origin.to_array()),
            direction: vector(self.direction.to_array()),
        }
    }
}
