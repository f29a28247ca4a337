//! The middlewares of this build: the one place that names them.

use std::net::IpAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use morse_sim::transport::stream::Middleware;
use morse_socket::{SocketMiddleware, SocketSettings};
use morse_text::TextMiddleware;

/// Short names of the middlewares, as scripts say them.
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

/// A client of a simulation that does not wait for real time cannot follow each message; this many milliseconds of
/// them are sent in one go, and more where there are so many streams that sending takes long.
const ROUND_FAST: [Duration; 2] = [Duration::from_millis(25), Duration::from_millis(200)];

/// Where clients are served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Serving {
    /// Address of this computer on which connections are accepted.
    pub bind: IpAddr,
    /// The first of ten ports that are tried for requests; 0 lets the system choose.
    pub service_port: u16,
    /// The first port of streams; 0 lets the system choose.
    pub stream_port: u16,
    /// The simulation does not wait for real time: messages are sent in larger rounds.
    pub fast: bool,
}

/// All of them; files go to the working directory. Beside them is the port of requests, as soon as they have started.
#[must_use]
pub fn all(serving: Serving) -> (Vec<Box<dyn Middleware>>, Arc<OnceLock<u16>>) {
    let Serving { bind, service_port, stream_port, fast } = serving;
    let socket = SocketSettings { bind, service_port, stream_port, ..SocketSettings::default() };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_middleware_is_named() {
        let serving =
            Serving { bind: IpAddr::from([127, 0, 0, 1]), service_port: 0, stream_port: 0, fast: true };
        let names: Vec<&str> = all(serving).0.iter().map(|middleware| middleware.name()).collect();
        assert_eq!(names, NAMES);
    }
}
