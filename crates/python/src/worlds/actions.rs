//! Actions: maps numbers to fields of actuators.

use morse::{Map, Simulation, Value};
use morse_sim::ActuatorId;

/// The field that stands for the values of all joints that an actuator commands.
const JOINTS: &str = "@joints";

/// A field of an actuator that actions set.
pub(crate) struct Action {
    actuator: ActuatorId,
    name: String,
    field: String,
    /// Length of a list of numbers; `None` for a single number.
    length: Option<usize>,
    /// The joints that the numbers are for, if the field stands for all of them.
    joints: Vec<String>,
}

impl Action {
    pub(crate) fn new(
        simulation: &Simulation,
        actuator: &str,
        field: &str,
        length: Option<usize>,
    ) -> Result<Self, String> {
        let unknown = || format!("there is no actuator {actuator:?} in the simulation");
        let id = simulation.actuator_id(actuator).ok_or_else(unknown)?;
        let data = simulation.component_data(id);
        let open = data.open();
        if field == JOINTS {
            let joints: Vec<String> = open.into_iter().flatten().map(|(joint, _)| joint.to_owned()).collect();
            if joints.is_empty() || length != Some(joints.len()) {
                return Err(format!(
                    "{actuator}.{JOINTS} needs limits for each of its {} joints, as two lists: {}",
                    joints.len(),
                    joints.join(", ")
                ));
            }
            let (name, field) = (actuator.to_owned(), field.to_owned());
            return Ok(Self { actuator: id, name, field, length, joints });
        }
        let is_open = open.is_some_and(|open| open.contains_key(field));
        if data.index_of(field).is_none() && !is_open {
            let fields: Vec<&str> = data.fields().iter().map(|info| info.name).collect();
            return Err(format!("{actuator} has no field {field:?}; it takes {}", fields.join(", ")));
        }
        Ok(Self {
            actuator: id,
            name: actuator.to_owned(),
            field: field.to_owned(),
            length,
            joints: Vec::new(),
        })
    }

    pub(crate) fn width(&self) -> usize {
        self.length.unwrap_or(1)
    }

    /// Commands all actuators of a world. Fields that no action sets keep their values.
    pub(crate) fn apply_all(actions: &[Self], world: &mut Simulation, row: &[f32]) -> Result<(), String> {
        let mut rest = row;
        let mut left = actions;
        while let Some(first) = left.first() {
            // Adjacent fields of an actuator form one command.
            let count = left.iter().take_while(|action| action.actuator == first.actuator).count();
            let mut command: Map = world.component_data(first.actuator).to_map();
            for action in &left[..count] {
                let (own, others) = rest.split_at(action.width());
                rest = others;
                for (joint, &number) in action.joints.iter().zip(own) {
                    command.insert(joint.as_str(), Value::Float(number.into()));
                }
                if !action.joints.is_empty() {
                    continue;
                }
                let mut numbers = own.iter().map(|&number| Value::Float(number.into()));
                let value = match action.length {
                    None => numbers.next().unwrap_or_default(),
                    Some(_) => Value::List(numbers.collect()),
                };
                command.insert(action.field.as_str(), value);
            }
            let commanded = world.command_actuator(first.actuator, &command);
            commanded.map_err(|error| format!("{}: {error}", first.name))?;
            left = &left[count..];
        }
        Ok(())
    }
}
