//! Poses, velocities and accelerations.

use std::f64::consts::FRAC_PI_2;

use glam::{DQuat, DVec3};
use morse_scene::data_kind::DataKind;
use morse_scene::value::Value;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Audience, Publisher, Sample};
use morse_world::Pose;

use super::covariances::{MessageCovariance, Zero, errors_of, flat};
use super::mounting::Mounting;
use super::{Opened, Stream};
use crate::frames::MAP_FRAME;
use crate::messages::{geometry_msgs, nav_msgs, sensor_msgs};
use crate::node_interface::{Node, Sender, Version};
use crate::streams::fields::{euler, field, number, number_list, numbers, vector};
use crate::streams::topic::{DataTransform, Headers, advertise, audience};
use crate::streams::{ROBOT_FRAME, convert};

pub(super) fn accel<N: Node>(stream: Stream<'_, N>) -> Opened {
    let covariance = MessageCovariance::<6>::open(&stream, "covariance", Zero::Exact)?;
    stream.open(move |sample, header| {
        let linear = convert::vector3(vector(sample, "acceleration"));
        let angular = convert::vector3(vector(sample, "angular_acceleration"));
        let modeled = errors_of::<N>(sample).map(|errors| {
            let numbers = |name| [0, 1, 2].map(|part| errors.number_named(name, part));
            let ([x, y, z], [wx, wy, wz]) = (numbers("acceleration"), numbers("angular_acceleration"));
            errors.block([x, y, z, wx, wy, wz])
        });
        let accel = geometry_msgs::AccelWithCovariance {
            accel: geometry_msgs::Accel { linear, angular },
            covariance: covariance.flat(modeled),
        };
        Some(geometry_msgs::AccelWithCovarianceStamped { header, accel })
    })
}

pub(super) fn accel_twist<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let twist = convert::twist(vector(sample, "velocity"), glam::DVec3::ZERO);
        Some(geometry_msgs::TwistStamped { header, twist })
    })
}

/// In ROS 2, the twist is along the axes of the frame in its header. That is the robot's frame, unless the scene names
/// a frame, which then belongs to the sensor.
pub(super) fn twist<N: Node>(stream: Stream<'_, N>) -> Opened {
    let is_of_robot = N::ROS == Version::Ros2
        && stream.plan.frame == stream.streams.default_frame(stream.spec, ROBOT_FRAME);
    stream.open(move |sample, header| {
        let turn = if is_of_robot { sample.robot_from_component().rotation } else { DQuat::IDENTITY };
        let along = |name| turn * vector(sample, name);
        let twist = convert::twist(along("linear_velocity"), along("angular_velocity"));
        Some(geometry_msgs::TwistStamped { header, twist })
    })
}

/// The commanded velocity in the frame of the robot, as drivers of real robots take it.
pub(super) fn twist_command<N: Node>(stream: Stream<'_, N>) -> Opened {
    let (linear, turn): ([&str; 3], &str) = match stream.spec.kind {
        DataKind::RotorcraftVelocity => (["vx", "vy", "vz"], "vyaw"),
        DataKind::PlanarVelocity => (["x", "y", ""], "w"),
        _ => (["v", "", ""], "w"),
    };
    stream.open(move |sample, _| {
        let linear = DVec3::from_array(numbers(sample, linear));
        Some(convert::twist(linear, DVec3::new(0.0, 0.0, number(sample, turn))))
    })
}

pub(super) fn wrench<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let force = convert::vector3(vector(sample, "force"));
        let torque = convert::vector3(vector(sample, "torque"));
        Some(geometry_msgs::WrenchStamped { header, wrench: geometry_msgs::Wrench { force, torque } })
    })
}

/// The same rotation with nonnegative `w`, as MORSE 1.4 obtains it from a matrix.
fn with_positive_w(rotation: DQuat) -> DQuat {
    if rotation.w < 0.0 { -rotation } else { rotation }
}

/// In ROS 2, orientations are relative to east, north and up (REP 145). In ROS 1 they are relative to the world, as in
/// MORSE 1.4.
fn reference_from_world<N: Node>(stream: &Stream<'_, N>) -> DQuat {
    match N::ROS {
        Version::Ros1 => DQuat::IDENTITY,
        Version::Ros2 => stream.spec.enu_from_world.unwrap_or(DQuat::IDENTITY),
    }
}

