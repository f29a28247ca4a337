//! PX4 SITL: MAVLink messages over TCP, as PX4 expects them from a simulator.
//!
//! PX4 connects to the simulator. It takes its time from HIL_SENSOR. Once its controllers run, it answers each HIL_SENSOR with
//! HIL_ACTUATOR_CONTROLS; until then steps do not wait for it. Messages and their use:
//! `src/modules/simulation/simulator_mavlink` in the sources of PX4.

mod messages;
pub(crate) mod serve;

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;

use glam::DVec3;
use morse_scene::data_kind::DataKind;
use morse_sim::transport::stream::StreamSpec;

use crate::bridge::Protocol;
use crate::mixer::DefaultOutputs;
use crate::readings::Readings;
use crate::transport::Closing;
use crate::vehicle::Vehicle;

/// Protocol of PX4 SITL.
pub struct Px4(());

impl Protocol for Px4 {
    const NAME: &'static str = "px4";
    const TITLE: &'static str = "PX4";
    const MANAGER: &'static str = "morse.middleware.px4_datastream.PX4DatastreamManager";
    const SENSOR: &'static str = "morse.middleware.px4_datastream.PX4Sensor";
    const ACTUATOR: &'static str = "morse.middleware.px4_datastream.PX4Actuator";
    const PORT: u16 = 4560;
    const REQUIRED: &'static [(DataKind, &'static str)] =
        &[(DataKind::Imu, "IMU"), (DataKind::NavSatFix, "GPS"), (DataKind::Pressure, "Barometer")];
    const OUTPUTS: DefaultOutputs = DefaultOutputs { steering: 1, throttle: 2 };
    type Socket = TcpListener;

    fn check(spec: &StreamSpec<'_>) -> Result<(), String> {
        let component = spec.component;
        match spec.kind {
            DataKind::Imu if !matches!(spec.level, "truth" | "physical") => Err(format!(
                "PX4 needs the magnetic field along the axes of the sensor, which {component} measures at levels truth \
                 and physical"
            )),
            DataKind::Position => Err(format!(
                "PX4 needs the position on Earth, which {component} measures at levels raw and extended"
            )),
            DataKind::Imu | DataKind::NavSatFix | DataKind::Pressure | DataKind::DifferentialPressure => {
                Ok(())
            }
            kind => Err(format!(
                "PX4 does not use data of kind {kind}; it takes data of IMU, GPS, Barometer and Airspeed"
            )),
        }
    }

    fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    }

    fn port(socket: &TcpListener) -> std::io::Result<u16> {
        socket.local_addr().map(|address| address.port())
    }

    fn encode(readings: &mut Readings, _home: &mut Option<DVec3>, boot_ns: i64) -> Option<Vec<u8>> {
        messages::of_step(readings, boot_ns)
    }

    fn serve(
        vehicle: Arc<Vehicle>,
        socket: TcpListener,
        closing: Closing,
    ) -> impl Future<Output = ()> + Send + 'static {
        serve::serve(vehicle, socket, closing)
    }
}
