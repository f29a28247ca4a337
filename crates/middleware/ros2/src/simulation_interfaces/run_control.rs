//! Services that control the run: state, steps and resets.

use morse_ros::messages::simulation_interfaces::{
    GetSimulationState, GetSimulationStateResponse, ResetSimulation, ResetSimulationRequest,
    ResetSimulationResponse, Result as Outcome, SetSimulationState, SetSimulationStateRequest,
    SetSimulationStateResponse, SimulationState, StepSimulation, StepSimulationRequest,
    StepSimulationResponse,
};
use morse_ros::{Node, NodeError};
use morse_scene::value::Value;

use crate::simulation_interfaces::engine::{Engine, Status, World};
use crate::simulation_interfaces::name;
use crate::simulation_interfaces::results::{self, Failure, NO_WORLD, STOPPED, failed, unsupported};
use crate::transport_node::Ros2Node;

/// Opens the services.
///
/// # Errors
/// When the transport refuses.
pub fn open(node: &Ros2Node, engine: &Engine) -> Result<(), NodeError> {
    let calls = engine.clone();
    node.serve::<GetSimulationState>(
        &name("get_simulation_state"),
        Box::new(move |_, reply| {
            let engine = calls.clone();
            calls.status(move |status| {
                let (result, state) = match status {
                    Ok(status) => (results::ok(), state_of(&engine, &status)),
                    Err(failure) => (failure.outcome(), SimulationState::STATE_QUITTING),
                };
                reply.send(Ok(GetSimulationStateResponse { state: SimulationState { state }, result }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<SetSimulationState>(
        &name("set_simulation_state"),
        Box::new(move |SetSimulationStateRequest { state }, reply| {
            set_state(&calls, state.state, move |result| {
                reply.send(Ok(SetSimulationStateResponse { result }));
            });
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<StepSimulation>(
        &name("step_simulation"),
        Box::new(move |StepSimulationRequest { steps }, reply| {
            step(&calls, steps, move |result| reply.send(Ok(StepSimulationResponse { result })));
        }),
    )?
    .keep();
    let calls = engine.clone();
    node.serve::<ResetSimulation>(
        &name("reset_simulation"),
        Box::new(move |ResetSimulationRequest { scope }, reply| {
            reset(&calls, scope, move |result| reply.send(Ok(ResetSimulationResponse { result })));
        }),
    )?
    .keep();
    Ok(())
}

fn state_of(engine: &Engine, status: &Status) -> u8 {
    match status.is_paused {
        _ if status.world == World::None => SimulationState::STATE_NO_WORLD,
        false => SimulationState::STATE_PLAYING,
        true if engine.is_stopped(status) => SimulationState::STATE_STOPPED,
        true => SimulationState::STATE_PAUSED,
    }
}

/// The result for an answer of the engine.
fn outcome(done: Result<Value, Failure>) -> Outcome {
    done.map_or_else(Failure::outcome, |_| results::ok())
}

fn set_state(engine: &Engine, target: u8, then: impl FnOnce(Outcome) + Send + 'static) {
    match target {
        SimulationState::STATE_LOADING_WORLD => {
            let code = SetSimulationStateResponse::INCORRECT_TRANSITION;
            return then(failed(code, "the service /morse/load_world loads a world"));
        }
        SimulationState::STATE_NO_WORLD
        | SimulationState::STATE_STOPPED
        | SimulationState::STATE_PLAYING
        | SimulationState::STATE_PAUSED
        | SimulationState::STATE_QUITTING => {}
        other => {
            return then(failed(
                Outcome::RESULT_OPERATION_FAILED,
                format!("{other} is not a state of SimulationState"),
            ));
        }
    }
    let calls = engine.clone();
    engine.status(move |status| {
        let state = match status {
            Ok(status) => state_of(&calls, &status),
            Err(failure) => return then(failure.outcome()),
        };
        match target {
            _ if target == state => {
                let code = SetSimulationStateResponse::ALREADY_IN_TARGET_STATE;
                then(failed(code, "the simulation is already in this state"));
            }
            SimulationState::STATE_NO_WORLD => {
                let code = SetSimulationStateResponse::INCORRECT_TRANSITION;
                then(failed(code, "the service /morse/unload_world unloads the world"));
            }
            _ if state == SimulationState::STATE_NO_WORLD && target != SimulationState::STATE_QUITTING => {
                let code = SetSimulationStateResponse::INCORRECT_TRANSITION;
                then(failed(code, NO_WORLD));
            }
            SimulationState::STATE_PLAYING => {
                calls.set_stopped_at(None);
                calls.call("resume", Vec::new(), |done| then(outcome(done)));
            }
            SimulationState::STATE_PAUSED => {
                calls.set_stopped_at(None);
                calls.call("pause", Vec::new(), |done| then(outcome(done)));
            }
            SimulationState::STATE_STOPPED => stop(&calls, then),
            _ => {
                // Answered first: the answer to `quit` arrives when the node has already left the network.
                then(results::ok());
                calls.call("quit", Vec::new(), |_| {});
            }
        }
    });
}

/// Pauses the simulation and resets all objects to their state at the start.
fn stop(engine: &Engine, then: impl FnOnce(Outcome) + Send + 'static) {
    let calls = engine.clone();
    engine.call("pause", Vec::new(), move |done| {
        if done.is_err() {
            return then(outcome(done));
        }
        let again = calls.clone();
        let scopes = ResetSimulationRequest::SCOPE_SPAWNED | ResetSimulationRequest::SCOPE_STATE;
        reset(&calls, scopes, move |result| {
            if !results::is_ok(&result) {
                return then(result);
            }
            let engine = again.clone();
            again.status(move |status| {
                then(match status {
                    Ok(status) => {
                        engine.set_stopped_at(Some(status.tick));
                        let error_message = "simulated time is not reset".to_owned();
                        Outcome { error_message, ..results::ok() }
                    }
                    Err(failure) => failure.outcome(),
                });
            });
        });
    });
}

fn step(engine: &Engine, steps: u64, then: impl FnOnce(Outcome) + Send + 'static) {
    let Ok(steps) = i64::try_from(steps) else {
        return then(failed(Outcome::RESULT_OPERATION_FAILED, format!("{steps} steps are too many")));
    };
    let calls = engine.clone();
    engine.status(move |status| match status {
        Err(failure) => then(failure.outcome()),
        Ok(status) if status.world == World::None => {
            then(failed(Outcome::RESULT_INCORRECT_STATE, NO_WORLD));
        }
        Ok(status) if calls.is_stopped(&status) => then(failed(Outcome::RESULT_INCORRECT_STATE, STOPPED)),
        Ok(_) => calls.call("step", vec![Value::Int(steps)], |done| then(outcome(done))),
    });
}

fn reset(engine: &Engine, scope: u8, then: impl FnOnce(Outcome) + Send + 'static) {
    let scope = match scope {
        ResetSimulationRequest::SCOPE_DEFAULT => ResetSimulationRequest::SCOPE_ALL,
        scope => scope,
    };
    let known = ResetSimulationRequest::SCOPE_STATE | ResetSimulationRequest::SCOPE_SPAWNED;
    if scope & !known != 0 {
        return then(unsupported(
            "time cannot be reset: give the scope SCOPE_STATE, SCOPE_SPAWNED or both (6)",
        ));
    }
    let calls = engine.clone();
    let restore = move |then: Box<dyn FnOnce(Outcome) + Send>| {
        if scope & ResetSimulationRequest::SCOPE_STATE == 0 {
            return then(results::ok());
        }
        calls.call("reset_objects", Vec::new(), move |done| then(outcome(done)));
    };
    if scope & ResetSimulationRequest::SCOPE_SPAWNED == 0 {
        return restore(Box::new(then));
    }
    engine.call("despawn_spawned", Vec::new(), move |done| match done {
        Ok(_) => restore(Box::new(then)),
        Err(failure) => then(failure.outcome()),
    });
}