pub(super) fn imu<N: Node>(stream: Stream<'_, N>) -> Opened {
    let orientation_covariance =
        MessageCovariance::<3>::open(&stream, "orientation_covariance", Zero::Unknown)?;
    let rate_covariance =
        MessageCovariance::<3>::open(&stream, "angular_velocity_covariance", Zero::Unknown)?;
    let acceleration_covariance =
        MessageCovariance::<3>::open(&stream, "linear_acceleration_covariance", Zero::Unknown)?;
    let reference_from_world = reference_from_world(&stream);
    stream.open(move |sample, header| {
        let orientation = reference_from_world * sample.world_from_component.rotation;
        let errors = errors_of::<N>(sample);
        let modeled = |name| errors.as_ref().map(|errors| errors.block_of_field(name));
        Some(sensor_msgs::Imu {
            header,
            orientation: convert::quaternion(with_positive_w(orientation)),
            orientation_covariance: orientation_covariance.flat(None),
            angular_velocity: convert::vector3(vector(sample, "angular_velocity")),
            angular_velocity_covariance: rate_covariance.flat(modeled("angular_velocity")),
            linear_acceleration: convert::vector3(vector(sample, "linear_acceleration")),
            linear_acceleration_covariance: acceleration_covariance.flat(modeled("linear_acceleration")),
        })
    })
}

/// An IMU without accelerometer, marked by -1 in the covariance of the acceleration (REP 145).
pub(super) fn imu_attitude<N: Node>(stream: Stream<'_, N>) -> Opened {
    let orientation_covariance =
        MessageCovariance::<3>::open(&stream, "orientation_covariance", Zero::Unknown)?;
    let rate_covariance =
        MessageCovariance::<3>::open(&stream, "angular_velocity_covariance", Zero::Unknown)?;
    // With this property, the sensor measures yaw to the left from north; an orientation of ROS begins at east.
    let is_from_north = stream.spec.properties.get("UseAngleAgainstNorth").is_some_and(Value::is_truthy);
    let reference_from_data = match (N::ROS, is_from_north) {
        (Version::Ros2, true) => DQuat::from_rotation_z(FRAC_PI_2),
        _ => reference_from_world(&stream),
    };
    stream.open(move |sample, header| {
        let mut linear_acceleration_covariance = [0.0; 9];
        linear_acceleration_covariance[0] = -1.0;
        let errors = errors_of::<N>(sample);
        let modeled = |name| errors.as_ref().map(|errors| errors.block_of_field(name));
        Some(sensor_msgs::Imu {
            header,
            orientation: convert::quaternion(reference_from_data * euler(sample, "rotation").to_quat()),
            orientation_covariance: orientation_covariance.flat(modeled("rotation")),
            angular_velocity: convert::vector3(vector(sample, "angular_velocity")),
            angular_velocity_covariance: rate_covariance.flat(modeled("angular_velocity")),
            linear_acceleration_covariance,
            ..Default::default()
        })
    })
}

pub(super) fn quaternion<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let quaternion = convert::quaternion(convert::rotation_of(sample));
        Some(geometry_msgs::QuaternionStamped { header, quaternion })
    })
}

pub(super) fn point<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        Some(geometry_msgs::PointStamped { header, point: convert::point(convert::position_of(sample)) })
    })
}

/// Whether the pose is valid: a motion capture system sets the field `valid` to false when it loses its target.
pub(super) fn is_valid(sample: &Sample<'_>) -> bool {
    field(sample, "valid") != Some(Field::Bool(false))
}

fn valid_pose(sample: &Sample<'_>) -> Option<geometry_msgs::Pose> {
    is_valid(sample).then(|| convert::pose(convert::pose_of(sample)))
}

pub(super) fn pose<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, _| valid_pose(sample))
}

pub(super) fn pose_stamped<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| Some(geometry_msgs::PoseStamped { header, pose: valid_pose(sample)? }))
}

/// Fields of a pose, in the order of covariances in messages.
const POSE: [&str; 6] = ["x", "y", "z", "roll", "pitch", "yaw"];

