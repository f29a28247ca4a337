//! A vehicle without sockets: takes messages of an autopilot as bytes and commands actuators. For tests and fuzzing.

use std::net::SocketAddr;
use std::sync::Arc;

use morse_sim::transport::request::Gateway;
use morse_sim::transport::stream::{Inbox, StreamSpec};
use tokio::io::AsyncRead;

use crate::ardupilot::serve::Peer;
use crate::bridge::{OPTIONS, Protocol};
use crate::mixer::Mixer;
use crate::session::Session;
use crate::vehicle::Vehicle;
use crate::{ardupilot, px4};

/// A vehicle without sockets.
pub struct InMemoryVehicle {
    vehicle: Arc<Vehicle>,
    peer: Peer,
}

impl InMemoryVehicle {
    /// Creates a vehicle for ArduPilot with these actuators.
    ///
    /// # Errors
    /// When an autopilot cannot command an actuator.
    pub fn ardupilot(gateway: Gateway, actuators: &[(StreamSpec<'_>, Inbox)]) -> Result<Self, String> {
        Self::new::<ardupilot::ArduPilot>(gateway, actuators)
    }

    /// Creates a vehicle for PX4 with these actuators.
    ///
    /// # Errors
    /// When an autopilot cannot command an actuator.
    pub fn px4(gateway: Gateway, actuators: &[(StreamSpec<'_>, Inbox)]) -> Result<Self, String> {
        Self::new::<px4::Px4>(gateway, actuators)
    }

    fn new<R: Protocol>(gateway: Gateway, actuators: &[(StreamSpec<'_>, Inbox)]) -> Result<Self, String> {
        let mixed = |(spec, inbox): &(StreamSpec<'_>, Inbox)| {
            Ok((inbox.clone(), Mixer::new(spec, R::OUTPUTS, &OPTIONS)?))
        };
        let actuators = actuators.iter().map(mixed).collect::<Result<_, String>>()?;
        let session = Session::new(gateway);
        let (robot, endpoint) = ("robot".to_owned(), "memory".to_owned());
        let vehicle = Arc::new(Vehicle::new(robot, endpoint, None, Arc::default(), actuators, session));
        Ok(Self { peer: Peer::new(Arc::clone(&vehicle)), vehicle })
    }

    /// Called when the readings of a step have been sent to the autopilot.
    pub fn readings_sent(&self) {
        self.vehicle.session.readings_sent();
    }

    /// Processes a datagram of ArduPilot. Returns whether the last state must be sent again.
    pub fn take_ardupilot(&mut self, datagram: &[u8], from: SocketAddr) -> bool {
        self.peer.take(datagram, from)
    }

    /// Processes messages of PX4 until its connection ends.
    pub async fn read_px4(&self, stream: impl AsyncRead + Unpin) {
        px4::serve::read(&self.vehicle, stream).await;
    }
}
