//! Serves one ArduPilot.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use morse_network::Throttle;
use tokio::net::UdpSocket;

use super::packet::Packet;
use crate::log;
use crate::signals::Signals;
use crate::transport::Closing;
use crate::vehicle::Vehicle;

/// Period of checks for a timeout of the autopilot.
const CHECK: Duration = Duration::from_millis(50);
const DATAGRAM_BYTES_MAX: usize = 2048;

/// State of the connection to ArduPilot.
pub(crate) struct Peer {
    vehicle: Arc<Vehicle>,
    address: Option<SocketAddr>,
    last_count: Option<u32>,
    /// The last state that was sent.
    last_state: Vec<u8>,
    malformed: Throttle,
}

pub(super) async fn serve(vehicle: Arc<Vehicle>, socket: std::net::UdpSocket, mut closing: Closing) {
    let socket = match UdpSocket::from_std(socket) {
        Ok(socket) => socket,
        Err(problem) => return vehicle.lose(&format!("its socket fails: {problem}")),
    };
    let mut peer = Peer::new(vehicle);
    let mut check = tokio::time::interval(CHECK);
    let mut datagram = [0; DATAGRAM_BYTES_MAX];
    loop {
        tokio::select! {
            () = peer.vehicle.wake.notified() => {
                for state in peer.vehicle.take() {
                    peer.last_state = state;
                    peer.send(&socket).await;
                }
            }
            received = socket.recv_from(&mut datagram) => {
                // An error reports that an earlier datagram was not delivered.
                let Ok((count, from)) = received else { continue };
                if peer.take(datagram.get(..count).unwrap_or_default(), from) {
                    peer.send(&socket).await;
                }
            }
            _ = check.tick() => peer.vehicle.check_timeout(),
            _ = closing.changed() => return,
        }
    }
}

impl Peer {
    /// State before the first packet.
    pub(crate) fn new(vehicle: Arc<Vehicle>) -> Self {
        let (address, last_count, last_state) = (None, None, Vec::new());
        Self { vehicle, address, last_count, last_state, malformed: Throttle::default() }
    }

    async fn send(&self, socket: &UdpSocket) {
        if let Some(address) = self.address.filter(|_| self.vehicle.session.is_attached()) {
            // On loss, ArduPilot repeats its packet and the state is sent again.
            let _ = socket.send_to(&self.last_state, address).await;
        }
    }

    /// Processes a datagram. Returns whether the last state must be sent again.
    pub(crate) fn take(&mut self, bytes: &[u8], from: SocketAddr) -> bool {
        let Some(packet) = Packet::read(bytes) else {
            if let Some(count) = self.malformed.count(1) {
                tracing::warn!(
                    target: log::STREAMS,
                    "{}: {count} datagrams are not ArduPilot packets, the last of {} bytes from {from}.",
                    self.vehicle.endpoint,
                    bytes.len()
                );
            }
            return false;
        };
        let session = &self.vehicle.session;
        let is_new_peer = self.address.replace(from) != Some(from);
        let before = self.last_count.replace(packet.frame_count);
        if is_new_peer || before.is_some_and(|before| packet.frame_count < before) {
            tracing::info!(
                target: log::STREAMS,
                "{}: ArduPilot at {from} is in lock-step and expects {} steps per second.",
                self.vehicle.robot,
                packet.frame_rate_hz
            );
        } else if before == Some(packet.frame_count) && session.is_attached() {
            // ArduPilot repeats a packet if the answering state is late or lost. Send the state again, unless it is still being
            // computed.
            return session.is_awaited();
        }
        self.vehicle.command(&Signals::Pulses(packet.pulses));
        session.answered();
        false
    }
}
