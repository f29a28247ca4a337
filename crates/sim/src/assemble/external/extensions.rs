//! Extensions that a host computes: managers, overlays and streams.

use std::collections::{BTreeMap, BTreeSet};

use morse_scene::description::{ExtensionDescription, ExtensionKind};
use morse_scene::diagnostic::{Code, Diagnostic};
use morse_scene::value::Map;

use crate::assemble::Assembly;
use crate::external::components::OverlayInstance;
use crate::external::{ExtensionInit, Failure};
use crate::transport::request::PSEUDO_COMPONENTS;

impl<'a> Assembly<'a> {
    pub(super) fn extension(&self, class: &str, kind: ExtensionKind) -> Option<&'a ExtensionDescription> {
        self.registry.extension(class).filter(|extension| extension.kind == kind)
    }

    /// The request managers that the host computes, each with the components that it exposes.
    pub(super) fn request_managers(&self) -> BTreeMap<String, Vec<String>> {
        let mut managers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let services = self.document.component_service.iter();
        let named = services.flat_map(|(component, managers)| managers.iter().map(move |m| (m, component)));
        let overlaid = self.document.overlays.iter();
        let overlaid =
            overlaid.flat_map(|(manager, of)| of.keys().map(move |component| (manager, component)));
        for (manager, component) in named.chain(overlaid) {
            if self.extension(manager, ExtensionKind::RequestManager).is_some() {
                let components = managers.entry(manager.clone()).or_default();
                if !components.contains(component) {
                    components.push(component.clone());
                }
            }
        }
        managers
    }

    /// The stream managers that the host computes, with their options.
    pub(super) fn stream_managers(&self) -> BTreeMap<String, Map> {
        let entries = self.document.component_datastream.values().flatten().map(|entry| &entry.manager);
        let named = entries.chain(self.document.stream_manager.keys());
        let of_host = named.filter(|name| self.extension(name, ExtensionKind::StreamManager).is_some());
        let options =
            |manager: &String| self.document.stream_manager.get(manager).cloned().unwrap_or_default();
        of_host.map(|manager| (manager.clone(), options(manager))).collect()
    }

    pub(super) fn host_overlays(&mut self, numbers: &BTreeMap<&str, usize>) -> Vec<ExtensionInit> {
        let mut inits = Vec::new();
        for (manager, overlaid) in &self.document.overlays {
            for (component, entry) in overlaid {
                let known = self.extension(&entry.class, ExtensionKind::Overlay);
                let (Some(extension), Some(&external_id)) = (known, numbers.get(component.as_str())) else {
                    continue;
                };
                let services = extension.services.clone();
                let (manager, name) = (manager.clone(), component.clone());
                let (class, arguments) = (entry.class.clone(), entry.arguments.clone());
                inits.push(ExtensionInit {
                    external_id,
                    class,
                    manager: manager.clone(),
                    arguments,
                    direction: None,
                });
                let overlay = OverlayInstance { external_id, manager, name, services, running: None };
                self.simulation.engine.overlays.push(overlay);
            }
        }
        inits
    }

    pub(super) fn host_streams(&mut self, numbers: &BTreeMap<&str, usize>) -> Vec<ExtensionInit> {
        let mut inits = Vec::new();
        for (component, entries) in &self.document.component_datastream {
            for (nth, entry) in entries.iter().enumerate() {
                let known = self.extension(&entry.class, ExtensionKind::Stream);
                let (Some(_), Some(&external_id)) = (known, numbers.get(component.as_str())) else {
                    continue;
                };
                self.host_stream_numbers.insert((component.clone(), nth), inits.len());
                let (class, manager) = (entry.class.clone(), entry.manager.clone());
                let (arguments, direction) = (entry.options.clone(), Some(entry.direction));
                inits.push(ExtensionInit { external_id, class, manager, arguments, direction });
            }
        }
        inits
    }

    pub(super) fn extension_problem(&mut self, failure: &Failure) {
        let Failure { kind, number, error } = failure;
        let extensions = self.simulation.engine.external.as_ref().map(|external| external.extensions(*kind));
        let of = extensions.and_then(|extensions| extensions.get(*number).cloned());
        let (class, owner) = of.unwrap_or_default();
        let text = format!("the Python code of the {} {class} failed\n{error}", kind.name());
        let owner = owner.and_then(|owner| self.simulation.engine.external_entry(owner));
        let object = owner.and_then(|owner| self.objects.get(owner.name.as_str()).copied());
        match object {
            Some(object) => self.problem(Code::RunPython, object, text),
            None => self.problems.push(Diagnostic::error(Code::RunPython, text)),
        }
    }

    /// Reports overlays whose name is that of another overlay or component on their request manager.
    pub(super) fn check_overlay_names(&mut self) {
        let mut taken = BTreeSet::new();
        let mut problems = Vec::new();
        for overlay in &self.simulation.engine.overlays {
            let Some(entry) = self.simulation.engine.external_entry(overlay.external_id) else { continue };
            let is_known = self.simulation.model.instances.contains_key(&overlay.name)
                || PSEUDO_COMPONENTS.contains(&overlay.name.as_str());
            let of_other = overlay.name != entry.name && is_known;
            if of_other || !taken.insert((overlay.manager.clone(), overlay.name.clone())) {
                let text = format!(
                    "its overlay is called `{}`, which is already the name of an overlay or component",
                    overlay.name
                );
                problems.push((entry.name.clone(), text));
            }
        }
        for (component, text) in problems {
            if let Some(&object) = self.objects.get(component.as_str()) {
                self.problem(Code::RunPython, object, text);
            }
        }
    }
}
