//! Checks streams and the options of their managers.

use crate::description::ExtensionKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{Object, ObjectKind};
use crate::validate::findings::Findings;
use crate::validate::scene::{Scene, is_built_in};
use crate::wiring::wiring_table::{StreamClass, StreamKind};
use crate::wiring::{Direction, StreamEntry};

/// Base classes of components with streams of both directions.
const BOTH_DIRECTIONS: &str = "classes that derive from morse.core.external_object.ExternalSensor or ExternalActuator may have \
     streams of both directions";

pub(super) fn check(scene: &Scene, findings: &mut Findings) {
    let sources = &scene.document.wiring_sources;
    for (name, entries) in &scene.document.component_datastream {
        for (index, entry) in entries.iter().enumerate() {
            let source = sources.stream(name, index);
            let mut push = |finding: Diagnostic| findings.push(finding.on(name.as_str()).at(source));
            match scene.object(name) {
                Some(object) if object.kind.is_component() => {
                    check_direction(scene, object, entry, &mut push);
                }
                Some(object) => push(Diagnostic::error(
                    Code::SceneStreamOnNothing,
                    format!(
                        "a stream is on a {}; only sensors and actuators have streams",
                        object.kind.name()
                    ),
                )),
                None => push(
                    Diagnostic::error(
                        Code::SceneStreamOnNothing,
                        format!("a stream is on `{name}`, which does not exist"),
                    )
                    .help(scene.suggest_object(name)),
                ),
            }
            check_classes(scene, entry, &mut push);
        }
    }
    for manager in scene.document.stream_manager.keys() {
        let source = sources.manager(manager);
        if scene.wiring.middleware_of_manager(manager).is_none()
            && let Some(finding) = unknown_manager(scene, manager)
        {
            findings.push(finding.at(source));
        }
        if let Some(finding) = unused_manager(scene, manager) {
            findings.push(finding.at(source));
        }
    }
}

/// Warning for options of a manager that no stream and no service uses; `None` if they are used.
fn unused_manager(scene: &Scene, manager: &str) -> Option<Diagnostic> {
    let document = scene.document;
    let middleware = scene.wiring.middleware_of_manager(manager)?;
    let options = document.stream_manager.get(manager)?;
    let is_own = |request_manager: &String| {
        let of = scene.wiring.middleware_of_request_manager(request_manager);
        of.and_then(|of| of.strip_suffix("_json").or(Some(of))) == Some(middleware)
    };
    let is_used = document.component_datastream.values().flatten().any(|entry| entry.manager == manager)
        || document.component_service.values().flatten().chain(document.overlays.keys()).any(is_own)
        || (middleware == "socket" && document.environment.time.internal_syncer);
    if is_used {
        return None;
    }
    let names = options.keys().collect::<Vec<_>>().join(", ");
    let text = format!(
        "the options of {middleware} have no effect: {names}; nothing in the scene uses {middleware}"
    );
    (!options.is_empty()).then(|| Diagnostic::warning(Code::SceneManagerNotUsed, text))
}

fn check_direction(scene: &Scene, object: &Object, entry: &StreamEntry, push: &mut impl FnMut(Diagnostic)) {
    let class = object.class.as_deref().and_then(|class| scene.description(class));
    if class.is_some_and(|class| class.both_directions) {
        return;
    }
    if let Some(finding) = direction_finding(object, entry.direction, "stream") {
        let is_own = object.class.as_deref().is_some_and(|class| !is_built_in(class));
        push(if is_own { finding.help(BOTH_DIRECTIONS.to_owned()) } else { finding });
    }
}

/// Diagnostic for a wrong direction: sensors publish and actuators read.
pub(super) fn direction_finding(object: &Object, direction: Direction, noun: &str) -> Option<Diagnostic> {
    let expected = match object.kind {
        ObjectKind::Sensor => Direction::Out,
        ObjectKind::Actuator => Direction::In,
        _ => return None,
    };
    (direction != expected).then(|| {
        Diagnostic::error(
            Code::SceneWrongDirection,
            format!(
                "a {noun} has the direction {direction}, but the component is {}",
                object.kind.with_article()
            ),
        )
        .help(format!("the direction of {} is {expected}", object.kind.with_article()))
    })
}

