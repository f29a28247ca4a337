//! Services that spawn entities: robot classes, model files, and URDF sent by clients.

mod resource;

use std::collections::BTreeSet;

use morse_ros::messages::simulation_interfaces::{
    Result as Outcome, SpawnEntities, SpawnEntitiesRequest, SpawnEntitiesResponse, SpawnEntity,
    SpawnEntityRequest, SpawnEntityResponse, SpawnEntityService, SpawnResult,
};
use morse_ros::{Header2, Node, NodeError};
use morse_scene::value::Value;
use morse_sim::contract::service::Reason;

use crate::names;
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::results::{self, Failure, failed, unsupported};
use crate::simulation_interfaces::{convert, name};
use crate::transport_node::Ros2Node;
use resource::SpawnSource;

/// Largest number of names that are tried for one entity, in addition to names known to be taken.
const NAMES_MAX: usize = 100;

/// Callback for the result of one entity.
type Then = Box<dyn FnOnce(SpawnResult) + Send>;

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<SpawnEntityService>(
        &name("spawn_entity"),
        Box::new(move |request, reply| {
            let SpawnEntityRequest { name, allow_renaming, entity_resource, entity_namespace, initial_pose } =
                request;
            let request =
                SpawnEntity { name, allow_renaming, entity_resource, entity_namespace, initial_pose };
            spawn(
                &calls,
                request,
                Box::new(move |SpawnResult { result, entity_name }| {
                    reply.send(Ok(SpawnEntityResponse { result, entity_name }));
                }),
            );
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<SpawnEntities>(
        &name("spawn_entities"),
        Box::new(move |SpawnEntitiesRequest { spawn_requests }, reply| {
            spawn_all(&calls, spawn_requests.into_iter(), Vec::new(), move |results| {
                let failures = results.iter().filter(|one| !results::is_ok(&one.result)).count();
                let result = match failures {
                    0 => results::ok(),
                    count => failed(
                        SpawnEntitiesResponse::ENTITIES_SPAWN_FAILED,
                        format!("{count} of {} entities were not spawned", results.len()),
                    ),
                };
                reply.send(Ok(SpawnEntitiesResponse { result, results }));
            });
        }),
    )?
    .keep();
    Ok(())
}

/// Spawns entities one after the other, and continues if one fails.
fn spawn_all(
    engine: &Engine,
    mut requests: std::vec::IntoIter<SpawnEntity<Header2>>,
    mut done: Vec<SpawnResult>,
    then: impl FnOnce(Vec<SpawnResult>) + Send + 'static,
) {
    let Some(next) = requests.next() else { return then(done) };
    let calls = engine.clone();
    spawn(
        engine,
        next,
        Box::new(move |result| {
            done.push(result);
            spawn_all(&calls, requests, done, then);
        }),
    );
}

fn refused(result: Outcome) -> SpawnResult {
    SpawnResult { result, entity_name: String::new() }
}

/// A checked request.
#[derive(Debug, Clone)]
struct CheckedRequest {
    source: SpawnSource,
    name: String,
    allow_renaming: bool,
    position: Value,
    orientation: Value,
}

fn check(request: SpawnEntity<Header2>) -> Result<CheckedRequest, Outcome> {
    let SpawnEntity { name, allow_renaming, entity_resource, entity_namespace, initial_pose } = request;
    let source = SpawnSource::new(entity_resource)?;
    check_namespace(&entity_namespace)?;
    convert::check_frame(&initial_pose.header.frame_id).map_err(unsupported)?;
    convert::check_pose(&initial_pose.pose).map_err(|problem| failed(SpawnResult::INVALID_POSE, problem))?;
    let name = match (name.as_str(), source.own_name()) {
        ("", "") if !allow_renaming => {
            return Err(failed(SpawnResult::NAME_INVALID, "give a name, or set allow_renaming"));
        }
        ("", "") => source.generated_name(),
        ("", own) => own.to_owned(),
        _ => name,
    };
    let (position, orientation) =
        (convert::position(&initial_pose.pose), convert::orientation(&initial_pose.pose));
    Ok(CheckedRequest { source, name, allow_renaming, position, orientation })
}

/// Checks that a namespace is valid. It has no effect, since spawned entities have no topics or services.
fn check_namespace(namespace: &str) -> Result<(), Outcome> {
    let absolute = format!("/{}", namespace.strip_prefix('/').unwrap_or(namespace));
    if namespace.is_empty() || absolute == "/" || names::check(&absolute).is_ok() {
        return Ok(());
    }
    let text = format!("'{namespace}' is not a valid ROS 2 namespace");
    Err(failed(SpawnResult::NAMESPACE_INVALID, text))
}

fn spawn(engine: &Engine, request: SpawnEntity<Header2>, then: Then) {
    let checked = match check(request) {
        Ok(checked) => checked,
        Err(outcome) => return then(refused(outcome)),
    };
    let calls = engine.clone();
    engine.objects(move |objects| match objects {
        Ok(objects) => {
            let taken = objects.into_iter().map(|object| object.name).collect();
            attempt(&calls, checked, taken, NAMES_MAX, then);
        }
        Err(failure) => then(refused(failure.outcome())),
    });
}

/// Spawns an entity under a name that is not in `taken`, and retries with the next name if the engine refuses it: names of
/// parts of models and of the environment are known only to the engine.
fn attempt(
    engine: &Engine,
    request: CheckedRequest,
    mut taken: BTreeSet<String>,
    tries_left: usize,
    then: Then,
) {
    let name = match request.allow_renaming {
        true => free_name(&request.name, &taken),
        false => request.name.clone(),
    };
    let (service, source) = match request.source.clone() {
        SpawnSource::Named(name) => ("spawn", name),
        SpawnSource::Urdf(text) => ("spawn_urdf", text),
    };
    let arguments = vec![
        Value::Text(source),
        Value::Text(name.clone()),
        request.position.clone(),
        request.orientation.clone(),
    ];
    let calls = engine.clone();
    engine.call(service, arguments, move |answer| match answer {
        Ok(_) => then(SpawnResult { result: results::ok(), entity_name: name }),
        Err(Failure { reason: Some(Reason::NameTaken), .. }) if request.allow_renaming && tries_left > 0 => {
            taken.insert(name);
            attempt(&calls, request, taken, tries_left - 1, then);
        }
        Err(failure) => then(refused(failure.outcome_with(code))),
    });
}

/// The name, or `name_1`, `name_2`, …: the first one that is not taken.
fn free_name(name: &str, taken: &BTreeSet<String>) -> String {
    if !taken.contains(name) {
        return name.to_owned();
    }
    let numbered = (1_usize..).map(|number| format!("{name}_{number}"));
    numbered.into_iter().find(|name| !taken.contains(name)).unwrap_or_default()
}

fn code(reason: Reason) -> Option<u8> {
    match reason {
        Reason::NameTaken => Some(SpawnResult::NAME_NOT_UNIQUE),
        Reason::BadName => Some(SpawnResult::NAME_INVALID),
        Reason::BadPose => Some(SpawnResult::INVALID_POSE),
        Reason::BadModel => Some(SpawnResult::RESOURCE_PARSE_ERROR),
        Reason::MissingMeshes => Some(SpawnResult::MISSING_ASSETS),
        Reason::NotFound | Reason::NoWorld | Reason::NotPaused | Reason::Unsupported => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_names_get_a_number() {
        let taken = ["a", "a_1"].map(str::to_owned).into();
        assert_eq!(free_name("a", &taken), "a_2");
        assert_eq!(free_name("b", &taken), "b");
    }

    #[test]
    fn invalid_namespaces_are_refused() {
        for good in ["", "/", "robots", "/robots/one"] {
            assert!(check_namespace(good).is_ok(), "{good}");
        }
        for bad in ["two words", "/1st", "a//b"] {
            assert_eq!(check_namespace(bad).unwrap_err().result, SpawnResult::NAMESPACE_INVALID, "{bad}");
        }
    }
}
