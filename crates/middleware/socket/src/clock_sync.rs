//! The external clock: a client whose every message triggers one step of the simulation.

use std::io::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use morse_sim::transport::request::{Event, Gateway, Refused};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

use crate::access::Access;
use crate::lines::is_http_request;
use crate::log;

/// Maximum size of one trigger. Triggers that arrive together count as one. [bytes]
const TRIGGER_BYTES_MAX: usize = 2048;

/// Delay before a retry if the engine's queue is full.
const RETRY: Duration = Duration::from_millis(1);

/// Counts steps, so that the next trigger is read only after the step of the last one.
#[derive(Debug, Default)]
pub(crate) struct StepCounter {
    steps: AtomicU64,
    changed: Notify,
}

impl StepCounter {
    /// Counts a step.
    pub(crate) fn count(&self) {
        self.steps.fetch_add(1, Ordering::Release);
        self.changed.notify_one();
    }

    fn now(&self) -> u64 {
        self.steps.load(Ordering::Acquire)
    }

    async fn wait_past(&self, step: u64) {
        while self.now() == step {
            self.changed.notified().await;
        }
    }
}

/// Serves one clock at a time; further clocks wait.
pub(crate) async fn serve(
    listener: TcpListener,
    gateway: Gateway,
    steps: Arc<StepCounter>,
    access: Rc<Access>,
) {
    loop {
        let Ok((clock, peer)) = listener.accept().await else {
            tokio::time::sleep(RETRY).await;
            continue;
        };
        let Some(_permit) = access.enter(peer) else { continue };
        if !access.is_authorized(&clock, peer).await {
            continue;
        }
        tracing::info!(target: log::STREAMS, "The clock {peer} drives the simulation.");
        send(&gateway, Event::ClockAttached).await;
        follow(&clock, &gateway, &steps).await;
        send(&gateway, Event::ClockDetached).await;
        tracing::info!(target: log::STREAMS, "The clock {peer} has left; time runs without it.");
    }
}

async fn follow(clock: &TcpStream, gateway: &Gateway, steps: &StepCounter) {
    let mut ignored = [0; TRIGGER_BYTES_MAX];
    let mut is_first = true;
    while clock.readable().await.is_ok() {
        match clock.try_read(&mut ignored) {
            Ok(0) => return,
            Ok(count) => {
                let line = ignored[..count].split(|&byte| byte == b'\n').next().unwrap_or_default();
                if std::mem::take(&mut is_first) && is_http_request(line, true) {
                    return;
                }
                let step = steps.now();
                send(gateway, Event::ClockTriggered).await;
                steps.wait_past(step).await;
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => return,
        }
    }
}

async fn send(gateway: &Gateway, mut event: Event) {
    while let Err(Refused::Full(returned)) = gateway.try_send(event) {
        event = returned;
        tokio::time::sleep(RETRY).await;
    }
}
