//! Requests to the engine: calls of the services of its component `simulation`.

pub mod object;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_ros::messages::simulation_interfaces::EntityInfo;
use morse_scene::value::Value;
use morse_sim::contract::service::Reason;

use crate::service_caller::Caller;
use crate::simulation_interfaces::results::{Failure, value_of};
use crate::topics::clock::Now;
use object::EngineObject;

/// The pseudo component that supervises the run.
pub const COMPONENT: &str = "simulation";

/// Access to the engine for all services. Clones share their state.
#[derive(Clone)]
pub struct Engine {
    caller: Caller,
    now: Arc<Now>,
    /// The tick at which a client stopped the simulation. The engine itself has no state "stopped", only "paused".
    stopped_at: Arc<Mutex<Option<i64>>>,
    /// The information that clients have set for entities, by name.
    infos: Arc<Mutex<BTreeMap<String, EntityInfo>>>,
}

/// The kind of world that is loaded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum World {
    /// No world is loaded.
    #[default]
    None,
    /// The scene with which the simulator started.
    Scene,
    /// An environment loaded by a client.
    Environment,
}

/// The status of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether the simulation is paused.
    pub is_paused: bool,
    /// The last tick.
    pub tick: i64,
    /// Name of the loaded environment; empty if there is none.
    pub environment: String,
    /// The kind of the loaded world.
    pub world: World,
    /// Whether another world can be loaded.
    pub replaces_worlds: bool,
}

impl Engine {
    /// Creates the access to the engine with a caller and the time of the last tick.
    #[must_use]
    pub fn new(caller: &Caller, now: &Arc<Now>) -> Self {
        Self {
            caller: caller.clone(),
            now: Arc::clone(now),
            stopped_at: Arc::default(),
            infos: Arc::default(),
        }
    }

    /// The time of the last tick. [ns]
    #[must_use]
    pub fn now_ns(&self) -> i64 {
        self.now.ns()
    }

    /// Calls a service of the engine. `then` is called once, and must not block.
    pub fn call(
        &self,
        service: &str,
        arguments: Vec<Value>,
        then: impl FnOnce(Result<Value, Failure>) + Send + 'static,
    ) {
        self.caller.call(COMPONENT, service, arguments, move |answer| then(value_of(answer)));
    }

    /// Reads all objects, including those that are not entities.
    pub fn objects(&self, then: impl FnOnce(Result<Vec<EngineObject>, Failure>) + Send + 'static) {
        self.call("entities", Vec::new(), move |answer| then(answer.map(|value| read_all(&value))));
    }

    /// Reads the entity with a name.
    pub fn entity(&self, name: &str, then: impl FnOnce(Result<EngineObject, Failure>) + Send + 'static) {
        let requested = name.to_owned();
        self.call("entities", vec![Value::from(name)], move |answer| {
            then(match answer {
                Ok(value) => {
                    let found = read_all(&value).into_iter().find(EngineObject::is_entity);
                    found.ok_or_else(|| not_an_entity(&requested))
                }
                Err(Failure { reason: Some(Reason::NotFound), .. }) => Err(no_entity(&requested)),
                Err(failure) => Err(failure),
            });
        });
    }

    /// Reads the status of the run.
    pub fn status(&self, then: impl FnOnce(Result<Status, Failure>) + Send + 'static) {
        self.call("status", Vec::new(), move |answer| {
            then(answer.map(|value| {
                let get = |key: &str| value.as_map().and_then(|map| map.get(key));
                let is_true = |key: &str| get(key).and_then(Value::as_bool).unwrap_or_default();
                Status {
                    is_paused: is_true("paused"),
                    tick: get("tick").and_then(Value::as_i64).unwrap_or_default(),
                    environment: get("environment").and_then(Value::as_str).unwrap_or_default().to_owned(),
                    world: match get("world").and_then(Value::as_str) {
                        Some("scene") => World::Scene,
                        Some(_) => World::Environment,
                        None => World::None,
                    },
                    replaces_worlds: is_true("replaces_worlds"),
                }
            }));
        });
    }

    /// The information about an entity: the information that a client has set last, or the default from the scene.
    #[must_use]
    pub fn info(&self, object: &EngineObject) -> EntityInfo {
        self.infos().get(&object.name).cloned().unwrap_or_else(|| object.info())
    }

    /// Stores the information that a client sets for an entity.
    pub fn set_info(&self, entity: String, info: EntityInfo) {
        self.infos().insert(entity, info);
    }

    /// Removes the information about an entity that was deleted.
    pub fn forget_info(&self, entity: &str) {
        self.infos().remove(entity);
    }

    /// Removes the information about all entities, after the world was replaced.
    pub fn forget_infos(&self) {
        self.infos().clear();
    }

    fn infos(&self) -> MutexGuard<'_, BTreeMap<String, EntityInfo>> {
        self.infos.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the tick at which a client stopped the simulation; `None` if it is not stopped.
    pub fn set_stopped_at(&self, tick: Option<i64>) {
        *self.stopped_at.lock().unwrap_or_else(PoisonError::into_inner) = tick;
    }

    /// Whether the simulation is stopped: a client has stopped it, and it has not continued since.
    #[must_use]
    pub fn is_stopped(&self, status: &Status) -> bool {
        let stopped_at = *self.stopped_at.lock().unwrap_or_else(PoisonError::into_inner);
        status.is_paused && stopped_at == Some(status.tick)
    }
}

fn read_all(value: &Value) -> Vec<EngineObject> {
    value.as_list().unwrap_or_default().iter().filter_map(Value::as_map).map(EngineObject::read).collect()
}

fn no_entity(name: &str) -> Failure {
    not_found(format!("there is no entity '{name}'; /morse/get_entities lists all entities"))
}

fn not_an_entity(name: &str) -> Failure {
    not_found(format!("'{name}' is not an entity: entities are robots and passive objects"))
}

fn not_found(message: String) -> Failure {
    Failure { reason: Some(Reason::NotFound), message }
}
