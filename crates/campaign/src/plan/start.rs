//! Actions before the first tick of a run: commands of actuators and calls of services.

use std::collections::BTreeMap;

use morse::ParameterValue;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// The only key of a value that stands for a parameter: `{ parameter = "speed" }`.
const PARAMETER: &str = "parameter";

/// A command or a service call of a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Full name of the component.
    pub component: String,
    /// Fields of the command, for an actuator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Map<String, Json>>,
    /// The service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<String>,
    /// Its arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Json>,
}

/// The same with the values of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Action {
    /// Commands an actuator.
    Command {
        /// Its full name.
        component: String,
        /// The fields.
        fields: Map<String, Json>,
    },
    /// Calls a service.
    Call {
        /// Full name of the component.
        component: String,
        /// The service.
        service: String,
        /// Its arguments.
        arguments: Vec<Json>,
    },
}

impl Start {
    /// The names of the parameters that it uses.
    pub(super) fn parameters(&self) -> Vec<String> {
        let mut names = Vec::new();
        let fields = self.command.iter().flat_map(Map::values);
        fields.chain(&self.arguments).for_each(|value| collect(value, &mut names));
        names
    }

    /// The action of a run with these parameters.
    ///
    /// # Errors
    /// When it is neither a command nor a call, or uses a parameter that there is not.
    pub fn action(&self, parameters: &BTreeMap<String, ParameterValue>) -> Result<Action, String> {
        let component = self.component.clone();
        match (&self.command, &self.service) {
            (Some(command), None) if self.arguments.is_empty() => {
                let fields =
                    command.iter().map(|(name, value)| Ok((name.clone(), filled(value, parameters)?)));
                Ok(Action::Command { component, fields: fields.collect::<Result<_, String>>()? })
            }
            (None, Some(service)) => {
                let arguments = self.arguments.iter().map(|value| filled(value, parameters));
                let arguments = arguments.collect::<Result<_, String>>()?;
                Ok(Action::Call { component, service: service.clone(), arguments })
            }
            _ => Err(format!(
                "`start` of {component}: it needs either `command = {{ … }}`, or `service = \"…\"` and `arguments = […]`"
            )),
        }
    }
}

/// The name of the parameter that a value stands for.
fn name(value: &Json) -> Option<&str> {
    let table = value.as_object().filter(|table| table.len() == 1)?;
    table.get(PARAMETER)?.as_str()
}

fn collect(value: &Json, names: &mut Vec<String>) {
    match (name(value), value) {
        (Some(name), _) => names.push(name.to_owned()),
        (None, Json::Array(values)) => values.iter().for_each(|value| collect(value, names)),
        (None, Json::Object(table)) => table.values().for_each(|value| collect(value, names)),
        _ => {}
    }
}

/// The value with those of the parameters in it.
fn filled(value: &Json, parameters: &BTreeMap<String, ParameterValue>) -> Result<Json, String> {
    match (name(value), value) {
        (Some(name), _) => {
            let value = parameters.get(name).ok_or_else(|| format!("there is no parameter {name:?}"))?;
            serde_json::to_value(value).map_err(|error| error.to_string())
        }
        (None, Json::Array(values)) => values.iter().map(|value| filled(value, parameters)).collect(),
        (None, Json::Object(table)) => {
            let filled = table.iter().map(|(name, value)| Ok((name.clone(), filled(value, parameters)?)));
            filled.collect::<Result<Map<_, _>, String>>().map(Json::Object)
        }
        _ => Ok(value.clone()),
    }
}
