//! Requests to the engine: the services of its component `simulation`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_ros::messages::simulation_interfaces::EntityInfo;
use morse_scene::value::Value;

use crate::clock::Now;
use crate::component_services::calls::Caller;
use crate::simulation_interfaces::known::Known;
use crate::simulation_interfaces::results::{Failure, value_of};

/// The pseudo component that supervises the run.
pub const COMPONENT: &str = "simulation";

/// The engine, as the services reach it. Clones reach the same.
#[derive(Clone)]
pub struct Engine {
    caller: Caller,
    now: Arc<Now>,
    /// The tick at which a client stopped the simulation. The engine knows only that it is paused.
    stopped_at: Arc<Mutex<Option<i64>>>,
    /// What clients have said of entities, by name.
    infos: Arc<Mutex<BTreeMap<String, EntityInfo>>>,
}

/// Which world the engine has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum World {
    /// None.
    #[default]
    None,
    /// The scene with which the simulator started.
    Scene,
    /// An environment.
    Environment,
}

/// What the engine says of its run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Status {
    /// Whether it makes no steps.
    pub is_paused: bool,
    /// The last tick.
    pub tick: i64,
    /// The environment that is loaded; empty without one.
    pub environment: String,
    /// Which world is loaded.
    pub world: World,
    /// Whether another world can be loaded in place of this one.
    pub replaces_worlds: bool,
}

impl Engine {
    /// The engine behind a caller, with its clock.
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

    /// All objects, those included that are no entities.
    pub fn objects(&self, then: impl FnOnce(Result<Vec<Known>, Failure>) + Send + 'static) {
        self.call("entities", Vec::new(), move |answer| then(answer.map(|value| read_all(&value))));
    }

    /// The entity of a name.
    pub fn entity(&self, name: &str, then: impl FnOnce(Result<Known, Failure>) + Send + 'static) {
        let asked = name.to_owned();
        self.call("entities", vec![Value::from(name)], move |answer| {
            let found = answer.map(|value| read_all(&value).into_iter().find(Known::is_entity));
            then(found.and_then(|known| known.ok_or_else(|| no_entity(&asked))));
        });
    }

    /// What the run does.
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

    /// What is known of an entity besides its state: what a client has said last, or what the scene says.
    #[must_use]
    pub fn info(&self, known: &Known) -> EntityInfo {
        self.infos().get(&known.name).cloned().unwrap_or_else(|| known.info())
    }

    /// Notes what a client says of an entity.
    pub fn set_info(&self, entity: String, info: EntityInfo) {
        self.infos().insert(entity, info);
    }

    /// Forgets what clients have said of an entity, which is gone.
    pub fn forget_info(&self, entity: &str) {
        self.infos().remove(entity);
    }

    /// Forgets what clients have said of all entities, which are gone.
    pub fn forget_infos(&self) {
        self.infos().clear();
    }

    fn infos(&self) -> MutexGuard<'_, BTreeMap<String, EntityInfo>> {
        self.infos.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a client stopped the simulation at a tick, or that it did not.
    pub fn set_stopped_at(&self, tick: Option<i64>) {
        *self.stopped_at.lock().unwrap_or_else(PoisonError::into_inner) = tick;
    }

    /// Whether the simulation is still as a client stopped it.
    #[must_use]
    pub fn is_stopped(&self, status: &Status) -> bool {
        let stopped_at = *self.stopped_at.lock().unwrap_or_else(PoisonError::into_inner);
        status.is_paused && stopped_at == Some(status.tick)
    }
}

fn read_all(value: &Value) -> Vec<Known> {
    value.as_list().unwrap_or_default().iter().filter_map(Value::as_map).map(Known::read).collect()
}

fn no_entity(name: &str) -> Failure {
    Failure {
        reason: Some(morse_sim::contract::service::Reason::NotFound),
        message: format!("'{name}' is no robot or passive object"),
    }
}
