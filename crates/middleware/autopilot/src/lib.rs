//! Autopilots in lock-step: ArduPilot SITL over its JSON interface, and PX4 SITL over MAVLink.
//!
//! A robot whose sensors and actuators have streams of one of these middlewares is a vehicle. The readings of a step
//! are sent to the autopilot, and the next step waits for its answer: the signals for motors and servos. One thread serves
//! all vehicles. The engine does the waiting ([`morse_sim::engine::time::lockstep`]) and serves requests meanwhile. This
//! crate must never know what a component computes.
//!
//! ```
//! use morse_autopilot::ArduPilotMiddleware;
//! use morse_sim::transport::stream::Middleware;
//!
//! let middleware = ArduPilotMiddleware::new([127, 0, 0, 1].into());
//! assert_eq!(middleware.name(), "ardupilot");
//! assert_eq!(middleware.request_manager(), None);
//! ```
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod ardupilot;
pub mod in_memory;
pub mod px4;

mod bridge;
mod frames;
mod log {
    /// Target of log lines.
    pub(crate) const STREAMS: &str = "morse.middleware.autopilot";
}
mod mixer;
mod readings;
mod session;
mod signals;
mod transport;
mod vehicle;

pub use bridge::Bridge;

/// The middleware `ardupilot`.
pub type ArduPilotMiddleware = Bridge<ardupilot::ArduPilot>;

/// The middleware `px4`.
pub type Px4Middleware = Bridge<px4::Px4>;
