//! Setting the velocities of many robots on several threads at once.

use glam::DVec3;

use crate::physics::body::origin::{of_center, on_the_ground};
use crate::physics::body::store::Bodies;
use crate::physics::convert::fits;
use crate::physics::planar::motion::PlanarBody;
use crate::physics::planar::store::Drives;
use crate::threads::{Part, ThreadTeam, divide};
use crate::tree::node_tree::{Node, Tree};
use crate::tree::poses::anchored_pose::AnchoredPose;
use crate::{DriveCommand, DrivenContact, NodeId, World};

/// The bodies in planar motion that one thread drives. Their nodes are consecutive.
pub struct DrivePart<'a> {
    nodes: &'a [Node],
    poses: &'a [AnchoredPose],
    bodies: &'a Bodies,
    slots: Part<'a, Option<PlanarBody>>,
    motion_counts: Part<'a, u64>,
    /// The motion count written for driven bodies.
    motions: u64,
    tick_s: f64,
    contact: DrivenContact,
    drives: &'a mut Drives,
}

impl DrivePart<'_> {
    /// Length of a tick. [s]
    pub fn tick_s(&self) -> f64 {
        self.tick_s
    }

    /// Executes a command to a body in planar motion, like [`World::drive`]. Does nothing and returns `false` if the body is
    /// not in planar motion or belongs to a different part, if the velocities are zero or not finite, or if the command must be
    /// repeated.
    pub fn drive(&mut self, id: NodeId, command: DriveCommand) -> bool {
        let index = id.index();
        let (Some(node), Some(place)) = (self.nodes.get(index), self.bodies.place(id)) else {
            return false;
        };
        let world_from_node = self.poses[index].pose;
        let new = command.in_world(world_from_node.rotation, self.contact);
        let rolls = self.contact == DrivenContact::Rolls;
        let is_set = command.ticks <= 1
            && node.joint.is_none()
            && new != [DVec3::ZERO; 2]
            && new.into_iter().all(fits);
        let slot = self.slots.get_mut(place).and_then(Option::as_mut);
        match slot.zip(self.motion_counts.get_mut(index)) {
            Some((body, count)) if is_set => {
                let arm = body.arm(world_from_node);
                let old = body.velocities();
                let change = |old| if command.on_ground { on_the_ground(old, new) } else { new };
                self.drives.drive(body, of_center(old, arm, change), rolls, self.tick_s);
                *count = self.motions;
                true
            }
            _ => false,
        }
    }
}

/// See [`World::drive_in_parts`].
pub(crate) fn drive_in_parts<T: Send>(
    world: &mut World,
    team: &ThreadTeam,
    tasks: impl IntoIterator<Item = T>,
    drive: impl Fn(T, &mut DrivePart<'_>) + Sync,
) {
    let (tick_s, contact) = (world.physics.tick_s, world.settings.driven);
    world.tree.motions += 1;
    world.tree.count_all();
    let Tree { nodes, poses, motion_counts, motions, .. } = &mut world.tree;
    let (nodes, poses, motions, bodies) = (&*nodes, &*poses, *motions, &world.physics.bodies);
    let ends: Vec<_> = bodies.part_ends(team.size()).collect();
    let mut done = vec![Drives::default(); ends.len()];
    let slots = divide(world.physics.planar.slots_mut(), ends.iter().map(|end| end.place));
    let counts = divide(motion_counts, ends.iter().map(|end| end.node));
    let parts = slots.zip(counts).zip(&mut done).map(|((slots, motion_counts), drives)| DrivePart {
        nodes,
        poses,
        bodies,
        slots,
        motion_counts,
        motions,
        tick_s,
        contact,
        drives,
    });
    let tasks = tasks.into_iter().zip(parts).map(|task| vec![task]);
    team.run(tasks, |(task, mut part)| drive(task, &mut part));
    done.into_iter().for_each(|drives| world.physics.planar.note_drives(drives));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::physics::planar::tests::{plate_with_robots, run};

    fn command([linear, angular]: [DVec3; 2]) -> DriveCommand {
        DriveCommand { linear, angular, on_ground: true, ticks: 1 }
    }

    /// Drives two robots on two threads, one in each part. Returns for each robot whether this succeeded.
    fn drive(world: &mut World, robots: &[NodeId], velocities: [DVec3; 2]) -> Vec<bool> {
        let command = command(velocities);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let mut driven = vec![false; robots.len()];
        pool.install(|| {
            let team = ThreadTeam::default();
            let ends = world.part_ends(team.size());
            let robot_ends = ends.iter().map(|&end| robots.partition_point(|robot| robot.index() < end));
            let tasks: Vec<_> = divide(&mut driven, robot_ends).collect();
            world.drive_in_parts(&team, tasks, |mut driven, part| {
                for (nth, &robot) in robots.iter().enumerate() {
                    if let Some(driven) = driven.get_mut(nth) {
                        *driven = part.drive(robot, command);
                    } else {
                        assert!(!part.drive(robot, command), "the robot is in the other part");
                    }
                }
            });
        });
        driven
    }

    #[test]
    fn bodies_driven_in_parts_move_as_if_driven_one_by_one() {
        for velocities in
            [[DVec3::X, DVec3::Z], [DVec3::new(0.3, 0.7, 0.0), DVec3::ZERO], [DVec3::X * 300.0, DVec3::ZERO]]
        {
            let [parts, alone] = [true, false].map(|in_parts| {
                let (mut world, robots) = plate_with_robots(&[DVec3::ZERO, DVec3::Y * 8.0, DVec3::Y * 16.0]);
                assert_eq!(run(&mut world, 60, &robots, 1.0), [true; 3]);
                for _ in 0..10 {
                    if !in_parts || drive(&mut world, &robots, velocities) != [true; 3] {
                        for &robot in &robots {
                            world.drive(robot, command(velocities));
                        }
                    }
                    world.advance();
                }
                robots
                    .iter()
                    .map(|&robot| (world.world_from(robot), world.velocities(robot)))
                    .collect::<Vec<_>>()
            });
            assert_eq!(parts, alone);
        }
    }

    #[test]
    fn bodies_moved_by_rapier_and_zero_or_nan_velocities_are_refused() {
        let (mut world, robots) = plate_with_robots(&[DVec3::ZERO, DVec3::Y * 8.0]);
        assert_eq!(drive(&mut world, &robots, [DVec3::X, DVec3::ZERO]), [false; 2], "rapier moves them");
        assert_eq!(run(&mut world, 60, &robots, 1.0), [true; 2]);
        let before = world.velocities(robots[0]);
        for refused in [DVec3::ZERO, DVec3::NAN] {
            assert_eq!(drive(&mut world, &robots, [refused, DVec3::ZERO]), [false; 2]);
        }
        assert_eq!(world.velocities(robots[0]), before);
        let is_driven = drive(&mut world, &robots, [DVec3::X, DVec3::ZERO]);
        assert_eq!(is_driven, [true; 2]);
        world.remove_node(robots[0]);
        assert_eq!(
            drive(&mut world, &robots, [DVec3::X, DVec3::ZERO]),
            [false, true],
            "the second robot has moved to the place of the first"
        );
    }
}
