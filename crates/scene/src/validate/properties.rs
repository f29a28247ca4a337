//! Checks properties of objects and arguments of modifiers: types, ranges, choices and likely misspellings.

use crate::description::PropertyDescription;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::Object;
use crate::nearest::did_you_mean;
use crate::python_repr::repr;
use crate::validate::findings::Findings;
use crate::validate::scene::Scene;
use crate::value::{Map, Value};

/// Properties that builders and scenes set on any object. They are not in the descriptions of components.
const MARKERS: &[&str] = &[
    "Robot_Tag",
    "External_Robot_Tag",
    "Component_Tag",
    "Zone_Tag",
    "Victim_Tag",
    "Object",
    "Graspable",
    "Label",
    "Description",
    "Type",
    "classpath",
    "abstraction_level",
    "frequency",
    "GroundRobot",
    "NoGravity",
];

pub(super) fn check_object(scene: &Scene, object: &Object, findings: &mut Findings) {
    let Some(description) = object.class.as_deref().and_then(|class| scene.description(class)) else {
        return;
    };
    // A level may have its own class, with its own properties.
    let level = object.level.as_deref().and_then(|level| description.level(level));
    let level_description = level.and_then(|level| scene.description(level.class.as_deref()?));
    let description = level_description.unwrap_or(description);
    let set_by_builder =
        object.builder.as_deref().and_then(|name| scene.builder(name)).map(|builder| &builder.properties);
    let is_marker = |name: &str| {
        MARKERS.contains(&name) || set_by_builder.is_some_and(|properties| properties.contains_key(name))
    };
    let expected = Expected {
        noun: "property",
        known: &description.properties,
        is_marker: &is_marker,
        is_complete: false,
        per_axis: false,
    };
    check_values(&expected, &object.properties, |name, finding| {
        findings.push(finding.on(object.name.as_str()).at(object.source_of(name)));
    });
}

/// Expected names and types of values in a scene.
pub(super) struct Expected<'a> {
    /// Noun for messages: `property` or `argument`.
    pub(super) noun: &'static str,
    pub(super) known: &'a [PropertyDescription],
    /// Whether a name without description is allowed.
    pub(super) is_marker: &'a dyn Fn(&str) -> bool,
    /// Whether other names are errors.
    pub(super) is_complete: bool,
    /// Whether a number may be a dictionary with a value for each axis, as for noise.
    pub(super) per_axis: bool,
}

pub(super) fn check_values(expected: &Expected, values: &Map, mut push: impl FnMut(&str, Diagnostic)) {
    for (name, value) in values {
        let mut push = |finding| push(name, finding);
        match expected.known.iter().find(|property| property.name == name) {
            Some(property) => match value {
                Value::Map(axes) if expected.per_axis && property.type_name == "float" => {
                    axes.values().for_each(|axis| check_value(expected.noun, property, axis, &mut push));
                }
                _ => check_value(expected.noun, property, value, &mut push),
            },
            None if (expected.is_marker)(name) => {}
            None if expected.is_complete => push(unknown(expected, name)),
            None => {
                let known = expected.known.iter().map(|property| property.name.as_str());
                if let Some(meant) = near_miss(name, known) {
                    push(
                        Diagnostic::warning(
                            Code::SceneNearMiss,
                            format!("the {} `{name}` is not known and has no effect", expected.noun),
                        )
                        .help(format!("did you mean `{meant}`?")),
                    );
                }
            }
        }
    }
}

fn unknown(expected: &Expected, name: &str) -> Diagnostic {
    let known: Vec<&str> = expected.known.iter().map(|property| property.name.as_str()).collect();
    let noun = expected.noun;
    let finding = Diagnostic::error(
        Code::SceneUnknownArgument,
        format!("there is no {noun} `{name}`; it has no effect"),
    );
    if known.is_empty() {
        return finding.help(format!("it takes no {noun}s"));
    }
    let meant = did_you_mean(name, known.iter().copied()).map(|help| format!("; {help}")).unwrap_or_default();
    finding.help(format!("allowed: {}{meant}", known.join(", ")))
}

