//! Numbers that each tick of a run has: `robot.pose.x`, `robot.@yaw`, `time`.

use std::fmt;

use morse::{Simulation, Value};
use morse_scene::nearest::did_you_mean;
use morse_sim::contract::data::Field;

use super::statistic::Statistic;

/// Simulated time, as a quantity.
const TIME: &str = "time";

/// Coordinates of objects in the world, after their names.
const AXES: [&str; 6] = ["@x", "@y", "@z", "@yaw", "@pitch", "@roll"];

/// A number, or a list of numbers, that each tick has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quantity {
    /// Simulated time since the beginning. [s]
    Time,
    /// A coordinate of an object in the world. [m] or [rad]
    Pose {
        /// Full name of the robot, component or object.
        object: String,
        /// One of `@x`, `@y`, `@z`, `@yaw`, `@pitch`, `@roll`.
        axis: String,
    },
    /// A field of the data of a component, as `component.field`, or deeper: `component.field.key`.
    Field {
        /// The full name of the component and the field.
        path: String,
        /// The element, of a list.
        element: Option<usize>,
    },
}

impl Quantity {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text == TIME {
            return Ok(Self::Time);
        }
        let is_word = |c: char| c.is_alphanumeric() || "._@-[]".contains(c);
        let Some((object, last)) = text
            .rsplit_once('.')
            .filter(|(object, last)| !object.is_empty() && !last.is_empty() && text.chars().all(is_word))
        else {
            return Err(format!(
                "{text:?} is not a quantity: a quantity is a field of a component (robot.pose.x, robot.sick.range_list[0]), a \
                 coordinate of an object (robot.@x), or time"
            ));
        };
        if last.starts_with('@') {
            if !AXES.contains(&last) {
                let meant = did_you_mean(last, AXES).unwrap_or_else(|| format!("known: {}", AXES.join(", ")));
                return Err(format!("{text:?}: there is no {last}; {meant}"));
            }
            return Ok(Self::Pose { object: object.to_owned(), axis: last.to_owned() });
        }
        let (path, element) = match text.split_once('[') {
            None => (text, None),
            Some((path, rest)) => {
                let element = rest.strip_suffix(']').and_then(|number| number.parse().ok());
                (path, Some(element.ok_or_else(|| format!("{text:?}: an element is a number in [ ]"))?))
            }
        };
        Ok(Self::Field { path: path.to_owned(), element })
    }

    /// Finds it in a simulation.
    ///
    /// # Errors
    /// When there is no such object, component or field.
    pub fn resolve(&self, simulation: &Simulation) -> Result<Resolved, String> {
        match self {
            Self::Time => Ok(Resolved::Time),
            Self::Pose { object, axis } => {
                let world = simulation.world();
                if world.find(object).is_none() {
                    let names = world.nodes().map(|node| world.name(node));
                    return Err(unknown("object", object, did_you_mean(object, names)));
                }
                Ok(Resolved::Pose { object: object.clone(), axis: axis.clone() })
            }
            Self::Field { path, element } => {
                let ends = path.match_indices('.').map(|(end, _)| end).collect::<Vec<_>>();
                let end = ends.iter().rev().find(|&&end| simulation.component_id(&path[..end]).is_some());
                let whole = path.rsplit_once('.').map_or(path.as_str(), |(component, _)| component);
                let no_component = || {
                    let names = simulation.component_ids().map(|(name, _)| name);
                    unknown("component", whole, did_you_mean(whole, names))
                };
                let Some(&end) = end else { return Err(no_component()) };
                let (component, mut keys) =
                    (path[..end].to_owned(), path[end + 1..].split('.').map(str::to_owned));
                let field = keys.next().unwrap_or_default();
                let data = simulation.data(&component);
                if data.and_then(|data| data.index_of(&field)).is_none() {
                    // `robot.pos.x` means no field of the robot.
                    if component != whole {
                        return Err(no_component());
                    }
                    let fields: Vec<&str> = data
                        .map(|data| data.fields().iter().map(|field| field.name).collect())
                        .unwrap_or_default();
                    let meant = did_you_mean(&field, fields.iter().copied());
                    return Err(unknown(
                        &format!("field of {component}"),
                        &field,
                        meant.or_else(|| Some(format!("it has {}", fields.join(", ")))),
                    ));
                }
                Ok(Resolved::Field { component, field, keys: keys.collect(), element: *element })
            }
        }
    }
}

fn unknown(what: &str, name: &str, meant: Option<String>) -> String {
    format!("there is no {what} {name:?}{}", meant.map(|meant| format!("; {meant}")).unwrap_or_default())
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str(TIME),
            Self::Pose { object, axis } => write!(f, "{object}.{axis}"),
            Self::Field { path, element: None } => f.write_str(path),
            Self::Field { path, element: Some(element) } => write!(f, "{path}[{element}]"),
        }
    }
}

/// A quantity of a simulation that has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolved {
    /// Simulated time.
    Time,
    /// A coordinate of an object.
    Pose {
        /// Its full name.
        object: String,
        /// The coordinate.
        axis: String,
    },
    /// A field.
    Field {
        /// Full name of the component.
        component: String,
        /// The field.
        field: String,
        /// Keys of dictionaries in it.
        keys: Vec<String>,
        /// The element of a list.
        element: Option<usize>,
    },
}

impl Resolved {
    /// The component whose readings it needs.
    #[must_use]
    pub fn component(&self) -> Option<&str> {
        match self {
            Self::Field { component, .. } => Some(component),
            Self::Time | Self::Pose { .. } => None,
        }
    }

    /// The number of this tick; for a list, its statistic. `None` if the object was removed, the list is empty, or the
    /// value is not a number.
    #[must_use]
    pub fn number(&self, simulation: &Simulation, statistic: Statistic) -> Option<f64> {
        match self {
            Self::Time => Some(simulation.clock().now().seconds()),
            Self::Pose { object, axis } => {
                let world = simulation.world();
                let pose = world.world_from(world.find(object)?);
                let euler = pose.euler();
                let place = AXES.iter().position(|name| name == axis)?;
                let place_m = pose.translation;
                [place_m.x, place_m.y, place_m.z, euler.yaw, euler.pitch, euler.roll].get(place).copied()
            }
            Self::Field { component, field, keys, element } => {
                let data = simulation.data(component)?;
                match (data.get(data.index_of(field)?)?, element) {
                    (Field::Float(number), None) if keys.is_empty() => Some(number),
                    (Field::Floats(numbers), None) if keys.is_empty() => {
                        statistic.of(numbers.iter().copied())
                    }
                    (Field::Floats(numbers), Some(element)) if keys.is_empty() => {
                        numbers.get(*element).copied()
                    }
                    (field, _) => of_value(&field.to_value(), keys, *element, statistic),
                }
            }
        }
    }
}

fn of_value(value: &Value, keys: &[String], element: Option<usize>, statistic: Statistic) -> Option<f64> {
    match (value, keys, element) {
        (Value::Map(map), [key, keys @ ..], _) => of_value(map.get(key)?, keys, element, statistic),
        (Value::List(values) | Value::Tuple(values), [], Some(element)) => {
            of_value(values.get(element)?, &[], None, statistic)
        }
        (Value::List(values) | Value::Tuple(values), [], None) => {
            statistic.of(values.iter().filter_map(|value| of_value(value, &[], None, statistic)))
        }
        (Value::Bool(flag), [], None) => Some(f64::from(*flag)),
        (value, [], None) => value.as_f64(),
        _ => None,
    }
}
