//! The options of a stream in the scene.

use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;
use morse_sim::transport::stream::StreamSpec;

use crate::mapping::{Frame, Input, Output, OutputInfo, PUBLISHERS_BY_KIND, Transforms};
use crate::names;
use crate::node_interface::{Profile, Version};

/// Option of a laser scanner's stream: one scan for each layer.
pub(super) const SCAN_PER_LAYER: &str = "scan_per_layer";
/// Message of scans.
const LASER_SCAN: &str = "sensor_msgs/LaserScan";
/// A covariance by rows.
pub(super) type Block<const N: usize> = [[f64; N]; N];

fn diagonal<const N: usize>(variances: [f64; N]) -> Block<N> {
    let mut block = [[0.0; N]; N];
    for (index, (row, variance)) in block.iter_mut().zip(variances).enumerate() {
        row[index] = variance;
    }
    block
}

/// Reads a number for all variances, a list of the variances, or a list of all elements in row-major order. `None` for
/// other values, elements that are not finite, and negative variances.
fn covariance<const N: usize>(value: &Value) -> Option<Block<N>> {
    let numbers: Vec<f64> = match value.as_list() {
        Some(list) => list.iter().map(Value::as_f64).collect::<Option<_>>()?,
        None => vec![value.as_f64()?; N],
    };
    let block = match <[f64; N]>::try_from(numbers.as_slice()) {
        Ok(variances) => diagonal(variances),
        Err(_) if numbers.len() == N * N => {
            let mut block = [[0.0; N]; N];
            block.iter_mut().flatten().zip(numbers).for_each(|(place, number)| *place = number);
            block
        }
        Err(_) => return None,
    };
    let is_finite = block.iter().flatten().all(|element| element.is_finite());
    let has_variances = block.iter().enumerate().all(|(index, row)| row[index] >= 0.0);
    (is_finite && has_variances).then_some(block)
}

/// The options of a stream. Those that its class does not have are reported.
pub(super) struct Options<'a> {
    spec: &'a StreamSpec<'a>,
}

impl<'a> Options<'a> {
    /// The options of a publisher.
    pub(super) fn of_publisher(
        spec: &'a StreamSpec<'a>,
        output: Output,
        info: &OutputInfo,
        version: Version,
    ) -> Self {
        let mut known = vec!["topic", "topic_suffix"];
        if info.frame != Frame::None {
            known.push("frame_id");
        }
        // A publisher that only sends transforms has no topic of its own.
        if version == Version::Ros2 && !info.message.is_empty() {
            known.push("qos");
        }
        // A stream by kind may have scans or points.
        let of_scan = info.message == LASER_SCAN
            || (info.fields == Output::LaserPoints.info().fields && PUBLISHERS_BY_KIND.contains(&spec.class));
        if of_scan && version == Version::Ros2 {
            known.push(SCAN_PER_LAYER);
        }
        let of_sensor = info.frame_is_of_sensor() && version == Version::Ros2;
        match info.transforms {
            Transforms::OfSensorIfWanted => known.extend(["parent_frame_id", "pub_tf"]),
            Transforms::OfSensor if version == Version::Ros2 => known.extend(["parent_frame_id", "pub_tf"]),
            Transforms::OfSensor => known.push("parent_frame_id"),
            Transforms::OnlyOfSensor => known.extend(["parent_frame_id", "child_frame_id"]),
            // Without its transform, a stream of transforms only would send nothing.
            Transforms::OfData(_) if version == Version::Ros2 && !info.message.is_empty() => {
                known.extend(["child_frame_id", "pub_tf"]);
            }
            Transforms::OfData(_) => known.push("child_frame_id"),
            Transforms::None | Transforms::OfObjects if of_sensor => {
                known.extend(["parent_frame_id", "pub_tf"])
            }
            Transforms::OfObjects | Transforms::None => {}
        }
        known.extend(info.covariances);
        match output {
            Output::Image if version == Version::Ros2 => {
                known.extend(["compressed_format", "jpeg_quality", "encoding"]);
            }
            Output::Image => known.extend(["compressed_format", "jpeg_quality"]),
            Output::DepthImage if spec.kind == DataKind::DepthImage => known.push("compressed_format"),
            _ => {}
        }
        Self::new(spec, &known)
    }

