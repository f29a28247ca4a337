//! Services that are plain functions of hosts. They belong to a component by its name.

use morse_scene::description::ServiceDescription;
use morse_scene::value::Value;

use crate::contract::outcome::ServiceError;
use crate::contract::service;
use crate::engine::resources::Engine;
use crate::engine::simulation::Simulation;
use crate::external::components::FunctionService;
use crate::external::exchange::replies::take_reply;
use crate::external::exchange::{Exchange, exchange};
use crate::external::message::reply::{FunctionInit, Outcome};
use crate::services::listing::{described_services, pseudo_services};
use crate::transport::request::PSEUDO_COMPONENTS;

impl Engine {
    /// The services of a component that are functions.
    pub(crate) fn functions_of(&self, component: &str) -> impl Iterator<Item = &ServiceDescription> {
        let all = self.external.iter().flat_map(|external| &external.functions);
        all.filter(move |function| function.component == component).map(|function| &function.description)
    }

    /// The function that is a service of a component, and its index.
    pub(crate) fn function(&self, component: &str, service: &str) -> Option<(usize, &ServiceDescription)> {
        let functions = &self.external.as_ref()?.functions;
        let is_meant =
            |known: &FunctionService| known.component == component && known.description.name == service;
        let number = functions.iter().position(is_meant)?;
        Some((number, &functions[number].description))
    }
}

/// Registers the functions of a host that are services. If several hosts have imported a module, the first host
/// serves its functions.
///
/// # Errors
/// When functions cannot be services; one text for each.
pub(crate) fn register_functions(
    simulation: &mut Simulation,
    host: usize,
    functions: Vec<FunctionInit>,
) -> Result<(), Vec<String>> {
    let mut problems = Vec::new();
    for FunctionInit { component, description } in functions {
        let name = &description.name;
        if simulation.engine.function(&component, name).is_some() {
            continue;
        }
        let is_taken = match simulation.model.instances.get(&component) {
            Some(&instance) => described_services(simulation, instance).any(|known| known.name == *name),
            None if PSEUDO_COMPONENTS.contains(&component.as_str()) => {
                pseudo_services(simulation, &component).iter().any(|known| known.name == *name)
            }
            None => {
                problems.push(format!(
                    "the function `{name}` is a service of `{component}`, and there is no such component: \
                     `@service(component=…)` takes the full name of one, or `simulation`"
                ));
                continue;
            }
        };
        if is_taken {
            problems.push(format!(
                "the function `{name}` cannot be a service of `{component}`, which already has a service of this name: \
                 choose another name with `@service(component=…, name=…)`"
            ));
        } else if let Some(external) = &mut simulation.engine.external {
            external.functions.push(FunctionService { host, component, description });
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// Calls a function by its index.
pub(crate) fn serve_function(
    simulation: &mut Simulation,
    number: usize,
    arguments: &[Value],
) -> Result<service::Outcome, ServiceError> {
    let refused = |text: &str| Err(ServiceError::Refused(text.to_owned()));
    let function = simulation.engine.external.as_ref().and_then(|external| external.functions.get(number));
    let Some((host, component, name)) =
        function.map(|known| (known.host, known.component.clone(), known.description.name.clone()))
    else {
        return refused("there is no such function");
    };
    let about = Exchange::Function(&component, &name, arguments);
    let Some(mut reply) = exchange(simulation, host, about, Vec::new()) else {
        return refused("the Python process of the function has ended, or waits for an answer itself");
    };
    let outcome = reply.outcome.take();
    take_reply(simulation, reply);
    match outcome {
        Some(Outcome::Done(value)) => Ok(service::Outcome::Done(value)),
        Some(Outcome::Refused(text)) => refused(&text),
        Some(Outcome::Started) | None => refused("the function did not answer"),
    }
}
