//! Recorded messages as fields that pages show: values, points, images.

use byteorder::LittleEndian;
use morse_ros::Header2;
use morse_ros::messages::{geometry_msgs, nav_msgs, sensor_msgs};
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::{Image, PixelKind};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

/// Bytes before a message of ROS 2 that say how it is encoded.
const ENCAPSULATION: usize = 4;
/// Bytes of a pixel, and of the `f32` coordinates of a point.
const PIXEL_BYTES: usize = 4;
const COORDINATES_BYTES: usize = 12;

/// The content of a message for the page.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Content {
    /// Values by field.
    pub(crate) values: Map<String, Value>,
    /// Points in the frame of the component. [m]
    pub(crate) points: Option<Vec<[f32; 3]>>,
    /// An image.
    pub(crate) image: Option<Image>,
}

/// Reads a message of ROS 2.
pub(crate) fn read<T: DeserializeOwned>(data: &[u8]) -> Result<T, String> {
    let body = data.get(ENCAPSULATION..).ok_or("a message is too short")?;
    let read = cdr_encoding::from_bytes::<T, LittleEndian>(body);
    read.map(|(message, _)| message).map_err(|error| format!("a message is malformed: {error}"))
}

/// The content of a message of a schema; `kind` is the kind of the component's data. `None` for schemas that are not
/// shown.
pub(crate) fn content(schema: &str, encoding: &str, kind: DataKind, data: &[u8]) -> Option<Content> {
    if encoding == "json" {
        return of_json(schema, data);
    }
    let name = schema.strip_prefix("sensor_msgs/msg/").or_else(|| schema.strip_prefix("geometry_msgs/msg/"));
    match name {
        Some("LaserScan") => read::<sensor_msgs::LaserScan<Header2>>(data).ok().map(|it| of_scan(&it)),
        Some("PointCloud2") => read::<sensor_msgs::PointCloud2<Header2>>(data).ok().map(|it| of_cloud(&it)),
        Some("Image") => read::<sensor_msgs::Image<Header2>>(data).ok().map(|it| of_image(it, kind)),
        Some("PoseStamped") => values::<geometry_msgs::PoseStamped<Header2>>(data),
        Some("PointStamped") => values::<geometry_msgs::PointStamped<Header2>>(data),
        Some("QuaternionStamped") => values::<geometry_msgs::QuaternionStamped<Header2>>(data),
        Some("TwistStamped") => values::<geometry_msgs::TwistStamped<Header2>>(data),
        Some("Vector3Stamped") => values::<geometry_msgs::Vector3Stamped<Header2>>(data),
        Some("WrenchStamped") => values::<geometry_msgs::WrenchStamped<Header2>>(data),
        Some("AccelStamped") => values::<geometry_msgs::AccelStamped<Header2>>(data),
        Some("Imu") => values::<sensor_msgs::Imu<Header2>>(data),
        Some("NavSatFix") => values::<sensor_msgs::NavSatFix<Header2>>(data),
        Some("JointState") => values::<sensor_msgs::JointState<Header2>>(data),
        Some("MagneticField") => values::<sensor_msgs::MagneticField<Header2>>(data),
        Some("Temperature") => values::<sensor_msgs::Temperature<Header2>>(data),
        Some("FluidPressure") => values::<sensor_msgs::FluidPressure<Header2>>(data),
        Some("Range") => values::<sensor_msgs::Range2<Header2>>(data),
        _ if schema == "nav_msgs/msg/Odometry" => values::<nav_msgs::Odometry<Header2>>(data),
        _ => None,
    }
}

/// The values of a message, without its header and covariances.
fn values<T: DeserializeOwned + Serialize>(data: &[u8]) -> Option<Content> {
    let mut content = Content::default();
    if let Value::Object(fields) = serde_json::to_value(read::<T>(data).ok()?).ok()? {
        flatten("", fields, &mut content.values);
    }
    Some(content)
}

/// Makes `{"pose": {"position": {"x": 1}}}` to `{"pose.position": {"x": 1}}`, whose parts can be plotted.
fn flatten(prefix: &str, fields: Map<String, Value>, out: &mut Map<String, Value>) {
    for (name, value) in fields {
        if name == "header" || name.contains("covariance") {
            continue;
        }
        let path = if prefix.is_empty() { name } else { format!("{prefix}.{name}") };
        match value {
            Value::Object(inner) if inner.values().any(|value| !value.is_number()) => {
                flatten(&path, inner, out);
            }
            value => drop(out.insert(path, value)),
        }
    }
}

/// Fields that were recorded as JSON; a command has them below `values`.
fn of_json(schema: &str, data: &[u8]) -> Option<Content> {
    let Value::Object(mut fields) = serde_json::from_slice(data).ok()? else { return None };
    if schema == "morse.Command" {
        let Some(Value::Object(values)) = fields.remove("values") else { return None };
        fields = values;
    }
    let points = fields.remove("point_list").or_else(|| fields.remove("points"));
    let points = points.and_then(|points| serde_json::from_value::<Vec<[f32; 3]>>(points).ok());
    Some(Content { values: fields, points, image: None })
}

