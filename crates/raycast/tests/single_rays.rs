//! Single rays, which have a separate traversal, give bit-identical hits to packets.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use glam::{DQuat, DVec3, EulerRot, Vec3};
use morse_geometry::Pose;
use morse_raycast::{
    Geometry, Hit, Instructions, LazyMesh, ObjectSet, Ray, RayKind, RayKinds, RayScene, ResolvedFilter,
};

/// Number of kinds of test rays.
const KINDS: u32 = 11;
/// Number of rays of the widest packet: rays with similar directions are cast as one packet.
const TOGETHER: usize = 16;

/// Deterministic pseudorandom numbers from -1 to 1.
fn scatter(number: u32) -> DVec3 {
    let mixed = |k: u64| {
        let bits = (u64::from(number) * 3 + k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((bits ^ bits >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    DVec3::new(mixed(0), mixed(1), mixed(2))
}

/// Rounds to quarters, so that rays hit edges and corners and distances coincide.
fn in_quarters(vector: DVec3) -> DVec3 {
    (vector * 4.0).round() / 4.0
}

/// A mesh of random triangles, some without area.
fn soup(count: u32, seed: u32) -> Arc<LazyMesh> {
    let corners = count.max(4);
    let vertices: Vec<_> = (0..corners).map(|it| in_quarters(scatter(it + seed) * 3.0).as_vec3()).collect();
    let corner = |number: u32| (scatter(number + seed).x.abs() * f64::from(corners)) as u32 % corners;
    let triangles: Vec<_> = (0..count).map(|it| [0, 1, 2].map(|which| corner(3 * it + which))).collect();
    Arc::new(LazyMesh::new(&vertices, &triangles, false))
}

/// A solid cube of triangles that share diagonals and edges.
fn cube() -> Arc<LazyMesh> {
    let vertices: Vec<_> =
        (0..8).map(|it| Vec3::new((it & 1) as f32, (it >> 1 & 1) as f32, (it >> 2) as f32)).collect();
    let faces = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let triangles: Vec<_> = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Arc::new(LazyMesh::new(&vertices, &triangles, true))
}

fn pose(number: u32) -> Pose {
    let translation = in_quarters(scatter(number) * 8.0);
    let turn = scatter(number + 1000) * 3.0;
    match number % 3 {
        0 => Pose::from_translation(translation),
        1 => Pose { translation, rotation: DQuat::from_rotation_z(turn.x.round() * 0.5) },
        _ => Pose { translation, rotation: DQuat::from_euler(EulerRot::XYZ, turn.x, turn.y, turn.z) },
    }
}

/// A scene with a number of instances, some of which moved after the first refit.
fn scene(instances: u32, seed: u32) -> RayScene<u32> {
    let meshes = [1, 2, 3, 5, 8, 9, 40, 900].map(|count| soup(count, seed + count));
    let cube = cube();
    let mut scene = RayScene::default();
    for number in 0..instances {
        let size = scatter(number + seed).abs().as_vec3() + 0.1;
        let (radius, half_height) = (size.x, size.y);
        let geometry = match (number + seed) % 10 {
            0 => Geometry::Box { half: size },
            1 => Geometry::Ball { radius },
            2 => Geometry::Cylinder { radius, half_height },
            3 => Geometry::Cone { radius, half_height },
            4 => Geometry::Capsule { radius, half_height },
            5 => Geometry::Mesh(Arc::clone(&cube)),
            6 if number == 6 => Geometry::HalfSpace,
            _ => Geometry::Mesh(Arc::clone(&meshes[(number * 5 + seed) as usize % meshes.len()])),
        };
        scene.insert(number / 2, number % 2, RayKinds::ALL, Pose::IDENTITY, geometry);
        scene.move_object(number / 2, pose(number + seed));
    }
    scene.refit();
    for number in (0..instances / 2).step_by(3) {
        scene.move_object(number, pose(number + seed + 77));
    }
    scene.refit();
    scene
}

/// Rays with similar directions, many towards `place`. Some kinds have extreme values.
fn rays(seed: u32, place: DVec3) -> Vec<Ray> {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    let along_axis = matches!(seed % KINDS, 1 | 2);
    let main = if along_axis { axes[(seed / KINDS) as usize % 6] } else { scatter(seed * 31).normalize() };
    let ray = |number: u32| {
        let from = scatter(seed * 100 + number);
        let (origin, on_grid) = (place - main * 5.0 + from * 2.0, in_quarters(place + from * 2.0));
        let about = main + scatter(seed * 100 + number + 50) * 0.2;
        let ray = Ray::new;
        match seed % KINDS {
            0 => ray(origin, about, 100.0),
            1 => ray(origin, main, 100.0),
            2 => ray(on_grid, main, 100.0),
            3 => ray(on_grid, about, f64::INFINITY),
            4 => ray(on_grid, about, 0.75),
            5 => Ray { direction: about.as_vec3() * 1e-20, ..ray(origin, about, 50.0) },
            6 => ray(place - main * 300.0, main + from * 0.01, 1000.0),
            // Some rays are in the plane of triangles.
            9 => ray(on_grid, in_quarters(about), 100.0),
            7 => ray(on_grid, main, f64::from(number) - 3.0),
            8 => Ray { direction: about.as_vec3() * 3e30, ..ray(on_grid, about, 50.0) },
            _ => {
                let mut ray = ray(origin, about, 100.0);
                match number % 7 {
                    0 => ray.direction = Vec3::ZERO,
                    1 => ray.direction = Vec3::NAN,
                    2 => ray.max_distance = f32::NAN,
                    3 => ray.origin = DVec3::INFINITY,
                    4 => ray.origin = DVec3::splat(1e30),
                    5 => ray.direction.x = f32::INFINITY,
                    _ => {}
                }
                ray
            }
        }
    };
    (0..TOGETHER as u32).map(ray).collect()
}

/// The bits of all numbers of a hit.
fn bits(hit: Option<Hit<u32>>) -> Option<[u32; 7]> {
    hit.map(|Hit { distance, normal, object, part, triangle }| {
        let [x, y, z] = normal.to_array().map(f32::to_bits);
        [distance.to_bits(), x, y, z, object, part, triangle]
    })
}

#[test]
fn single_ray_and_packet_give_bit_identical_hits() {
    let others: ObjectSet<u32> = (0..400).filter(|object| object % 5 != 0).collect();
    let everything = ResolvedFilter::default();
    let some = ResolvedFilter { kind: RayKind::Visual, skip: Some(2), only: Some(&others), except: None };
    let mut met = 0;
    // No instances; a cube and further single meshes; then increasing numbers of instances.
    for (seed, instances) in
        [(0, 0), (5, 1), (7, 1), (29, 1), (19, 1), (1, 2), (2, 5), (3, 30), (4, 31), (6, 400)]
    {
        let scene = scene(instances, seed);
        for (number, filter) in (0..120).flat_map(|number| [(number, everything), (number, some)]) {
            let place = pose(number % instances.max(1) + seed).translation;
            let rays = rays(seed * 1000 + number, place);
            let alone: Vec<_> = rays.iter().map(|ray| bits(scene.cast_ray(ray, &filter))).collect();
            met += alone.iter().flatten().count();
            let (mut hits, mut distances) = (Vec::new(), Vec::new());
            let check = |hits: &[Option<Hit<u32>>], how: &str| {
                for (ray, (&hit, alone)) in rays.iter().zip(hits.iter().zip(&alone)) {
                    assert_eq!(bits(hit), *alone, "{how}, scene {seed}, rays {number}: {ray:?}");
                }
            };
            scene.cast_rays(&rays, &filter, &mut hits);
            check(&hits, "best instructions");
            scene.cast_rays_using(Instructions::Portable, &rays, &filter, &mut hits).unwrap();
            check(&hits, "portable");
            match scene.cast_rays_using(Instructions::Avx2, &rays, &filter, &mut hits) {
                Some(()) => check(&hits, "AVX2"),
                None => println!("this machine has no AVX2: nothing to compare"),
            }
            scene.cast_rays_for_distances(&rays, &filter, &mut distances);
            for (distance, hit) in distances.iter().zip(&hits) {
                let expected = hit.map_or(f32::INFINITY, |hit| hit.distance);
                assert_eq!(distance.to_bits(), expected.to_bits());
            }
        }
    }
    assert!(met > 5000, "{met}");
}

#[test]
fn trees_of_maximum_depth_are_traversed() {
    // Nested boxes.
    let sizes: Vec<_> = (0..3000).map(|it| 1e15 * 0.975_f32.powi(it)).collect();
    let corners =
        |&size: &f32| [Vec3::ZERO, Vec3::new(1.0, 0.1, 0.2) * size, Vec3::new(0.2, 1.0, 0.8) * size];
    let vertices: Vec<_> = sizes.iter().flat_map(corners).collect();
    let triangles: Vec<_> = (0..3000).map(|it| [3 * it, 3 * it + 1, 3 * it + 2]).collect();
    let mesh = Arc::new(LazyMesh::new(&vertices, &triangles, false));
    let mut scene = RayScene::default();
    scene.insert(0, 0, RayKinds::ALL, Pose::IDENTITY, Geometry::Mesh(mesh));
    for (number, &size) in (1..=1000).zip(&sizes) {
        scene.insert(
            number,
            0,
            RayKinds::ALL,
            Pose::IDENTITY,
            Geometry::Box { half: Vec3::splat(size * 0.5) },
        );
        scene.move_object(number, Pose::from_translation(DVec3::splat(f64::from(size) * 0.5)));
    }
    scene.refit();
    let mut met = 0;
    let filters =
        [RayKind::Physics, RayKind::Visual].map(|kind| ResolvedFilter { kind, ..Default::default() });
    for (number, filter) in (0..240).flat_map(|number| filters.map(|filter| (number, filter))) {
        let place = DVec3::new(0.6, 0.5, 0.5) * 10_f64.powi(number % 40 - 18);
        let ray = Ray::new(
            place + scatter(number as u32) * 2.0 * place.x,
            scatter(number as u32 + 7),
            f64::INFINITY,
        );
        let mut hits = Vec::new();
        scene.cast_rays(&[ray; TOGETHER], &filter, &mut hits);
        assert_eq!(bits(scene.cast_ray(&ray, &filter)), bits(hits[0]), "{ray:?}");
        met += usize::from(hits[0].is_some());
    }
    assert!(met > 100, "{met}");
}

#[test]
fn ray_starting_on_triangles_hits_at_positive_zero_distance() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::new(1.0, 1.0, 0.0)];
    for triangles in [[[0, 1, 2], [1, 3, 2]], [[2, 1, 0], [2, 3, 1]]] {
        let mut scene = RayScene::default();
        let mesh = Arc::new(LazyMesh::new(&corners, &triangles, false));
        scene.insert(0, 0, RayKinds::ALL, Pose::IDENTITY, Geometry::Mesh(mesh));
        scene.refit();
        for direction in [DVec3::Z, DVec3::NEG_Z, DVec3::new(1.0, 2.0, 3.0)] {
            let ray = Ray::new(DVec3::new(0.5, 0.5, 0.0), direction, 1.0);
            let hit: Hit<u32> = scene.cast_ray(&ray, &ResolvedFilter::default()).unwrap();
            assert_eq!(hit.distance.to_bits(), 0.0_f32.to_bits());
        }
    }
}
