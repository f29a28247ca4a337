//! Masses and frictions that change while a world exists.

use glam::DVec3;
use morse_world::{BodySpec, NodeSpec, PhysicsType, Pose};

use crate::common::{HZ, assert_close, at, cuboid, rigid, world};

/// A crate of half a meter with a mass of 5 kg and a friction of 0.5.
fn crate_at(place: Pose) -> NodeSpec {
    let body = rigid(5.0, 0.5, vec![(Pose::IDENTITY, cuboid(0.25, 0.25, 0.25))]);
    NodeSpec::new("crate").at(place).with_body(body)
}

#[test]
fn force_accelerates_a_body_by_its_new_mass() {
    let speed_after = |mass: Option<f64>| {
        let mut world = world();
        let body = world.add_node(crate_at(at(0.0, 0.0, 10.0))).unwrap();
        if let Some(mass) = mass {
            world.set_mass(body, mass).unwrap();
            assert_eq!(world.mass(body), mass);
        }
        world.apply_force(body, DVec3::new(60.0, 0.0, 0.0));
        world.advance();
        world.linear_velocity(body).x
    };
    assert_close(speed_after(None), 60.0 / 5.0 / HZ as f64, 1e-3);
    assert_close(speed_after(Some(20.0)), 60.0 / 20.0 / HZ as f64, 1e-3);
}

#[test]
fn sliding_body_is_slowed_by_its_new_friction() {
    let way = |friction: Option<f64>| {
        let mut world = world();
        let body = world.add_node(crate_at(at(0.0, 0.0, 0.25))).unwrap();
        if let Some(friction) = friction {
            world.set_friction(body, friction).unwrap();
        }
        world.set_linear_velocity(body, DVec3::new(2.0, 0.0, 0.0));
        (0..4 * HZ).for_each(|_| world.advance());
        world.world_from(body).translation.x
    };
    // The way of a sliding body is v² / (2 μ g).
    assert_close(way(Some(0.25)) / way(None), 2.0, 0.15);
}

#[test]
fn impossible_masses_and_frictions_are_refused() {
    let mut world = world();
    let body = world.add_node(crate_at(at(0.0, 0.0, 0.25))).unwrap();
    let fixed = BodySpec { physics: PhysicsType::Static, ..rigid(5.0, 0.5, vec![]) };
    let fixed = world.add_node(NodeSpec::new("fixed").with_body(fixed)).unwrap();
    let bare = world.add_node(NodeSpec::new("bare")).unwrap();
    for mass in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(world.set_mass(body, mass).is_err(), "{mass}");
    }
    for friction in [-0.1, f64::NAN, f64::INFINITY] {
        assert!(world.set_friction(body, friction).is_err(), "{friction}");
    }
    assert!(world.set_mass(fixed, 1.0).is_err());
    assert!(world.set_mass(bare, 1.0).is_err());
    assert!(world.set_friction(bare, 0.5).is_err());
    assert_eq!(world.mass(body), 5.0);
}
