//! Components and extensions that the hosts of a simulation compute.

use std::collections::BTreeSet;

use morse_scene::description::{ExtensionKind, ServiceDescription};

use crate::engine::instance::{InstanceRef, RunningService};
use crate::external::host_instance::HostInstance;
use crate::external::message::ExtensionInit;

/// Components and extensions that the hosts of a simulation compute.
pub(crate) struct ExternalComponents {
    /// The hosts. The first one computes all managers, and everything that is not assigned to another host.
    pub(crate) hosts: Vec<HostInstance>,
    /// Components in scene order; the index is the number of the component, which is the same in all hosts. Includes
    /// external components, components with external modifiers, overlays or streams, and the robots that carry them.
    pub(crate) entries: Vec<ExternalEntry>,
    /// Modifiers, by number in the host.
    pub(crate) modifiers: Vec<ExtensionInit>,
    /// Overlays, by number in the host.
    pub(crate) overlays: Vec<ExtensionInit>,
    /// Streams, by number in the host.
    pub(crate) streams: Vec<ExtensionInit>,
    /// Class paths of the stream managers.
    pub(crate) stream_managers: Vec<String>,
    /// Class paths of the request managers.
    pub(crate) request_managers: Vec<String>,
    /// Services that are plain functions.
    pub(crate) functions: Vec<FunctionService>,
    /// Warnings that were already logged.
    pub(crate) warned: BTreeSet<String>,
}

impl ExternalComponents {
    /// Class paths of the extensions of a kind, by number in the host, each with the number of its component.
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

    /// Names of everything that a host computes, for messages.
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
    /// Whether its code failed. A failed robot does not act again, another component only after it is reactivated.
    pub(crate) failed: bool,
}

/// A service that is a plain function of a host.
pub(crate) struct FunctionService {
    pub(crate) host: usize,
    /// Name of the component that offers the service.
    pub(crate) component: String,
    pub(crate) description: ServiceDescription,
}

/// An overlay of a component.
pub(crate) struct OverlayInstance {
    /// Number of the component in the host.
    pub(crate) external_id: usize,
    /// Class path of the request manager on which it is called.
    pub(crate) manager: String,
    /// Name under which it is called.
    pub(crate) name: String,
    pub(crate) services: Vec<ServiceDescription>,
    pub(crate) running: Option<RunningService>,
}
