//! Damping, speed limits and impulses of bodies while the simulation runs.

use glam::DVec3;

use crate::physics::body::mass::damping_for_engine;
use crate::physics::body::tuning::{FrictionDirection, SpeedLimits};
use crate::physics::body::velocities;
use crate::physics::convert::vector_to_engine;
use crate::physics::joints::joint_access;
use crate::physics::rapier_world::Physics;
use crate::tree::node_tree::Tree;
use crate::{NodeId, Quantity, World};

/// See [`World::damping`].
pub(crate) fn damping(world: &World, id: NodeId) -> [f64; 2] {
    let tick_s = world.settings.tick_s;
    let body = world.physics.body(id).and_then(|body| world.physics.engine.bodies.get(body.handle));
    body.filter(|_| world.is_free(id)).map_or([0.0; 2], |in_engine| {
        [in_engine.linear_damping(), in_engine.angular_damping()]
            .map(|it| 1.0 - libm::pow(1.0 + tick_s * f64::from(it), -1.0 / tick_s))
    })
}

/// See [`World::set_damping`].
pub(crate) fn set_damping(world: &mut World, id: NodeId, linear: Option<f64>, angular: Option<f64>) {
    world.physics.watch(id);
    let tick_s = world.settings.tick_s;
    let handle = world.physics.body(id).map(|body| body.handle);
    if let Some(in_engine) = handle.and_then(|handle| world.physics.engine.bodies.get_mut(handle)) {
        let in_engine_units = |share: f64| damping_for_engine(share.clamp(0.0, 1.0), tick_s);
        if let Some(share) = linear {
            in_engine.set_linear_damping(in_engine_units(share));
        }
        if let Some(share) = angular {
            in_engine.set_angular_damping(in_engine_units(share));
        }
        let set = [in_engine.linear_damping(), in_engine.angular_damping()];
        world.physics.tuning.entry(id).or_default().damping = Some(set);
    }
}

/// See [`World::apply_impulse`].
pub(crate) fn apply_impulse(world: &mut World, id: NodeId, point_in_world: DVec3, impulse_in_world: DVec3) {
    let is_usable =
        [point_in_world, impulse_in_world].map(|it| velocities::accept(world, id, it, Quantity::Force));
    if is_usable == [true; 2] && world.is_free(id) && !joint_access::is_held(world, id) {
        world.physics.kick(&world.tree, id, point_in_world, impulse_in_world);
        world.tree.note_motion(id);
    }
}

impl Physics {
    /// Applies an impulse to a body.
    fn kick(&mut self, tree: &Tree, id: NodeId, point: DVec3, impulse: DVec3) {
        self.watch(id);
        let Some(body) = self.bodies.get_mut(id).filter(|body| !body.suspended && body.physics.moves())
        else {
            return;
        };
        let world_from_node = tree.world_from(id);
        let arm = point - world_from_node.transform_point(body.center);
        let world_from_axes = glam::DMat3::from_quat(world_from_node.rotation);
        let turn = if body.physics.turns() {
            world_from_axes * body.total.inverse_tensor() * world_from_axes.transpose() * arm.cross(impulse)
        } else {
            DVec3::ZERO
        };
        let push = impulse / body.total.mass;
        body.kept = [body.kept[0] + push, body.kept[1] + turn];
        if let Some(in_engine) = self.engine.bodies.get_mut(body.handle) {
            let [linear, angular] = [push, turn].map(vector_to_engine);
            in_engine.set_linvel(in_engine.linvel() + linear, true);
            in_engine.set_angvel(in_engine.angvel() + angular, true);
        }
    }

    /// Limits the velocities of the bodies with limits.
    pub(crate) fn limit_speeds(&mut self) {
        for (&id, tuning) in &self.tuning {
            let Some(body) = self.bodies.get(id) else { continue };
            let Some(in_engine) = self.engine.bodies.get_mut(body.handle) else { continue };
            tuning.limits.apply(in_engine);
        }
    }

