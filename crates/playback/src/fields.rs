//! Messages of ROS 2 as the fields that the component has while it runs.

use glam::DQuat;
use morse_ros::Header2;
use morse_ros::messages::{geometry_msgs, nav_msgs, sensor_msgs};
use morse_scene::data_kind::DataKind;
use morse_world::Euler;
use serde_json::{Map, Value, json};

use crate::cdr::read;

/// Joints of the message of a pan-tilt unit, in its order, by their fields.
const PAN_TILT: [&str; 2] = ["pan", "tilt"];
/// Bytes of a row of the camera matrix, in numbers.
const MATRIX_SIDE: usize = 3;

/// The fields of a message, for data of a kind. `None` for malformed messages, and for those without fields.
pub(crate) fn fields(name: &str, kind: DataKind, data: &[u8]) -> Option<Map<String, Value>> {
    let value = match name {
        "PoseStamped" => pose(&read::<geometry_msgs::PoseStamped<Header2>>(data).ok()?.pose),
        "PointStamped" => {
            let point = read::<geometry_msgs::PointStamped<Header2>>(data).ok()?.point;
            json!({"x": point.x, "y": point.y, "z": point.z})
        }
        "QuaternionStamped" => {
            angles(&read::<geometry_msgs::QuaternionStamped<Header2>>(data).ok()?.quaternion)
        }
        "TwistStamped" => {
            let twist = read::<geometry_msgs::TwistStamped<Header2>>(data).ok()?.twist;
            json!({"linear_velocity": vector(&twist.linear), "angular_velocity": vector(&twist.angular)})
        }
        "WrenchStamped" => {
            let wrench = read::<geometry_msgs::WrenchStamped<Header2>>(data).ok()?.wrench;
            json!({"force": vector(&wrench.force), "torque": vector(&wrench.torque)})
        }
        "AccelWithCovarianceStamped" => {
            let accel = read::<geometry_msgs::AccelWithCovarianceStamped<Header2>>(data).ok()?.accel.accel;
            json!({"acceleration": vector(&accel.linear), "angular_acceleration": vector(&accel.angular)})
        }
        "Imu" => imu(kind, &read(data).ok()?),
        "NavSatFix" => {
            let fix = read::<sensor_msgs::NavSatFix<Header2>>(data).ok()?;
            json!({"longitude": fix.longitude, "latitude": fix.latitude, "altitude": fix.altitude})
        }
        "JointState" => joints(kind, &read(data).ok()?),
        "Temperature" => {
            json!({"temperature": read::<sensor_msgs::Temperature<Header2>>(data).ok()?.temperature})
        }
        "FluidPressure" => {
            json!({"pressure": read::<sensor_msgs::FluidPressure<Header2>>(data).ok()?.fluid_pressure})
        }
        "Odometry" => odometry(&read(data).ok()?),
        "CameraInfo" => {
            let rows: Vec<_> = read::<sensor_msgs::CameraInfo<Header2>>(data)
                .ok()?
                .k
                .chunks(MATRIX_SIDE)
                .map(<[f64]>::to_vec)
                .collect();
            json!({"intrinsic_matrix": rows})
        }
        _ => return None,
    };
    match value {
        Value::Object(fields) => Some(fields),
        _ => None,
    }
}

fn vector(vector: &geometry_msgs::Vector3) -> [f64; 3] {
    [vector.x, vector.y, vector.z]
}

fn euler(rotation: &geometry_msgs::Quaternion) -> Euler {
    let rotation = DQuat::from_xyzw(rotation.x, rotation.y, rotation.z, rotation.w);
    // A rotation of zeros means that there is none.
    Euler::from_quat(if rotation.length_squared() > f64::EPSILON {
        rotation.normalize()
    } else {
        DQuat::IDENTITY
    })
}

fn angles(rotation: &geometry_msgs::Quaternion) -> Value {
    let Euler { roll, pitch, yaw } = euler(rotation);
    json!({"yaw": yaw, "pitch": pitch, "roll": roll})
}

fn pose(pose: &geometry_msgs::Pose) -> Value {
    let Euler { roll, pitch, yaw } = euler(&pose.orientation);
    let place = &pose.position;
    json!({"x": place.x, "y": place.y, "z": place.z, "yaw": yaw, "pitch": pitch, "roll": roll})
}

/// A gyroscope has its own rotation in the message, as far as the scene does not say where north is.
fn imu(kind: DataKind, imu: &sensor_msgs::Imu<Header2>) -> Value {
    let rates = vector(&imu.angular_velocity);
    if kind == DataKind::AttitudeRate {
        let Euler { roll, pitch, yaw } = euler(&imu.orientation);
        let rotation = json!({"yaw": yaw, "pitch": pitch, "roll": roll});
        return json!({"rotation": rotation, "angular_velocity": rates});
    }
    json!({"angular_velocity": rates, "linear_acceleration": vector(&imu.linear_acceleration)})
}

fn joints(kind: DataKind, joints: &sensor_msgs::JointState<Header2>) -> Value {
    let positions = joints.position.iter().map(|&position| json!(position));
    if kind == DataKind::PanTilt {
        return Value::Object(PAN_TILT.map(str::to_owned).into_iter().zip(positions).collect());
    }
    Value::Object(joints.name.iter().cloned().zip(positions).collect())
}

fn odometry(odometry: &nav_msgs::Odometry<Header2>) -> Value {
    let mut value = pose(&odometry.pose.pose);
    let twist = &odometry.twist.twist;
    let [vx, vy, vz] = vector(&twist.linear);
    let [wx, wy, wz] = vector(&twist.angular);
    if let (Value::Object(fields), Value::Object(rates)) =
        (&mut value, json!({"vx": vx, "vy": vy, "vz": vz, "wz": wz, "wy": wy, "wx": wx}))
    {
        fields.extend(rates);
    }
    value
}
