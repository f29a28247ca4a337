//! ArduPilot SITL: its JSON interface over UDP, `sim_vehicle.py --model JSON`.
//!
//! ArduPilot sends a packet of pulse widths and waits for the state of the vehicle, a line of JSON, which is sent back to the
//! address of the packet. Formats: `libraries/SITL/examples/JSON/readme.md` in the sources of ArduPilot.

pub(crate) mod packet;
pub(crate) mod serve;
mod state;

use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;

use glam::DVec3;
use morse_scene::data_kind::DataKind;
use morse_sim::transport::stream::StreamSpec;

use crate::bridge::Protocol;
use crate::mixer::DefaultOutputs;
use crate::readings::Readings;
use crate::transport::Closing;
use crate::vehicle::Vehicle;

/// Protocol of ArduPilot SITL.
pub struct ArduPilot(());

impl Protocol for ArduPilot {
    const NAME: &'static str = "ardupilot";
    const TITLE: &'static str = "ArduPilot";
    const MANAGER: &'static str = "morse.middleware.ardupilot_datastream.ArduPilotDatastreamManager";
    const SENSOR: &'static str = "morse.middleware.ardupilot_datastream.ArduPilotSensor";
    const ACTUATOR: &'static str = "morse.middleware.ardupilot_datastream.ArduPilotActuator";
    const PORT: u16 = 9002;
    const REQUIRED: &'static [(DataKind, &'static str)] =
        &[(DataKind::Imu, "IMU"), (DataKind::Pose, "Pose"), (DataKind::Twist, "Velocity")];
    // Defaults of ArduPilot: SERVO1_FUNCTION is ground steering or the left throttle, SERVO3_FUNCTION the (right) throttle.
    const OUTPUTS: DefaultOutputs = DefaultOutputs { steering: 1, throttle: 3 };
    type Socket = UdpSocket;

    fn check(spec: &StreamSpec<'_>) -> Result<(), String> {
        match spec.kind {
            DataKind::Imu | DataKind::Pose | DataKind::Twist | DataKind::Range | DataKind::Altitude => Ok(()),
            kind => Err(format!(
                "ArduPilot computes data of kind {kind} itself; it takes data of IMU, Pose, Velocity, and range \
                 sensors"
            )),
        }
    }

    fn bind(address: SocketAddr) -> std::io::Result<UdpSocket> {
        let socket = UdpSocket::bind(address)?;
        socket.set_nonblocking(true)?;
        Ok(socket)
    }

    fn port(socket: &UdpSocket) -> std::io::Result<u16> {
        socket.local_addr().map(|address| address.port())
    }

    fn encode(readings: &mut Readings, home: &mut Option<DVec3>, boot_ns: i64) -> Option<Vec<u8>> {
        state::line(readings, home, boot_ns)
    }

    fn serve(
        vehicle: Arc<Vehicle>,
        socket: UdpSocket,
        closing: Closing,
    ) -> impl Future<Output = ()> + Send + 'static {
        serve::serve(vehicle, socket, closing)
    }
}
