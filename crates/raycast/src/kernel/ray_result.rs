//! Result types that the kernel writes for each ray: a hit, or only its distance.

use glam::{DVec3, Vec3};

use crate::filter::object_set::ObjectKey;
use crate::kernel::nearest::NONE;
use crate::kernel::single_ray::WorldRay;
use crate::kernel::{Search, surface};
use crate::ray::Hit;
use crate::scene::{RayInstance, RayScene};
use crate::simd::isa::{Isa, Lanes};

/// The result of a ray.
pub(crate) trait RayResult<K>: Clone + Send {
    /// The result of a ray without a hit.
    const MISS: Self;

    /// Writes the results of a packet to the beginning of `results`, one per ray.
    fn write<I: Isa>(search: &Search<'_, I, K>, results: &mut [Self]);

    /// The result of a single ray.
    fn of_single(scene: &RayScene<K>, ray: &WorldRay, found: &Found) -> Self;
}

/// The nearest hit of a single ray.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    /// Distance of the nearest hit, or the length of the ray without a hit. [m]
    pub(crate) distance: f32,
    /// Number of the instance, or [`NONE`].
    instance: u32,
    /// Number of the triangle in leaf order, if the instance is a mesh.
    triangle: u32,
}

impl Found {
    /// No hit yet, for a ray of length `reach` [m].
    #[inline(always)]
    pub(crate) fn nothing(reach: f32) -> Found {
        Found { distance: reach, instance: NONE, triangle: 0 }
    }

    /// Takes a hit if it is nearer than the current hit, or equally near on an instance with a lower number.
    #[inline(always)]
    pub(crate) fn offer(&mut self, instance: u32, distance: f32, triangle: u32) {
        if distance < self.distance || (distance == self.distance && instance < self.instance) {
            // Replace -0.0, which triangles give at the origin of a ray, by 0.0.
            let distance = if distance > 0.0 { distance } else { 0.0 };
            *self = Found { distance, instance, triangle };
        }
    }
}

/// The normal, flipped if necessary so that it points against the direction of the ray.
#[inline(always)]
fn towards_ray(normal: Vec3, [x, y, z]: [f32; 3]) -> Vec3 {
    // Scalar code: three-component vectors cost more than they save.
    let along = normal.x * x + normal.y * y + normal.z * z;
    let side = if along > 0.0 { -1.0 } else { 1.0 };
    Vec3::new(normal.x * side, normal.y * side, normal.z * side)
}

/// The hit of a ray on an instance at a distance [m], on the triangle with a number in leaf order.
#[inline(always)]
pub(crate) fn hit_of<K: ObjectKey>(
    instance: &RayInstance<K>,
    origin: DVec3,
    direction: [f32; 3],
    (distance, face): (f32, usize),
) -> Hit<K> {
    let (mut outwards, triangle) = surface(instance, || origin, direction.into(), distance, face);
    if instance.transform.rotated {
        outwards = instance.transform.vector_to_world(outwards);
    }
    let normal = towards_ray(outwards, direction);
    Hit { distance, normal, object: instance.object, part: instance.part, triangle }
}

impl<K: ObjectKey> RayResult<K> for f32 {
    const MISS: f32 = f32::INFINITY;

    #[inline(always)]
    fn write<I: Isa>(search: &Search<'_, I, K>, distances: &mut [f32]) {
        let isa = search.isa;
        let met = search.nearest.number().lt(isa.splat(f32::from_bits(NONE)));
        let found = met.select(search.nearest.distance, isa.splat(f32::INFINITY)).max(isa.splat(0.0)).array();
        distances.iter_mut().zip(&found[..I::WIDTH]).for_each(|(distance, &found)| *distance = found);
    }

    #[inline(always)]
    fn of_single(_: &RayScene<K>, _: &WorldRay, found: &Found) -> f32 {
        if found.instance == NONE { f32::INFINITY } else { found.distance }
    }
}

impl<K: ObjectKey, H: From<Hit<K>> + Clone + Send> RayResult<K> for Option<H> {
    const MISS: Option<H> = None;

    #[inline(always)]
    fn write<I: Isa>(search: &Search<'_, I, K>, hits: &mut [Option<H>]) {
        // Replace -0.0, which triangles give at the origin of a ray, by 0.0.
        let distances = search.nearest.distance.max(search.isa.splat(0.0)).array();
        let (instances, triangles) = (search.nearest.number().array(), search.triangle.array());
        let [x, y, z] = search.packet.direction;
        let (x, y, z) = (x.array(), y.array(), z.array());
        let only_mesh = search.only_mesh();
        for (lane, hit) in hits.iter_mut().enumerate().take(I::WIDTH) {
            let number = instances[lane].to_bits();
            if number == NONE {
                *hit = None;
                continue;
            }
            let (distance, at) = (distances[lane], triangles[lane].to_bits() as usize);
            let direction = [x[lane], y[lane], z[lane]];
            let (instance, outwards, triangle) = if let Some((instance, mesh)) = only_mesh {
                (instance, mesh.faces[at].normal, mesh.faces[at].number)
            } else {
                let instance = &search.scene.instances[number as usize];
                let origin = || search.packet.origin(lane);
                let (outwards, triangle) = surface(instance, origin, direction.into(), distance, at);
                let transform = &instance.transform;
                (
                    instance,
                    if transform.rotated { transform.vector_to_world(outwards) } else { outwards },
                    triangle,
                )
            };
            let normal = towards_ray(outwards, direction);
            *hit = Some(H::from(Hit {
                distance,
                normal,
                object: instance.object,
                part: instance.part,
                triangle,
            }));
        }
    }

    #[inline(always)]
    fn of_single(scene: &RayScene<K>, ray: &WorldRay, found: &Found) -> Option<H> {
        let instance = scene.instances.get(found.instance as usize)?;
        let found = (found.distance, found.triangle as usize);
        Some(H::from(hit_of(instance, ray.origin, ray.direction.to_array(), found)))
    }
}
