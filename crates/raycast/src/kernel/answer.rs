//! What the kernel writes for each ray: a hit, or a distance alone.

use glam::Vec3;

use crate::filter::object_set::ObjectKey;
use crate::kernel::Search;
use crate::kernel::nearest::NONE;
use crate::ray::Hit;
use crate::simd::isa::{Isa, Lanes};

/// What a caller wants to know of each ray.
pub(crate) trait Answer<K>: Clone + Send {
    /// For a ray that met nothing.
    const NOTHING: Self;

    /// Writes the results of a packet to the first of `answers`, as many as there are rays.
    fn write<I: Isa>(search: &Search<'_, I, K>, answers: &mut [Self]);
}

impl<K: ObjectKey> Answer<K> for f32 {
    const NOTHING: f32 = f32::INFINITY;

    #[inline(always)]
    fn write<I: Isa>(search: &Search<'_, I, K>, distances: &mut [f32]) {
        let isa = search.isa;
        let met = search.nearest.number().lt(isa.splat(f32::from_bits(NONE)));
        let found = met.select(search.nearest.distance, isa.splat(f32::INFINITY)).array();
        distances.iter_mut().zip(&found[..I::WIDTH]).for_each(|(distance, &found)| *distance = found);
    }
}

impl<K: ObjectKey, H: From<Hit<K>> + Clone + Send> Answer<K> for Option<H> {
    const NOTHING: Option<H> = None;

    #[inline(always)]
    fn write<I: Isa>(search: &Search<'_, I, K>, hits: &mut [Option<H>]) {
        let distances = search.nearest.distance.array();
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
            // Number by number: as vectors of three they cost more than they spare.
            let towards_ray = |normal: Vec3| {
                let along = normal.x * x[lane] + normal.y * y[lane] + normal.z * z[lane];
                let side = if along > 0.0 { -1.0 } else { 1.0 };
                Vec3::new(normal.x * side, normal.y * side, normal.z * side)
            };
            let (instance, outwards, triangle) = if let Some((instance, mesh)) = only_mesh {
                (instance, mesh.normals[at], mesh.triangles[at].number)
            } else {
                let instance = &search.scene.instances[number as usize];
                let direction = Vec3::new(x[lane], y[lane], z[lane]);
                let (outwards, triangle) = search.surface(instance, lane, direction, distance, at);
                let transform = &instance.transform;
                (
                    instance,
                    if transform.rotated { transform.vector_to_world(outwards) } else { outwards },
                    triangle,
                )
            };
            let normal = towards_ray(outwards);
            *hit = Some(H::from(Hit {
                distance,
                normal,
                object: instance.object,
                part: instance.part,
                triangle,
            }));
        }
    }
}
