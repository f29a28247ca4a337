//! Points of laser scanners and depth cameras as PLY, in the frame of the message.

use std::path::PathBuf;

use super::names::{FileNames, of_time};
use super::ply::{self, Point};
use super::{ExportError, Exported, Sink, write_file};
use crate::decode::Value;
use crate::read::Channel;

/// `sensor_msgs/msg/PointField`: the type of coordinates in single precision.
const FLOAT32: i64 = 7;
/// The same in double precision.
const FLOAT64: i64 = 8;

/// Whether a channel has points.
pub(super) fn takes(channel: &Channel) -> bool {
    matches!(channel.schema.as_str(), "sensor_msgs/msg/PointCloud2" | "sensor_msgs/msg/LaserScan")
}

/// The clouds of a channel.
pub(super) struct Points {
    topic: String,
    is_scan: bool,
    folder: PathBuf,
    count: u64,
}

impl Points {
    pub(super) fn create(channel: &Channel, files: &mut FileNames) -> Result<Self, ExportError> {
        let (topic, folder) = (channel.topic.clone(), files.folder(&channel.topic)?);
        Ok(Self { topic, is_scan: channel.schema.ends_with("LaserScan"), folder, count: 0 })
    }
}

impl Sink for Points {
    fn message(&mut self, time_ns: u64, message: &Value) -> Result<(), ExportError> {
        let points = if self.is_scan { of_scan(message) } else { of_cloud(message) };
        let points = points
            .map_err(|problem| ExportError::Nothing(format!("a message of {}: {problem}", self.topic)))?;
        let frame = message.at("header.frame_id").and_then(Value::as_str).unwrap_or_default();
        let comment = format!("{}, in meters, in the frame {frame:?}", self.topic);
        write_file(&self.folder.join(of_time(time_ns, "ply")), &ply::binary(&points, &comment))?;
        self.count += 1;
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Vec<Exported>, ExportError> {
        Ok(vec![Exported { source: self.topic, path: self.folder, count: self.count }])
    }
}

fn number(value: &Value, name: &str) -> Result<f64, String> {
    value.at(name).and_then(Value::as_f64).ok_or_else(|| format!("it has no {name}"))
}

/// The hits of a scan: ray number `i` has the angle `angle_min + i * angle_increment` about z.
fn of_scan(message: &Value) -> Result<Vec<Point>, String> {
    let [first, step] = [number(message, "angle_min")?, number(message, "angle_increment")?];
    let [near, far] = [number(message, "range_min")?, number(message, "range_max")?];
    let ranges = message.at("ranges").and_then(Value::as_list).ok_or("it has no ranges")?;
    let intensities = message.at("intensities").and_then(Value::as_list).unwrap_or_default();
    let point = |(index, range): (usize, &Value)| {
        let range = range.as_f64().filter(|range| (near..=far).contains(range))?;
        let (sine, cosine) = (first + step * index as f64).sin_cos();
        let intensity = intensities.get(index).and_then(Value::as_f64).map(|intensity| intensity as f32);
        Some(([(range * cosine) as f32, (range * sine) as f32, 0.0], intensity))
    };
    Ok(ranges.iter().enumerate().filter_map(point).collect())
}

/// The points of a cloud. In clouds with misses, those are at the origin or no numbers.
fn of_cloud(message: &Value) -> Result<Vec<Point>, String> {
    let step = number(message, "point_step")? as usize;
    let data = message.at("data").and_then(Value::as_bytes).ok_or("it has no data")?;
    let fields = message.at("fields").and_then(Value::as_list).ok_or("it has no fields")?;
    let is_big = message.at("is_bigendian") == Some(&Value::Bool(true));
    let place = |name: &str| {
        let field = fields.iter().find(|field| field.at("name").and_then(Value::as_str) == Some(name));
        field.and_then(|field| match (field.at("offset"), field.at("datatype")) {
            (Some(Value::Int(offset)), Some(Value::Int(kind @ (FLOAT32 | FLOAT64)))) => {
                Some((usize::try_from(*offset).ok()?, *kind))
            }
            _ => None,
        })
    };
    let coordinate = |name: &str| place(name).ok_or_else(|| format!("it has no field {name:?} of floats"));
    let [x, y, z] = [coordinate("x")?, coordinate("y")?, coordinate("z")?];
    let intensity = place("intensity");
    if step == 0 {
        return Err("its points have no size".to_owned());
    }
    let read = |point: &[u8], (offset, kind): (usize, i64)| -> Option<f32> {
        let size = if kind == FLOAT32 { 4 } else { 8 };
        let mut bytes = [0; 8];
        let own = bytes.get_mut(..size)?;
        own.copy_from_slice(point.get(offset..offset.checked_add(size)?)?);
        if is_big {
            own.reverse();
        }
        let [a, b, c, d, ..] = bytes;
        Some(if kind == FLOAT32 {
            f32::from_le_bytes([a, b, c, d])
        } else {
            f64::from_le_bytes(bytes) as f32
        })
    };
    let mut points = Vec::new();
    for point in data.chunks_exact(step) {
        let [Some(x), Some(y), Some(z)] = [x, y, z].map(|place| read(point, place)) else {
            return Err("its fields are not in its points".to_owned());
        };
        let is_hit = [x, y, z].iter().all(|number| number.is_finite()) && [x, y, z] != [0.0; 3];
        if is_hit {
            points.push(([x, y, z], intensity.and_then(|place| read(point, place))));
        }
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> Value {
        serde_json::from_str::<serde_json::Value>(text).unwrap().into()
    }

    #[test]
    fn rays_turn_about_z_and_misses_are_left_out() {
        let scan = message(
            r#"{"angle_min": 0, "angle_increment": 1.5707963267948966, "range_min": 0.5, "range_max": 10,
                "ranges": [2, 3, 20, 0.1], "intensities": [0.5, 1, 1, 1]}"#,
        );
        let points = of_scan(&scan).unwrap();
        assert_eq!(points.len(), 2);
        assert_eq!(points[0], ([2.0, 0.0, 0.0], Some(0.5)));
        assert!((points[1].0[1] - 3.0).abs() < 1e-6 && points[1].0[0].abs() < 1e-6);
    }

    #[test]
    fn clouds_are_read_by_their_fields_and_bad_ones_reported() {
        let mut cloud = message(
            r#"{"point_step": 12, "is_bigendian": false, "fields": [{"name": "x", "offset": 0, "datatype": 7},
                {"name": "y", "offset": 4, "datatype": 7}, {"name": "z", "offset": 8, "datatype": 7}]}"#,
        );
        let data = [1.0_f32, 2.0, 3.0, 0.0, 0.0, 0.0].map(f32::to_le_bytes).concat();
        let Value::Map(fields) = &mut cloud else { panic!() };
        fields.push(("data".to_owned(), Value::Bytes(data)));
        assert_eq!(of_cloud(&cloud).unwrap(), [([1.0, 2.0, 3.0], None)]);
        let Value::Map(fields) = &mut cloud else { panic!() };
        fields[0].1 = Value::Int(8);
        assert!(of_cloud(&cloud).unwrap_err().contains("not in its points"));
        assert!(of_cloud(&Value::Null).is_err());
    }
}
