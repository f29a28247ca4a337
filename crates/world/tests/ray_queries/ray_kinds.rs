//! Rays of each kind hit the current geometry, for any kinds and order of earlier rays.

use glam::DVec3;
use morse_world::{
    BodySpec, Hit, NodeId, NodeSpec, PhysicsType, Pose, Ray, RayFilter, RayKind, Shape, Visual, World,
};

use crate::common::{at, cuboid, world};

const KINDS: [RayKind; 2] = [RayKind::Physics, RayKind::Visual];
const NODES: usize = 6;

fn body(physics: PhysicsType, shape: Shape) -> BodySpec {
    BodySpec { physics, shapes: vec![(Pose::IDENTITY, shape)], ..BodySpec::default() }
}

/// Adds the nth node: cyclically of all types, some with separate visuals.
fn add(world: &mut World, name: &str, nth: usize) -> NodeId {
    let kinds = [PhysicsType::Static, PhysicsType::Sensor, PhysicsType::NoCollision];
    let body = body(kinds[nth % 3], cuboid(0.4, 0.4, 0.2 + 0.1 * nth as f64));
    let node = world.add_node(NodeSpec::new(name).at(at(nth as f64, 0.0, 0.0)).with_body(body)).unwrap();
    if nth.is_multiple_of(2) {
        world.set_visuals(node, vec![Visual::new(Shape::Sphere { radius: 0.3 })]).unwrap();
    }
    node
}

/// The hits of vertical rays of a kind over the positions of the nodes.
fn cast_down(world: &World, kind: RayKind) -> Vec<Option<Hit>> {
    let place = |nth: usize| DVec3::new(0.5 * nth as f64, 0.05, 9.0);
    let rays: Vec<_> = (0..2 * NODES + 4).map(|nth| Ray::new(place(nth), DVec3::NEG_Z, 100.0)).collect();
    let mut hits = Vec::new();
    world.cast_rays(&rays, &RayFilter { kind, ..RayFilter::default() }, &mut hits);
    hits
}

/// Compares rays of some kinds with those in a restored world, whose ray scenes are built from all nodes.
fn check(world: &World, kinds: &[RayKind]) {
    let mut anew = crate::common::world();
    anew.restore(&world.save().unwrap()).unwrap();
    for &kind in kinds {
        assert_eq!(cast_down(world, kind), cast_down(&anew, kind), "{kind:?}");
    }
}

#[test]
fn each_kind_follows_all_changes_since_its_last_ray() {
    // The kinds of rays cast after each change. A kind that is skipped must follow several changes at once.
    let casts: [&[RayKind]; 5] = [&KINDS, &KINDS[..1], &KINDS[1..], &[], &[KINDS[1], KINDS[0]]];
    for first in 0..casts.len() {
        let mut world = world();
        let mut nodes: Vec<_> = (0..NODES).map(|nth| add(&mut world, &format!("node{nth}"), nth)).collect();
        let mut casts = casts.iter().cycle().skip(first);
        let mut check = |world: &World| check(world, casts.next().unwrap());
        check(&world);
        for (nth, &node) in nodes.iter().enumerate() {
            world.set_world_pose(node, at(NODES as f64 - nth as f64, 0.0, 0.2 * nth as f64));
            check(&world);
        }
        let earlier = world.clone();
        for &node in &nodes[..3] {
            world.set_visible(node, false, true);
            check(&world);
        }
        world.set_visuals(nodes[5], vec![Visual::new(cuboid(0.1, 0.1, 1.0))]).unwrap();
        check(&world);
        world.remove_node(nodes[1]);
        nodes.push(add(&mut world, "late", 1));
        check(&world);
        world.prepare_rays(RayKind::Visual);
        check(&world);
        world.set_world_pose(nodes[0], at(2.5, 0.0, 3.0));
        world.prepare_rays(RayKind::Physics);
        check(&world);
        world.rewind(&earlier);
        check(&world);
        world.set_visible(nodes[1], false, true);
        crate::ray_kinds::check(&world, &KINDS);
    }
}

#[test]
fn concurrent_first_rays_of_both_kinds_give_correct_hits() {
    let mut world = world();
    let nodes: Vec<_> = (0..NODES).map(|nth| add(&mut world, &format!("node{nth}"), nth)).collect();
    for round in 0..50 {
        world.set_world_pose(nodes[round % NODES], at(0.1 * round as f64, 0.0, 0.5));
        let [physics, visual] = std::thread::scope(|scope| {
            let threads: [_; 4] = std::array::from_fn(|nth| {
                let world = &world;
                scope.spawn(move || cast_down(world, KINDS[nth % 2]))
            });
            let [a, b, c, d] = threads.map(|thread| thread.join().unwrap());
            assert_eq!((&a, &b), (&c, &d));
            [a, b]
        });
        assert_eq!((physics, visual), (cast_down(&world, KINDS[0]), cast_down(&world, KINDS[1])));
        check(&world, &KINDS);
    }
}
