//! Checks the request managers of components.

use crate::description::ExtensionKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::ObjectKind;
use crate::validate::findings::Findings;
use crate::validate::scene::{Scene, is_built_in};

/// Name of the simulator itself in the table of services.
const SIMULATION: &str = "simulation";

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    for (name, managers) in &scene.document.component_service {
        for (index, manager) in managers.iter().enumerate() {
            let source = scene.document.wiring_sources.service(name, index);
            let mut push = |finding: Diagnostic| findings.push(finding.on(name.as_str()).at(source));
            if name != SIMULATION {
                match scene.object(name).map(|object| object.kind) {
                    Some(ObjectKind::Object | ObjectKind::Zone) => push(Diagnostic::error(
                        Code::SceneServiceOnNothing,
                        "services are on an object; only robots, sensors and actuators have services",
                    )),
                    Some(_) => {}
                    None => push(
                        Diagnostic::error(
                            Code::SceneServiceOnNothing,
                            format!("services are on `{name}`, which does not exist"),
                        )
                        .help(scene.suggest_object(name)),
                    ),
                }
            }
            if let Some(finding) = manager_finding(scene, manager) {
                push(finding);
            }
        }
    }
}

/// Diagnostic for an invalid class path of a request manager; `None` if it is valid.
pub(super) fn manager_finding(scene: &Scene, manager: &str) -> Option<Diagnostic> {
    match scene.wiring.middleware_of_request_manager(manager) {
        // Request managers of unsupported middlewares are reported in one list.
        Some(_) => None,
        None if is_built_in(manager) => Some(
            Diagnostic::error(
                Code::SceneUnknownServiceManager,
                format!("there is no request manager `{manager}`"),
            )
            .help(scene.suggest(manager, scene.wiring.request_managers())),
        ),
        None => scene.not_extension(manager, ExtensionKind::RequestManager),
    }
}
