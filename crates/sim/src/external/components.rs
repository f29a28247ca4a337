//! The list of what the hosts of a simulation compute.

use std::collections::BTreeSet;

use morse_scene::description::{ExtensionKind, ServiceDescription};

use crate::engine::instance::{InstanceRef, RunningService};
use crate::external::host_instance::HostInstance;
use crate::external::message::ExtensionInit;

/// What the hosts of a simulation compute.
pub(crate) struct ExternalComponents {
    /// The hosts; the first one computes everything that is given to no other, and all managers.
    pub(crate) hosts: Vec<HostInstance>,
    /// Components in scene order, by their number, which is the same in all hosts: those that it computes, those with modifiers, overlays
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
    /// Services that are plain functions.
    pub(crate) functions: Vec<FunctionService>,
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

    /// Names of all that a host computes, for messages.
    pub(crate) fn names(&self, host: usize) -> Vec<String> {
        let components = self.entries.iter().filter(|entry| entry.acts && entry.host == host);
        let components = components.map(|entry| entry.name.clone());
        let extensions = self.modifiers.iter().chain(&self.overlays).chain(&self.streams);
        let extensions = extensions.filter(|init| self.entries[init.external_id].host == host);
        let extensions =
            extensions.map(|init| format!("{} of {}", init.class, self.entries[init.external_id].name));
        let managers = self.stream_managers.iter().chain(&self.request_managers);
        let managers = managers.filter(|_| host == 0).cloned();
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
    /// Number of the host that computes it, or its extensions.
    pub(crate) host: usize,
    /// Whether its own class is external.
    pub(crate) acts: bool,
    /// Whether it failed: a robot does not act any more, a component not until it is activated again.
    pub(crate) failed: bool,
}

/// A service that is a plain function of a host.
pub(crate) struct FunctionService {
    pub(crate) host: usize,
    /// Name of the component that has it.
    pub(crate) component: String,
    pub(crate) description: ServiceDescription,
}

/// An overlay of a component.
pub(crate) struct OverlayInstance {
    /// Number of the component in the host.
    pub(crate) external_id: usize,
    /// Class path of the request manager on which it is called.
    pub(crate) manager: String,
    /// The name under which it is called.
    pub(crate) name: String,
    pub(crate) services: Vec<ServiceDescription>,
    pub(crate) running: Option<RunningService>,
}