fn check_classes(scene: &Scene, entry: &StreamEntry, push: &mut impl FnMut(Diagnostic)) {
    let Some(middleware) = scene.wiring.middleware_of_manager(&entry.manager) else {
        unknown_manager(scene, &entry.manager).into_iter().for_each(&mut *push);
        scene.not_extension(&entry.class, ExtensionKind::Stream).into_iter().for_each(&mut *push);
        if let Some((carrier, known)) = carrier_of(scene, &entry.class) {
            push(not_of_manager(&entry.class, carrier, known, &format!("`{}`", entry.manager)));
        }
        return;
    };
    if !scene.capabilities.speaks(middleware) {
        // Reported in the list of unsupported middlewares.
        return;
    }
    let Some(class) = scene.wiring.stream_class(&entry.class) else {
        unknown_stream(scene, entry, middleware).into_iter().for_each(push);
        return;
    };
    if class.kind != StreamKind::Datastream {
        push(Diagnostic::error(
            Code::SceneUnknownStream,
            format!("`{}` is an overlay, not a stream", entry.class),
        ));
    } else if !scene.wiring.has_stream(middleware, class) {
        push(Diagnostic::error(
            Code::SceneStreamOfAnotherMiddleware,
            format!(
                "`{}` is a stream of {}, but its manager belongs to {middleware}",
                entry.class, class.middleware
            ),
        ));
    } else if let Some(direction) = class.direction.filter(|direction| *direction != entry.direction) {
        push(Diagnostic::error(
            Code::SceneWrongDirection,
            format!("`{}` is a stream with the direction {direction}, not {}", entry.class, entry.direction),
        ));
    }
}

fn unknown_manager(scene: &Scene, manager: &str) -> Option<Diagnostic> {
    if is_built_in(manager) {
        let text = format!("there is no datastream manager `{manager}`");
        let finding = Diagnostic::error(Code::SceneUnknownMiddleware, text);
        Some(finding.help(scene.suggest(manager, scene.wiring.managers())))
    } else {
        scene.not_extension(manager, ExtensionKind::StreamManager)
    }
}

/// Diagnostic for a class that is not in the tables and not a stream of a middleware; `None` for a valid stream class
/// of a user.
fn unknown_stream(scene: &Scene, entry: &StreamEntry, middleware: &str) -> Option<Diagnostic> {
    let class = &*entry.class;
    if is_built_in(class) {
        let finding =
            Diagnostic::error(Code::SceneUnknownStream, format!("there is no stream class `{class}`"));
        return Some(finding.help(scene.suggest(class, scene.wiring.stream_classes())));
    }
    if let Some(finding) = scene.not_extension(class, ExtensionKind::Stream) {
        return Some(finding);
    }
    let (carrier, known) = carrier_of(scene, class)?;
    if !scene.wiring.has_stream(middleware, known) {
        return Some(not_of_manager(class, carrier, known, middleware));
    }
    let direction = known.direction.filter(|direction| *direction != entry.direction)?;
    let text = format!(
        "`{class}` is a stream with the direction {direction}, as it derives from `{carrier}`, not {}",
        entry.direction
    );
    Some(Diagnostic::error(Code::SceneWrongDirection, text))
}

/// The built-in stream class from which a class of a user derives.
fn carrier_of<'a>(scene: &Scene<'a>, class: &str) -> Option<(&'a str, &'a StreamClass)> {
    let carrier = scene.capabilities.extensions.get(class)?.carrier.as_deref()?;
    Some((carrier, scene.wiring.stream_class(carrier)?))
}

fn not_of_manager(class: &str, carrier: &str, known: &StreamClass, manager: &str) -> Diagnostic {
    let text = format!(
        "`{class}` is a stream of {}, as it derives from `{carrier}`, but its manager belongs to {manager}",
        known.middleware
    );
    Diagnostic::error(Code::SceneStreamOfAnotherMiddleware, text)
}
