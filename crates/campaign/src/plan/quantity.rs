//! Numbers that are read of a run: `robot.pose.x`, `min(robot.sick.range_list)`, `robot.@yaw`, `time`; and conditions on
//! them: `robot.@x > 5`.

use std::collections::BTreeMap;
use std::fmt;

use morse::{ParameterValue, Simulation, Value};
use morse_scene::nearest::did_you_mean;
use morse_sim::contract::data::Field;
use serde::{Deserialize, Serialize};

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
    fn parse(text: &str) -> Result<Self, String> {
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
                "{text:?} is no quantity: it is a field of a component (robot.pose.x, robot.sick.range_list[0]), a \
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

    /// The number of this tick: that of a list is its statistic. `None` when there is none: the object was removed,
    /// the list is empty, or what is there is no number.
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

/// One number of many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Statistic {
    /// The last one.
    #[default]
    Last,
    /// The first one.
    First,
    /// The least.
    Min,
    /// The greatest.
    Max,
    /// The arithmetic mean.
    Mean,
}

impl Statistic {
    const NAMES: [(&'static str, Self); 5] = [
        ("last", Self::Last),
        ("first", Self::First),
        ("min", Self::Min),
        ("max", Self::Max),
        ("mean", Self::Mean),
    ];

    /// The statistic of these numbers; those that are not a number do not count.
    pub fn of(self, numbers: impl Iterator<Item = f64>) -> Option<f64> {
        let mut numbers = numbers.filter(|number| !number.is_nan());
        match self {
            Self::Last => numbers.last(),
            Self::First => numbers.next(),
            Self::Min => numbers.reduce(f64::min),
            Self::Max => numbers.reduce(f64::max),
            Self::Mean => {
                let (sum, count) =
                    numbers.fold((0.0, 0_u64), |(sum, count), number| (sum + number, count + 1));
                (count > 0).then(|| sum / count as f64)
            }
        }
    }

    /// The statistic and the quantity of `min(quantity)` or `quantity`.
    fn parse(text: &str) -> Result<(Self, Quantity), String> {
        let text = text.trim();
        let Some((name, rest)) = text.split_once('(') else {
            return Ok((Self::Last, Quantity::parse(text)?));
        };
        let inside = rest.strip_suffix(')').ok_or_else(|| format!("{text:?}: the closing ) is missing"))?;
        let found = Self::NAMES.iter().find(|(known, _)| *known == name.trim());
        let names = Self::NAMES.map(|(known, _)| known);
        let (_, statistic) = found.ok_or_else(|| {
            let meant = did_you_mean(name, names).unwrap_or_else(|| format!("known: {}", names.join(", ")));
            format!("{text:?}: there is no statistic {name:?}; {meant}")
        })?;
        Ok((*statistic, Quantity::parse(inside)?))
    }

    fn written(self, quantity: &Quantity) -> String {
        let name = Self::NAMES.iter().find(|(_, statistic)| *statistic == self).map_or("", |(name, _)| name);
        if self == Self::Last { quantity.to_string() } else { format!("{name}({quantity})") }
    }
}

/// A number of a run: a statistic of a quantity over all ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Metric {
    /// The statistic.
    pub statistic: Statistic,
    /// The quantity.
    pub quantity: Quantity,
}

impl TryFrom<String> for Metric {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (statistic, quantity) = Statistic::parse(&text)?;
        Ok(Self { statistic, quantity })
    }
}

impl From<Metric> for String {
    fn from(metric: Metric) -> Self {
        metric.statistic.written(&metric.quantity)
    }
}

/// How a condition compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
}

impl Comparison {
    /// Those of two characters first, so that `<=` is not taken for `<`.
    const SIGNS: [(&'static str, Self); 6] = [
        ("<=", Self::LessOrEqual),
        (">=", Self::GreaterOrEqual),
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<", Self::Less),
        (">", Self::Greater),
    ];

    /// Whether it holds.
    #[must_use]
    #[allow(clippy::float_cmp)]
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::LessOrEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterOrEqual => left >= right,
            Self::Equal => left == right,
            Self::NotEqual => left != right,
        }
    }
}

/// What a quantity is compared to.
#[derive(Debug, Clone, PartialEq)]
enum Limit {
    Number(f64),
    Parameter(String),
}

/// A condition on a tick: `robot.@x > 5`, `min(robot.sick.range_list) < safe_m`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Condition {
    /// The statistic of a list.
    pub statistic: Statistic,
    /// The quantity.
    pub quantity: Quantity,
    /// How it is compared.
    pub comparison: Comparison,
    limit: Limit,
}

impl Condition {
    /// The parameter that it is compared to, if it is one.
    #[must_use]
    pub fn parameter(&self) -> Option<&str> {
        match &self.limit {
            Limit::Parameter(name) => Some(name),
            Limit::Number(_) => None,
        }
    }

    /// The same with the value of its parameter.
    ///
    /// # Errors
    /// When the parameter is not there or no number.
    pub fn with(&self, parameters: &BTreeMap<String, ParameterValue>) -> Result<Self, String> {
        let Limit::Parameter(name) = &self.limit else { return Ok(self.clone()) };
        let limit = match parameters.get(name) {
            Some(ParameterValue::Int(number)) => *number as f64,
            Some(ParameterValue::Float(number)) => *number,
            _ => {
                return Err(format!(
                    "the condition {:?} needs {name} to be a number",
                    String::from(self.clone())
                ));
            }
        };
        Ok(Self { limit: Limit::Number(limit), ..self.clone() })
    }

    /// Whether it holds in this tick. It does not while its quantity has no number.
    #[must_use]
    pub fn holds(&self, resolved: &Resolved, simulation: &Simulation) -> bool {
        let Limit::Number(limit) = self.limit else { return false };
        let number = resolved.number(simulation, self.statistic);
        number.is_some_and(|number| self.comparison.holds(number, limit))
    }
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let found = Comparison::SIGNS.iter().find_map(|(sign, comparison)| {
            text.split_once(sign).map(|(left, right)| (left, right.trim(), *comparison))
        });
        let Some((left, right, comparison)) = found else {
            return Err(format!(
                "{text:?} is no condition: it compares a quantity with a number, such as robot.@x > 5"
            ));
        };
        let (statistic, quantity) = Statistic::parse(left)?;
        let is_name = right.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let limit = match right.parse::<f64>() {
            Ok(number) if number.is_finite() => Limit::Number(number),
            _ if is_name => Limit::Parameter(right.to_owned()),
            _ => return Err(format!("{text:?}: {right:?} is neither a number nor a parameter")),
        };
        Ok(Self { statistic, quantity, comparison, limit })
    }
}

impl From<Condition> for String {
    fn from(condition: Condition) -> Self {
        let sign = Comparison::SIGNS.iter().find(|(_, comparison)| *comparison == condition.comparison);
        let limit = match &condition.limit {
            Limit::Number(number) => number.to_string(),
            Limit::Parameter(name) => name.clone(),
        };
        let left = condition.statistic.written(&condition.quantity);
        format!("{left} {} {limit}", sign.map_or("", |(sign, _)| sign))
    }
}
