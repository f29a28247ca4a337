//! The list of the external components of a simulation.

use crate::engine::instance::InstanceRef;
use crate::external::host::SharedHost;
use crate::external::message::Completed;

/// The external components of a simulation, in scene order.
pub(crate) struct ExternalComponents {
    pub(crate) host: SharedHost,
    /// By their number in the host. Robots that carry external components are included even if their own class is
    /// built in.
    pub(crate) entries: Vec<ExternalEntry>,
    /// Whether the host is gone.
    pub(crate) lost: bool,
    /// Services that ended while the call that started them was still in progress.
    pub(crate) completed: Vec<Completed>,
}

/// An entry of the host's component list.
pub(crate) struct ExternalEntry {
    pub(crate) instance: InstanceRef,
    /// Full name.
    pub(crate) name: String,
    /// Number of its robot; a robot has its own number.
    pub(crate) robot: usize,
    /// Whether its own class is external, and not only that of a component it carries.
    pub(crate) acts: bool,
    /// Whether it failed: a robot does not act any more, a component not until it is activated again.
    pub(crate) failed: bool,
}