    /// The options of a reader.
    pub(super) fn of_reader(spec: &'a StreamSpec<'a>, input: Input, version: Version) -> Self {
        let mut known = vec!["topic"];
        if version == Version::Ros2 {
            known.push("qos");
        }
        if input.is_twist() && version == Version::Ros2 {
            known.push("stamped");
        }
        if input == Input::Ackermann {
            known.push("mass");
        }
        Self::new(spec, &known)
    }

    fn new(spec: &'a StreamSpec<'a>, known: &[&str]) -> Self {
        spec.report_unknown_options(known);
        Self { spec }
    }

    fn value<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.spec.options.get(key) else { return Ok(None) };
        let wrong =
            || format!("{}: `{key}` must be {expected}, not {}", self.spec.component, value.type_name());
        read(value).map(Some).ok_or_else(wrong)
    }

    /// The value of an option that is a nonempty text.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, String> {
        self.value(key, "a text", |value| value.as_str().filter(|text| !text.is_empty()))
    }

    /// The value of an option that is a truth value.
    pub(super) fn flag(&self, key: &str) -> Result<Option<bool>, String> {
        self.value(key, "True or False", Value::as_bool)
    }

    /// The value of an option that is one of these texts; the first one is the default.
    pub(super) fn one_of<'t>(&self, key: &str, allowed: &[&'t str]) -> Result<&'t str, String> {
        let expected = format!("one of {}", allowed.join(", "));
        let Some(&default) = allowed.first() else { return Err(format!("`{key}` has no values")) };
        let known = |text: &str| allowed.iter().copied().find(|known| *known == text);
        match self.text(key)? {
            None => Ok(default),
            Some(text) => known(text)
                .ok_or_else(|| format!("{}: `{key}` must be {expected}, not `{text}`", self.spec.component)),
        }
    }

    /// The value of an option that is a whole number in a range.
    pub(super) fn whole(
        &self,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Result<Option<i64>, String> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        let Some(value) = self.spec.options.get(key) else { return Ok(None) };
        let number = value.as_i64().filter(|number| range.contains(number));
        let wrong = || format!("{}: `{key}` must be {expected}, not {value:?}", self.spec.component);
        number.map(Some).ok_or_else(wrong)
    }

    /// The value of an option that is a positive number.
    pub(super) fn positive(&self, key: &str) -> Result<Option<f64>, String> {
        let positive = |value: &Value| value.as_f64().filter(|number| number.is_finite() && *number > 0.0);
        self.value(key, "a positive number", positive)
    }

    /// The quality of service: `default` with the changes of the option `qos`.
    pub(super) fn profile(&self, default: Profile) -> Result<Profile, String> {
        let Some(option) = self.spec.options.get("qos") else { return Ok(default) };
        let qos = default.qos().changed_by(option);
        qos.map(Profile::OfScene).map_err(|problem| format!("{}: `qos` {problem}", self.spec.component))
    }

    /// The value of an option that is a covariance over `N` quantities.
    pub(super) fn covariance<const N: usize>(&self, key: &str) -> Result<Option<Block<N>>, String> {
        let Some(value) = self.spec.options.get(key) else { return Ok(None) };
        let lists = match N {
            1 => String::new(),
            _ => format!(", a list of {N} variances, or a list of all {} elements", N * N),
        };
        covariance(value).map(Some).ok_or_else(|| {
            format!(
                "{}: `{key}` must be a variance{lists}; all are finite numbers, and no variance is negative",
                self.spec.component
            )
        })
    }

    /// The absolute name of the topic, without suffix.
    pub(super) fn topic(&self, default: &str) -> Result<String, String> {
        let topic = match self.text("topic")? {
            Some(topic) => names::absolute(topic),
            None => default.to_owned(),
        };
        self.checked_topic(topic)
    }

    /// Returns the topic if ROS allows its name.
    pub(super) fn checked_topic(&self, topic: String) -> Result<String, String> {
        match names::check(&topic) {
            Ok(()) => Ok(topic),
            Err(problem) => {
                Err(format!("{}: {problem}; give the stream another `topic`", self.spec.component))
            }
        }
    }
}