fn check_value(noun: &str, property: &PropertyDescription, value: &Value, push: &mut impl FnMut(Diagnostic)) {
    let name = &property.name;
    if !fits_type(property, value) {
        let message = format!("the {noun} `{name}` is {}, of type {}", repr(value), value.type_name());
        push(
            Diagnostic::error(Code::SceneWrongType, message)
                .help(format!("expected: {}", property.type_name)),
        );
        return;
    }
    if property.type_name == "bool" && matches!(value.as_str(), Some("False" | "false" | "0" | "no" | "off"))
    {
        push(
            Diagnostic::warning(
                Code::SceneTextAsTruth,
                format!("the {noun} `{name}` is {}, which counts as true", repr(value)),
            )
            .help("write False without quotes".to_owned()),
        );
    }
    if let Some(allowed) = outside_range(property, value) {
        let unit = property.unit.as_deref().map_or_else(String::new, |unit| format!(" {unit}"));
        push(
            Diagnostic::error(Code::SceneOutOfRange, format!("the {noun} `{name}` is {}{unit}", repr(value)))
                .help(format!("allowed: {allowed}{unit}")),
        );
    }
    if let Some(text) = value.as_str()
        && !property.one_of.is_empty()
        && !property.one_of.iter().any(|known| known == text)
    {
        let mut help = format!("allowed: {}", property.one_of.join(", "));
        if let Some(meant) = did_you_mean(text, property.one_of.iter().map(String::as_str)) {
            help.push_str("; ");
            help.push_str(&meant);
        }
        push(
            Diagnostic::error(Code::SceneNotOneOf, format!("the {noun} `{name}` is {}", repr(value)))
                .help(help),
        );
    }
}

/// Whether a component accepts a value. Permissive, because the original did not check types.
fn fits_type(property: &PropertyDescription, value: &Value) -> bool {
    if *value == property.default || property.default.type_name() == value.type_name() {
        return true;
    }
    match property.type_name.as_str() {
        // Some components accept numbers as text; all other components refuse them during assembly.
        "float" => value.as_f64().is_some() || value.as_str().is_some_and(is_number),
        "int" => matches!(value, Value::Int(_)) || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        // Python's None counts as false, a text that is not empty as true.
        "bool" => matches!(value, Value::Bool(_) | Value::Int(_) | Value::Text(_) | Value::Null),
        "string" => matches!(value, Value::Text(_)),
        "list" => matches!(value, Value::List(_) | Value::Tuple(_) | Value::Text(_)),
        "dict" => matches!(value, Value::Map(_)),
        _ => true,
    }
}

/// Whether Python's `float()` accepts a text.
fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok()
}

/// Returns the range as text if a number is outside of it.
fn outside_range(property: &PropertyDescription, value: &Value) -> Option<String> {
    let number = value.as_f64()?;
    let (min, max) = property.range?;
    let is_inside =
        !number.is_nan() && min.is_none_or(|min| number >= min) && max.is_none_or(|max| number <= max);
    match (min, max) {
        _ if is_inside => None,
        (Some(min), Some(max)) => Some(format!("{min:?} to {max:?}")),
        (Some(min), None) => Some(format!("{min:?} or more")),
        (None, Some(max)) => Some(format!("{max:?} or less")),
        (None, None) => Some("any number".to_owned()),
    }
}

/// Returns the known name of which an unknown name is likely a misspelling. The test is stricter than that of a
/// suggestion for a name that must exist, because unknown properties are allowed.
fn near_miss<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.to_lowercase().replace('_', "");
    let wrong = plain(name);
    known
        .filter_map(|known| {
            let right = plain(known);
            let length = right.chars().count().min(wrong.chars().count());
            let edits_max = if length >= 9 { 2 } else { usize::from(length >= 5) };
            if wrong.len().abs_diff(right.len()) > 4 * edits_max {
                return None;
            }
            let edits = strsim::osa_distance(&wrong, &right);
            (edits <= edits_max).then_some((edits, known))
        })
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_miss_is_a_misspelling_and_not_a_different_name() {
        let known = || ["Speed", "cam_width", "Range", "laser_range"].into_iter();
        assert_eq!(near_miss("speed", known()), Some("Speed"));
        assert_eq!(near_miss("Sped", known()), None);
        assert_eq!(near_miss("Spede", known()), Some("Speed"));
        assert_eq!(near_miss("camwidht", known()), Some("cam_width"));
        assert_eq!(near_miss("obstacle", known()), None);
    }
}
