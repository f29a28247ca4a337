//! Poses and velocities of entities.

use morse_ros::messages::simulation_interfaces::{
    EntityState, GetEntityState, GetEntityStateRequest, GetEntityStateResponse, Result as Outcome,
    SetEntityState, SetEntityStateResponse,
};
use morse_ros::{Header2, Node, NodeError, Service};
use morse_scene::value::Value;
use morse_sim::contract::service::Reason;
use serde::{Deserialize, Deserializer};

use crate::names;
use crate::node::Ros2Node;
use crate::simulation_interfaces::engine::Engine;
use crate::simulation_interfaces::results::{self, failed, unsupported};
use crate::simulation_interfaces::{convert, name};
use crate::transport::Responder;

/// The request of `SetEntityState`, of version 2.1.0 or of an older one.
#[derive(Debug, Deserialize)]
struct Setting {
    entity: String,
    state: EntityState<Header2>,
    parts: Parts,
}

/// Which parts of a state are set. Up to version 2.0.0 a request does not say it and means all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Parts {
    pose: bool,
    twist: bool,
}

impl<'de> Deserialize<'de> for Parts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Nothing follows these fields, so that an error means that the request ends before them. The third one is for
        // accelerations, which the engine does not keep.
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
                    Ok(known) => {
                        let state = convert::state(&known, engine.now_ns());
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
        move |setting: Setting, respond: Responder<SetEntityStateResponse>| {
            set(&calls, setting, move |result| respond(Ok(SetEntityStateResponse { result })));
        },
    )?
    .keep();
    Ok(())
}

fn set(engine: &Engine, setting: Setting, then: impl FnOnce(Outcome) + Send + 'static) {
    let Setting { entity, state, parts } = setting;
    if let Err(problem) = convert::check_frame(&state.header.frame_id) {
        return then(unsupported(problem));
    }
    if parts.pose
        && let Err(problem) = convert::check_pose(&state.pose)
    {
        return then(failed(SetEntityStateResponse::INVALID_POSE, problem));
    }
    let given = |wanted: bool, value: Value| if wanted { value } else { Value::Null };
    let arguments = vec![
        Value::Text(entity.clone()),
        given(parts.pose, convert::position(&state.pose)),
        given(parts.pose, convert::orientation(&state.pose)),
        given(parts.twist, convert::vector(&state.twist.linear)),
        given(parts.twist, convert::vector(&state.twist.angular)),
    ];
    let calls = engine.clone();
    // Parts of entities and of the environment are not for clients to move.
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
        let parts = |payload| cdr::decode::<Setting>(&payload).unwrap().parts;
        assert_eq!(parts(older), Parts { pose: true, twist: true });
        let newer = cdr::encode(&("a", &state, false, true, false), 0).unwrap();
        assert_eq!(parts(newer), Parts { pose: false, twist: true });
    }
}
