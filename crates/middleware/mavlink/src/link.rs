//! A link: queued messages for a device, and the actuators that receive commands from it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use mavlink::MavHeader;
use mavlink::dialects::common::{HEARTBEAT_DATA, MavAutopilot, MavMessage, MavModeFlag, MavState, MavType};
use morse_network::Throttle;
use morse_sim::transport::stream::{Inbox, Publisher, PutOutcome, Sample};
use tokio::sync::Notify;

use crate::device::Device;
use crate::frame;
use crate::inputs::{Command, Input};
use crate::log;
use crate::options::Sender;
use crate::outputs::Codec;

/// Maximum number of messages queued for the transport; beyond it, all of them are dropped in favor of newer ones.
/// The transport is_addressed them every few milliseconds, so this happens only if the processor is overloaded.
const MESSAGES_MAX: usize = 16_384;

/// Protocol version in heartbeats.
const MAVLINK_VERSION: u8 = 3;

/// Queued frames.
#[derive(Debug, Default)]
pub(crate) struct Outgoing {
    pub(crate) bytes: Vec<u8>,
    /// End offset of each frame in `bytes`.
    pub(crate) ends: Vec<usize>,
    /// Next sequence number of each sender.
    senders: BTreeMap<Sender, u8>,
    /// Whether the transport has taken frames that are not yet passed to the system.
    pub(crate) is_sending: bool,
}

/// An actuator that receives commands.
struct Reader {
    component: String,
    input: Input,
    only_for: Option<u8>,
    inbox: Inbox,
}

/// A link between engine and transport.
pub(crate) struct Link {
    pub(crate) device: Device,
    outgoing: Mutex<Outgoing>,
    sent: Condvar,
    pub(crate) wake: Notify,
    readers: Mutex<Vec<Reader>>,
    lost: Throttle,
    replaced: Throttle,
    refused: Throttle,
}

impl Link {
    pub(crate) fn new(device: Device) -> Self {
        Self {
            device,
            outgoing: Mutex::default(),
            sent: Condvar::new(),
            wake: Notify::new(),
            readers: Mutex::default(),
            lost: Throttle::default(),
            replaced: Throttle::default(),
            refused: Throttle::default(),
        }
    }

    fn outgoing(&self) -> MutexGuard<'_, Outgoing> {
        self.outgoing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn readers(&self) -> MutexGuard<'_, Vec<Reader>> {
        self.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a sender of heartbeats.
    pub(crate) fn add_sender(&self, sender: Sender) {
        self.outgoing().senders.entry(sender).or_default();
    }

    pub(crate) fn add_reader(&self, component: &str, input: Input, only_for: Option<u8>, inbox: Inbox) {
        self.readers().push(Reader { component: component.to_owned(), input, only_for, inbox });
    }

    pub(crate) fn remove_readers(&self, component: &str) {
        self.readers().retain(|reader| reader.component != component);
    }

    /// Queues the heartbeats of all senders.
    pub(crate) fn queue_heartbeats(&self) {
        let mut outgoing = self.outgoing();
        let senders: Vec<Sender> = outgoing.senders.keys().copied().collect();
        for sender in senders {
            self.queue(&mut outgoing, sender, &heartbeat());
        }
    }

    /// Queues a message.
    fn send(&self, sender: Sender, message: &MavMessage) {
        self.queue(&mut self.outgoing(), sender, message);
    }

    fn queue(&self, outgoing: &mut Outgoing, sender: Sender, message: &MavMessage) {
        if outgoing.ends.len() >= MESSAGES_MAX {
            let lost = outgoing.ends.len() as u64;
            outgoing.bytes.clear();
            outgoing.ends.clear();
            self.note_lost(lost, "the processor is overloaded");
        }
        let next = outgoing.senders.entry(sender).or_default();
        let header = MavHeader {
            system_id: sender.system_id.into(),
            component_id: sender.component_id,
            sequence: *next,
        };
        *next = next.wrapping_add(1);
        let begin = outgoing.bytes.len();
        match frame::write(&mut outgoing.bytes, sender.version(), header, message) {
            Ok(()) => {
                let end = outgoing.bytes.len();
                outgoing.ends.push(end);
            }
            Err(_) => outgoing.bytes.truncate(begin),
        }
    }

    pub(crate) fn note_lost(&self, count: u64, reason: &str) {
        if let Some(lost) = self.lost.count(count) {
            tracing::warn!(target: log::STREAMS, "{}: {lost} messages lost, because {reason}.", self.device);
        }
    }

