//! The middlewares of this build; no other module lists them.

mod only_checks;

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use morse_sim::transport::stream::Middleware;
pub use morse_socket::{ClientLimits, Token};
use morse_socket::{SocketMiddleware, SocketSettings};
use morse_text::TextMiddleware;

use only_checks::OnlyChecks;

/// Short names of the middlewares, as used in scripts.
pub const NAMES: &[&str] = &[
    "socket",
    "text",
    #[cfg(feature = "ros1")]
    "ros",
    #[cfg(feature = "ros2")]
    "ros2",
    #[cfg(feature = "yarp")]
    "yarp",
    #[cfg(feature = "yarp")]
    "yarp_json",
    #[cfg(feature = "moos")]
    "moos",
    #[cfg(feature = "pocolibs")]
    "pocolibs",
    #[cfg(feature = "mavlink")]
    "mavlink",
    #[cfg(feature = "autopilot")]
    "ardupilot",
    #[cfg(feature = "autopilot")]
    "px4",
    #[cfg(feature = "pprzlink")]
    "pprzlink",
];

/// Minimum and maximum period of sending if the simulation is faster than real time. Clients cannot process each message
/// then, so that messages are collected; the period is longer if many streams make sending slow.
const ROUND_FAST: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(200)];

/// Address and ports for clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Serving {
    /// Address of this computer that accepts connections.
    pub bind: IpAddr,
    /// The first of ten ports to try for requests; 0 lets the system choose.
    pub service_port: u16,
    /// The first port of streams; 0 lets the system choose.
    pub stream_port: u16,
    /// Whether the simulation is faster than real time, so that messages are sent less often.
    pub fast: bool,
    /// Token and limits of the clients of sockets.
    pub limits: ClientLimits,
}

/// Creates all middlewares, and a cell that contains the service port once they have started. Files are written to the
/// working directory.
#[must_use]
pub fn all(serving: Serving) -> (Vec<Box<dyn Middleware>>, Arc<OnceLock<u16>>) {
    let Serving { bind, service_port, stream_port, fast, limits } = serving;
    let socket = SocketSettings { bind, service_port, stream_port, limits, ..SocketSettings::default() };
    let [round_min, round_max] = ROUND_FAST;
    let socket = if fast { SocketSettings { round_min, round_max, ..socket } } else { socket };
    let socket = SocketMiddleware::new(socket);
    let service_port = socket.service_port();
    #[cfg(feature = "yarp")]
    let (yarp, yarp_json) = morse_yarp::both();
    let all: [Box<dyn Middleware>; NAMES.len()] = [
        Box::new(socket),
        Box::new(TextMiddleware::new(".")),
        #[cfg(feature = "ros1")]
        Box::new(morse_ros1::RosMiddleware::new()),
        #[cfg(feature = "ros2")]
        Box::new(morse_ros2::Ros2Middleware::new()),
        #[cfg(feature = "yarp")]
        Box::new(yarp),
        #[cfg(feature = "yarp")]
        Box::new(yarp_json),
        #[cfg(feature = "moos")]
        Box::new(morse_moos::MoosMiddleware::new()),
        #[cfg(feature = "pocolibs")]
        Box::new(morse_pocolibs::PocolibsMiddleware::new(bind)),
        #[cfg(feature = "mavlink")]
        Box::new(morse_mavlink::MavlinkMiddleware::new()),
        #[cfg(feature = "autopilot")]
        Box::new(morse_autopilot::ArduPilotMiddleware::new(bind)),
        #[cfg(feature = "autopilot")]
        Box::new(morse_autopilot::Px4Middleware::new(bind)),
        #[cfg(feature = "pprzlink")]
        Box::new(morse_pprzlink::PprzlinkMiddleware::new()),
    ];
    (all.into(), service_port)
}

/// Middlewares that join no network and open no files, to check a scene before it runs. Those of ROS open the streams and
/// services; the other middlewares check their options.
#[must_use]
pub fn offline() -> Vec<Box<dyn Middleware>> {
    let offline: Vec<Box<dyn Middleware>> = vec![
        #[cfg(feature = "ros1")]
        Box::new(morse_ros1::OfflineRosMiddleware::default()),
        #[cfg(feature = "ros2")]
        Box::new(morse_ros2::Ros2Middleware::offline()),
    ];
    let bind = IpAddr::from([127, 0, 0, 1]);
    let limits = ClientLimits::default();
    let (all, _) = all(Serving { bind, service_port: 0, stream_port: 0, fast: false, limits });
    let is_offline = |name: &str| offline.iter().any(|middleware| middleware.name() == name);
    let others = all.into_iter().filter(|middleware| !is_offline(middleware.name()));
    let others: Vec<_> = others.map(OnlyChecks::boxed).collect();
    offline.into_iter().chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_middleware_is_in_names() {
        let serving = Serving {
            bind: IpAddr::from([127, 0, 0, 1]),
            service_port: 0,
            stream_port: 0,
            fast: true,
            limits: ClientLimits::default(),
        };
        let names: Vec<&str> = all(serving).0.iter().map(|middleware| middleware.name()).collect();
        assert_eq!(names, NAMES);
    }
}
