//! Planar motion: closed-form motion of bodies whose drives set their velocities and that are alone on level ground.
//!
//! Such a body slides over a plane at a constant height and tilt. Its drive sets its turn rate, and friction slows it. This
//! motion has a closed form, at a tenth of the cost of rapier's step. Each of these bodies has a *free zone* that contains
//! nothing but the ground and the body. The body returns to rapier before anything else enters the zone, when its drive
//! stops, and when anything but its drive changes its state.

mod advance;
pub(crate) mod drive;
mod enter;
mod free_zone;
mod leave;
pub(crate) mod motion;
pub(crate) mod store;
pub(crate) mod zones;

use glam::DVec3;

use crate::NodeId;
use crate::physics::contacts::corners;
use crate::physics::contacts::points::ContactPoint;
use crate::physics::convert::vector_from_engine;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::rapier_world::Physics;
use rapier3d::math::Vector;

impl Physics {
    /// The state of a body in planar motion.
    pub(crate) fn planar(&self, id: NodeId) -> Option<&PlanarBody> {
        self.planar.get(self.bodies.place(id)?)
    }

    /// The nodes that the given nodes touch because they are in planar motion, or because bodies in planar motion stand on
    /// them.
    pub(crate) fn planar_touching(&self, nodes: &[NodeId]) -> impl Iterator<Item = NodeId> {
        let node_of = |body: &PlanarBody| {
            Some(NodeId::of_user_data(self.engine.colliders.get(body.ground())?.user_data))
        };
        let grounds = nodes.iter().filter_map(move |&node| node_of(self.planar(node)?));
        let is_ground = nodes.iter().any(|&node| self.body(node).is_some_and(|body| !body.physics.moves()));
        let on_them = is_ground.then(|| self.planar.bodies()).into_iter().flatten();
        let on_them = on_them.filter(move |body| node_of(body).is_some_and(|ground| nodes.contains(&ground)));
        grounds.chain(on_them.map(|body| body.node))
    }