    /// Whether planar motion is out of the question for a body, because it does not know limits.
    pub(crate) fn has_limits(&self, id: NodeId) -> bool {
        self.tuning.get(&id).is_some_and(|tuning| tuning.limits != SpeedLimits::default())
    }

    /// Hashes the tuning of all bodies.
    pub(crate) fn tuning_bits(&self, mut feed: impl FnMut(u64)) {
        for tuning in self.tuning.values() {
            let SpeedLimits { linear_min, linear_max, angular_min, angular_max } = tuning.limits;
            [linear_min, linear_max, angular_min, angular_max].into_iter().for_each(|it| feed(it.to_bits()));
            tuning.damping.into_iter().flatten().for_each(|it| feed(u64::from(it.to_bits())));
            if let Some(FrictionDirection { direction, across, .. }) = tuning.friction_direction {
                direction.to_array().into_iter().chain([across]).for_each(|it| feed(it.to_bits()));
            }
            if tuning.rolling_resistance_m != [0.0; 2] {
                tuning.rolling_resistance_m.into_iter().for_each(|it| feed(it.to_bits()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Shape};

    /// A cube of 2 kg with sides of 1 m in free fall, without damping.
    fn cube() -> (World, NodeId) {
        let mut world = World::new(PhysicsSettings::default());
        let shapes = vec![(Pose::IDENTITY, Shape::Box { half_extents: DVec3::splat(0.5) })];
        let body = BodySpec {
            physics: PhysicsType::RigidBody,
            mass: 2.0,
            margin: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            shapes,
            ..BodySpec::default()
        };
        let node = world.add_node(NodeSpec::new("cube").with_body(body)).unwrap();
        (world, node)
    }

    #[test]
    fn impulse_changes_velocity_and_turn_rate_at_once() {
        let (mut world, cube) = cube();
        world.apply_impulse(cube, DVec3::new(0.0, 0.5, 0.0), DVec3::new(4.0, 0.0, 0.0));
        let [linear, angular] = world.velocities(cube);
        assert!((linear - DVec3::new(2.0, 0.0, 0.0)).length() < 1e-6, "{linear}");
        // The moment of inertia is m a² / 6 = 1/3 kg m²; the angular impulse is -0.5 m × 4 N s.
        let expected = -2.0 / world.local_inertia(cube).z;
        assert!((angular - DVec3::new(0.0, 0.0, expected)).length() < 1e-5, "{angular} {expected}");
    }

    #[test]
    fn largest_speed_limits_free_fall() {
        let (mut world, cube) = cube();
        world.set_speed_limits(cube, SpeedLimits { linear_max: 1.5, ..SpeedLimits::default() });
        for _ in 0..60 {
            world.advance();
        }
        let fallen = -world.world_from(cube).translation.z;
        assert!((world.linear_velocity(cube).length() - 1.5).abs() < 1e-6);
        assert!((1.3..1.5).contains(&fallen), "{fallen}");
        let state = |world: &World| {
            let mut state = Vec::new();
            world.append_state(&mut state);
            state
        };
        let (copy, before) = (world.save().unwrap(), state(&world));
        world.restore(&copy).unwrap();
        assert!(state(&world) == before);
        assert!((world.speed_limits(cube).linear_max - 1.5).abs() < 1e-12);
    }

    #[test]
    fn damping_of_one_half_halves_the_speed_in_a_second() {
        let (mut world, cube) = cube();
        world.set_damping(cube, Some(0.5), None);
        world.set_linear_velocity(cube, DVec3::X);
        for _ in 0..60 {
            world.advance();
        }
        let speed = world.linear_velocity(cube).x;
        assert!((speed - 0.5).abs() < 1e-3, "{speed}");
        let [linear, angular] = world.damping(cube);
        assert!((linear - 0.5).abs() < 1e-5 && angular.abs() < 1e-9, "{linear} {angular}");
    }
}
