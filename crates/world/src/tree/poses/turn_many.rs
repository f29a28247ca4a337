//! Rotates the visible parts of many robots, such as wheels, on several threads at once.

use crate::raycast::RayKinds;
use crate::threads::{Part, ThreadTeam, divide};
use crate::tree::node_access;
use crate::tree::node_tree::Tree;
use crate::tree::poses::anchored_pose::AnchoredPose;
use crate::tree::poses::visual_rotation::turn;
use crate::{NodeId, World};

/// The nodes that one thread rotates.
struct TurnPart<'a> {
    poses: &'a [AnchoredPose],
    angles_rad: Part<'a, f64>,
    motion_counts: Part<'a, u64>,
    ray_marks: Part<'a, RayKinds>,
    motions: u64,
}

/// See [`World::rotate_many_about_z`].
pub(crate) fn rotate_many_about_z(world: &mut World, team: &ThreadTeam, turns: Vec<Vec<(NodeId, f64)>>) {
    if turns.iter().all(Vec::is_empty) {
        return;
    }
    world.tree.motions += 1;
    world.tree.count_all();
    let marks = world.rays.marks(world.tree.nodes.len());
    let Tree { poses, motion_counts, motions, visual_rotations, .. } = &mut world.tree;
    let (poses, motions) = (&*poses, *motions);
    let ends: Vec<usize> = world.physics.bodies.part_ends(team.size()).map(|end| end.node).collect();
    let angles = divide(visual_rotations.angles_mut(), ends.iter().copied());
    let counts = divide(motion_counts, ends.iter().copied());
    let marks = divide(marks, ends.iter().copied());
    let parts = angles.zip(counts).zip(marks).map(|((angles_rad, motion_counts), ray_marks)| TurnPart {
        poses,
        angles_rad,
        motion_counts,
        ray_marks,
        motions,
    });
    let mut left = vec![Vec::new(); turns.len()];
    let tasks = turns.into_iter().zip(&mut left).zip(parts).map(|task| vec![task]);
    team.run(tasks, |((turns, left), mut part): ((Vec<_>, &mut Vec<_>), TurnPart<'_>)| {
        left.extend(turns.into_iter().filter(|&(node, by_rad)| !part.turn(node, by_rad)));
    });
    for (node, by_rad) in left.into_iter().flatten() {
        node_access::rotate_about_z(world, node, by_rad);
    }
}

impl TurnPart<'_> {
    /// Rotates a node that was rotated before. Does nothing and returns `false` for a node of another part.
    fn turn(&mut self, id: NodeId, by_rad: f64) -> bool {
        let Some(placed) = self.poses.get(id.index()).filter(|_| by_rad.is_finite()) else { return false };
        let angle = self.angles_rad.get_mut(id.index()).filter(|angle| **angle != 0.0);
        let count = self.motion_counts.get_mut(placed.anchor.index());
        let Some(((angle, count), mark)) = angle.zip(count).zip(self.ray_marks.get_mut(id.index())) else {
            return false;
        };
        turn(angle, by_rad);
        (*count, *mark) = (self.motions, RayKinds::ALL);
        true
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;
    use crate::{BodySpec, NodeSpec, PhysicsSettings, PhysicsType, Pose, Ray, RayFilter, RayKind, Shape};

    /// Carts with one wheel each, which is visible far above.
    fn carts() -> (World, Vec<NodeId>) {
        let mut world = World::new(PhysicsSettings::default());
        let at = |x| Pose::from_translation(DVec3::X * x);
        let half_extents = DVec3::new(0.5, 0.2, 0.01);
        let shapes = vec![(at(0.0), Shape::Box { half_extents })];
        let body = |physics| BodySpec { physics, shapes: shapes.clone(), ..BodySpec::default() };
        let wheels = (0..4).map(|nth| {
            let cart = NodeSpec::new(format!("cart{nth}")).at(at(3.0 * f64::from(nth)));
            let cart = world.add_node(cart.with_body(body(PhysicsType::Dynamic))).unwrap();
            let wheel =
                NodeSpec::new(format!("wheel{nth}")).on(cart).at(Pose::from_translation(DVec3::Z * 5.0));
            world.add_node(wheel.with_body(body(PhysicsType::NoCollision))).unwrap()
        });
        let wheels = wheels.collect();
        (world, wheels)
    }

    #[test]
    fn result_does_not_depend_on_number_of_threads() {
        let turned = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let (mut world, wheels) = carts();
                let team = ThreadTeam::default();
                let (mut seen, mut is_hit, mut hits) = (Vec::new(), Vec::new(), Vec::new());
                let filter = RayFilter { kind: RayKind::Visual, ..RayFilter::default() };
                let mut counts: Vec<u64> = wheels.iter().map(|&wheel| world.motion_count(wheel)).collect();
                for tick in 1..5 {
                    // The last wheel is in the list of a different part.
                    let list = |nth| vec![(wheels[nth], 0.3 * f64::from(tick)), (wheels[3 - nth], 2.0)];
                    let mut turns: Vec<_> = (0..threads).map(|_| Vec::new()).collect();
                    turns[0] = list(0);
                    turns[threads - 1].extend(list(1));
                    world.rotate_many_about_z(&team, turns);
                    for (&wheel, count) in wheels.iter().zip(&mut counts) {
                        assert!(world.motion_count(wheel) > *count);
                        *count = world.motion_count(wheel);
                        seen.push(world.world_from(wheel));
                        let side = world.world_from(wheel).translation + DVec3::new(0.0, 0.4, 1.0);
                        let ray = [Ray::new(side, DVec3::NEG_Z, 2.0)];
                        world.cast_rays(&ray, &filter, &mut hits);
                        is_hit.push(hits[0].is_some());
                    }
                }
                (seen, is_hit)
            })
        };
        let one = turned(1);
        assert!(one.1.contains(&true) && one.1.contains(&false), "rays see the wheels turn");
        assert!([2, 3, 4].into_iter().all(|threads| turned(threads) == one));
    }
}
