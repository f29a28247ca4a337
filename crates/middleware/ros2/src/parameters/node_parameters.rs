//! The parameters that every node has. They are constants of the simulator.

use crate::parameters::messages::{ParameterDescriptor, ParameterValue};
use crate::parameters::values::BOOL;

/// The names of the parameters, with their descriptions. All of them are true.
const PARAMETERS: [(&str, &str); 2] = [
    ("start_type_description_service", "If enabled, start the ~/get_type_description service."),
    ("use_sim_time", "Use the simulation clock. The simulator itself publishes it on /clock."),
];

/// The names of the parameters.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    PARAMETERS.iter().map(|(name, _)| *name)
}

/// The value of a parameter; `None` for a parameter of a component.
pub(super) fn value(name: &str) -> Option<ParameterValue> {
    names().any(|known| known == name).then(|| ParameterValue {
        kind: BOOL,
        bool_value: true,
        ..ParameterValue::default()
    })
}

/// Sets a parameter to the value that it has.
///
/// # Errors
/// When the value is another one.
pub(super) fn set(name: &str, given: &ParameterValue) -> Result<(), String> {
    if value(name).as_ref() == Some(given) {
        return Ok(());
    }
    Err(format!("parameter '{name}' cannot be set because it is read-only"))
}

/// The description of a parameter; `None` for a parameter of a component.
pub(super) fn describe(name: &str) -> Option<ParameterDescriptor> {
    let (name, description) = PARAMETERS.iter().find(|(known, _)| *known == name)?;
    Some(ParameterDescriptor {
        name: (*name).to_owned(),
        kind: BOOL,
        description: (*description).to_owned(),
        read_only: true,
        ..ParameterDescriptor::default()
    })
}