    /// Wakes the transport if messages are queued.
    pub(crate) fn flush(&self) {
        if !self.outgoing().ends.is_empty() {
            self.wake.notify_one();
        }
    }

    /// Takes all queued messages: their bytes, and the end offset of each. Call [`Link::note_sent`] once the system has them.
    pub(crate) fn take(&self) -> (Vec<u8>, Vec<usize>) {
        let mut outgoing = self.outgoing();
        outgoing.is_sending = true;
        (std::mem::take(&mut outgoing.bytes), std::mem::take(&mut outgoing.ends))
    }

    pub(crate) fn note_sent(&self) {
        self.outgoing().is_sending = false;
        self.sent.notify_all();
    }

    /// Waits until all messages have been passed to the system, at most until `end`.
    pub(crate) fn wait_until_sent(&self, end: Instant) {
        let left = end.saturating_duration_since(Instant::now());
        let waits = |outgoing: &mut Outgoing| outgoing.is_sending || !outgoing.ends.is_empty();
        drop(self.sent.wait_timeout_while(self.outgoing(), left, waits));
    }

    /// Passes the commands of a batch of messages to the actuators. The newest of each type and target is kept.
    pub(crate) fn deliver(&self, messages: impl IntoIterator<Item = MavMessage>) {
        for message in messages {
            match Command::of(&message) {
                None => {}
                Some(Ok(command)) => self.command(&command),
                Some(Err(problem)) => self.note_refused(&problem),
            }
        }
    }

    fn note_refused(&self, problem: &str) {
        if self.refused.pass() {
            tracing::warn!(
                target: log::STREAMS,
                "{}: a message is refused, because {problem}. The last valid command stays in force.",
                self.device
            );
        }
    }

    fn command(&self, command: &Command) {
        let is_addressed = |reader: &&Reader| {
            let target = command.target_system;
            reader.input == command.input && reader.only_for.is_none_or(|own| target == 0 || target == own)
        };
        for reader in self.readers().iter().filter(is_addressed) {
            let outcome = reader.inbox.put(command.fields.clone());
            if outcome == PutOutcome::Replaced
                && let Some(count) = self.replaced.count(1)
            {
                tracing::warn!(
                    target: log::STREAMS,
                    "{}: {count} older {} were dropped in favor of the newest.",
                    reader.component,
                    command.input.message_name()
                );
            }
        }
    }
}

/// Heartbeat message of MORSE 1.4.
fn heartbeat() -> MavMessage {
    MavMessage::HEARTBEAT(HEARTBEAT_DATA {
        custom_mode: 0,
        mavtype: MavType::MAV_TYPE_GENERIC,
        autopilot: MavAutopilot::MAV_AUTOPILOT_GENERIC,
        base_mode: MavModeFlag::MAV_MODE_FLAG_SAFETY_ARMED
            | MavModeFlag::MAV_MODE_FLAG_MANUAL_INPUT_ENABLED
            | MavModeFlag::MAV_MODE_FLAG_TEST_ENABLED,
        system_status: MavState::MAV_STATE_ACTIVE,
        mavlink_version: MAVLINK_VERSION,
    })
}

/// Simulated time of the first tick, the zero of time stamps in messages; `i64::MIN` before the first tick. [ns]
#[derive(Debug, Clone)]
pub(crate) struct BootTime(Arc<AtomicI64>);

impl Default for BootTime {
    fn default() -> Self {
        Self(Arc::new(AtomicI64::new(i64::MIN)))
    }
}

impl BootTime {
    /// Records the time of a tick if it is the first.
    pub(crate) fn note(&self, stamp_ns: i64) {
        // Fails for all ticks but the first.
        let _ = self.0.compare_exchange(i64::MIN, stamp_ns, Ordering::Relaxed, Ordering::Relaxed);
    }

    fn since(&self, stamp_ns: i64) -> i64 {
        match self.0.load(Ordering::Relaxed) {
            i64::MIN => 0,
            boot => stamp_ns.saturating_sub(boot),
        }
    }
}

/// Publisher of a sensor's stream.
pub(crate) struct LinkPublisher {
    pub(crate) link: Arc<Link>,
    pub(crate) sender: Sender,
    pub(crate) codec: Codec,
    pub(crate) boot: BootTime,
}

impl Publisher for LinkPublisher {
    fn publish(&mut self, sample: &Sample<'_>) {
        let message = self.codec.message(sample, self.boot.since(sample.stamp_ns));
        self.link.send(self.sender, &message);
    }
}
