//! Poses, velocities and accelerations.

use glam::DQuat;
use morse_sim::contract::data::Field;
use morse_sim::transport::stream::{Audience, Publisher, Sample};

use super::{Opened, Stream};
use crate::frames::MAP_FRAME;
use crate::messages::{geometry_msgs, nav_msgs, sensor_msgs};
use crate::node_interface::{Node, Sender};
use crate::streams::convert;
use crate::streams::fields::{euler, field, floats, numbers, vector};
use crate::streams::topic::{DataTransform, Headers, advertise, audience};

pub(super) fn accel<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let linear = convert::vector3(vector(sample, "acceleration"));
        let angular = convert::vector3(vector(sample, "angular_acceleration"));
        let accel = geometry_msgs::AccelWithCovariance {
            accel: geometry_msgs::Accel { linear, angular },
            ..Default::default()
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

pub(super) fn twist<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let twist = convert::twist(vector(sample, "linear_velocity"), vector(sample, "angular_velocity"));
        Some(geometry_msgs::TwistStamped { header, twist })
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

pub(super) fn imu<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        Some(sensor_msgs::Imu {
            header,
            orientation: convert::quaternion(with_positive_w(sample.world_from_component.rotation)),
            angular_velocity: convert::vector3(vector(sample, "angular_velocity")),
            linear_acceleration: convert::vector3(vector(sample, "linear_acceleration")),
            ..Default::default()
        })
    })
}

/// An IMU without accelerometer, marked by -1 in the covariance of the acceleration (REP 145).
pub(super) fn imu_attitude<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        let mut linear_acceleration_covariance = [0.0; 9];
        linear_acceleration_covariance[0] = -1.0;
        Some(sensor_msgs::Imu {
            header,
            orientation: convert::quaternion(euler(sample, "rotation").to_quat()),
            angular_velocity: convert::vector3(vector(sample, "angular_velocity")),
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

pub(super) fn pose_with_covariance<N: Node>(stream: Stream<'_, N>) -> Opened {
    stream.open(|sample, header| {
        // Noise modifiers with a known covariance add this field.
        let covariance = <[f64; 36]>::try_from(floats(sample, "covariance_matrix")).unwrap_or([0.0; 36]);
        let pose = geometry_msgs::PoseWithCovariance { pose: valid_pose(sample)?, covariance };
        Some(geometry_msgs::PoseWithCovarianceStamped { header, pose })
    })
}

/// Publishes pose and twist, and the pose as a transform.
struct OdometryPublisher<N: Node> {
    sender: N::Sender<nav_msgs::Odometry<N::Header>>,
    headers: Headers,
    transform: DataTransform<N>,
}

pub(super) fn odometry<N: Node>(stream: Stream<'_, N>) -> Opened {
    let Stream { streams, spec, plan, options } = stream;
    let transform = DataTransform::open(streams, spec, "/base_footprint", options)?;
    if streams.places_odometry && streams.transforms.claim(&plan.frame, spec.component) {
        streams.transforms.fix(spec.component, (MAP_FRAME, &plan.frame), spec.world_from_robot)?;
    }
    let sender = advertise(streams, plan, &plan.suffixed)?;
    Ok(Box::new(OdometryPublisher::<N> { sender, headers: Headers::new(&plan.frame), transform }))
}

impl<N: Node> Publisher for OdometryPublisher<N> {
    fn publish(&mut self, sample: &Sample<'_>) {
        let pose = convert::pose_of(sample);
        if self.sender.has_listeners() {
            let linear = glam::DVec3::from_array(numbers(sample, ["vx", "vy", "vz"]));
            let angular = glam::DVec3::from_array(numbers(sample, ["wx", "wy", "wz"]));
            let mut message = nav_msgs::Odometry {
                header: self.headers.next(sample),
                child_frame_id: self.transform.child.clone(),
                ..Default::default()
            };
            message.pose.pose = convert::pose(pose);
            message.twist.twist = convert::twist(linear, angular);
            self.sender.send(&message);
        }
        self.headers.count();
        self.transform.send(sample, &self.headers.frame, pose);
    }

    fn audience(&self) -> Audience {
        audience(self.sender.has_listeners() || self.transform.has_listeners())
    }
}
