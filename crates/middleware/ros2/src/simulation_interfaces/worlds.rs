//! Services that list, load and unload worlds.
//!
//! A world is an environment, or the scene with which the simulator started.

mod available;
mod world_resource;

use morse_ros::messages::simulation_interfaces::{
    GetAvailableWorlds, GetAvailableWorldsResponse, GetCurrentWorld, GetCurrentWorldResponse, LoadWorld,
    LoadWorldRequest, LoadWorldResponse, Resource, Result as Outcome, UnloadWorld, UnloadWorldResponse,
    WorldResource,
};
use morse_ros::{Node, NodeError};
use morse_scene::value::Value;
use morse_sim::contract::service::Reason;

use crate::simulation_interfaces::engine::{Engine, Status, World};
use crate::simulation_interfaces::name;
use crate::simulation_interfaces::results::{self, Failure, failed, unsupported};
use crate::transport_node::Ros2Node;
use available::available;
use world_resource::{SCENE, environment, scene};

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetAvailableWorlds>(
        &name("get_available_worlds"),
        Box::new(move |request, reply| {
            available(&calls, request, |(result, worlds)| {
                reply.send(Ok(GetAvailableWorldsResponse { result, worlds }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<GetCurrentWorld>(
        &name("get_current_world"),
        Box::new(move |_, reply| {
            calls.status(move |status| {
                let (result, world) = match status.map(|status| current(&status)) {
                    Ok(Some(world)) => (results::ok(), world),
                    Ok(None) => {
                        let none = failed(GetCurrentWorldResponse::NO_WORLD_LOADED, "no world is loaded");
                        (none, WorldResource::default())
                    }
                    Err(failure) => (failure.outcome(), WorldResource::default()),
                };
                reply.send(Ok(GetCurrentWorldResponse { result, world }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<LoadWorld>(
        &name("load_world"),
        Box::new(move |request, reply| {
            load(&calls, request, |(result, world)| reply.send(Ok(LoadWorldResponse { result, world })));
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<UnloadWorld>(
        &name("unload_world"),
        Box::new(move |_, reply| {
            unload(&calls, |result| reply.send(Ok(UnloadWorldResponse { result })));
        }),
    )?
    .keep();
    Ok(())
}

/// The loaded world.
fn current(status: &Status) -> Option<WorldResource> {
    match status.world {
        World::None => None,
        World::Scene => Some(scene(&status.environment)),
        World::Environment => Some(environment(&status.environment)),
    }
}

/// The arguments of the engine's service for a request: empty for the scene.
fn arguments(request: LoadWorldRequest) -> Result<Vec<Value>, Outcome> {
    let Resource { uri, resource_string } = request.world_resource;
    if uri.is_empty() {
        return Err(match resource_string.is_empty() {
            true => failed(LoadWorldResponse::NO_RESOURCE, "give the uri of a world"),
            false => unsupported("worlds cannot be loaded from a text: give a uri"),
        });
    }
    if request.fail_on_unsupported_element {
        return Err(unsupported(
            "unsupported elements are skipped and logged: fail_on_unsupported_element must be false",
        ));
    }
    if uri == SCENE {
        return Ok(Vec::new());
    }
    if uri.contains(':') {
        let text = format!(
            "'{uri}' is not supported: the uri is {SCENE}, or an environment in a resource folder such as \
             indoors-1/indoor-1"
        );
        return Err(failed(LoadWorldResponse::UNSUPPORTED_FORMAT, text));
    }
    Ok(vec![Value::Text(uri)])
}

fn load(
    engine: &Engine,
    request: LoadWorldRequest,
    then: impl FnOnce((Outcome, WorldResource)) + Send + 'static,
) {
    let none = WorldResource::default;
    let arguments = match arguments(request) {
        Ok(arguments) => arguments,
        Err(outcome) => return then((outcome, none())),
    };
    let calls = engine.clone();
    pause(engine, move |was_paused| match was_paused {
        Err(failure) => then((failure.outcome(), none())),
        Ok(was_paused) => {
            let engine = calls.clone();
            calls.call("load_world", arguments, move |loaded| match loaded {
                Ok(_) => {
                    engine.forget_infos();
                    let calls = engine.clone();
                    engine.status(move |status| match status {
                        Ok(status) => {
                            calls.set_stopped_at(Some(status.tick));
                            then((results::ok(), current(&status).unwrap_or_default()));
                        }
                        Err(failure) => then((failure.outcome(), none())),
                    });
                }
                Err(failure) => resume(&engine, was_paused, move || {
                    let code = |reason| {
                        (reason == Reason::BadModel).then_some(LoadWorldResponse::RESOURCE_PARSE_ERROR)
                    };
                    then((failure.outcome_with(code), none()));
                }),
            });
        }
    });
}

fn unload(engine: &Engine, then: impl FnOnce(Outcome) + Send + 'static) {
    let calls = engine.clone();
    pause(engine, move |was_paused| match was_paused {
        Err(failure) => then(failure.outcome()),
        Ok(was_paused) => {
            let engine = calls.clone();
            calls.call("unload_world", Vec::new(), move |unloaded| match unloaded {
                Ok(_) => {
                    engine.forget_infos();
                    engine.set_stopped_at(None);
                    then(results::ok());
                }
                Err(failure) => resume(&engine, was_paused, move || {
                    let code =
                        |reason| (reason == Reason::NoWorld).then_some(UnloadWorldResponse::NO_WORLD_LOADED);
                    then(failure.outcome_with(code));
                }),
            });
        }
    });
}

/// Pauses the simulation, so that no step is made between two worlds. Passes to `then` whether it was already paused.
fn pause(engine: &Engine, then: impl FnOnce(Result<bool, Failure>) + Send + 'static) {
    let calls = engine.clone();
    engine.status(move |status| match status {
        Err(failure) => then(Err(failure)),
        Ok(status) => {
            calls.call("pause", Vec::new(), move |done| then(done.map(|_| status.is_paused)));
        }
    });
}

/// Resumes the simulation after a refused change of the world, if it was running before and a world is still loaded.
fn resume(engine: &Engine, was_paused: bool, then: impl FnOnce() + Send + 'static) {
    let calls = engine.clone();
    engine.status(move |status| match status {
        Ok(status) if !was_paused && status.world != World::None => {
            calls.call("resume", Vec::new(), move |_| then());
        }
        _ => then(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_loads_the_scene_or_an_environment() {
        let ask = |uri: &str, text: &str, strict: bool| {
            let world_resource = Resource { uri: uri.to_owned(), resource_string: text.to_owned() };
            let request = LoadWorldRequest {
                world_resource,
                fail_on_unsupported_element: strict,
                ..LoadWorldRequest::default()
            };
            arguments(request).map_err(|outcome| outcome.result)
        };
        assert_eq!(ask(SCENE, "", false), Ok(Vec::new()));
        assert_eq!(ask("land-1/trees", "ignored", false), Ok(vec![Value::from("land-1/trees")]));
        assert_eq!(ask("", "", false), Err(LoadWorldResponse::NO_RESOURCE));
        assert_eq!(ask("", "<sdf/>", false), Err(Outcome::RESULT_FEATURE_UNSUPPORTED));
        assert_eq!(ask(SCENE, "", true), Err(Outcome::RESULT_FEATURE_UNSUPPORTED));
        assert_eq!(ask("file:///etc/x.glb", "", false), Err(LoadWorldResponse::UNSUPPORTED_FORMAT));
    }

    #[test]
    fn uri_of_the_current_world_loads_the_world_again() {
        let status = |world| Status { world, environment: "land-1/trees".to_owned(), ..Status::default() };
        let uri = |world| current(&status(world)).map(|world| world.world_resource.uri);
        assert_eq!(uri(World::None), None);
        assert_eq!(uri(World::Scene).as_deref(), Some(SCENE));
        assert_eq!(uri(World::Environment).as_deref(), Some("land-1/trees"));
    }
}
