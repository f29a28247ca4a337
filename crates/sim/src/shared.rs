//! A scene that several simulators share: each moves robots of its own, and learns from the others where theirs are.

use morse_world::{NodeId, Pose};

use crate::simulation::Simulation;
use crate::unit::UnitRef;

impl Simulation {
    /// The robots that this simulator moves, by name, and where they are in the world; in scene order.
    pub fn own_robots(&self) -> impl Iterator<Item = (&str, Pose)> {
        let own = self.robots.iter().filter(|robot| !robot.external);
        own.map(|robot| (robot.head.name.as_str(), self.world.world_from(robot.head.node)))
    }

    /// Puts objects where other simulators say they are. Names that this scene does not know, and what belongs to a robot
    /// of this simulator, are left alone.
    pub(crate) fn follow_others(&mut self, objects: &[(String, Pose)]) {
        for (name, world_from_object) in objects {
            let Some(node) = self.world.find(name).filter(|&node| !self.is_own(node)) else { continue };
            // What stands still costs nothing.
            if self.world.world_from(node) != *world_from_object {
                self.world.set_world_pose(node, *world_from_object);
            }
        }
    }

    /// Whether a node is a robot that this simulator moves, or hangs on one.
    pub(crate) fn is_own(&self, node: NodeId) -> bool {
        let mut above = std::iter::successors(Some(node), |&node| self.world.parent(node));
        above.any(|node| match self.units.get(self.world.name(node)) {
            Some(&UnitRef::Robot(index)) => !self.robots[index].external,
            _ => false,
        })
    }
}
