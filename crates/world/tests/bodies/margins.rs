//! Bodies that ignore margins stand on the surface itself, beside bodies that stand on its margin.

use glam::DVec3;
use morse_world::{BodySpec, JointKind, JointSpec, NodeId, NodeSpec, PhysicsSettings, Pose, Shape, World};

use crate::common::{HZ, assert_close, at, cuboid, rigid};

const MARGIN_M: f64 = 0.06;
const HALF_M: f64 = 0.02;

/// A square of 40 m on two triangles at height 0, with a margin.
fn ground() -> NodeSpec {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .map(|[x, y]| DVec3::new(20.0 * x, 20.0 * y, 0.0));
    let shapes = vec![(Pose::IDENTITY, Shape::mesh(corners, vec![[0, 1, 2], [0, 2, 3]]))];
    NodeSpec::new("ground").with_body(BodySpec { shapes, margin: MARGIN_M, ..BodySpec::default() })
}

/// A cube, thinner than the margin.
fn cube(ignores_margins: bool) -> BodySpec {
    let shapes = vec![(Pose::IDENTITY, cuboid(HALF_M, HALF_M, HALF_M))];
    BodySpec { ignores_margins, ..rigid(1.0, 0.5, shapes) }
}

fn add(world: &mut World, name: &str, [x, z]: [f64; 2], body: BodySpec) -> NodeId {
    world.add_node(NodeSpec::new(name).at(at(x, 0.0, z)).with_body(body)).unwrap()
}

fn height(world: &World, node: NodeId) -> f64 {
    world.world_from(node).translation.z
}

fn advance(world: &mut World, seconds: usize) {
    for _ in 0..seconds * HZ {
        world.advance();
    }
}

#[test]
fn bodies_that_ignore_margins_stand_on_the_surface_and_others_on_its_margin() {
    // The first of them is added before the ground, and after it.
    for is_before in [true, false] {
        let mut world = World::new(PhysicsSettings::default());
        let mut bare = None;
        for step in 0..2 {
            if (step == 0) == is_before {
                bare = Some(add(&mut world, "bare", [0.0, 0.3], cube(true)));
            } else {
                world.add_node(ground()).unwrap();
            }
        }
        let plain = add(&mut world, "plain", [1.0, 0.3], cube(false));
        // It starts between the surface and its margin.
        let inside = add(&mut world, "inside", [2.0, HALF_M + 0.001], cube(true));
        advance(&mut world, 3);
        assert_close(height(&world, bare.unwrap()), HALF_M, 1e-3);
        assert_close(height(&world, inside), HALF_M, 1e-3);
        assert_close(height(&world, plain), HALF_M + MARGIN_M, 1e-3);
    }
}

#[test]
fn mechanisms_that_ignore_margins_stand_on_the_surface() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground()).unwrap();
    let trunk = add(&mut world, "trunk", [0.0, HALF_M], cube(true));
    let foot = world.add_node(NodeSpec::new("foot").with_body(cube(true))).unwrap();
    let hinge = JointSpec::new("hinge", Some(trunk), foot, JointKind::Continuous);
    world.add_joint(hinge.about(DVec3::Y).at(at(0.05, 0.0, 0.0))).unwrap();
    advance(&mut world, 2);
    assert_close(height(&world, trunk), HALF_M, 1e-3);
    assert_close(height(&world, foot), HALF_M, 1e-3);
}

#[test]
fn bodies_that_ignore_margins_meet_each_other_and_stand_on_the_rest() {
    let mut world = World::new(PhysicsSettings::default());
    world.add_node(ground()).unwrap();
    let hull = (0..8)
        .map(|i: usize| DVec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 0.1 } else { -0.1 })));
    let crate_body = BodySpec { margin: 0.05, ..rigid(20.0, 0.5, vec![(Pose::IDENTITY, Shape::hull(hull))]) };
    let with_margin = add(&mut world, "crate", [0.0, 0.3], crate_body);
    let lower = add(&mut world, "lower", [0.0, 0.7], cube(true));
    let upper = add(&mut world, "upper", [0.0, 0.8], cube(true));
    advance(&mut world, 3);
    let crate_z = 0.1 + 0.05 + MARGIN_M;
    assert_close(height(&world, with_margin), crate_z, 2e-3);
    assert_close(height(&world, lower), crate_z + 0.1 + HALF_M, 3e-3);
    assert_close(height(&world, upper), crate_z + 0.1 + 3.0 * HALF_M, 4e-3);
}

#[test]
fn body_that_ignored_margins_and_was_removed_leaves_nothing_behind() {
    let heights = |has_visitor: bool| {
        let mut world = World::new(PhysicsSettings::default());
        world.add_node(ground()).unwrap();
        let plain = add(&mut world, "plain", [1.0, 0.3], cube(false));
        if has_visitor {
            let visitor = add(&mut world, "visitor", [5.0, 0.3], cube(true));
            world.advance();
            world.remove_node(visitor);
        } else {
            world.advance();
        }
        (0..2 * HZ)
            .map(|_| {
                world.advance();
                height(&world, plain).to_bits()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(heights(true), heights(false));
}
