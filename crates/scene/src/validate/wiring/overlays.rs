//! Checks overlays: alternative interfaces to a component's services on a middleware.

use std::collections::BTreeMap;

use crate::description::ExtensionKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::validate::findings::Findings;
use crate::validate::scene::{Scene, is_built_in};
use crate::validate::wiring::services::manager_finding;
use crate::value::Value;
use crate::wiring::wiring_table::StreamKind;

/// The middleware whose request manager is always loaded.
const ALWAYS_LOADED: &str = "socket";

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    for (manager, overlaid) in &scene.document.overlays {
        let is_loaded = scene.wiring.middleware_of_request_manager(manager) == Some(ALWAYS_LOADED)
            || scene.document.component_service.values().flatten().any(|loaded| loaded == manager);
        let middleware = scene.wiring.middleware_of_request_manager(manager);
        let is_supported = middleware.is_none_or(|middleware| scene.capabilities.speaks(middleware));
        // The name that replaces that of the component, for overlays that have one.
        let mut namespaces = BTreeMap::new();
        for (name, entry) in overlaid {
            let source = scene.document.wiring_sources.overlay(manager, name);
            let mut push = |finding: Diagnostic| findings.push(finding.on(name.as_str()).at(source));
            if scene.object(name).is_none_or(|object| object.kind.class_kind().is_none()) {
                push(
                    Diagnostic::error(
                        Code::SceneOverlayOnNothing,
                        format!("an overlay is on `{name}`, which has no services"),
                    )
                    .help(scene.suggest_object(name)),
                );
            }
            if is_built_in(&entry.class)
                && let Some(namespace) = entry.arguments.get("namespace").and_then(Value::as_str)
                && let Some(first) = namespaces.insert(namespace.trim_start_matches('/'), name)
            {
                let text = format!("its overlay has the namespace {namespace}, as that of `{first}`");
                let help = "give one of them another one: add_overlay(…, namespace='/other')".to_owned();
                push(Diagnostic::error(Code::SceneOverlayNameTaken, text).help(help));
            }
            if let Some(finding) = manager_finding(scene, manager) {
                push(finding);
            } else if !is_loaded && is_supported {
                push(
                    Diagnostic::error(
                        Code::SceneOverlayNotServed,
                        format!("the request manager `{manager}` of an overlay is not loaded"),
                    )
                    .help("add a service of that middleware to any component".to_owned()),
                );
            }
            match scene.wiring.stream_class(&entry.class) {
                Some(known) if known.kind == StreamKind::Overlay => {}
                Some(_) => push(Diagnostic::error(
                    Code::SceneUnknownOverlay,
                    format!("`{}` is a stream, not an overlay", entry.class),
                )),
                None if is_built_in(&entry.class) => push(
                    Diagnostic::error(
                        Code::SceneUnknownOverlay,
                        format!("there is no overlay class `{}`", entry.class),
                    )
                    .help(scene.suggest(&entry.class, scene.wiring.stream_classes())),
                ),
                None => scene.not_extension(&entry.class, ExtensionKind::Overlay).into_iter().for_each(push),
            }
        }
    }
}
