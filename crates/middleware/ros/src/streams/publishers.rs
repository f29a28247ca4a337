//! Publishers, one file per group of messages.

mod battery;
mod cameras;
mod clouds;
mod contacts;
mod covariances;
mod depths;
mod detections;
mod events;
mod joints;
mod markers;
mod motion;
mod mounting;
mod objects;
mod ranging;
mod scalars;
pub(super) mod scan_rays;
mod transforms_only;

use morse_sim::transport::stream::{Publisher, StreamSpec};

use super::Streams;
use super::topic::{Plan, layer_topic};
use crate::mapping::Output;
use crate::names;
use crate::node_interface::{Node, Version};

/// Message type of streams that only send transforms.
const TRANSFORMS: &str = "tf2_msgs/TFMessage";

/// Opens the publisher of a stream.
pub(super) fn open<N: Node>(
    streams: &Streams<N>,
    spec: &StreamSpec<'_>,
    output: Output,
) -> Result<Box<dyn Publisher>, String> {
    let (plan, options) = Plan::new(streams, spec, output)?;
    let (topic, message) = match (plan.info.message, output) {
        ("", Output::StaticTransformLatched) => ("/tf_static", TRANSFORMS),
        ("", _) => ("/tf", TRANSFORMS),
        (_, _) if N::ROS == Version::Ros1 => (plan.suffixed.as_str(), output.message_of_ros1()),
        (message, _) => (plan.suffixed.as_str(), message),
    };
    if output == Output::LayerScans {
        for layer in 0..scan_rays::initial(spec)?.layers {
            streams.endpoints.add(spec.component, &layer_topic(&plan, layer), message);
        }
    } else {
        streams.endpoints.add(spec.component, topic, message);
    }
    let stream = Stream { streams, spec, plan: &plan, options: &options };
    match output {
        Output::Accel => motion::accel(stream),
        Output::AccelTwist => motion::accel_twist(stream),
        Output::BatteryState => battery::state(stream),
        Output::Bool => scalars::flag(stream),
        Output::Charge => scalars::number(stream, "charge"),
        Output::Clock if N::ROS == Version::Ros2 && plan.suffixed == names::CLOCK => {
            Ok(scalars::node_clock(stream))
        }
        Output::Clock => scalars::clock(stream),
        Output::Contacts => contacts::contacts(stream),
        Output::ContactsState => contacts::states(stream),
        Output::ControllerState => joints::controller_state(stream),
        Output::DepthImage => cameras::depth(stream),
        Output::Detections => detections::open(stream),
        Output::Distance => scalars::number(stream, "dS"),
        Output::Events => events::open(stream),
        Output::FlowImage => cameras::flow(stream),
        Output::FluidPressure => scalars::pressure(stream),
        Output::Height => scalars::number(stream, "z"),
        Output::Illuminance => scalars::illuminance(stream),
        Output::Image => cameras::colors(stream),
        Output::Imu => motion::imu(stream),
        Output::ImuAttitude => motion::imu_attitude(stream),
        Output::JidoJoints => joints::jido(stream),
        Output::Joints => joints::all(stream),
        Output::Json => scalars::json(stream),
        Output::KukaJoints => joints::kuka(stream),
        Output::LaserPoints => clouds::of_scanner(stream),
        Output::LaserScan => ranging::laser_scan(stream),
        Output::LayerScans => ranging::layer_scans(stream),
        Output::MagneticField => scalars::magnetic_field(stream),
        Output::Markers => markers::open(stream),
        Output::NavSatFix => scalars::nav_sat_fix(stream, ["latitude", "longitude", "altitude"]),
        Output::NavSatFixOfMeters => scalars::nav_sat_fix(stream, ["x", "y", "z"]),
        Output::NormalImage => cameras::normals(stream),
        Output::Odometry => motion::odometry(stream),
        Output::PanTiltJoints => joints::pan_tilt(stream),
        Output::Points => clouds::of_depth_camera(stream),
        Output::Point => motion::point(stream),
        Output::Pose => motion::pose(stream),
        Output::PoseStamped => motion::pose_stamped(stream),
        Output::PoseTransform => transforms_only::pose(stream),
        Output::PoseWithCovariance => motion::pose_with_covariance(stream),
        Output::Pr2Joints => joints::pr2(stream),
        Output::PressureDifference => scalars::number(stream, "diff_pressure"),
        Output::Quaternion => motion::quaternion(stream),
        Output::Range => ranging::range(stream),
        Output::Repr => scalars::repr(stream),
        Output::Segmentation => cameras::segments(stream),
        Output::SeenObjects => objects::json(stream),
        Output::SeenObjectsLisp => objects::lisp(stream),
        Output::StaticTransform => transforms_only::repeated(stream),
        Output::StaticTransformLatched => transforms_only::latched(stream),
        Output::Temperature => scalars::temperature(stream),
        Output::ThermalImage => cameras::temperatures(stream),
        Output::Twist => motion::twist(stream),
        Output::TwistCommand => motion::twist_command(stream),
        Output::Wrench => motion::wrench(stream),
    }
}

/// A stream that is being opened.
struct Stream<'a, N: Node> {
    streams: &'a Streams<N>,
    spec: &'a StreamSpec<'a>,
    plan: &'a Plan,
    options: &'a super::options::Options<'a>,
}

/// The publisher of a stream, or the error message.
type Opened = Result<Box<dyn Publisher>, String>;

impl<N: Node> Stream<'_, N> {
    /// Opens a publisher of one topic. `encode` creates the message from a reading and a header.
    fn open<M, E>(&self, encode: E) -> Opened
    where
        M: crate::message::Message,
        E: FnMut(&morse_sim::transport::stream::Sample<'_>, N::Header) -> Option<M> + Send + 'static,
    {
        super::topic::open(self.streams, self.spec, self.plan, self.options, encode)
    }

    /// The value of a numeric property of the component.
    fn property(&self, name: &str) -> Result<f64, String> {
        let value = self.spec.properties.get(name).and_then(morse_scene::value::Value::as_f64);
        value
            .filter(|number| number.is_finite())
            .ok_or_else(|| format!("{}: {} needs the property {name}", self.spec.component, self.spec.class))
    }
}