pub(super) fn pose_with_covariance<N: Node>(stream: Stream<'_, N>) -> Opened {
    let covariance = MessageCovariance::<6>::open(&stream, "covariance", Zero::Exact)?;
    stream.open(move |sample, header| {
        // Modifiers written in Python with a known covariance add this field.
        let of_data = number_list(sample, "covariance_matrix");
        let of_data = of_data.and_then(|numbers| <[f64; 36]>::try_from(numbers).ok());
        let covariance = match of_data {
            Some(of_data) if !covariance.is_given() => of_data,
            _ => covariance.flat(errors_of::<N>(sample).map(|errors| errors.block_of_fields(POSE))),
        };
        let pose = geometry_msgs::PoseWithCovariance { pose: valid_pose(sample)?, covariance };
        Some(geometry_msgs::PoseWithCovarianceStamped { header, pose })
    })
}

/// Publishes pose and twist, and the pose as a transform.
struct OdometryPublisher<N: Node> {
    sender: N::Sender<nav_msgs::Odometry<N::Header>>,
    headers: Headers,
    transform: DataTransform<N>,
    mounting: Mounting,
    pose_covariance: MessageCovariance<6>,
    twist_covariance: MessageCovariance<6>,
}

/// In ROS 2, the message and the transform describe the robot, wherever its sensor is mounted. In ROS 1 they describe the
/// sensor, as in MORSE 1.4.
pub(super) fn odometry<N: Node>(stream: Stream<'_, N>) -> Opened {
    let pose_covariance = MessageCovariance::open(&stream, "pose_covariance", Zero::Exact)?;
    let twist_covariance = MessageCovariance::open(&stream, "twist_covariance", Zero::Exact)?;
    let Stream { streams, spec, plan, options } = stream;
    let transform = DataTransform::open(streams, spec, "/base_footprint", options)?;
    if streams.places_odometry && streams.transforms.claim(&plan.frame, spec.component) {
        streams.transforms.fix(spec.component, (MAP_FRAME, &plan.frame), spec.world_from_robot)?;
    }
    let sender = advertise(streams, plan, &plan.suffixed)?;
    Ok(Box::new(OdometryPublisher::<N> {
        sender,
        headers: Headers::new(&plan.frame),
        transform,
        mounting: Mounting::new(spec),
        pose_covariance,
        twist_covariance,
    }))
}

impl<N: Node> OdometryPublisher<N> {
    fn pose(&self, sample: &Sample<'_>) -> Pose {
        match N::ROS {
            Version::Ros1 => convert::pose_of(sample),
            Version::Ros2 => self.mounting.robot_pose(sample),
        }
    }

    /// Velocity [m/s] and angular velocity [rad/s].
    fn twist(&self, sample: &Sample<'_>) -> (DVec3, DVec3) {
        match N::ROS {
            Version::Ros1 => {
                let along = |names| DVec3::from_array(numbers(sample, names));
                (along(["vx", "vy", "vz"]), along(["wx", "wy", "wz"]))
            }
            Version::Ros2 => self.mounting.robot_twist(sample),
        }
    }

    /// The covariances of pose and twist.
    fn covariances(&self, sample: &Sample<'_>) -> [[f64; 36]; 2] {
        let errors = errors_of::<N>(sample);
        let modeled = |names| errors.as_ref().map(|errors| errors.block_of_fields(names));
        let pose = modeled(POSE).map(|block| self.mounting.pose_covariance(sample, block));
        let twist = modeled(["vx", "vy", "vz", "wx", "wy", "wz"]);
        let twist = twist.map(|block| Mounting::twist_covariance(sample, block));
        [flat(self.pose_covariance.block(pose)), flat(self.twist_covariance.block(twist))]
    }
}

impl<N: Node> Publisher for OdometryPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let pose = self.pose(sample);
        if self.sender.has_listeners() {
            let mut message = nav_msgs::Odometry {
                header: self.headers.next(sample),
                child_frame_id: self.transform.child.clone(),
                ..Default::default()
            };
            let (linear, angular) = self.twist(sample);
            message.pose.pose = convert::pose(pose);
            message.twist.twist = convert::twist(linear, angular);
            [message.pose.covariance, message.twist.covariance] = self.covariances(sample);
            self.sender.send(&message);
        }
        self.headers.count();
        self.transform.send(sample, &self.headers.frame, pose);
    }

    fn audience(&self) -> Audience {
        audience(self.sender.has_listeners() || self.transform.has_listeners())
    }
}
