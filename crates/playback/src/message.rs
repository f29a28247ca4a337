//! Recorded messages as fields that pages show: values, points, images.

use morse_ros::Header2;
use morse_ros::messages::sensor_msgs;
use morse_scene::data_kind::DataKind;
use morse_sim::contract::data::image::{Image, PixelKind};
use serde_json::{Map, Value, json};

use crate::cdr::read;
use crate::components::Component;
use crate::fields::fields;

/// Bytes of the `f32` coordinates of a point.
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

/// The content of a message of a component, with the names of its fields while it runs. `None` for schemas that are not
/// shown.
pub(crate) fn content(schema: &str, encoding: &str, component: &Component, data: &[u8]) -> Option<Content> {
    if encoding == "json" {
        return of_json(schema, data);
    }
    let name = schema.rsplit('/').next()?;
    match name {
        "LaserScan" => read::<sensor_msgs::LaserScan<Header2>>(data).ok().map(|it| of_scan(&it)),
        "PointCloud2" => {
            read::<sensor_msgs::PointCloud2<Header2>>(data).ok().map(|it| of_cloud(&it, component))
        }
        "Image" => read::<sensor_msgs::Image<Header2>>(data).ok().map(of_image),
        _ => fields(name, component.kind, data).map(|values| Content { values, ..Content::default() }),
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
    let range = |&range_m: &f32| if range_m.is_finite() { range_m } else { scan.range_max };
    let ranges: Vec<f32> = scan.ranges.iter().map(range).collect();
    let mut content = Content { points: Some(points), ..Content::default() };
    content.values.insert("range_list".to_owned(), json!(ranges));
    if !scan.intensities.is_empty() {
        content.values.insert("remission_list".to_owned(), json!(scan.intensities));
    }
    content
}

/// The points of a cloud whose first three fields are x, y and z, as they are recorded. Points without a hit are at the
/// origin. The points of a scanner also have ranges, and the fourth field is their remission.
fn of_cloud(cloud: &sensor_msgs::PointCloud2<Header2>, component: &Component) -> Content {
    let step = (cloud.point_step as usize).max(COORDINATES_BYTES);
    let number = |bytes: &[u8]| bytes.try_into().map_or(0.0, |bytes: [u8; 4]| f32::from_le_bytes(bytes));
    let point = |bytes: &[u8]| {
        let point = [0, 4, 8].map(|at| number(&bytes[at..at + 4]));
        if point.iter().all(|coordinate| coordinate.is_finite()) { point } else { [0.0; 3] }
    };
    let points: Vec<[f32; 3]> = cloud.data.chunks_exact(step).map(point).collect();
    let mut content = Content::default();
    if component.kind == DataKind::LaserScan {
        let range_max_m = component.scan.map_or(0.0, |scan| scan.range_max_m as f32);
        let range = |&point: &[f32; 3]| {
            if point == [0.0; 3] { range_max_m } else { glam::Vec3::from(point).length() }
        };
        let ranges: Vec<f32> = points.iter().map(range).collect();
        content.values.insert("range_list".to_owned(), json!(ranges));
        if cloud.fields.get(3).is_some_and(|field| field.name == "intensity") && step >= COORDINATES_BYTES + 4
        {
            let remission = |bytes: &[u8]| number(&bytes[COORDINATES_BYTES..COORDINATES_BYTES + 4]);
            let remissions: Vec<f32> = cloud.data.chunks_exact(step).map(remission).collect();
            content.values.insert("remission_list".to_owned(), json!(remissions));
        }
    } else {
        content.values.insert("nb_points".to_owned(), json!(points.len()));
    }
    content.points = Some(points);
    content
}

fn of_image(image: sensor_msgs::Image<Header2>) -> Content {
    let pixels = match image.encoding.as_str() {
        "rgba8" => Some(PixelKind::Color),
        "32FC1" => Some(PixelKind::Depth),
        "32SC1" => Some(PixelKind::Label),
        "32FC3" => Some(PixelKind::Normal),
        "32FC2" => Some(PixelKind::Flow),
        _ => None,
    };
    let (width, height) = (image.width, image.height);
    let count = (width as usize).checked_mul(height as usize);
    let is_whole =
        |pixels: &PixelKind| count.and_then(|it| it.checked_mul(pixels.bytes())) == Some(image.data.len());
    let whole = pixels.filter(is_whole);
    let made = whole.map(|pixels| Image { width, height, pixels, bytes: image.data.into() });
    Content { image: made, ..Content::default() }
}

#[cfg(test)]
mod tests {
    use byteorder::LittleEndian;
    use morse_ros::messages::{geometry_msgs, nav_msgs};
    use serde::Serialize;

    use super::*;

    fn bytes(message: &impl Serialize) -> Vec<u8> {
        let mut bytes = vec![0, 1, 0, 0];
        bytes.extend(cdr_encoding::to_vec::<_, LittleEndian>(message).unwrap());
        bytes
    }

    fn component(kind: DataKind) -> Component {
        Component { name: "robot.sensor".to_owned(), kind, scan: None }
    }

    fn values(schema: &str, kind: DataKind, message: &impl Serialize) -> Map<String, Value> {
        content(schema, "cdr", &component(kind), &bytes(message)).unwrap().values
    }

    const POSE: &[&str] = &["x", "y", "z", "yaw", "pitch", "roll"];
    const ODOMETRY: &[&str] = &["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "wz", "wy", "wx"];

    /// Names of fields in the order of the alphabet.
    fn names(fields: &[&str]) -> Vec<String> {
        let mut names: Vec<String> = fields.iter().map(|&name| name.to_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn messages_have_the_fields_of_the_running_component() {
        let names_of = |schema, kind, message: &dyn Fn() -> Vec<u8>| {
            let content = content(schema, "cdr", &component(kind), &message()).unwrap();
            let mut names: Vec<String> = content.values.keys().cloned().collect();
            names.sort();
            names
        };
        let pose = || bytes(&geometry_msgs::PoseStamped::<Header2>::default());
        assert_eq!(names_of("geometry_msgs/msg/PoseStamped", DataKind::Pose, &pose), names(POSE));
        let odometry = || bytes(&nav_msgs::Odometry::<Header2>::default());
        assert_eq!(names_of("nav_msgs/msg/Odometry", DataKind::Odometry, &odometry), names(ODOMETRY));
        let imu = || bytes(&sensor_msgs::Imu::<Header2>::default());
        let expected = names(&["angular_velocity", "linear_acceleration"]);
        assert_eq!(names_of("sensor_msgs/msg/Imu", DataKind::Imu, &imu), expected);
        assert_eq!(
            names_of("sensor_msgs/msg/Imu", DataKind::AttitudeRate, &imu),
            names(&["angular_velocity", "rotation"])
        );
        let accel = || bytes(&geometry_msgs::AccelWithCovarianceStamped::<Header2>::default());
        assert_eq!(
            names_of("geometry_msgs/msg/AccelWithCovarianceStamped", DataKind::Acceleration, &accel),
            names(&["acceleration", "angular_acceleration"])
        );
    }

    #[test]
    fn a_pose_has_its_place_and_its_angles() {
        let mut pose = geometry_msgs::PoseStamped::<Header2>::default();
        pose.pose.position.x = 2.5;
        pose.pose.orientation.z = std::f64::consts::FRAC_1_SQRT_2;
        pose.pose.orientation.w = std::f64::consts::FRAC_1_SQRT_2;
        let values = values("geometry_msgs/msg/PoseStamped", DataKind::Pose, &pose);
        assert_eq!(values["x"], 2.5);
        assert!((values["yaw"].as_f64().unwrap() - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    }

    #[test]
    fn joints_are_fields() {
        let joints = |names: [&str; 2]| sensor_msgs::JointState::<Header2> {
            name: names.map(str::to_owned).into(),
            position: vec![0.5, -0.25],
            ..Default::default()
        };
        let schema = "sensor_msgs/msg/JointState";
        let arm = values(schema, DataKind::JointState, &joints(["shoulder", "elbow"]));
        assert_eq!((&arm["shoulder"], &arm["elbow"]), (&json!(0.5), &json!(-0.25)));
        let head = values(schema, DataKind::PanTilt, &joints(["head_pan_joint", "head_tilt_joint"]));
        assert_eq!((&head["pan"], &head["tilt"]), (&json!(0.5), &json!(-0.25)));
    }

    #[test]
    fn scans_become_points_and_rays_without_hit_are_at_the_origin() {
        let scan = sensor_msgs::LaserScan::<Header2> {
            angle_min: 0.0,
            angle_increment: std::f32::consts::FRAC_PI_2,
            range_max: 30.0,
            ranges: vec![2.0, f32::INFINITY, 3.0],
            ..Default::default()
        };
        let scanner = component(DataKind::LaserScan);
        let content = content("sensor_msgs/msg/LaserScan", "cdr", &scanner, &bytes(&scan)).unwrap();
        let points = content.points.unwrap();
        assert_eq!((points[0], points[1]), ([2.0, 0.0, 0.0], [0.0; 3]));
        assert!((points[2][0] + 3.0).abs() < 1e-5);
        assert_eq!(content.values["range_list"], json!([2.0, 30.0, 3.0]));
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
        let camera = component(DataKind::Image);
        let shown = |image: &sensor_msgs::Image<Header2>| {
            content("sensor_msgs/msg/Image", "cdr", &camera, &bytes(image)).unwrap().image
        };
        assert!(shown(&image).is_some());
        image.width = u32::MAX;
        assert!(shown(&image).is_none());
        for schema in ["LaserScan", "PointCloud2", "Image", "Imu"] {
            let schema = format!("sensor_msgs/msg/{schema}");
            assert!(content(&schema, "cdr", &camera, &[0, 1, 0, 0, 255, 255, 255, 255]).is_none());
        }
    }

    #[test]
    fn commands_and_json_are_fields() {
        let command = br#"{"input": {}, "actuator": "a", "values": {"x": 1.0, "y": 2.0}}"#;
        let read = content("morse.Command", "json", &component(DataKind::Waypoint), command).unwrap();
        assert_eq!(read.values["y"], 2.0);
        let range = component(DataKind::Range);
        let read = content("x", "json", &range, br#"{"point_list": [[1, 2, 3]]}"#).unwrap();
        assert_eq!(read.points, Some(vec![[1.0, 2.0, 3.0]]));
        assert_eq!(content("x", "json", &range, b"[1"), None);
    }
}
