//! Robots that stand on their wheels.

use morse_world::Pose;

use super::{PIONEER_RADIUS_M, SEGWAY_HEIGHT_M, SEGWAY_RADIUS_M, advance, drive, pioneer, segway};
use crate::common::{HZ, assert_close, at, world};

#[test]
fn wheeled_robot_stands_still() {
    let mut world = world();
    let robots =
        [segway(&mut world, "segway", Pose::IDENTITY), pioneer(&mut world, "pioneer", at(3.0, 0.0, 0.0))];
    let starts = robots.map(|robot| world.world_from(robot));
    for braked in [false, true] {
        if braked {
            drive(&mut world, robots[0], 4, 1.0, SEGWAY_RADIUS_M, 0.0, 0.0);
            drive(&mut world, robots[1], 2, 1.0, PIONEER_RADIUS_M, 0.0, 0.0);
        }
        advance(&mut world, 10.0);
        for (robot, start) in robots.iter().zip(&starts) {
            let moved = world.world_from(*robot).translation - start.translation;
            assert!(moved.length() < 1e-3, "{} moved by {moved}", world.name(*robot));
            assert!(world.world_from(*robot).rotation.angle_between(start.rotation) < 2e-3);
        }
    }
    let load: f64 = world.wheels(robots[0]).map(|wheel| wheel.contact.unwrap().load).sum();
    assert_close(load, (90.0 + 4.0 * 5.5) * 9.81, 0.5);
}

#[test]
fn dropped_robot_lands_on_its_wheels() {
    let mut world = world();
    let robot = segway(&mut world, "segway", at(0.0, 0.0, 0.5));
    let mut lowest = f64::INFINITY;
    for _ in 0..3 * HZ {
        world.advance();
        lowest = lowest.min(world.world_from(robot).translation.z);
    }
    assert!(lowest > SEGWAY_HEIGHT_M - 0.03, "sank to {lowest}");
    assert_close(world.world_from(robot).translation.z, SEGWAY_HEIGHT_M, 1e-3);
}

#[test]
fn thousand_robots_stay_on_their_wheels() {
    let mut world = world();
    let robots: Vec<_> = (0..1000)
        .map(|i| {
            let place = at(3.0 * f64::from(i % 32), 3.0 * f64::from(i / 32), 0.0);
            segway(&mut world, &format!("robot{i}"), place)
        })
        .collect();
    for (i, &robot) in robots.iter().enumerate() {
        drive(&mut world, robot, 4, 1.09, SEGWAY_RADIUS_M, 0.5, 0.5 + 0.001 * i as f64);
    }
    advance(&mut world, 2.0);
    for &robot in &robots {
        assert_close(world.world_from(robot).translation.z, SEGWAY_HEIGHT_M, 2e-3);
        assert_close(world.linear_velocity(robot).length(), 0.5, 0.05);
    }
}
