//! Services that list the supported features and the spawnable resources.

use morse_ros::messages::simulation_interfaces::{
    Bounds, GetSimulatorFeatures, GetSimulatorFeaturesResponse, GetSpawnables, GetSpawnablesRequest,
    GetSpawnablesResponse, Resource, Result as Outcome, SimulatorFeatures, Spawnable,
};
use morse_ros::{Node, NodeError, Service};
use morse_scene::value::Value;
use serde::Serialize;

use crate::names;
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::{name, results};
use crate::transport::Responder;
use crate::transport_node::Ros2Node;

/// Features that are supported in all scenes.
const FEATURES: [u8; 28] = [
    SimulatorFeatures::SPAWNING,
    SimulatorFeatures::DELETING,
    SimulatorFeatures::NAMED_POSES,
    SimulatorFeatures::POSE_BOUNDS,
    SimulatorFeatures::ENTITY_TAGS,
    SimulatorFeatures::ENTITY_BOUNDS,
    SimulatorFeatures::ENTITY_BOUNDS_BOX,
    SimulatorFeatures::ENTITY_BOUNDS_CONVEX,
    SimulatorFeatures::ENTITY_CATEGORIES,
    SimulatorFeatures::SPAWNING_RESOURCE_STRING,
    SimulatorFeatures::ENTITY_STATE_GETTING,
    SimulatorFeatures::ENTITY_STATE_SETTING,
    SimulatorFeatures::ENTITY_INFO_GETTING,
    SimulatorFeatures::ENTITY_INFO_SETTING,
    SimulatorFeatures::SPAWNABLES,
    SimulatorFeatures::SIMULATION_RESET,
    SimulatorFeatures::SIMULATION_RESET_STATE,
    SimulatorFeatures::SIMULATION_RESET_SPAWNED,
    SimulatorFeatures::SIMULATION_STATE_GETTING,
    SimulatorFeatures::SIMULATION_STATE_SETTING,
    SimulatorFeatures::SIMULATION_STATE_PAUSE,
    SimulatorFeatures::STEP_SIMULATION_SINGLE,
    SimulatorFeatures::STEP_SIMULATION_MULTIPLE,
    SimulatorFeatures::STEP_SIMULATION_ACTION,
    SimulatorFeatures::WORLD_INFO_GETTING,
    SimulatorFeatures::AVAILABLE_WORLDS,
    SimulatorFeatures::WORLD_TAGS,
    SimulatorFeatures::SPAWNING_ENTITIES,
];

/// Features of scenes whose world can be replaced.
const WORLD_FEATURES: [u8; 2] = [SimulatorFeatures::WORLD_LOADING, SimulatorFeatures::WORLD_UNLOADING];

/// Formats of model files in the resource folders.
const SPAWN_FORMATS: [&str; 8] = ["urdf", "sdf", "glb", "gltf", "obj", "stl", "dae", "blend"];

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetSimulatorFeatures>(
        &name("get_simulator_features"),
        Box::new(move |_, reply| {
            calls.status(move |status| {
                let features = features(status.is_ok_and(|status| status.replaces_worlds));
                reply.send(Ok(GetSimulatorFeaturesResponse { features }));
            });
        }),
    )?
    .keep();
    open_spawnables(node, engine)?;
    Ok(())
}

fn features(replaces_worlds: bool) -> SimulatorFeatures {
    let world_features = if replaces_worlds { &WORLD_FEATURES[..] } else { &[] };
    SimulatorFeatures {
        features: FEATURES.iter().chain(world_features).map(|&feature| u16::from(feature)).collect(),
        spawn_formats: SPAWN_FORMATS.map(str::to_owned).into(),
        custom_info: format!(
            "MORSE {}: entities are spawned from robot classes, which get_spawnables lists, from model files in the \
             resource folders, and from the text of a URDF; the other formats are for files",
            env!("CARGO_PKG_VERSION")
        ),
    }
}

fn resource(uri: String) -> Resource {
    Resource { uri, resource_string: String::new() }
}

/// The message `Spawnable` of version 1, whose resource is only a URI.
#[derive(Serialize)]
struct OldSpawnable {
    uri: String,
    description: String,
    spawn_bounds: Bounds,
}

#[derive(Serialize)]
struct OldGetSpawnablesResponse {
    result: Outcome,
    spawnables: Vec<OldSpawnable>,
}

fn open_spawnables(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let type_name = names::service_type(GetSpawnables::PACKAGE, GetSpawnables::NAME);
    let (name, engine) = (name("get_spawnables"), engine.clone());
    if !node.has_old_simulation_interfaces() {
        let handler = move |request: GetSpawnablesRequest, respond: Responder<GetSpawnablesResponse>| {
            find(&engine, &request, |(result, spawnables)| {
                respond(Ok(GetSpawnablesResponse { result, spawnables }));
            });
        };
        node.serve_as(&name, &type_name, handler)?.keep();
        return Ok(());
    }
    let handler = move |request: GetSpawnablesRequest, respond: Responder<OldGetSpawnablesResponse>| {
        find(&engine, &request, |(result, found)| {
            let old = |Spawnable { entity_resource, description, spawn_bounds }| OldSpawnable {
                uri: entity_resource.uri,
                description,
                spawn_bounds,
            };
            let spawnables = found.into_iter().map(old).collect();
            respond(Ok(OldGetSpawnablesResponse { result, spawnables }));
        });
    };
    node.serve_as(&name, &type_name, handler)?.keep();
    Ok(())
}

/// Lists the robot classes. Model files are not listed.
fn find(
    engine: &Engine,
    request: &GetSpawnablesRequest,
    then: impl FnOnce((Outcome, Vec<Spawnable>)) + Send + 'static,
) {
    let sources = request.sources.join(", ");
    engine.call("spawnables", Vec::new(), move |answer| {
        let classes = match answer {
            Ok(classes) => classes,
            Err(failure) => return then((failure.outcome(), Vec::new())),
        };
        let mut result = results::ok();
        if !sources.is_empty() {
            result.error_message = format!("additional sources are not supported; ignored: {sources}");
        }
        let spawnable = |class: &Value| {
            let text = |key| class.as_map().and_then(|map| map.get(key)).and_then(Value::as_str);
            Some(Spawnable {
                entity_resource: resource(text("what")?.to_owned()),
                description: text("description").unwrap_or_default().to_owned(),
                spawn_bounds: Bounds::default(),
            })
        };
        then((result, classes.as_list().unwrap_or_default().iter().filter_map(spawnable).collect()));
    });
}
