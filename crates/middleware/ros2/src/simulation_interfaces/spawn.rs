//! Adds entities: classes of robots, model files, and URDF that clients send.

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
use crate::node::Ros2Node;
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::results::{self, Failure, failed, unsupported};
use crate::simulation_interfaces::{convert, name};
use resource::Wanted;

/// Largest number of names that are tried for one entity, beyond those that are known to be taken.
const NAMES_MAX: usize = 100;

/// What takes a result.
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
            let wanted =
                SpawnEntity { name, allow_renaming, entity_resource, entity_namespace, initial_pose };
            spawn(
                &calls,
                wanted,
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
                        format!("{count} of {} entities were not added", results.len()),
                    ),
                };
                reply.send(Ok(SpawnEntitiesResponse { result, results }));
            });
        }),
    )?
    .keep();
    Ok(())
}

/// Adds entities one after the other, whether others fail or not.
fn spawn_all(
    engine: &Engine,
    mut wanted: std::vec::IntoIter<SpawnEntity<Header2>>,
    mut done: Vec<SpawnResult>,
    then: impl FnOnce(Vec<SpawnResult>) + Send + 'static,
) {
    let Some(next) = wanted.next() else { return then(done) };
    let calls = engine.clone();
    spawn(
        engine,
        next,
        Box::new(move |result| {
            done.push(result);
            spawn_all(&calls, wanted, done, then);
        }),
    );
}

fn refused(result: Outcome) -> SpawnResult {
    SpawnResult { result, entity_name: String::new() }
}

/// A request whose parts were checked.
#[derive(Debug, Clone)]
struct Checked {
    what: Wanted,
    name: String,
    allow_renaming: bool,
    position: Value,
    orientation: Value,
}

fn check(wanted: SpawnEntity<Header2>) -> Result<Checked, Outcome> {
    let SpawnEntity { name, allow_renaming, entity_resource, entity_namespace, initial_pose } = wanted;
    let what = Wanted::new(entity_resource)?;
    check_namespace(&entity_namespace)?;
    convert::check_frame(&initial_pose.header.frame_id).map_err(unsupported)?;
    convert::check_pose(&initial_pose.pose).map_err(|problem| failed(SpawnResult::INVALID_POSE, problem))?;
    let name = match (name.as_str(), what.own_name()) {
        ("", "") if !allow_renaming => {
            return Err(failed(SpawnResult::NAME_INVALID, "give a name, or allow another one"));
        }
        ("", "") => what.generated_name(),
        ("", own) => own.to_owned(),
        _ => name,
    };
    let (position, orientation) =
        (convert::position(&initial_pose.pose), convert::orientation(&initial_pose.pose));
    Ok(Checked { what, name, allow_renaming, position, orientation })
}

/// Spawned entities have no topics or services, so that a namespace has nothing to be before; it must be one.
fn check_namespace(namespace: &str) -> Result<(), Outcome> {
    let absolute = format!("/{}", namespace.strip_prefix('/').unwrap_or(namespace));
    if namespace.is_empty() || absolute == "/" || names::check(&absolute).is_ok() {
        return Ok(());
    }
    let text = format!("'{namespace}' is no namespace of ROS 2");
    Err(failed(SpawnResult::NAMESPACE_INVALID, text))
}

fn spawn(engine: &Engine, wanted: SpawnEntity<Header2>, then: Then) {
    let checked = match check(wanted) {
        Ok(checked) => checked,
        Err(outcome) => return then(refused(outcome)),
    };
    let calls = engine.clone();
    engine.objects(move |objects| match objects {
        Ok(objects) => {
            let taken = objects.into_iter().map(|known| known.name).collect();
            attempt(&calls, checked, taken, NAMES_MAX, then);
        }
        Err(failure) => then(refused(failure.outcome())),
    });
}

/// Tries a name that is not among the taken ones. Parts of models and of the environment have names too, which only
/// the engine knows.
fn attempt(engine: &Engine, wanted: Checked, mut taken: BTreeSet<String>, tries_left: usize, then: Then) {
    let name = match wanted.allow_renaming {
        true => free_name(&wanted.name, &taken),
        false => wanted.name.clone(),
    };
    let (service, what) = match wanted.what.clone() {
        Wanted::Named(what) => ("spawn", what),
        Wanted::Urdf(text) => ("spawn_urdf", text),
    };
    let arguments = vec![
        Value::Text(what),
        Value::Text(name.clone()),
        wanted.position.clone(),
        wanted.orientation.clone(),
    ];
    let calls = engine.clone();
    engine.call(service, arguments, move |answer| match answer {
        Ok(_) => then(SpawnResult { result: results::ok(), entity_name: name }),
        Err(Failure { reason: Some(Reason::NameTaken), .. }) if wanted.allow_renaming && tries_left > 0 => {
            taken.insert(name);
            attempt(&calls, wanted, taken, tries_left - 1, then);
        }
        Err(failure) => then(refused(failure.outcome_with(code))),
    });
}

/// The name, or the name with the first number that makes it free.
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
        Reason::NotFound | Reason::NoWorld | Reason::Unsupported => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_numbered() {
        let taken = ["a", "a_1"].map(str::to_owned).into();
        assert_eq!(free_name("a", &taken), "a_2");
        assert_eq!(free_name("b", &taken), "b");
    }

    #[test]
    fn namespaces_are_those_of_ros() {
        for good in ["", "/", "robots", "/robots/one"] {
            assert!(check_namespace(good).is_ok(), "{good}");
        }
        for bad in ["two words", "/1st", "a//b"] {
            assert_eq!(check_namespace(bad).unwrap_err().result, SpawnResult::NAMESPACE_INVALID, "{bad}");
        }
    }
}
