//! Batches of rays give the same hits as single rays and as brute force, for any number of threads, instruction set and
//! history.

mod filters;

use crate::common::{at, cuboid, rigid, world};
use glam::{DVec3, Vec3};
use morse_world::{
    BodySpec, Euler, Hit, Instructions, NodeId, NodeSpec, PhysicsSettings, Pose, Ray, RayFilter, Shape, World,
};
use proptest::prelude::*;

/// Deterministic pseudorandom numbers from -1 to 1.
fn scatter(number: usize) -> DVec3 {
    let mixed = |k: u64| {
        let bits = (number as u64 * 3 + k + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((bits ^ bits >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    };
    DVec3::new(mixed(0), mixed(1), mixed(2))
}

fn any_shape(number: usize) -> Shape {
    let size = scatter(number).abs() * 0.4 + 0.1;
    match number % 6 {
        0 => Shape::Box { half_extents: size },
        1 => Shape::Sphere { radius: size.x },
        2 => Shape::Cylinder { radius: size.x, half_height: size.y },
        3 => Shape::Cone { radius: size.x, half_height: size.y },
        4 => Shape::Capsule { radius: size.x, half_height: size.y },
        _ => Shape::hull((0..20).map(|i| scatter(1000 + number * 20 + i) * size)),
    }
}

fn any_pose(number: usize) -> Pose {
    let [yaw, pitch, roll] = (scatter(number + 5000) * 3.0).to_array();
    Pose::from_euler(scatter(number + 9000) * DVec3::new(8.0, 8.0, 2.0), Euler { yaw, pitch, roll })
}

/// A floor, a wavy surface, and many bodies of every kind of shape.
fn crowd(count: usize) -> (World, Vec<NodeId>) {
    let mut world = world();
    let vertex = |i: u32, j: u32| {
        DVec3::new(f64::from(i) - 10.0, f64::from(j) - 10.0, 0.3 * f64::from((i * j) % 5) - 2.0)
    };
    let vertices = (0..20).flat_map(|i| (0..20).map(move |j| vertex(i, j)));
    let cells = (0..19).flat_map(|i| (0..19).map(move |j| i * 20 + j));
    let triangles = cells.flat_map(|a| [[a, a + 20, a + 21], [a, a + 21, a + 1]]).collect();
    let body = BodySpec {
        shapes: vec![(at(0.0, 0.0, 1.0), Shape::mesh(vertices, triangles))],
        ..BodySpec::default()
    };
    world.add_node(NodeSpec::new("hills").with_body(body)).unwrap();
    let nodes = (0..count).map(|number| {
        let body = rigid(
            1.0,
            0.5,
            vec![(Pose::IDENTITY, any_shape(number)), (at(0.3, 0.2, 0.1), cuboid(0.1, 0.1, 0.1))],
        );
        world.add_node(NodeSpec::new(format!("body{number}")).at(any_pose(number)).with_body(body)).unwrap()
    });
    let nodes = nodes.collect();
    (world, nodes)
}

/// Rays in all directions: some from one point, as in a scan, some from random points.
fn rays(count: usize) -> Vec<Ray> {
    let scan = (0..count).map(|i| Ray::new(DVec3::new(0.1, 0.2, 3.0), scatter(i), 30.0));
    let loose = (0..count).map(|i| Ray::new(scatter(i + 77) * 9.0, scatter(i + 7777), 30.0));
    scan.chain(loose).collect()
}

fn cast(world: &World, rays: &[Ray], filter: RayFilter<'_>) -> Vec<Option<Hit>> {
    let mut hits = Vec::new();
    world.cast_rays(rays, &filter, &mut hits);
    hits
}

/// The bits of hits, so that zeros of different signs are distinguished.
fn bits(hits: &[Option<Hit>]) -> Vec<[u32; 7]> {
    let bits = |hit: &Hit| {
        let [x, y, z] = hit.normal.to_array().map(f32::to_bits);
        [hit.distance.to_bits(), x, y, z, hit.node.index() as u32, hit.part, hit.triangle]
    };
    hits.iter().map(|hit| hit.as_ref().map_or([u32::MAX; 7], bits)).collect()
}

#[test]
fn batch_and_single_rays_give_equal_hits() {
    let (world, _) = crowd(60);
    let rays = rays(700);
    let together = cast(&world, &rays, RayFilter::default());
    assert!(together.iter().flatten().count() > 600);
    let alone: Vec<_> =
        rays.iter().flat_map(|ray| cast(&world, std::slice::from_ref(ray), RayFilter::default())).collect();
    assert_eq!(bits(&together), bits(&alone));
    for (ray, hit) in rays.iter().zip(&together) {
        let single = world.cast_ray(ray.origin, ray.direction.as_dvec3(), 30.0, None);
        assert_eq!(single.map(|hit| hit.node), hit.map(|hit| hit.node));
        if let (Some(single), Some(hit)) = (single, hit) {
            assert!((single.distance - f64::from(hit.distance)).abs() < 1e-4);
            assert!((single.point - ray.at(hit.distance)).length() < 1e-4);
            assert!((hit.normal.length() - 1.0).abs() < 1e-5 && hit.normal.dot(ray.direction) <= 0.0);
        }
    }
}

#[test]
fn distances_equal_those_of_hits() {
    let (world, _) = crowd(60);
    // More than one task, with a partly filled last packet.
    let mut rays = rays(701);
    rays.extend(
        [DVec3::Z, DVec3::ZERO].map(|direction| Ray::new(DVec3::new(0.1, 0.2, 30.0), direction, 30.0)),
    );
    let hits = cast(&world, &rays, RayFilter::default());
    let expected: Vec<_> =
        hits.iter().map(|hit| hit.map_or(f32::INFINITY, |hit| hit.distance).to_bits()).collect();
    assert!(expected.ends_with(&[f32::INFINITY.to_bits(); 2]));
    let mut distances = vec![1.0; 3];
    world.cast_rays_for_distances(&rays, &RayFilter::default(), &mut distances);
    assert_eq!(distances.iter().map(|distance| distance.to_bits()).collect::<Vec<_>>(), expected);
}

#[test]
fn hits_are_bit_identical_for_all_instructions_and_threads() {
    let (world, _) = crowd(60);
    let rays = rays(3000);
    let expected = bits(&cast(&world, &rays, RayFilter::default()));
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let hits = pool.install(|| cast(&world, &rays, RayFilter::default()));
        assert_eq!(bits(&hits), expected, "{threads} threads");
    }
    let mut hits = Vec::new();
    for instructions in [Instructions::Portable, Instructions::Avx2] {
        match world.cast_rays_using(instructions, &rays, &RayFilter::default(), &mut hits) {
            Some(()) => assert_eq!(bits(&hits), expected, "{instructions:?}"),
            None => println!("this machine has no {instructions:?}: nothing to compare"),
        }
    }
}

#[test]
fn hits_do_not_depend_on_the_order_of_rays() {
    let (world, _) = crowd(30);
    let rays = rays(500);
    let mut expected = bits(&cast(&world, &rays, RayFilter::default()));
    let (mut shuffled, mut places): (Vec<_>, Vec<_>) = (rays.clone(), (0..rays.len()).collect());
    places.sort_by_key(|place| place * 389 % rays.len());
    shuffled.iter_mut().zip(&places).for_each(|(ray, &place)| *ray = rays[place]);
    expected = places.iter().map(|&place| expected[place]).collect();
    assert_eq!(bits(&cast(&world, &shuffled, RayFilter::default())), expected);
}

#[test]
fn moved_bodies_are_hit_at_their_new_poses_after_any_queries() {
    let (mut world, nodes) = crowd(80);
    let rays = rays(600);
    let mut before = bits(&cast(&world, &rays, RayFilter::default()));
    for tick in 0..6 {
        for (number, &node) in nodes.iter().enumerate().filter(|(number, _)| number % 3 != tick % 3) {
            world.set_world_pose(node, any_pose(number + 100 * tick));
        }
        world.advance();
        if tick == 3 {
            world.attach(nodes[4], nodes[7]).unwrap();
            let extra = rigid(1.0, 0.5, vec![(Pose::IDENTITY, any_shape(tick))]);
            world.add_node(NodeSpec::new("extra").at(any_pose(tick)).with_body(extra)).unwrap();
        }
        // In a restored world, no ray was cast before.
        let mut fresh = World::new(PhysicsSettings::default());
        fresh.restore(&world.save().unwrap()).unwrap();
        let now = bits(&cast(&world, &rays, RayFilter::default()));
        assert_eq!(now, bits(&cast(&fresh, &rays, RayFilter::default())), "tick {tick}");
        assert_ne!(now, before);
        before = now;
    }
}

#[test]
fn invalid_rays_hit_nothing_and_do_not_affect_other_rays() {
    let (world, _) = crowd(30);
    let good = Ray::new(DVec3::new(0.0, 0.0, 3.0), DVec3::new(0.3, 0.2, -1.0), 30.0);
    let expected = cast(&world, &[good], RayFilter::default())[0];
    assert!(expected.is_some());
    let bad = [
        Ray { direction: Vec3::ZERO, ..good },
        Ray { direction: Vec3::NAN, ..good },
        Ray { direction: Vec3::new(f32::INFINITY, 0.0, 0.0), ..good },
        Ray { direction: Vec3::new(f32::NAN, 0.0, -1.0), ..good },
        Ray { max_distance: 0.0, ..good },
        Ray { max_distance: -1.0, ..good },
        Ray { max_distance: f32::NAN, ..good },
        Ray { origin: DVec3::new(0.0, f64::NAN, 0.0), ..good },
        Ray { origin: DVec3::new(0.0, f64::INFINITY, 0.0), ..good },
        Ray { origin: DVec3::splat(1e300), ..good },
        Ray::new(good.origin, DVec3::ZERO, 30.0),
        Ray::new(good.origin, DVec3::NAN, 30.0),
    ];
    let mixed: Vec<_> = bad.iter().flat_map(|bad| [*bad, good]).collect();
    for pair in cast(&world, &mixed, RayFilter::default()).chunks(2) {
        assert_eq!(pair, [None, expected]);
    }
    assert_eq!(cast(&world, &[], RayFilter::default()), []);
}

#[test]
fn directions_of_any_length_and_infinite_ranges_are_supported() {
    let (world, _) = crowd(30);
    let unit = Ray::new(DVec3::new(0.0, 0.0, 3.0), DVec3::new(0.3, 0.2, -1.0), f64::INFINITY);
    let expected = cast(&world, &[unit], RayFilter::default())[0].unwrap();
    for length in [1e-30, 1e-3, 1e3, 1e30] {
        let ray = Ray { direction: unit.direction * length, ..unit };
        let hit = cast(&world, &[ray], RayFilter::default())[0].unwrap();
        assert!((hit.distance - expected.distance).abs() < 1e-5, "{length}");
    }
    let tiny = Ray::new(unit.origin, DVec3::new(0.3, 0.2, -1.0) * 1e-200, 30.0);
    assert!((tiny.direction - unit.direction).length() < 1e-6);
}

#[test]
fn hits_beyond_the_range_are_ignored() {
    let (world, _) = crowd(60);
    let rays = rays(400);
    let free = cast(&world, &rays, RayFilter::default());
    for (ray, hit) in rays.iter().zip(&free) {
        let Some(hit) = hit else { continue };
        let just = Ray { max_distance: hit.distance, ..*ray };
        assert_eq!(cast(&world, &[just], RayFilter::default()), [Some(*hit)]);
        let short = Ray { max_distance: hit.distance.next_down(), ..*ray };
        assert_eq!(cast(&world, &[short], RayFilter::default()), [None]);
    }
    let third = Ray::new(DVec3::ZERO, DVec3::X, 1.0 / 3.0);
    assert!(f64::from(third.max_distance) <= 1.0 / 3.0);
}

/// The intersection of a ray with the plane of a triangle in double precision: the distance [m], and the smallest barycentric
/// coordinate, which is positive inside the triangle.
fn pass(ray: &Ray, [a, b, c]: [DVec3; 3]) -> Option<(f64, f64)> {
    let direction = ray.direction.as_dvec3().normalize();
    let (one, other, from) = (b - a, c - a, ray.origin - a);
    let across = direction.cross(other);
    let determinant = one.dot(across);
    let u = from.dot(across) / determinant;
    let v = direction.dot(from.cross(one)) / determinant;
    let distance = other.dot(from.cross(one)) / determinant;
    let flat = one.cross(other).normalize_or_zero().dot(direction).abs() < 1e-2;
    (!flat && determinant != 0.0).then_some((distance, u.min(v).min(1.0 - u - v)))
}

fn any_point() -> impl Strategy<Value = DVec3> {
    (-4.0..4.0_f64, -4.0..4.0_f64, -4.0..4.0_f64).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mesh_hits_agree_with_brute_force(
        vertices in proptest::collection::vec(any_point(), 3..60),
        numbers in proptest::collection::vec([0..60_u32, 0..60, 0..60], 1..150),
        origins in proptest::collection::vec(any_point(), 1..4),
        targets in proptest::collection::vec(any_point(), 1..24),
    ) {
        let count = vertices.len() as u32;
        let triangles: Vec<_> = numbers.iter().map(|t| t.map(|vertex| vertex % count)).collect();
        let mut world = World::new(PhysicsSettings::default());
        let shape = Shape::mesh(vertices.clone(), triangles.clone());
        let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
        // rapier refuses some meshes; that is tested elsewhere.
        let Ok(_) = world.add_node(NodeSpec::new("it").with_body(body)) else { return Ok(()) };
        let rays: Vec<_> = origins.iter().flat_map(|origin| {
            targets.iter().map(|target| Ray::new(*origin, *target - *origin, 6.0))
        }).collect();
        let hits = cast(&world, &rays, RayFilter::default());
        for (ray, hit) in rays.iter().zip(hits) {
            let corners = |triangle: &[u32; 3]| triangle.map(|vertex| vertices[vertex as usize].as_vec3().as_dvec3());
            for (number, triangle) in triangles.iter().enumerate() {
                let Some((distance, inside)) = pass(ray, corners(triangle)) else { continue };
                let met = hit.map_or(f64::INFINITY, |hit| f64::from(hit.distance));
                let clearly = inside > 1e-4 && distance > 1e-4 && distance < 6.0 - 1e-4;
                prop_assert!(!clearly || met < distance + 1e-4, "passed triangle {number} at {distance}: {hit:?}");
                if hit.is_some_and(|hit| hit.triangle as usize == number) {
                    prop_assert!(inside > -1e-4 && (met - distance).abs() < 1e-4, "{distance}, {inside}: {hit:?}");
                }
            }
        }
    }
}