fn of_scan(scan: &sensor_msgs::LaserScan<Header2>) -> Content {
    let point = |(index, &range_m): (usize, &f32)| {
        let angle = scan.angle_min + scan.angle_increment * index as f32;
        // Rays that hit nothing end at the origin.
        let range_m = if range_m.is_finite() { range_m } else { 0.0 };
        [range_m * angle.cos(), range_m * angle.sin(), 0.0]
    };
    let points = scan.ranges.iter().enumerate().map(point).collect();
    let ranges: Vec<Option<f32>> =
        scan.ranges.iter().map(|&range_m| range_m.is_finite().then_some(range_m)).collect();
    let mut content = Content { points: Some(points), ..Content::default() };
    content.values.insert("ranges".to_owned(), json!(ranges));
    content
}

/// The points of a cloud whose first three fields are x, y and z, as they are recorded.
fn of_cloud(cloud: &sensor_msgs::PointCloud2<Header2>) -> Content {
    let step = (cloud.point_step as usize).max(COORDINATES_BYTES);
    let number = |bytes: &[u8]| bytes.try_into().map_or(0.0, |bytes: [u8; 4]| f32::from_le_bytes(bytes));
    let point = |bytes: &[u8]| [0, 4, 8].map(|at| number(&bytes[at..at + 4]));
    Content { points: Some(cloud.data.chunks_exact(step).map(point).collect()), ..Content::default() }
}

fn of_image(image: sensor_msgs::Image<Header2>, kind: DataKind) -> Content {
    let pixels = match (image.encoding.as_str(), kind) {
        ("rgba8", _) => Some(PixelKind::Color),
        ("32FC1", DataKind::DepthBuffer | DataKind::Image) => Some(PixelKind::ZBuffer),
        ("32FC1", _) => Some(PixelKind::Depth),
        _ => None,
    };
    let (width, height) = (image.width, image.height);
    let expected = (width as usize).checked_mul(height as usize).and_then(|it| it.checked_mul(PIXEL_BYTES));
    let is_whole = expected == Some(image.data.len());
    let made = pixels.filter(|_| is_whole).map(|pixels| Image { width, height, pixels, bytes: image.data });
    Content { image: made, ..Content::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(message: &impl Serialize) -> Vec<u8> {
        let mut bytes = vec![0, 1, 0, 0];
        bytes.extend(cdr_encoding::to_vec::<_, LittleEndian>(message).unwrap());
        bytes
    }

    #[test]
    fn fields_of_messages_can_be_plotted() {
        let mut pose = geometry_msgs::PoseStamped::<Header2>::default();
        pose.pose.position.x = 2.5;
        let content = content("geometry_msgs/msg/PoseStamped", "cdr", DataKind::Pose, &bytes(&pose)).unwrap();
        assert_eq!(content.values["pose.position"]["x"], 2.5);
        assert!(!content.values.contains_key("header"));
    }

    #[test]
    fn scans_become_points_and_rays_without_hit_are_at_the_origin() {
        let scan = sensor_msgs::LaserScan::<Header2> {
            angle_min: 0.0,
            angle_increment: std::f32::consts::FRAC_PI_2,
            ranges: vec![2.0, f32::INFINITY, 3.0],
            ..Default::default()
        };
        let content =
            content("sensor_msgs/msg/LaserScan", "cdr", DataKind::LaserScan, &bytes(&scan)).unwrap();
        let points = content.points.unwrap();
        assert_eq!((points[0], points[1]), ([2.0, 0.0, 0.0], [0.0; 3]));
        assert!((points[2][0] + 3.0).abs() < 1e-5);
        assert_eq!(content.values["ranges"], json!([2.0, null, 3.0]));
    }

    #[test]
    fn images_whose_size_is_wrong_are_not_shown_and_damaged_messages_do_no_harm() {
        let mut image = sensor_msgs::Image::<Header2> {
            height: 1,
            width: 2,
            encoding: "rgba8".to_owned(),
            data: vec![0; 8],
            ..Default::default()
        };
        let shown = |image: &sensor_msgs::Image<Header2>| {
            content("sensor_msgs/msg/Image", "cdr", DataKind::Image, &bytes(image)).unwrap().image
        };
        assert!(shown(&image).is_some());
        image.width = u32::MAX;
        assert!(shown(&image).is_none());
        for schema in ["LaserScan", "PointCloud2", "Image", "Imu"] {
            let schema = format!("sensor_msgs/msg/{schema}");
            assert!(content(&schema, "cdr", DataKind::Image, &[0, 1, 0, 0, 255, 255, 255, 255]).is_none());
        }
    }

    #[test]
    fn commands_and_json_are_fields() {
        let command = br#"{"input": {}, "actuator": "a", "values": {"x": 1.0, "y": 2.0}}"#;
        let read = content("morse.Command", "json", DataKind::Waypoint, command).unwrap();
        assert_eq!(read.values["y"], 2.0);
        let read = content("x", "json", DataKind::Range, br#"{"point_list": [[1, 2, 3]]}"#).unwrap();
        assert_eq!(read.points, Some(vec![[1.0, 2.0, 3.0]]));
        assert_eq!(content("x", "json", DataKind::Range, b"[1"), None);
    }
}