    /// The contact points of bodies in planar motion with the ground.
    pub(crate) fn planar_contacts(&self) -> impl Iterator<Item = ContactPoint> {
        self.planar.bodies().flat_map(|body| {
            let shapes = self.body(body.node).into_iter().flat_map(|it| &it.parts);
            shapes.flat_map(|part| {
                let shape = self.engine.colliders.get(part.collider);
                let mut of_box = [Vector::ZERO; 8];
                let corners = shape.and_then(|it| corners(it.shape(), &mut of_box)).unwrap_or_default();
                let world_from_part = body.world_from_node() * part.node_from_part;
                let places =
                    corners.iter().map(|corner| world_from_part.transform_point(vector_from_engine(*corner)));
                let touching = places.filter(|place| body.is_at_ground(place.z));
                touching.map(|position| ContactPoint { position, normal: DVec3::Z }).collect::<Vec<_>>()
            })
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use glam::DQuat;

    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape, World};

    /// A plate of triangles with robots at these positions.
    pub(crate) fn plate_with_robots(places: &[DVec3]) -> (World, Vec<NodeId>) {
        let mut world = World::new(PhysicsSettings::default());
        let corners = [(-50.0, -50.0), (50.0, -50.0), (50.0, 50.0), (-50.0, 50.0)];
        let plate = Shape::mesh(corners.map(|(x, y)| DVec3::new(x, y, 0.0)), vec![[0, 1, 2], [0, 2, 3]]);
        let ground = BodySpec { shapes: vec![(Pose::IDENTITY, plate)], ..BodySpec::default() };
        world.add_node(NodeSpec::new("ground").with_body(ground)).unwrap();
        let half_extents = DVec3::new(0.5, 0.3, 0.2);
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents })];
        let body = BodySpec { shapes, physics: PhysicsType::RigidBody, ..BodySpec::default() };
        let robots = places.iter().enumerate().map(|(nth, &place)| {
            let at = Pose::from_translation(place + DVec3::Z * 0.2);
            world.add_node(NodeSpec::new(format!("robot{nth}")).at(at).with_body(body.clone())).unwrap()
        });
        let robots = robots.collect();
        (world, robots)
    }

    /// Drives robots for some ticks. Returns for each robot whether it is then in planar motion.
    pub(crate) fn run(world: &mut World, ticks: u32, robots: &[NodeId], v: f64) -> Vec<bool> {
        for _ in 0..ticks {
            for &robot in robots {
                let ahead = world.world_from(robot).rotation * DVec3::X;
                world.set_planar_velocities(robot, ahead * v, DVec3::ZERO);
            }
            world.advance();
        }
        robots.iter().map(|&robot| world.physics.planar(robot).is_some()).collect()
    }

    #[test]
    fn driven_robot_is_in_planar_motion_while_it_is_alone() {
        let (mut world, robots) = plate_with_robots(&[DVec3::ZERO, DVec3::X * 6.0]);
        assert_eq!(run(&mut world, 5, &robots[..1], 1.0), [false], "it waits until it has settled");
        assert_eq!(run(&mut world, 60, &robots[..1], 1.0), [true]);
        let [driven, other] = [0, 1].map(|nth| world.physics.body(robots[nth]).unwrap().handle);
        let is_enabled = |world: &World, body| world.physics.engine.bodies.get(body).unwrap().is_enabled();
        assert!(!is_enabled(&world, driven) && is_enabled(&world, other));
        run(&mut world, 480, &robots[..1], 1.0);
        assert_eq!(run(&mut world, 1, &robots[..1], 1.0), [false], "it pushes the second robot");
        assert!(is_enabled(&world, driven));
    }

    #[test]
    fn adjacent_robots_share_the_free_space() {
        let (mut world, robots) = plate_with_robots(&[DVec3::ZERO, DVec3::Y * 1.5, DVec3::Y * 20.0]);
        assert_eq!(run(&mut world, 300, &robots, 1.0), [true; 3]);
        let close = [DVec3::ZERO, DVec3::Y * 1.0];
        let (mut world, robots) = plate_with_robots(&close);
        run(&mut world, 300, &robots, 1.0);
        let free: Vec<_> = robots.iter().filter_map(|&robot| world.physics.planar(robot)).collect();
        assert!(free.len() < 2, "their circles overlap");
    }

    #[test]
    fn required_space_does_not_depend_on_heading() {
        let places = [DVec3::ZERO, DVec3::Y * 1.5];
        let (mut world, robots) = plate_with_robots(&places);
        let rotation = DQuat::from_rotation_z(std::f64::consts::FRAC_PI_4);
        for (&robot, place) in robots.iter().zip(places) {
            world.set_world_pose(robot, Pose { translation: place + DVec3::Z * 0.2, rotation });
        }
        assert_eq!(run(&mut world, 300, &robots, 1.0), [true; 2]);
    }

    #[test]
    fn robots_that_pass_one_another_stay_in_planar_motion() {
        // The second robot is in planar motion or moved by rapier: its zone or its reach is in the way of the first robot.
        for by_rapier in [false, true] {
            let (mut world, robots) = plate_with_robots(&[DVec3::ZERO, DVec3::new(9.0, 1.6, 0.0)]);
            for tick in 0..500 {
                world.set_planar_velocities(robots[0], DVec3::X, DVec3::ZERO);
                world.set_planar_velocities(robots[1], -DVec3::X, DVec3::ZERO);
                if by_rapier {
                    world.apply_force(robots[1], DVec3::Z * 1e-3);
                }
                world.advance();
                let is_planar = [0, 1].map(|nth| world.physics.planar(robots[nth]).is_some());
                assert!(tick < 60 || is_planar == [true, !by_rapier], "{by_rapier} {tick} {is_planar:?}");
            }
            assert!(world.world_from(robots[0]).translation.x > world.world_from(robots[1]).translation.x);
        }
    }

    #[test]
    fn fast_turning_and_jumping_robots_are_left_to_rapier() {
        let (mut world, robots) = plate_with_robots(&[DVec3::ZERO]);
        assert_eq!(run(&mut world, 60, &robots, 1.0), [true]);
        let commands = [
            [DVec3::X * 200.0, DVec3::ZERO],
            [DVec3::X, DVec3::Z * 30.0],
            [DVec3::new(1.0, 0.0, 1.0), DVec3::ZERO],
            [DVec3::X, DVec3::X],
        ];
        for [linear, angular] in commands {
            let (mut world, robots) = plate_with_robots(&[DVec3::ZERO]);
            assert_eq!(run(&mut world, 60, &robots, 1.0), [true]);
            world.set_velocities(robots[0], linear, angular);
            world.advance();
            assert!(world.physics.planar(robots[0]).is_none(), "{linear} {angular}");
        }
    }
}
