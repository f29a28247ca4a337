//! The services of `simulation` that list, load and unload worlds.

use morse_scene::diagnostic::Code;
use morse_scene::value::Value;

use crate::assemble::error::AssembleError;
use crate::contract::service::{Arguments, Reason, ServiceError};
use crate::engine::simulation::Simulation;
use crate::engine::simulation::worlds::WorldChangeError;
use crate::services::spawn::inside_of_resources;

/// The names of the environments that can be loaded, or of the models in a folder.
pub(super) fn worlds_by_service(
    simulation: &Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let folder: Option<String> = arguments.take(0)?;
    if let Some(folder) = &folder {
        inside_of_resources(folder)?;
    }
    let source = simulation.engine.spawning.source.as_ref();
    let names = source.map_or_else(|| Some(Vec::new()), |source| source.environments(folder.as_deref()));
    match names {
        Some(names) => Ok(Value::List(names.into_iter().map(Value::Text).collect())),
        None => Err(ServiceError::RefusedFor {
            reason: Reason::NotFound,
            message: format!("no resource folder has the folder '{}'", folder.unwrap_or_default()),
        }),
    }
}

/// Loads an environment, or the initial scene without an argument.
pub(super) fn load_world_by_service(
    simulation: &mut Simulation,
    arguments: &Arguments<'_>,
) -> Result<Value, ServiceError> {
    let loaded = match arguments.take::<Option<String>>(0)? {
        Some(environment) => {
            inside_of_resources(&environment)?;
            simulation.load_environment(&environment)
        }
        None => simulation.load_scene(),
    };
    loaded.map_err(|error| refusal(&error))?;
    Ok(Value::Null)
}

pub(super) fn unload_world_by_service(simulation: &mut Simulation) -> Result<Value, ServiceError> {
    simulation.unload_world().map_err(|error| refusal(&error))?;
    Ok(Value::Null)
}

fn refusal(error: &WorldChangeError) -> ServiceError {
    let message = error.to_string();
    let reason = match error {
        WorldChangeError::NoWorld => Reason::NoWorld,
        WorldChangeError::Unavailable(AssembleError(problems))
            if problems.iter().any(|problem| problem.code == Code::RunModel) =>
        {
            Reason::BadModel
        }
        WorldChangeError::External | WorldChangeError::Shared | WorldChangeError::NoSource => {
            Reason::Unsupported
        }
        _ => return ServiceError::Refused(message),
    };
    ServiceError::RefusedFor { reason, message }
}
