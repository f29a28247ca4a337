//! Directory of services, by component or overlay.

use std::collections::BTreeMap;

use morse_scene::description::{ServiceDescription, ServiceKind};
use morse_sim::transport::stream::ServicesSpec;

use super::overlays::{Overlay, OverlayService};

/// Kind and number of arguments of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ServiceInfo {
    pub(super) is_asynchronous: bool,
    pub(super) arguments_min: usize,
    pub(super) arguments_max: usize,
}

/// Handler of a request.
#[derive(Debug, Clone, Copy)]
pub(super) enum Target {
    /// The service of the component with the same name.
    Component,
    /// A service of an overlay.
    Overlay(OverlayService),
}

/// Services under the name of a component or overlay.
#[derive(Debug)]
struct Entry {
    component: String,
    services: BTreeMap<String, (ServiceInfo, Target)>,
}

/// All names.
#[derive(Debug, Default)]
pub(crate) struct Directory(BTreeMap<String, Entry>);

/// Result of a lookup.
#[derive(Debug, Clone)]
pub(super) struct Found {
    /// Full name of the component that runs the service.
    pub(super) component: String,
    pub(super) info: ServiceInfo,
    pub(super) target: Target,
}

fn info(service: &ServiceDescription) -> ServiceInfo {
    ServiceInfo {
        is_asynchronous: service.kind == ServiceKind::Async,
        arguments_min: service.arguments.iter().filter(|argument| argument.default.is_none()).count(),
        arguments_max: service.arguments.len(),
    }
}

impl Directory {
    pub(super) fn add_component(&mut self, spec: &ServicesSpec<'_>) {
        let services = spec.services.iter().chain(spec.other_services);
        let services = services.map(|service| (service.name.clone(), (info(service), Target::Component)));
        let entry = Entry { component: spec.component.to_owned(), services: services.collect() };
        self.0.insert(spec.component.to_owned(), entry);
    }

    pub(super) fn add_overlay(&mut self, overlay: &Overlay, component: &str) -> Result<(), String> {
        if let Some(other) = self.0.get(overlay.name) {
            return Err(format!(
                "{component}: the overlay's name `{}` is taken by {}",
                overlay.name, other.component
            ));
        }
        let services = overlay.services().map(|service| {
            let (arguments_min, arguments_max) = service.arguments;
            let is_asynchronous = service.is_asynchronous;
            let info = ServiceInfo { is_asynchronous, arguments_min, arguments_max };
            (service.name.to_owned(), (info, Target::Overlay(service)))
        });
        let entry = Entry { component: component.to_owned(), services: services.collect() };
        self.0.insert(overlay.name.to_owned(), entry);
        Ok(())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn find(&self, name: &str, service: &str) -> Option<Found> {
        let entry = self.0.get(name)?;
        let (info, target) = entry.services.get(service)?;
        Some(Found { component: entry.component.clone(), info: *info, target: *target })
    }

    /// All names.
    pub(super) fn names(&self) -> String {
        self.0.keys().map(String::as_str).collect::<Vec<_>>().join(" ")
    }

    /// Services of a component or overlay, as Tcl commands.
    pub(super) fn commands(&self, name: &str) -> Option<String> {
        let services = self.0.get(name)?.services.keys();
        Some(services.map(|service| format!("::{name}::{service}Send")).collect::<Vec<_>>().join(" "))
    }
}
