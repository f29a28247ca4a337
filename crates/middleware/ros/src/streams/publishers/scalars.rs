//! Publishers of single values: truth values, numbers, clock, texts, position on the Earth, magnetic field, air data.

use morse_scene::python_repr;
use morse_scene::value::Value;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream};
use crate::header::Time;
use crate::json;
use crate::messages::{rosgraph_msgs, sensor_msgs, std_msgs};
use crate::node_interface::Node;
use crate::streams::LOG;
use crate::streams::convert;
use crate::streams::fields::{first_flag, number as value, numbers, record};

/// Nanotesla to tesla.
const NANOTESLA: f64 = 1e-9;

pub(super) fn flag<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, _| Some(std_msgs::Bool { data: first_flag(sample) }))
}

pub(super) fn number<N: Node>(stream: Stream<'_, N>, name: &'static str) -> Opened {
    stream.open(move |sample, _| Some(std_msgs::Float32 { data: value(sample, name) as f32 }))
}

pub(super) fn clock<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, _| Some(rosgraph_msgs::Clock { clock: Time::from_ns(sample.stamp_ns) }))
}

/// A stream on the topic of the node's own clock, which has the time of every step: it sends nothing more.
struct NodeClock;

impl Publisher for NodeClock {
    fn publish(&mut self, _sample: &Sample<'_>) {}

    fn audience(&self) -> Audience {
        Audience::NoClient
    }
}

/// Opens a stream on the topic of the node's own clock.
pub(super) fn node_clock<N: Node>(stream: Stream<'_, N>) -> Box<dyn Publisher> {
    tracing::info!(
        target: LOG,
        "the node publishes {} at each step; the stream of {} adds no messages",
        stream.plan.suffixed,
        stream.spec.component
    );
    Box::new(NodeClock)
}

pub(super) fn json<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, _| Some(std_msgs::String { data: json::object(&record(sample)) }))
}

pub(super) fn repr<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, _| Some(std_msgs::String { data: ordered_dict(sample) }))
}

/// The data in the format of the `repr` of Python's `OrderedDict`.
fn ordered_dict(sample: &Sample<'_>) -> String {
    let record = record(sample);
    let pair = |(name, value): (&str, &Value)| {
        python_repr::repr(&Value::Tuple(vec![Value::from(name), value.clone()]))
    };
    let pairs: Vec<String> = record.iter().map(pair).collect();
    format!("OrderedDict([{}])", pairs.join(", "))
}

/// Status and covariance are zero: "fix without augmentation" and "unknown".
pub(super) fn nav_sat_fix<N: Node>(stream: Stream<'_, N>, names: [&'static str; 3]) -> Opened {
    stream.open(move |sample, header| {
        let [latitude, longitude, altitude] = numbers(sample, names);
        Some(sensor_msgs::NavSatFix { header, latitude, longitude, altitude, ..Default::default() })
    })
}

pub(super) fn magnetic_field<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let magnetic_field = convert::vector3(convert::position_of(sample) * NANOTESLA);
        Some(sensor_msgs::MagneticField { header, magnetic_field, ..Default::default() })
    })
}

pub(super) fn pressure<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let fluid_pressure = value(sample, "pressure");
        Some(sensor_msgs::FluidPressure { header, fluid_pressure, variance: 0.0 })
    })
}

pub(super) fn temperature<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let temperature = value(sample, "temperature");
        Some(sensor_msgs::Temperature { header, temperature, variance: 0.0 })
    })
}
