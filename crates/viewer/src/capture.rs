//! The data copied out of a finished tick for the pages.

use morse_world::{MovedPoses, Pose};

use crate::pose_table::Moment;
use crate::readings::Reading;
use crate::run_facts::Status;
use crate::structure::Structure;

/// Data copied between two ticks.
#[derive(Debug, Default)]
pub struct Capture {
    /// Tick and time of the copy.
    pub moment: Moment,
    /// State of the run.
    pub status: Status,
    /// Poses that changed, as the world stores them.
    pub moved: MovedPoses,
    /// Poses in the parents that pages have, by number of the node.
    pub poses: Vec<(u32, Pose)>,
    /// The scene and the nodes that are gone, if nodes came or went.
    pub structure: Option<(Structure, Vec<u32>)>,
    /// Fresh readings.
    pub readings: Vec<Reading>,
    /// Looks that changed, as messages.
    pub looks: Vec<(u32, String)>,
}
