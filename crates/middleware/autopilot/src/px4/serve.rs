//! Serves one PX4.

use std::sync::Arc;
use std::time::Duration;

use mavlink::MavlinkReader;
use mavlink::dialects::common::MavMessage;
use mavlink::error::MessageReadError;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::OwnedWriteHalf;
use tokio::net::{TcpListener, TcpStream};

use crate::log;
use crate::signals::Signals;
use crate::transport::Closing;
use crate::vehicle::Vehicle;

/// Period of checks for a timeout of the autopilot.
const CHECK: Duration = Duration::from_millis(50);
/// Delay after `accept` has failed.
const ACCEPT_RETRY: Duration = Duration::from_secs(1);
const CHUNK_BYTES: usize = 4096;

pub(super) async fn serve(vehicle: Arc<Vehicle>, listener: std::net::TcpListener, mut closing: Closing) {
    let listener = match TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(problem) => return vehicle.lose(&format!("its socket fails: {problem}")),
    };
    tokio::select! {
        () = accept(&vehicle, &listener) => {}
        () = check(&vehicle) => {}
        _ = closing.changed() => {}
    }
}

async fn check(vehicle: &Vehicle) {
    let mut check = tokio::time::interval(CHECK);
    loop {
        check.tick().await;
        vehicle.check_timeout();
    }
}

/// Accepts connections and serves them one at a time.
async fn accept(vehicle: &Vehicle, listener: &TcpListener) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = vehicle.wake.notified() => {
                drop(vehicle.take());
                continue;
            }
        };
        let Ok((stream, from)) = accepted else {
            tokio::time::sleep(ACCEPT_RETRY).await;
            continue;
        };
        tracing::info!(
            target: log::STREAMS,
            "{}: PX4 at {from} is connected. Lock-step begins with its first HIL_ACTUATOR_CONTROLS.",
            vehicle.robot
        );
        // PX4 does not answer before it has received many steps.
        vehicle.session.detach();
        exchange(vehicle, stream).await;
        tracing::warn!(target: log::STREAMS, "{}: PX4 at {from} has disconnected.", vehicle.robot);
        vehicle.lose("its autopilot has disconnected");
    }
}

async fn exchange(vehicle: &Vehicle, stream: TcpStream) {
    // The peer waits for each message: send without delay.
    let _ = stream.set_nodelay(true);
    let (reading, writing) = stream.into_split();
    tokio::select! {
        () = read(vehicle, reading) => {}
        () = write(vehicle, writing) => {}
    }
}

async fn write(vehicle: &Vehicle, mut stream: OwnedWriteHalf) {
    loop {
        vehicle.wake.notified().await;
        for step in vehicle.take() {
            if stream.write_all(&step).await.is_err() {
                return;
            }
        }
    }
}

/// Received bytes that are not parsed yet.
#[derive(Default)]
struct Arrived(Vec<u8>);

impl std::io::Read for Arrived {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.0.len().min(buffer.len());
        for (place, byte) in buffer.iter_mut().zip(self.0.drain(..count)) {
            *place = byte;
        }
        Ok(count)
    }
}

/// Reads messages until the connection ends.
pub(crate) async fn read(vehicle: &Vehicle, mut stream: impl AsyncRead + Unpin) {
    let mut reader = MavlinkReader::new(Arrived::default());
    let mut chunk = [0; CHUNK_BYTES];
    let mut is_in_lockstep = false;
    while let Ok(count @ 1..) = stream.read(&mut chunk).await {
        reader.get_mut().0.extend_from_slice(chunk.get(..count).unwrap_or_default());
        loop {
            match reader.read_any_message::<MavMessage>() {
                Ok((_, MavMessage::HIL_ACTUATOR_CONTROLS(message))) => {
                    vehicle.command(&Signals::Controls(message.controls.to_vec()));
                    if !std::mem::replace(&mut is_in_lockstep, true) {
                        tracing::info!(target: log::STREAMS, "{}: PX4 is in lock-step.", vehicle.robot);
                    }
                    // Only the first answer to a step releases the next step.
                    if vehicle.session.is_awaited() {
                        vehicle.session.answered();
                    }
                }
                Ok(_) | Err(MessageReadError::Parse(_)) => {}
                Err(MessageReadError::Io(_)) => break,
            }
        }
    }
}
