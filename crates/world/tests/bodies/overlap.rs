//! Compares overlap queries with closed forms.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_6};

use crate::common::{at, atrv, cuboid, rigid, world};
use glam::{DQuat, DVec3};
use morse_world::{
    BodySpec, NodeId, NodeSpec, PhysicsSettings, PhysicsType, Pose, RayFilter, Shape, Volume, World,
};

fn empty() -> World {
    World::new(PhysicsSettings::default())
}

fn add(world: &mut World, name: &str, place: Pose, shape: Shape) -> NodeId {
    let body = BodySpec { shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() };
    world.add_node(NodeSpec::new(name).at(place).with_body(body)).unwrap()
}

const SMALL: Volume = Volume::Box { half_extents: DVec3::splat(0.02) };

#[test]
fn box_detects_touching_bodies_only() {
    let mut world = empty();
    let wall = add(&mut world, "wall", at(1.0, 0.0, 0.0), cuboid(0.5, 2.0, 2.0));
    let touched = |x| world.bodies_in(at(x, 0.0, 0.0), &SMALL, &RayFilter::default());
    assert_eq!(touched(0.4801), [wall]);
    assert_eq!(touched(0.4799), []);
    // Detected inside the solid, and no longer beyond it.
    assert_eq!(touched(1.0), [wall]);
    assert_eq!(touched(1.53), []);
}

