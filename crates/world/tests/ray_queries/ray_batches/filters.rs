//! Ray filters and the contents of hits.

use super::cast;
use crate::common::{at, atrv, cuboid};
use glam::DVec3;
use morse_world::{
    BodySpec, NodeId, NodeSet, NodeSpec, PhysicsSettings, PhysicsType, Pose, PropertyValue, Ray, RayFilter,
    RayKind, Shape, Visual, World,
};

/// Three walls in sequence along x, each with a tag.
fn walls() -> (World, [NodeId; 3]) {
    let mut world = World::new(PhysicsSettings::default());
    let walls = [1.0, 2.0, 3.0].map(|x| {
        let body = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.1, 1.0, 1.0))], ..BodySpec::default() };
        let mut spec = NodeSpec::new(format!("wall{x}")).at(at(x, 0.0, 0.0)).with_body(body);
        spec.properties.insert(format!("tag{x}"), PropertyValue::Bool(true));
        world.add_node(spec).unwrap()
    });
    (world, walls)
}

fn first(world: &World, filter: RayFilter<'_>) -> Option<NodeId> {
    let hits = cast(world, &[Ray::new(DVec3::ZERO, DVec3::X, 10.0)], filter);
    hits[0].map(|hit| hit.node)
}

#[test]
fn filters_select_the_nodes_that_rays_hit() {
    let (world, [near, middle, far]) = walls();
    let any = RayFilter::default();
    assert_eq!(first(&world, any), Some(near));
    assert_eq!(first(&world, RayFilter { skip: Some(near), ..any }), Some(middle));
    let tagged: NodeSet = world.tagged("tag3").iter().copied().collect();
    assert_eq!(first(&world, RayFilter { only: Some(&tagged), ..any }), Some(far));
    let except: NodeSet = [near, middle].into_iter().collect();
    assert_eq!(first(&world, RayFilter { except: Some(&except), ..any }), Some(far));
    assert_eq!(first(&world, RayFilter { only: Some(&tagged), except: Some(&tagged), ..any }), None);
    assert_eq!(first(&world, RayFilter { only: Some(&NodeSet::default()), ..any }), None);
}

#[test]
fn rays_can_pass_through_a_whole_robot() {
    let (mut world, [near, ..]) = walls();
    let robot = world.add_node(atrv("robot", 0.5).at(at(-0.3, 0.0, -0.3))).unwrap();
    let arm = BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.05, 0.3, 0.3))], ..BodySpec::default() };
    let arm = world.add_node(NodeSpec::new("arm").on(robot).at(at(0.8, 0.0, 0.3)).with_body(arm)).unwrap();
    assert_eq!(first(&world, RayFilter { skip: Some(robot), ..RayFilter::default() }), Some(arm));
    let whole = world.subtree_set(robot);
    assert_eq!(first(&world, RayFilter { except: Some(&whole), ..RayFilter::default() }), Some(near));
}

#[test]
fn visual_rays_and_physics_rays_hit_different_geometry() {
    let (mut world, [near, middle, _]) = walls();
    let ghost = BodySpec {
        physics: PhysicsType::NoCollision,
        shapes: vec![(Pose::IDENTITY, cuboid(0.1, 1.0, 1.0))],
        ..BodySpec::default()
    };
    let ghost = world.add_node(NodeSpec::new("ghost").at(at(0.5, 0.0, 0.0)).with_body(ghost)).unwrap();
    let seen = RayFilter { kind: RayKind::Visual, ..RayFilter::default() };
    assert_eq!(first(&world, RayFilter::default()), Some(near));
    assert_eq!(first(&world, seen), Some(ghost));
    // Hidden bodies are still obstacles.
    world.set_visible(ghost, false, false);
    assert_eq!(first(&world, seen), Some(near));
    world.set_visible(near, false, false);
    assert_eq!((first(&world, seen), first(&world, RayFilter::default())), (Some(middle), Some(near)));
    world.set_visible(near, true, false);
    assert_eq!(first(&world, seen), Some(near));
    // Separate visuals: a pane away from the ray.
    world.set_visuals(near, vec![Visual::new(cuboid(0.1, 1.0, 1.0)).at(at(0.0, 5.0, 0.0))]).unwrap();
    assert_eq!((first(&world, seen), first(&world, RayFilter::default())), (Some(middle), Some(near)));
    let off = Ray::new(DVec3::new(0.0, 5.0, 0.0), DVec3::X, 10.0);
    assert_eq!(cast(&world, &[off], seen)[0].map(|hit| hit.node), Some(near));
    world.set_world_pose(near, at(1.0, -5.0, 0.0));
    assert_eq!(first(&world, seen), Some(near));
    // Visuals are saved.
    let mut restored = World::new(PhysicsSettings::default());
    restored.restore(&world.save().unwrap()).unwrap();
    assert_eq!((first(&restored, seen), first(&restored, RayFilter::default())), (Some(near), Some(middle)));
    // Invalid visuals are refused without changes.
    assert!(world.set_visuals(near, vec![Visual::new(Shape::Sphere { radius: f64::NAN })]).is_err());
    assert_eq!(first(&world, seen), Some(near));
    world.set_visuals(near, Vec::new()).unwrap();
    assert_eq!(first(&world, seen), Some(middle));
}

#[test]
fn hits_contain_part_and_triangle() {
    let mut world = World::new(PhysicsSettings::default());
    let corners = [DVec3::ZERO, DVec3::X * 2.0, DVec3::new(2.0, 2.0, 0.0), DVec3::Y * 2.0];
    let quad = Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]]);
    let shapes = vec![(at(10.0, 0.0, 0.0), cuboid(1.0, 1.0, 1.0)), (Pose::IDENTITY, quad)];
    let body = BodySpec { shapes, ..BodySpec::default() };
    world.add_node(NodeSpec::new("it").with_body(body)).unwrap();
    let down = |x, y| Ray::new(DVec3::new(x, y, 5.0), -DVec3::Z, 10.0);
    let hits = cast(&world, &[down(1.5, 0.5), down(0.5, 1.5), down(10.0, 0.0)], RayFilter::default());
    let named: Vec<_> = hits.iter().flatten().map(|hit| (hit.part, hit.triangle)).collect();
    assert_eq!(named, [(1, 0), (1, 1), (0, 0)]);
}

#[test]
fn first_added_of_coincident_bodies_is_hit() {
    let mut world = World::new(PhysicsSettings::default());
    let wall = || BodySpec { shapes: vec![(Pose::IDENTITY, cuboid(0.1, 1.0, 1.0))], ..BodySpec::default() };
    let nodes: Vec<_> = (0..9)
        .map(|i| {
            world.add_node(NodeSpec::new(format!("wall{i}")).at(at(1.0, 0.0, 0.0)).with_body(wall())).unwrap()
        })
        .collect();
    assert_eq!(first(&world, RayFilter::default()), Some(nodes[0]));
    assert_eq!(first(&world, RayFilter { skip: Some(nodes[0]), ..RayFilter::default() }), Some(nodes[1]));
}
