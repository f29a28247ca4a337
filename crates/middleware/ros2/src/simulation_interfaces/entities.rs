//! Services that list, describe and delete entities.

use morse_ros::messages::simulation_interfaces::EntityFilters;
use morse_ros::messages::simulation_interfaces::{
    DeleteEntity, DeleteEntityRequest, DeleteEntityResponse, EntityInfo, GetEntities, GetEntitiesRequest,
    GetEntitiesResponse, GetEntitiesStates, GetEntitiesStatesRequest, GetEntitiesStatesResponse,
    GetEntityInfo, GetEntityInfoRequest, GetEntityInfoResponse, Result as Outcome, SetEntityInfo,
    SetEntityInfoRequest, SetEntityInfoResponse,
};
use morse_ros::{Node, NodeError};
use morse_scene::value::Value;

use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::engine::object::EngineObject;
use crate::simulation_interfaces::filters::Filter;
use crate::simulation_interfaces::{bounds, convert, name, results};
use crate::transport_node::Ros2Node;

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetEntities>(
        &name("get_entities"),
        Box::new(move |GetEntitiesRequest { filters }, reply| {
            find(&calls, filters, move |(result, found)| {
                let entities = found.into_iter().map(|object| object.name).collect();
                reply.send(Ok(GetEntitiesResponse { result, entities }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<GetEntitiesStates>(
        &name("get_entities_states"),
        Box::new(move |GetEntitiesStatesRequest { filters }, reply| {
            let engine = calls.clone();
            find(&calls, filters, move |(result, found)| {
                let states = found.iter().map(|object| convert::state(object, engine.now_ns())).collect();
                let entities = found.into_iter().map(|object| object.name).collect();
                reply.send(Ok(GetEntitiesStatesResponse { result, entities, states }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<GetEntityInfo>(
        &name("get_entity_info"),
        Box::new(move |GetEntityInfoRequest { entity }, reply| {
            let engine = calls.clone();
            calls.entity(&entity, move |found| {
                let (result, info) = match found {
                    Ok(object) => (results::ok(), engine.info(&object)),
                    Err(failure) => (failure.outcome(), EntityInfo::default()),
                };
                reply.send(Ok(GetEntityInfoResponse { result, info }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<SetEntityInfo>(
        &name("set_entity_info"),
        Box::new(move |SetEntityInfoRequest { entity, info }, reply| {
            let engine = calls.clone();
            calls.entity(&entity, move |found| {
                let result = match found {
                    Ok(object) => {
                        engine.set_info(object.name, info);
                        results::ok()
                    }
                    Err(failure) => failure.outcome(),
                };
                reply.send(Ok(SetEntityInfoResponse { result }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<DeleteEntity>(
        &name("delete_entity"),
        Box::new(move |DeleteEntityRequest { entity }, reply| {
            let engine = calls.clone();
            calls.entity(&entity.clone(), move |found| match found {
                Err(failure) => reply.send(Ok(DeleteEntityResponse { result: failure.outcome() })),
                Ok(_) => engine.clone().call("despawn", vec![Value::Text(entity.clone())], move |answer| {
                    if answer.is_ok() {
                        engine.forget_info(&entity);
                    }
                    let result = answer.map_or_else(|failure| failure.outcome(), |_| results::ok());
                    reply.send(Ok(DeleteEntityResponse { result }));
                }),
            });
        }),
    )?
    .keep();
    Ok(())
}

/// Finds the entities that match the filters.
fn find(
    engine: &Engine,
    filters: EntityFilters,
    then: impl FnOnce((Outcome, Vec<EngineObject>)) + Send + 'static,
) {
    let filter = match Filter::new(filters) {
        Ok(filter) => filter,
        Err(outcome) => return then((outcome, Vec::new())),
    };
    let calls = engine.clone();
    engine.objects(move |objects| {
        let objects = match objects {
            Ok(objects) => objects,
            Err(failure) => return then((failure.outcome(), Vec::new())),
        };
        let matches = |object: &EngineObject| filter.matches(object, &calls.info(object));
        let mut found: Vec<EngineObject> = objects.into_iter().filter(matches).collect();
        let Some(region) = filter.region().cloned() else { return then((results::ok(), found)) };
        calls.call("bounds", Vec::new(), move |answer| match answer {
            Ok(value) => {
                let boxes = bounds::in_world(&value);
                found.retain(|object| {
                    boxes.get(&object.name).is_some_and(|&corners| region.overlaps(corners))
                });
                then((results::ok(), found));
            }
            Err(failure) => then((failure.outcome(), Vec::new())),
        });
    });
}
