//! Publishers: convert readings to values of variables.

use morse_scene::python_repr::push_float;
use morse_sim::contract::data::{Data, Field};
use morse_sim::transport::stream::{Publisher, Sample, StreamSpec};

use super::python_text::{push_field, text_of_value};
use crate::client::{Content, SharedClient};
use crate::mapping::{
    Number, Output, SCAN_ANGLE, SCAN_DISTANCES, SCAN_RANGE, SCAN_RESOLUTION, TIME, text_variable,
};

/// The publisher of one stream.
pub(crate) struct MoosPublisher {
    client: SharedClient,
    component: String,
    encoder: Encoder,
    /// Reused buffer for texts.
    text: String,
}

enum Encoder {
    Numbers(&'static [Number]),
    /// The text before the ranges: `[1xN]`.
    LaserScan(String),
    /// Variables of the time stamp and the fields.
    Texts(Vec<String>),
}

impl MoosPublisher {
    /// Creates the publisher of a class.
    pub(crate) fn new(spec: &StreamSpec<'_>, output: Output, client: SharedClient) -> Result<Self, String> {
        let encoder = match output {
            Output::Numbers(numbers) => {
                let missing = numbers.iter().map(|number| number.field).find(|name| !has_field(spec, name));
                if let Some(field) = missing {
                    return Err(unfit(spec, field));
                }
                Encoder::Numbers(numbers)
            }
            Output::LaserScan => Encoder::LaserScan(announce_scan(spec, &client)?),
            Output::Texts => Encoder::Texts(text_variables(spec)),
        };
        Ok(Self { client, component: spec.component.to_owned(), encoder, text: String::new() })
    }
}

fn has_field(spec: &StreamSpec<'_>, name: &str) -> bool {
    name == TIME || spec.fields.iter().any(|field| field.name == name)
}

fn unfit(spec: &StreamSpec<'_>, field: &str) -> String {
    format!("{}: {} publishes {field}, which the component does not have", spec.component, spec.class)
}

fn text_variables(spec: &StreamSpec<'_>) -> Vec<String> {
    let fields = std::iter::once(TIME).chain(spec.fields.iter().map(|field| field.name));
    fields.map(|field| text_variable(spec.component, field)).collect()
}

/// Variables that a stream notifies, without those of open data, which are known only with a reading.
pub(crate) fn variables_of(spec: &StreamSpec<'_>, output: Output) -> Vec<String> {
    match output {
        Output::Numbers(numbers) => numbers.iter().map(|number| number.variable.to_owned()).collect(),
        Output::LaserScan => {
            [SCAN_ANGLE, SCAN_RESOLUTION, SCAN_RANGE, SCAN_DISTANCES].map(str::to_owned).to_vec()
        }
        Output::Texts => text_variables(spec),
    }
}

/// Notifies the geometry of scans. Returns the text before the ranges of each scan.
fn announce_scan(spec: &StreamSpec<'_>, client: &SharedClient) -> Result<String, String> {
    if !has_field(spec, "range_list") {
        return Err(unfit(spec, "range_list"));
    }
    let property = |name: &str| {
        let value = spec.properties.get(name).and_then(|value| value.as_f64());
        value.ok_or_else(|| {
            format!("{}: {} needs the property `{name}`, a number", spec.component, spec.class)
        })
    };
    let (window, resolution) = (property("scan_window")?, property("resolution")?);
    for (variable, value) in
        [(SCAN_ANGLE, window), (SCAN_RESOLUTION, resolution), (SCAN_RANGE, property("laser_range")?)]
    {
        client.notify_each_connection(variable, Content::Double(value));
    }
    Ok(format!("[1x{:.0}]", window / resolution))
}

impl Publisher for MoosPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        if !self.client.is_connected() {
            return;
        }
        match &self.encoder {
            Encoder::Numbers(numbers) => {
                for number in *numbers {
                    if let Some(value) = number_of(sample, number) {
                        self.client.notify(number.variable, Content::Double(value));
                    }
                }
            }
            Encoder::LaserScan(size) => {
                if let Some(Field::Floats(ranges)) = field(sample.data, "range_list") {
                    self.text.clear();
                    self.text.push_str(size);
                    push_ranges(&mut self.text, ranges);
                    self.client.notify(SCAN_DISTANCES, Content::Text(&self.text));
                }
            }
            Encoder::Texts(variables) => {
                let fields = (0..).map_while(|index| sample.data.get(index));
                let values = std::iter::once(Field::Float(sample.timestamp_s)).chain(fields);
                for (variable, value) in variables.iter().zip(values) {
                    self.text.clear();
                    push_field(&mut self.text, value);
                    self.client.notify(variable, Content::Text(&self.text));
                }
                for (name, value) in sample.data.open().into_iter().flatten() {
                    let variable = text_variable(&self.component, name);
                    self.client.notify(&variable, Content::Text(&text_of_value(value)));
                }
            }
        }
    }
}

fn field<'a>(data: &'a dyn Data, name: &str) -> Option<Field<'a>> {
    data.get(data.index_of(name)?)
}

fn number_of(sample: &Sample<'_>, number: &Number) -> Option<f64> {
    if number.field == TIME {
        return Some(sample.timestamp_s);
    }
    match (field(sample.data, number.field)?, number.axis) {
        (Field::Float(value), None) => Some(value),
        (Field::Vector(vector), Some(axis)) => vector.to_array().get(axis).copied(),
        _ => None,
    }
}

/// Appends ranges as a Python list, but with braces: `{1.0, 2.5}`.
fn push_ranges(out: &mut String, ranges: &[f64]) {
    out.push('{');
    for (index, range) in ranges.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        push_float(out, *range);
    }
    out.push('}');
}
