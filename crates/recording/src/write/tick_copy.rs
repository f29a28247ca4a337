//! The recorded data of a tick, which the thread of the simulation copies for the encoding thread.

use morse::Activity;
use morse_sim::StateCopy;

use super::readings::Readings;
use super::sensors::SensorChannels;

/// The name of a node, and the frame of its transforms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NodeNames {
    pub(super) name: String,
    /// Name of its parent, or the fixed frame.
    pub(super) frame: String,
}

/// A tick. It keeps its memory when it is used again.
#[derive(Default)]
pub(super) struct TickCopy {
    /// Simulated time. [ns]
    pub(super) time_ns: u64,
    /// Inputs from outside.
    pub(super) activity: Activity,
    /// Sensors that read for the first time, which have the next numbers.
    pub(super) new_sensors: Vec<SensorChannels>,
    pub(super) readings: Readings,
    /// Names of all nodes, in their order, if nodes came, went, or have another parent than before.
    pub(super) names: Vec<NodeNames>,
    /// The nodes, and the rest of the state if `state_of` is a tick.
    pub(super) state: StateCopy,
    /// Number of the tick, if its state is copied.
    pub(super) state_of: Option<u64>,
    /// Whether the transforms of all nodes are encoded, also of those that did not move.
    pub(super) has_all_transforms: bool,
}

impl TickCopy {
    /// Makes it empty; its memory stays.
    pub(super) fn clear(&mut self) {
        self.activity = Activity::default();
        self.new_sensors.clear();
        self.readings.clear();
        self.names.clear();
        self.state.clear();
        self.state_of = None;
        self.has_all_transforms = false;
    }

    /// Bytes that it takes in memory, without what is small or rare.
    pub(super) fn size(&self) -> usize {
        self.readings.size() + self.state.size() + size_of::<Self>()
    }
}
