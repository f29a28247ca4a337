//! Publishers of single values: truth values, numbers, clock, texts, position on the Earth, magnetic field, air data.

use glam::{DMat3, DQuat};
use morse_scene::python_repr;
use morse_scene::value::Value;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::covariances::{MessageCovariance, Zero, errors_of};
use super::{Opened, Stream};
use crate::header::Time;
use crate::json;
use crate::messages::{rosgraph_msgs, sensor_msgs, std_msgs};
use crate::node_interface::{Node, Version};
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

/// The status is zero: "fix without augmentation". `names` are the fields of latitude, longitude and altitude. Of the fields
/// x, y and z, the covariance is that of the position in meters.
pub(super) fn nav_sat_fix<N: Node>(stream: Stream<'_, N>, names: [&'static str; 3]) -> Opened {
    let covariance = MessageCovariance::<3>::open(&stream, "position_covariance", Zero::Unknown)?;
    let enu_from_world = DMat3::from_quat(stream.spec.enu_from_world.unwrap_or(DQuat::IDENTITY));
    stream.open(move |sample, header| {
        let [latitude, longitude, altitude] = numbers(sample, names);
        let modeled = errors_of::<N>(sample).map(|mut errors| {
            let numbers = ["x", "y", "z"].map(|name| errors.number_named(name, 0));
            errors.transform(numbers, enu_from_world);
            errors.block(numbers)
        });
        let position_covariance = covariance.flat(modeled);
        type Fix<N> = sensor_msgs::NavSatFix<<N as Node>::Header>;
        let position_covariance_type = match position_covariance {
            _ if position_covariance == [0.0; 9] => Fix::<N>::COVARIANCE_TYPE_UNKNOWN,
            [_, 0.0, 0.0, 0.0, _, 0.0, 0.0, 0.0, _] => Fix::<N>::COVARIANCE_TYPE_DIAGONAL_KNOWN,
            _ => Fix::<N>::COVARIANCE_TYPE_KNOWN,
        };
        Some(sensor_msgs::NavSatFix {
            header,
            latitude,
            longitude,
            altitude,
            position_covariance,
            position_covariance_type,
            ..Default::default()
        })
    })
}

/// In ROS 2, the field is along the axes of the sensor. In ROS 1 it is in the axes of MORSE 1.4.
pub(super) fn magnetic_field<N: Node>(stream: Stream<'_, N>) -> Opened {
    let covariance = MessageCovariance::<3>::open(&stream, "magnetic_field_covariance", Zero::Unknown)?;
    let enu_from_world = stream.spec.enu_from_world.unwrap_or(DQuat::IDENTITY);
    stream.open(move |sample, header| {
        let in_sensor = NANOTESLA
            * match N::ROS {
                Version::Ros1 => DMat3::IDENTITY,
                Version::Ros2 => {
                    convert::field_from_magnetometer(sample.world_from_component.rotation, enu_from_world)
                }
            };
        let modeled = errors_of::<N>(sample).map(|mut errors| {
            let numbers = ["x", "y", "z"].map(|name| errors.number_named(name, 0));
            errors.transform(numbers, in_sensor);
            errors.block(numbers)
        });
        let magnetic_field = convert::vector3(in_sensor * convert::position_of(sample));
        let magnetic_field_covariance = covariance.flat(modeled);
        Some(sensor_msgs::MagneticField { header, magnetic_field, magnetic_field_covariance })
    })
}

/// The variance of a message with one number, which is a field of this name.
fn variance<N: Node>(covariance: &MessageCovariance<1>, sample: &Sample<'_>, name: &str) -> f64 {
    let [[variance]] = covariance.block(errors_of::<N>(sample).map(|errors| errors.block_of_fields([name])));
    variance
}

pub(super) fn pressure<N: Node>(stream: Stream<'_, N>) -> Opened {
    let covariance = MessageCovariance::open(&stream, "variance", Zero::Unknown)?;
    stream.open(move |sample, header| {
        let fluid_pressure = value(sample, "pressure");
        let variance = variance::<N>(&covariance, sample, "pressure");
        Some(sensor_msgs::FluidPressure { header, fluid_pressure, variance })
    })
}

/// Opens the publisher of an illuminance.
pub(super) fn illuminance<N: Node>(stream: Stream<'_, N>) -> Opened {
    let covariance = MessageCovariance::open(&stream, "variance", Zero::Unknown)?;
    stream.open(move |sample, header| {
        let illuminance = value(sample, "illuminance");
        let variance = variance::<N>(&covariance, sample, "illuminance");
        Some(sensor_msgs::Illuminance { header, illuminance, variance })
    })
}

pub(super) fn temperature<N: Node>(stream: Stream<'_, N>) -> Opened {
    let covariance = MessageCovariance::open(&stream, "variance", Zero::Unknown)?;
    stream.open(move |sample, header| {
        let temperature = value(sample, "temperature");
        let variance = variance::<N>(&covariance, sample, "temperature");
        Some(sensor_msgs::Temperature { header, temperature, variance })
    })
}
