//! From Rust types to descriptions: the functions that the derive macros call.

use morse_scene::description::{BuilderDescription, FieldDescription, PropertyDescription};
use morse_scene::value::Value;

use crate::cell::RobotTraits;
use crate::data::Fields;
use crate::property::PropertyType;

/// The fields of a type of local data, with their defaults.
#[must_use]
pub fn fields<D: Fields>() -> Vec<FieldDescription> {
    let default = D::default();
    D::FIELDS
        .iter()
        .enumerate()
        .map(|(index, info)| FieldDescription {
            name: info.name.to_owned(),
            type_name: info.type_name.to_owned(),
            default: default.get(index).map_or(Value::Null, crate::data::Field::to_value),
            unit: info.unit.map(str::to_owned),
            doc: info.doc.to_owned(),
            levels: Vec::new(),
        })
        .collect()
}

/// One property and the value it has when a scene says nothing.
#[must_use]
pub fn property<P: PropertyType>(
    name: &str,
    default: P,
    unit: Option<String>,
    doc: &str,
    range: Option<(Option<f64>, Option<f64>)>,
    environment: Option<String>,
) -> PropertyDescription {
    PropertyDescription {
        name: name.to_owned(),
        type_name: P::TYPE_NAME.to_owned(),
        default: default.to_value(),
        unit,
        doc: doc.to_owned(),
        range,
        one_of: P::CHOICES.iter().map(|&choice| choice.to_owned()).collect(),
        environment,
    }
}

/// One class of the builder that makes a component.
#[must_use]
pub fn builder(
    name: &str,
    module: &str,
    base: &str,
    rate_hz: Option<f64>,
    model: Option<String>,
    properties: Vec<(String, Value)>,
) -> BuilderDescription {
    BuilderDescription {
        name: name.to_owned(),
        module: module.to_owned(),
        base: base.to_owned(),
        rate_hz,
        model,
        properties: properties.into_iter().collect(),
        arguments: Vec::new(),
        body: Default::default(),
        options: Default::default(),
    }
}

/// The properties every robot has, before those of its class.
#[must_use]
pub fn robot_properties() -> Vec<PropertyDescription> {
    let docs = [
        "Gravity is balanced whenever a speed is applied.",
        "The robot keeps the vertical speed, roll rate and pitch rate that physics gives it.",
    ];
    let described = |(name, doc): (&str, &str)| property(name, false, None, doc, None, None);
    RobotTraits::PROPERTIES.into_iter().zip(docs).map(described).collect()
}
