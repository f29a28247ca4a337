//! Changing scenes, custom hit types, filters and regions.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use glam::{DVec3, Vec2, Vec3};
use morse_geometry::{Euler, Pose};
use morse_raycast::{
    Geometry, Hit, Instructions, LazyMesh, MeshStore, ObjectSet, Ray, RayFan, RayKind, RayKinds, RayScene,
    RayTile, ResolvedFilter, TileHits,
};
use proptest::prelude::*;

/// Deterministic pseudorandom numbers from -1 to 1.
fn scatter(number: u32) -> DVec3 {
    let mixed = |k: u64| {
        let bits = (u64::from(number) * 3 + k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((bits ^ bits >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    DVec3::new(mixed(0), mixed(1), mixed(2))
}

fn pose(number: u32) -> Pose {
    let [yaw, pitch, roll] = (scatter(number + 500) * 3.0).to_array();
    Pose::from_euler(scatter(number) * 8.0, Euler { yaw, pitch, roll })
}

fn tetrahedron() -> Arc<LazyMesh> {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
    Arc::new(LazyMesh::new(&corners, &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]], true))
}

fn geometry(number: u32, mesh: &Arc<LazyMesh>) -> Geometry {
    let size = scatter(number + 900).abs().as_vec3() + 0.1;
    let (radius, half_height) = (size.x, size.y);
    match number % 6 {
        0 => Geometry::Box { half: size },
        1 => Geometry::Ball { radius },
        2 => Geometry::Cylinder { radius, half_height },
        3 => Geometry::Cone { radius, half_height },
        4 => Geometry::Capsule { radius, half_height },
        _ => Geometry::Mesh(Arc::clone(mesh)),
    }
}

/// A scene with one object at each pose, with one instance each.
fn scene_of(poses: &[Pose]) -> RayScene<u32> {
    let (mut scene, mesh) = (RayScene::default(), tetrahedron());
    for (object, pose) in (0..).zip(poses) {
        scene.insert(object, 0, RayKinds::ALL, Pose::IDENTITY, geometry(object, &mesh));
        scene.move_object(object, *pose);
    }
    scene.refit();
    scene
}

fn rays(count: u32) -> Vec<Ray> {
    (0..count).map(|number| Ray::new(scatter(number + 70) * 9.0, scatter(number + 3000), 100.0)).collect()
}

fn cast(scene: &RayScene<u32>, rays: &[Ray], filter: ResolvedFilter<'_, u32>) -> Vec<Option<Hit<u32>>> {
    let mut hits = Vec::new();
    scene.cast_rays(rays, &filter, &mut hits);
    hits
}

/// Casts a ray along x from the origin.
fn ahead(scene: &RayScene<u32>, filter: ResolvedFilter<'_, u32>) -> Option<(u32, f32)> {
    let hit: Hit<u32> = scene.cast_ray(&Ray::new(DVec3::ZERO, DVec3::X, 100.0), &filter)?;
    Some((hit.object, hit.distance))
}

/// A scene with a unit ball at each position on the x axis.
fn balls(places: &[f64]) -> RayScene<u32> {
    let mut scene = RayScene::default();
    for (object, &x) in (0..).zip(places) {
        scene.insert(object, 0, RayKinds::ALL, Pose::IDENTITY, Geometry::Ball { radius: 1.0 });
        scene.move_object(object, Pose::from_translation(DVec3::X * x));
    }
    scene.refit();
    scene
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moved_scene_gives_the_same_bits_as_a_new_scene(
        moves in prop::collection::vec((0..40_u32, 0..4000_u32), 1..80),
    ) {
        let mut poses: Vec<_> = (0..40).map(pose).collect();
        let (mut scene, rays) = (scene_of(&poses), rays(200));
        for chunk in moves.chunks(9) {
            for &(object, to) in chunk {
                poses[object as usize] = pose(to);
                scene.move_object(object, pose(to));
            }
            scene.refit();
            let (moved, anew) = (
                cast(&scene, &rays, ResolvedFilter::default()),
                cast(&scene_of(&poses), &rays, ResolvedFilter::default()),
            );
            prop_assert!(anew.iter().any(Option::is_some));
            prop_assert_eq!(moved, anew);
        }
    }
}

/// A hilly mesh with several levels of boxes. Some rays hit its vertices exactly.
fn hills() -> RayScene<u32> {
    const SIDE: u32 = 24;
    let vertices: Vec<_> = (0..SIDE * SIDE)
        .map(|at| Vec3::new((at % SIDE) as f32, (at / SIDE) as f32, (at as f32).sin().round()))
        .collect();
    let cells = (0..SIDE - 1).flat_map(|x| (0..SIDE - 1).map(move |y| x + SIDE * y));
    let triangles: Vec<_> =
        cells.flat_map(|at| [[at, at + 1, at + SIDE], [at + 1, at + SIDE + 1, at + SIDE]]).collect();
    let mut scene = RayScene::default();
    let mesh = Arc::new(LazyMesh::new(&vertices, &triangles, false));
    scene.insert(
        0,
        0,
        RayKinds::ALL,
        Pose::from_translation(DVec3::new(-12.0, -12.0, 0.0)),
        Geometry::Mesh(mesh),
    );
    scene.refit();
    scene
}

#[test]
fn single_ray_and_batch_give_bit_identical_hits() {
    let poses: Vec<_> = (0..60).map(pose).collect();
    // Ordered and shuffled rays, which batches cast differently, with common and separate origins.
    let down = |number: u32| {
        let from = (scatter(number) * 12.0).round() + DVec3::Z * 30.0;
        Ray::new(from, DVec3::NEG_Z + scatter(number + 9).abs() * 0.25 * f64::from(number % 3), 100.0)
    };
    let around = |number: u32| Ray::new(DVec3::Z, scatter(number), 100.0);
    for scene in [scene_of(&poses), hills()] {
        for rays in [rays(999), (0..999).map(down).collect(), (0..999).map(around).collect()] {
            let together = cast(&scene, &rays, ResolvedFilter::default());
            let alone: Vec<Option<Hit<u32>>> =
                rays.iter().map(|ray| scene.cast_ray(ray, &ResolvedFilter::default())).collect();
            let met = together.iter().flatten().count();
            assert!(met > 50 && met < 999, "{met}");
            let bits = |hits: &[Option<Hit<u32>>]| -> Vec<_> {
                hits.iter().map(|hit| hit.map(|hit| (hit, hit.distance.to_bits()))).collect()
            };
            assert_eq!(bits(&together), bits(&alone));
            let mut portable = Vec::new();
            scene.cast_rays_using(Instructions::Portable, &rays, &ResolvedFilter::default(), &mut portable);
            assert_eq!(bits(&together), bits(&portable));
        }
    }
}

#[test]
fn tiles_of_pixels_have_the_same_bits_with_any_instructions() {
    let poses: Vec<_> = (0..60).map(pose).collect();
    let filter = ResolvedFilter::default();
    for scene in [scene_of(&poses), hills()] {
        for number in 0..24 {
            let forward = -(scatter(number).as_vec3() + Vec3::Z * 0.5).normalize();
            let right = forward.any_orthonormal_vector() * 0.02;
            let tile = RayTile {
                origin: forward.as_dvec3() * -14.0,
                forward,
                right,
                down: forward.cross(right),
                first: Vec2::new(-16.0, -8.0),
                near: if number % 2 == 0 { 0.0 } else { 9.0 },
                far: if number % 3 == 0 { f32::INFINITY } else { 18.0 },
            };
            let bits = |hits: &TileHits<u32>| -> Vec<_> {
                let runs = hits.runs.iter().flat_map(|run| run.rays.clone().map(|ray| (ray, run.surface)));
                let hits = runs.filter_map(|(ray, surface)| {
                    let parts =
                        [hits.distance[ray], hits.normal[0][ray], hits.normal[1][ray], hits.normal[2][ray]];
                    Some((ray, surface?, parts.map(f32::to_bits)))
                });
                hits.collect()
            };
            let mut hits = TileHits::default();
            scene.cast_tile(&tile, None, &filter, &mut hits);
            assert!(bits(&hits).len() > 10, "tile {number}");
            for instructions in [Instructions::Portable, Instructions::Avx2] {
                let mut other = TileHits::default();
                // Not every processor has AVX2.
                if scene.cast_tile_using(instructions, &tile, None, &filter, &mut other).is_some() {
                    assert_eq!(bits(&hits), bits(&other), "tile {number}");
                }
            }
        }
    }
}

#[test]
fn fan_and_single_rays_give_bit_identical_hits() {
    let poses: Vec<_> = (0..60).map(pose).collect();
    for scene in [scene_of(&poses), hills()] {
        for (origin, max_distance) in [
            (DVec3::new(0.5, 0.5, 12.0), 100.0),
            (DVec3::ZERO, f32::INFINITY),
            (DVec3::X, 0.0),
            (DVec3::X, f32::NAN),
            (DVec3::X * 1e30, 10.0),
            (DVec3::NAN, 10.0),
        ] {
            for count in [0, 1, 3, 15, 16, 17, 360, 600] {
                // Directions around a circle; some are not normalized, one is zero.
                let directions = (0..count).map(|number| {
                    let angle = f64::from(number) * 0.02;
                    let length = if number % 7 == 3 { 2.5 } else { 1.0 };
                    let direction = DVec3::new(angle.cos(), angle.sin(), -0.4).normalize() * length;
                    if number == 9 { Vec3::ZERO } else { direction.as_vec3() }
                });
                let directions: Vec<Vec3> = directions.collect();
                let columns = [0, 1, 2].map(|axis| directions.iter().map(|it| it[axis]).collect::<Vec<_>>());
                let fan = RayFan { origin, directions: columns.each_ref().map(Vec::as_slice), max_distance };
                assert_eq!(fan.len(), directions.len());
                let rays: Vec<Ray> = (0..fan.len()).map(|nth| fan.ray(nth)).collect();
                let (mut hits, mut distances) = (Vec::new(), Vec::new());
                let filter = ResolvedFilter::default();
                scene.cast_fan(&fan, &filter, &mut hits);
                scene.cast_fan_for_distances(&fan, &filter, &mut distances);
                assert_eq!(hits, cast(&scene, &rays, filter), "{count} rays from {origin} to {max_distance}");
                let near = hits.iter().map(|hit| hit.map_or(f32::INFINITY, |hit| hit.distance));
                assert_eq!(distances, near.collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn many_objects_are_moved_hidden_and_shown_in_one_pass() {
    let visual = ResolvedFilter { kind: RayKind::Visual, ..ResolvedFilter::default() };
    let at = |x: f64| Pose::from_translation(DVec3::X * x);
    let updates =
        [[Some((at(30.0), true)), Some((at(12.0), false)), None], [None, Some((at(7.0), true)), None]];
    for in_parallel in [false, true] {
        let mut scene = balls(&[5.0, 10.0, 20.0]);
        let mut update = |of: [Option<(Pose, bool)>; 3]| {
            match in_parallel {
                false => scene.update_instances(|number| of[number]),
                true => scene.update_instances_in_parallel(|number| of[number]),
            }
            scene.refit();
            [ahead(&scene, ResolvedFilter::default()), ahead(&scene, visual)]
        };
        assert_eq!(update(updates[0]), [Some((1, 11.0)), Some((2, 19.0))]);
        assert_eq!(update(updates[1]), [Some((1, 6.0)); 2]);
    }
}

#[test]
fn filters_choose_objects() {
    let scene = balls(&[5.0, 10.0, 20.0]);
    let set: ObjectSet<u32> = [0, 1].into_iter().collect();
    let filter = ResolvedFilter { skip: Some(0), ..ResolvedFilter::default() };
    assert_eq!(ahead(&scene, filter), Some((1, 9.0)));
    assert_eq!(ahead(&scene, ResolvedFilter { only: Some(&set), ..filter }), Some((1, 9.0)));
    assert_eq!(ahead(&scene, ResolvedFilter { except: Some(&set), ..filter }), Some((2, 19.0)));
}

#[test]
fn visuals_are_replaced_and_removed() {
    let mut scene = RayScene::default();
    let ball = |radius: f32| Geometry::Ball { radius };
    scene.insert(4, 0, RayKinds::ALL, Pose::from_translation(DVec3::X * 9.0), ball(1.0));
    scene.insert(4, 7, RayKinds::VISUAL, Pose::from_translation(DVec3::X * 9.0), ball(2.0));
    scene.refit();
    let physics = ResolvedFilter::default();
    let visual = ResolvedFilter { kind: RayKind::Visual, ..physics };
    assert_eq!((ahead(&scene, physics), ahead(&scene, visual)), (Some((4, 8.0)), Some((4, 7.0))));
    scene.replace_visuals(4, |part| (part == 7).then(|| ball(3.0)));
    scene.refit();
    assert_eq!((ahead(&scene, physics), ahead(&scene, visual)), (Some((4, 8.0)), Some((4, 6.0))));
}

#[test]
fn custom_hit_type_is_supported_and_distances_equal_those_of_hits() {
    #[derive(Debug, Clone, PartialEq)]
    struct Own(String, f32);
    impl From<Hit<u32>> for Own {
        fn from(hit: Hit<u32>) -> Own {
            Own(format!("object {}", hit.object), hit.distance)
        }
    }
    let scene = balls(&[5.0]);
    let rays = [DVec3::X, DVec3::Y].map(|direction| Ray::new(DVec3::ZERO, direction, 100.0));
    let (mut hits, mut distances) = (vec![None; 5], vec![0.0; 5]);
    scene.cast_rays(&rays, &ResolvedFilter::default(), &mut hits);
    scene.cast_rays_for_distances(&rays, &ResolvedFilter::default(), &mut distances);
    assert_eq!(hits, [Some(Own("object 0".to_owned(), 4.0)), None]);
    assert_eq!(distances, [4.0, f32::INFINITY]);
}

#[test]
fn bounding_boxes_and_parts_near_a_box_are_found() {
    let mut scene = balls(&[5.0, 10.0, 20.0]);
    let [low, high] = scene.bounds(1, RayKind::Physics).unwrap();
    assert!((low - DVec3::new(9.0, -1.0, -1.0)).length() < 1e-4, "{low}");
    assert!((high - DVec3::new(11.0, 1.0, 1.0)).length() < 1e-4, "{high}");
    scene.insert(3, 2, RayKinds::ALL, Pose::from_translation(DVec3::Z * -50.0), Geometry::HalfSpace);
    scene.refit();
    assert_eq!(scene.bounds(3, RayKind::Physics), None);
    let at = Pose::from_translation(DVec3::X * 7.5);
    let mut near = scene.parts_near(at, DVec3::splat(2.0), &ResolvedFilter::default());
    near.sort_unstable();
    assert_eq!(near, [(0, 0), (1, 0), (3, 2)]);
}

#[test]
fn insertion_order_does_not_affect_hits() {
    let (rays, mesh) = (rays(300), tetrahedron());
    let built = |order: Vec<u32>| {
        let mut scene = RayScene::default();
        for object in order {
            scene.insert(object, 0, RayKinds::ALL, pose(object), geometry(object, &mesh));
        }
        scene.refit();
        cast(&scene, &rays, ResolvedFilter::default())
    };
    assert_eq!(built((0..40).collect()), built((0..40).rev().collect()));
}

#[test]
fn equal_meshes_share_their_triangles() {
    let mut store = MeshStore::default();
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
    let [one, other] = [(); 2].map(|()| store.mesh(&corners, &[[0, 1, 2]], false));
    assert!(Arc::ptr_eq(&one, &other));
}

#[test]
fn empty_scene_has_no_hits() {
    let mut scene: RayScene<u32> = RayScene::default();
    assert_eq!(ahead(&scene, ResolvedFilter::default()), None);
    scene.refit();
    assert_eq!(ahead(&scene, ResolvedFilter::default()), None);
}

#[test]
#[cfg(debug_assertions)]
#[should_panic(expected = "refit")]
fn casting_before_refit_panics_in_debug_builds() {
    let mut scene = balls(&[5.0]);
    scene.move_object(0, Pose::IDENTITY);
    ahead(&scene, ResolvedFilter::default());
}

#[test]
fn rays_end_beside_objects_at_any_distance() {
    for far in [1e15, 1e20, 1e35, 1e300] {
        let mut scene = RayScene::default();
        for object in 0..20 {
            let place = Pose::from_translation(DVec3::new(far, -far, f64::from(object)));
            scene.insert(object, 0, RayKinds::of(RayKind::Physics), place, Geometry::Box { half: Vec3::ONE });
        }
        let near = Pose::from_translation(DVec3::X * 5.0);
        scene.insert(20, 0, RayKinds::of(RayKind::Physics), near, Geometry::Box { half: Vec3::ONE });
        scene.refit();
        let rays: Vec<Ray> = (0..100_u8)
            .map(|number| {
                let direction = Vec3::new(1.0, -0.01 * f32::from(number), 0.0);
                Ray { origin: DVec3::ZERO, direction, max_distance: f32::INFINITY }
            })
            .collect();
        let mut hits: Vec<Option<Hit<u32>>> = Vec::new();
        scene.cast_rays(&rays, &ResolvedFilter::default(), &mut hits);
        assert_eq!(hits[0].as_ref().map(|hit| hit.object), Some(20), "{far:e}");
    }
}
