//! Services that read and set poses and velocities of entities.

use morse_ros::messages::simulation_interfaces::{
    EntityState, GetEntityState, GetEntityStateRequest, GetEntityStateResponse, Result as Outcome,
    SetEntityState, SetEntityStateResponse,
};
use morse_ros::{Header2, Node, NodeError, Service};
use morse_scene::value::Value;
use morse_sim::contract::service::Reason;
use serde::{Deserialize, Deserializer};

use crate::names;
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::results::{self, failed, unsupported};
use crate::simulation_interfaces::{convert, name};
use crate::transport::Responder;
use crate::transport_node::Ros2Node;

/// The request of `SetEntityState`, in version 2.1.0 or an older version.
#[derive(Debug, Deserialize)]
struct SetStateRequest {
    entity: String,
    state: EntityState<Header2>,
    parts: Parts,
}

/// The parts of a state to set. Requests up to version 2.0.0 do not have these fields and set all parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    pose: bool,
    twist: bool,
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // These are the last fields, so an error means that the request ends before them. The third field is for
        // accelerations, which the engine does not support.
        let flags = <(bool, bool, bool)>::deserialize(deserializer).unwrap_or((true, true, true));
        Ok(Self { pose: flags.0, twist: flags.1 })
    }
}

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetEntityState>(
        &name("get_entity_state"),
        Box::new(move |GetEntityStateRequest { entity }, reply| {
            let engine = calls.clone();
            calls.entity(&entity, move |found| {
                reply.send(Ok(match found {
                    Ok(object) => {
                        let state = convert::state(&object, engine.now_ns());
                        GetEntityStateResponse { result: results::ok(), state }
                    }
                    Err(failure) => {
                        GetEntityStateResponse { result: failure.outcome(), state: EntityState::default() }
                    }
                }));
            });
        }),
    )?
    .keep();
    let type_name = names::service_type(SetEntityState::PACKAGE, SetEntityState::NAME);
    let calls = engine.clone();
    node.serve_as(
        &name("set_entity_state"),
        &type_name,
        move |request: SetStateRequest, respond: Responder<SetEntityStateResponse>| {
            set(&calls, request, move |result| respond(Ok(SetEntityStateResponse { result })));
        },
    )?
    .keep();
    Ok(())
}

fn set(engine: &Engine, request: SetStateRequest, then: impl FnOnce(Outcome) + Send + 'static) {
    let SetStateRequest { entity, state, parts } = request;
    if let Err(problem) = convert::check_frame(&state.header.frame_id) {
        return then(unsupported(problem));
    }
    if parts.pose
        && let Err(problem) = convert::check_pose(&state.pose)
    {
        return then(failed(SetEntityStateResponse::INVALID_POSE, problem));
    }
    let given = |is_set: bool, value: Value| if is_set { value } else { Value::Null };
    let arguments = vec![
        Value::Text(entity.clone()),
        given(parts.pose, convert::position(&state.pose)),
        given(parts.pose, convert::orientation(&state.pose)),
        given(parts.twist, convert::vector(&state.twist.linear)),
        given(parts.twist, convert::vector(&state.twist.angular)),
    ];
    let calls = engine.clone();
    // Clients may only move entities, not their parts or the environment.
    engine.entity(&entity, move |found| match found {
        Err(failure) => then(failure.outcome()),
        Ok(_) => calls.call("set_entity_state", arguments, move |answer| {
            then(answer.map_or_else(
                |failure| {
                    failure.outcome_with(|reason| {
                        (reason == Reason::BadPose).then_some(SetEntityStateResponse::INVALID_POSE)
                    })
                },
                |_| results::ok(),
            ));
        }),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdr;

    #[test]
    fn requests_of_older_versions_set_all_parts() {
        let state: EntityState<Header2> = EntityState::default();
        let older = cdr::encode(&("a", &state), 0).unwrap();
        let parts = |payload| cdr::decode::<SetStateRequest>(&payload).unwrap().parts;
        assert_eq!(parts(older), Parts { pose: true, twist: true });
        let newer = cdr::encode(&("a", &state, false, true, false), 0).unwrap();
        assert_eq!(parts(newer), Parts { pose: false, twist: true });
    }
}
