//! Distribution of the robots and components of a tick over threads.
//!
//! Each thread has the same robots in every phase of every tick, from sensors to poses: a thread then mostly reads
//! data that it wrote itself. The results do not depend on the number of threads, because no parallel work depends on
//! another robot.

use morse_world::NodeId;

use crate::engine::resources::Engine;

/// Number of robots, sensors or actuators from which on it pays to divide them among threads.
const DIVIDED_FROM: usize = 64;

/// Whether it pays to divide `count` robots, sensors or actuators among threads.
pub(super) fn is_divided(engine: &Engine, count: usize) -> bool {
    engine.threads.current_num_threads() > 1 && count >= DIVIDED_FROM
}

/// The indices at which the parts of robots or components end, for given ends of the parts of nodes. Robots are mostly
/// in the order of their nodes, and components in the order of their robots.
pub(super) fn ends<T>(instances: &[T], node_ends: &[usize], robot: impl Fn(&T) -> NodeId) -> Vec<usize> {
    let end = |&end: &usize| instances.partition_point(|instance| robot(instance).index() < end);
    let ends = node_ends.iter().map(end);
    // The last part contains all remaining instances, in case the order differs.
    ends.take(node_ends.len().saturating_sub(1)).chain([usize::MAX]).collect()
}
