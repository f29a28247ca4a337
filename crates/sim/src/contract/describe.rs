//! Builds descriptions from Rust types. The derive macros call these functions.

use morse_scene::description::{ArgumentDescription, FieldDescription, PropertyDescription};
use morse_scene::value::{Map, Value};

use crate::contract::component::robot_traits::RobotTraits;
use crate::contract::data::Fields;
use crate::contract::property::PropertyType;

/// Descriptions of the fields of a data type, with their defaults.
#[must_use]
pub fn fields<D: Fields>() -> Vec<FieldDescription> {
    let default = D::default();
    D::FIELDS
        .iter()
        .enumerate()
        .map(|(index, info)| FieldDescription {
            name: info.name.to_owned(),
            type_name: info.type_name.to_owned(),
            default: default.get(index).map_or(Value::Null, crate::contract::data::Field::to_value),
            unit: info.unit.map(str::to_owned),
            doc: info.doc.to_owned(),
            levels: Vec::new(),
        })
        .collect()
}

/// Descriptions of the fields of a sensor: the time stamp, then its data.
#[must_use]
pub fn sensor_fields<D: Fields>() -> Vec<FieldDescription> {
    let timestamp = FieldDescription {
        name: "timestamp".to_owned(),
        type_name: "float".to_owned(),
        default: Value::Float(0.0),
        unit: Some("s".to_owned()),
        doc: "Simulated time of the sample.".to_owned(),
        levels: Vec::new(),
    };
    std::iter::once(timestamp).chain(fields::<D>()).collect()
}

/// Description of a property with its default value.
#[must_use]
pub fn property<P: PropertyType>(
    name: &str,
    default: &P,
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

/// Arguments of a builder class: the optional name.
#[must_use]
pub fn builder_arguments() -> Vec<ArgumentDescription> {
    vec![ArgumentDescription { name: "name".to_owned(), default: Some(Value::Null) }]
}

/// Builds the map of options of a builder class.
#[must_use]
pub fn pairs<const N: usize>(pairs: [(&str, Value); N]) -> Map {
    pairs.into_iter().collect()
}

/// Descriptions of the properties that every robot has. They precede those of its class.
#[must_use]
pub fn robot_properties() -> Vec<PropertyDescription> {
    let docs = [
        "Gravity is balanced whenever a speed is applied.",
        "Commands leave the vertical speed, the roll rate and the pitch rate to physics.",
    ];
    let described = |(name, doc): (&str, &str)| property(name, &false, None, doc, None, None);
    RobotTraits::PROPERTIES.into_iter().zip(docs).map(described).collect()
}
