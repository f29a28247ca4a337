//! Tests of extreme numbers: poses and velocities out of range are refused, and the fastest body takes little time.

use std::time::{Duration, Instant};

use glam::{DMat3, DVec3};
use morse_world::{
    BodySpec, Inertia, NodeId, NodeSpec, POSITION_MAX_M, PhysicsSettings, PhysicsType, Pose, Quantity, Ray,
    RayFilter, SPEED_MAX_M_PER_S, Shape, TURN_RATE_MAX_RAD_PER_S, World, WorldEvent,
};

/// Longest time of a tick with one body, also in builds that are not optimized.
const TICK_MAX: Duration = Duration::from_secs(5);

/// Hills of squares of half a meter.
fn hills(squares: u32) -> Shape {
    let size = f64::from(squares) * 0.5;
    let vertices = (0..=squares).flat_map(|row| {
        (0..=squares).map(move |column| {
            let (x, y) = (f64::from(column) * 0.5 - size / 2.0, f64::from(row) * 0.5 - size / 2.0);
            DVec3::new(x, y, (0.7 * x).sin() * (0.5 * y).cos())
        })
    });
    let corner = |row: u32, column: u32| row * (squares + 1) + column;
    let triangles = (0..squares).flat_map(|row| {
        (0..squares).flat_map(move |column| {
            let [a, b, c, d] = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(r, k)| corner(row + r, column + k));
            [[a, b, c], [a, c, d]]
        })
    });
    Shape::mesh(vertices, triangles.collect())
}

fn world_with_body(shapes: Vec<(Pose, Shape)>) -> (World, NodeId) {
    let mut world = World::new(PhysicsSettings::default());
    let ground = BodySpec { shapes: vec![(Pose::IDENTITY, hills(300))], ..BodySpec::default() };
    world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
    let body = BodySpec { physics: PhysicsType::RigidBody, shapes, ..BodySpec::default() };
    let body = world.add_node(NodeSpec::new("body").with_body(body)).unwrap();
    (world, body)
}

#[test]
fn fastest_body_over_a_terrain_takes_little_time() {
    let cylinder = Shape::Cylinder { radius: 0.3, half_height: 0.5 };
    let boxes = (0..20).map(|number| {
        let place = Pose::from_translation(DVec3::X * 0.1 * f64::from(number));
        (place, Shape::Box { half_extents: DVec3::splat(0.3) })
    });
    for shapes in [vec![(Pose::IDENTITY, cylinder)], boxes.collect()] {
        let (mut world, body) = world_with_body(shapes);
        for toward in [DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 0.3, -0.01), DVec3::NEG_Z] {
            for spin in [0.0, TURN_RATE_MAX_RAD_PER_S] {
                world.set_world_pose(body, Pose::from_translation(DVec3::new(-70.0, -70.0, 0.5)));
                world.set_velocities(body, toward * SPEED_MAX_M_PER_S, DVec3::splat(spin));
                let start = Instant::now();
                world.advance();
                world.advance();
                let took = start.elapsed();
                assert!(took < TICK_MAX, "{toward} with a spin of {spin} rad/s: {took:?}");
                assert!(world.world_from(body).translation.is_finite());
            }
        }
    }
}

#[test]
fn poses_and_velocities_out_of_range_are_reported_and_ignored() {
    let (mut world, body) = world_with_body(vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.5 })]);
    let before = world.world_from(body);
    world.set_world_pose(body, Pose::from_translation(DVec3::X * 1.01 * POSITION_MAX_M));
    world.set_linear_velocity(body, DVec3::Y * 1.01 * SPEED_MAX_M_PER_S);
    world.set_velocities(body, DVec3::ZERO, DVec3::Z * 1.01 * TURN_RATE_MAX_RAD_PER_S);
    assert_eq!((world.world_from(body), world.linear_velocity(body)), (before, DVec3::ZERO));
    world.advance();
    let reported = |what| WorldEvent::NotFinite { node: body, what };
    assert_eq!(world.events(), [Quantity::Pose, Quantity::Velocity, Quantity::Velocity].map(reported));
    let far = NodeSpec::new("far").at(Pose::from_translation(DVec3::Z * 1.01 * POSITION_MAX_M));
    assert!(world.add_node(far).unwrap_err().to_string().contains("1e8"), "the limit is named");
}

#[test]
fn pushed_body_is_stopped_at_the_largest_speed() {
    let (mut world, body) = world_with_body(vec![(Pose::IDENTITY, Shape::Sphere { radius: 0.5 })]);
    world.set_world_pose(body, Pose::from_translation(DVec3::Z * 100.0));
    world.advance();
    world.apply_force(body, DVec3::X * 2.0 * SPEED_MAX_M_PER_S / world.settings().tick_s);
    world.advance();
    assert_eq!(world.events(), [WorldEvent::Diverged { node: body }]);
    assert_eq!(world.linear_velocity(body), DVec3::ZERO);
}

#[test]
fn rays_end_in_a_world_of_nodes_that_are_as_far_as_possible() {
    let mut world = World::new(PhysicsSettings::default());
    let mut parent = None;
    // Each is as far from its parent as possible.
    for number in 0..40 {
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::ONE })];
        let pose = Pose::from_translation(DVec3::new(POSITION_MAX_M, 0.0, -POSITION_MAX_M));
        let node = NodeSpec { parent, ..NodeSpec::new(format!("node {number}")).at(pose) };
        let body = BodySpec { shapes, ..BodySpec::default() };
        parent = Some(world.add_node(node.with_body(body)).unwrap());
    }
    world.advance();
    let toward = DVec3::new(1.0, 0.0, -1.0).as_vec3();
    let rays = [Ray { origin: DVec3::ZERO, direction: toward, max_distance: 1e9 }; 32];
    let mut hits = Vec::new();
    world.cast_rays(&rays, &RayFilter::default(), &mut hits);
    assert!(hits.iter().all(Option::is_some));
}

#[test]
fn bodies_that_no_solver_can_move_are_refused() {
    let mut world = World::new(PhysicsSettings::default());
    let body = |radius: f64, moment: f64| {
        let tensor = DMat3::from_diagonal(DVec3::splat(moment));
        let inertia = Some(Inertia { center_of_mass: DVec3::ZERO, tensor });
        let shapes = vec![(Pose::IDENTITY, Shape::Sphere { radius })];
        BodySpec { physics: PhysicsType::RigidBody, mass: 1e6, shapes, inertia, ..BodySpec::default() }
    };
    for (radius, moment, part) in [(2e4, 1e6, "size"), (1.0, 1e-5, "inertia"), (1.0, 1e15, "inertia")] {
        let refused = world.add_node(NodeSpec::new("body").with_body(body(radius, moment))).unwrap_err();
        assert!(refused.to_string().contains(part), "{refused}");
    }
    world.add_node(NodeSpec::new("body").with_body(body(1.0, 1e6))).unwrap();
}
