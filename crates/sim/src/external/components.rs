//! The list of what the host of a simulation computes.

use std::collections::BTreeSet;

use morse_scene::description::ExtensionKind;

use crate::engine::instance::InstanceRef;
use crate::external::host::SharedHost;
use crate::external::message::{Completed, ExtensionInit};

/// What the host of a simulation computes.
pub(crate) struct ExternalComponents {
    pub(crate) host: SharedHost,
    /// Components in scene order, by their number in the host: those that it computes, those with modifiers, overlays
    /// or streams that it computes, and the robots that carry one of these.
    pub(crate) entries: Vec<ExternalEntry>,
    /// Modifiers, by their number in the host.
    pub(crate) modifiers: Vec<ExtensionInit>,
    /// Overlays, by their number in the host.
    pub(crate) overlays: Vec<ExtensionInit>,
    /// Streams, by their number in the host.
    pub(crate) streams: Vec<ExtensionInit>,
    /// Class paths of the stream managers.
    pub(crate) stream_managers: Vec<String>,
    /// Class paths of the request managers.
    pub(crate) request_managers: Vec<String>,
    /// Whether the host is gone.
    pub(crate) lost: bool,
    /// Services that ended while the call that started them was still in progress.
    pub(crate) completed: Vec<Completed>,
    /// Warnings that were given.
    pub(crate) warned: BTreeSet<String>,
}

impl ExternalComponents {
    /// Class paths of the extensions of a kind, by their number in the host, and the numbers of their components.
    pub(crate) fn extensions(&self, kind: ExtensionKind) -> Vec<(String, Option<usize>)> {
        let of = |inits: &[ExtensionInit]| {
            inits.iter().map(|init| (init.class.clone(), Some(init.external_id))).collect()
        };
        let managers = |classes: &[String]| classes.iter().map(|class| (class.clone(), None)).collect();
        match kind {
            ExtensionKind::Modifier => of(&self.modifiers),
            ExtensionKind::Overlay => of(&self.overlays),
            ExtensionKind::Stream => of(&self.streams),
            ExtensionKind::StreamManager => managers(&self.stream_managers),
            ExtensionKind::RequestManager => managers(&self.request_managers),
        }
    }

    /// Names of all that the host computes, for messages.
    pub(crate) fn names(&self) -> Vec<String> {
        let components = self.entries.iter().filter(|entry| entry.acts).map(|entry| entry.name.clone());
        let extensions = self.modifiers.iter().chain(&self.overlays).chain(&self.streams);
        let extensions =
            extensions.map(|init| format!("{} of {}", init.class, self.entries[init.external_id].name));
        let managers = self.stream_managers.iter().chain(&self.request_managers).cloned();
        components.chain(extensions).chain(managers).collect()
    }
}

/// An entry of the host's component list.
pub(crate) struct ExternalEntry {
    pub(crate) instance: InstanceRef,
    /// Full name.
    pub(crate) name: String,
    /// Number of its robot; a robot has its own number.
    pub(crate) robot: usize,
    /// Whether its own class is external.
    pub(crate) acts: bool,
    /// Whether it failed: a robot does not act any more, a component not until it is activated again.
    pub(crate) failed: bool,
}