#[test]
fn every_shape_type_is_detected() {
    let tetrahedron = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    let faces = vec![[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];
    let shapes = [
        cuboid(0.5, 0.5, 0.5),
        Shape::Sphere { radius: 0.5 },
        Shape::Cylinder { radius: 0.5, half_height: 0.5 },
        Shape::Cone { radius: 0.5, half_height: 0.5 },
        Shape::Capsule { radius: 0.5, half_height: 0.5 },
        Shape::hull(tetrahedron),
        Shape::mesh(tetrahedron, faces),
        Shape::HalfSpace,
    ];
    for shape in shapes {
        let mut world = empty();
        let node = add(&mut world, "it", at(100.0, 0.0, 0.0), shape.clone());
        let touched = |place| world.bodies_in(place, &SMALL, &RayFilter::default());
        assert_eq!(touched(at(100.0, 0.0, 0.0)), [node], "{shape:?}");
        assert_eq!(touched(at(100.0, 0.0, 1.1)), [], "{shape:?}");
    }
}

#[test]
fn bodies_are_returned_once_in_the_order_of_adding() {
    let mut world = empty();
    let right = add(&mut world, "right", at(0.0, -0.5, 0.0), cuboid(0.4, 0.49, 0.4));
    let body = BodySpec {
        shapes: vec![(at(0.1, 0.0, 0.0), cuboid(0.4, 0.49, 0.4)), (Pose::IDENTITY, cuboid(0.4, 0.49, 0.4))],
        ..BodySpec::default()
    };
    let left = world.add_node(NodeSpec::new("left").at(at(0.0, 0.5, 0.0)).with_body(body)).unwrap();
    let ghost = BodySpec { physics: PhysicsType::Sensor, ..BodySpec::default() };
    let shapes = vec![(Pose::IDENTITY, cuboid(1.0, 1.0, 1.0))];
    world.add_node(NodeSpec::new("ghost").with_body(BodySpec { shapes, ..ghost })).unwrap();
    let filter = RayFilter::default();
    assert_eq!(world.bodies_in(Pose::IDENTITY, &SMALL, &filter), [right, left]);
    let only = [left].into_iter().collect();
    assert_eq!(world.bodies_in(Pose::IDENTITY, &SMALL, &RayFilter { only: Some(&only), ..filter }), [left]);
    let except = world.subtree_set(left);
    let passing = RayFilter { except: Some(&except), ..filter };
    assert_eq!(world.bodies_in(Pose::IDENTITY, &SMALL, &passing), [right]);
}

#[test]
fn bodies_are_detected_at_their_current_poses() {
    let mut world = world();
    let robot = world.add_node(atrv("robot", 0.5).at(at(0.0, 0.0, 5.0))).unwrap();
    let below = at(0.0, 0.0, 1.0);
    assert!(world.bodies_in(below, &SMALL, &RayFilter::default()).is_empty());
    world.set_world_pose(robot, at(0.0, 0.0, 0.9));
    assert_eq!(world.bodies_in(below, &SMALL, &RayFilter::default()), [robot]);
    // The robot, 0.73 m high, falls onto the floor.
    for _ in 0..60 {
        world.advance();
    }
    assert!(world.bodies_in(below, &SMALL, &RayFilter::default()).is_empty());
    assert_eq!(world.bodies_in(at(0.0, 0.0, 0.7), &SMALL, &RayFilter::default()), [robot]);
}

#[test]
fn cone_opens_along_x_from_its_tip() {
    let mut world = empty();
    let ball = |x, y| (at(x, y, 0.0), Shape::Sphere { radius: 0.01 });
    let places = [(5.0, 0.0), (5.0, 2.8), (5.0, 2.95), (9.9, -5.6), (10.1, 0.0), (-0.1, 0.0), (0.1, 0.02)];
    let nodes: Vec<_> = places
        .iter()
        .enumerate()
        .map(|(i, &(x, y))| {
            let (place, shape) = ball(x, y);
            add(&mut world, &format!("ball{i}"), place, shape)
        })
        .collect();
    let cone = Volume::Cone { length: 10.0, half_opening: FRAC_PI_6 };
    // tan 30° is 0.577: at 5 m the radius of the cone is 2.89 m, at 9.9 m it is 5.72 m.
    let seen = world.bodies_in(Pose::IDENTITY, &cone, &RayFilter::default());
    assert_eq!(seen, [nodes[0], nodes[1], nodes[3], nodes[6]]);
    let turned = Pose::from_rotation(DQuat::from_rotation_z(FRAC_PI_2));
    assert!(world.bodies_in(turned, &cone, &RayFilter::default()).is_empty());
}

#[test]
fn invalid_volumes_detect_nothing() {
    let mut world = empty();
    add(&mut world, "wall", Pose::IDENTITY, cuboid(1.0, 1.0, 1.0));
    let volumes = [
        Volume::Box { half_extents: DVec3::ZERO },
        Volume::Box { half_extents: DVec3::new(1.0, f64::NAN, 1.0) },
        Volume::Box { half_extents: DVec3::new(1.0, -1.0, 1.0) },
        Volume::Cone { length: f64::INFINITY, half_opening: 0.5 },
        Volume::Cone { length: 1.0, half_opening: -0.5 },
        Volume::Cone { length: 1.0, half_opening: f64::NAN },
    ];
    for volume in volumes {
        assert!(world.bodies_in(Pose::IDENTITY, &volume, &RayFilter::default()).is_empty(), "{volume:?}");
    }
    let nowhere = at(f64::NAN, 0.0, 0.0);
    assert!(world.bodies_in(nowhere, &SMALL, &RayFilter::default()).is_empty());
}

#[test]
fn ball_detects_bodies_within_its_radius() {
    let mut world = empty();
    let wall = add(&mut world, "wall", at(1.0, 0.0, 0.0), cuboid(0.5, 2.0, 2.0));
    let met = |radius| world.bodies_in(Pose::IDENTITY, &Volume::Ball { radius }, &RayFilter::default());
    assert_eq!(met(0.501), [wall]);
    for nothing in [0.499, 0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(met(nothing), [], "{nothing}");
    }
}

#[test]
fn objects_are_found_by_their_parts_and_own_parts_are_ignored() {
    let mut world = empty();
    let own = add(&mut world, "own", at(0.0, 0.0, 0.0), cuboid(0.1, 0.1, 0.1));
    let table = world.add_node(NodeSpec::new("table").at(at(1.0, 0.0, 0.0))).unwrap();
    let leg = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))], ..BodySpec::default() };
    let leg = world.add_node(NodeSpec::new("leg").on(table).with_body(leg)).unwrap();
    let ball = Volume::Ball { radius: 2.0 };
    assert_eq!(world.objects_in(Pose::IDENTITY, &ball, own, |node| node == table), [table]);
    assert_eq!(world.objects_in(Pose::IDENTITY, &ball, own, |_| true), [leg]);
    assert_eq!(world.objects_in(Pose::IDENTITY, &ball, own, |node| node == own), []);
}

#[test]
fn objects_touch_while_their_bodies_touch() {
    let mut world = world();
    let body = rigid(1.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.1, 0.1, 0.1))]);
    let below = NodeSpec::new("below").at(at(0.0, 0.0, 0.1)).with_body(body.clone());
    let below = world.add_node(below).unwrap();
    let above = world.add_node(NodeSpec::new("above").at(at(0.0, 0.0, 0.6)).with_body(body)).unwrap();
    let ground = world.find("ground").unwrap();
    let touching = |world: &World, node| world.objects_touching(node, node, |_| true);
    (0..5).for_each(|_| world.advance());
    assert_eq!(touching(&world, below), [ground], "the upper object still falls");
    (0..90).for_each(|_| world.advance());
    assert_eq!(touching(&world, below), [ground, above]);
    assert_eq!(world.objects_touching(below, below, |node| node == above), [above]);
    assert_eq!(touching(&world, above), [below]);
}
