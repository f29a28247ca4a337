//! The messages of a recording during the run, made on a thread of their own, for a sink other than a file.

use std::thread::{self, JoinHandle};
use std::time::Duration;

use morse::Frame;

use super::batch::Batch;
use super::encoder::{self, Copier, Encoder};
use super::queue::{FailIfPanicking, Next, Queue, Wait};

/// How often ticks are taken from the thread of the simulation.
const TAKE_PERIOD: Duration = Duration::from_millis(5);
/// Number of periods without a tick after which the thread sleeps until the next tick.
const IDLE_PERIODS: u32 = 40;

/// A channel that messages use from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewChannel<'a> {
    /// Its topic.
    pub topic: &'a str,
    /// Name of the schema of its messages.
    pub schema: &'a str,
    /// `ros2msg` or `jsonschema`.
    pub schema_encoding: &'a str,
    /// The schema.
    pub definition: &'a str,
    /// Encoding of its messages: `cdr` or `json`.
    pub encoding: &'a str,
}

/// Takes channels and messages, on a thread of its own. Channels have numbers in the order of opening, from 0.
pub trait MessageSink: Send {
    /// A tick of this simulated time [ns] begins. Its channels and messages follow.
    fn tick(&mut self, time_ns: u64);
    /// A channel is opened.
    fn open(&mut self, channel: NewChannel<'_>);
    /// A message of a channel, with its simulated time. [ns]
    fn message(&mut self, channel: usize, time_ns: u64, data: &[u8]);
}

/// Why no messages can be made.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The channel of transforms cannot be opened.
    #[error(transparent)]
    Channel(#[from] morse_ros::NodeError),
    /// The system gives no thread.
    #[error(transparent)]
    Thread(std::io::Error),
}

/// Makes the messages of a run tick by tick: readings, transforms, commands, calls and their answers, events. There are
/// no digests.
///
/// The thread of the simulation only copies. It never waits: ticks are left out while 64 MiB wait for the other thread.
pub struct LiveMessages {
    copier: Copier,
    queue: Queue,
    thread: Option<JoinHandle<()>>,
}

impl LiveMessages {
    /// Gives the messages of a run that were not made yet to `sink`, until it is dropped.
    ///
    /// # Errors
    /// When the channel of transforms cannot be opened, or the system gives no thread.
    pub fn start(sink: impl MessageSink + 'static) -> Result<Self, LiveError> {
        let (copier, encoder) = encoder::pair(false)?;
        let queue = Queue::default();
        let taken = queue.clone();
        let thread = thread::Builder::new().name("live messages".to_owned());
        let thread = thread.spawn(move || pass_on(&taken, encoder, sink)).map_err(LiveError::Thread)?;
        Ok(Self { copier, queue, thread: Some(thread) })
    }

    /// Copies a finished tick. With `has_all_transforms` its messages hold the transforms of all objects, also of those
    /// that do not move.
    pub fn tick(&mut self, frame: &Frame<'_>, has_all_transforms: bool) {
        // A new sensor of a skipped tick counts as new in the next tick.
        if !self.queue.has_room() {
            return;
        }
        let mut copy = self.queue.spare();
        copy.has_all_transforms = has_all_transforms;
        self.copier.copy(frame, false, &mut copy);
        self.queue.offer(copy);
    }
}

impl Drop for LiveMessages {
    fn drop(&mut self) {
        self.queue.close();
        if self.thread.take().is_some_and(|thread| thread.join().is_err()) {
            tracing::error!("The thread that makes live messages has panicked.");
        }
    }
}

/// Encodes what is in a queue until its end.
fn pass_on(queue: &Queue, mut encoder: Encoder, mut sink: impl MessageSink) {
    let _guard = FailIfPanicking(queue);
    let (mut ticks, mut batch, mut idle_periods) = (Vec::new(), Batch::default(), 0);
    loop {
        let wait = if idle_periods < IDLE_PERIODS { Wait::Time(TAKE_PERIOD) } else { Wait::Tick };
        let next = queue.take(&mut ticks, wait);
        idle_periods = if ticks.is_empty() { idle_periods + 1 } else { 0 };
        for mut tick in ticks.drain(..) {
            encoder.encode(&mut tick, &mut batch);
            sink.tick(tick.time_ns);
            queue.give_back(tick);
            give(&batch, &mut sink);
            batch.clear();
        }
        if matches!(next, Next::End) {
            return;
        }
    }
}

fn give(batch: &Batch, sink: &mut impl MessageSink) {
    for channel in &batch.channels {
        sink.open(NewChannel {
            topic: &channel.topic,
            schema: &channel.schema,
            schema_encoding: channel.schema_encoding,
            definition: &channel.definition,
            encoding: channel.encoding,
        });
    }
    let mut start = 0;
    for entry in &batch.entries {
        sink.message(entry.channel, entry.time_ns, &batch.bytes[start..entry.end]);
        start = entry.end;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread::ThreadId;

    use morse::{LoadOptions, Options, Runner, Scene, SceneBuilder, WiringTable};

    use super::*;

    /// The calls of a sink, and their thread.
    struct Log(Sender<(ThreadId, Given)>, Vec<String>);

    enum Given {
        Tick(u64),
        Message { topic: String, size: usize },
    }

    impl Log {
        fn add(&self, given: Given) {
            self.0.send((thread::current().id(), given)).unwrap();
        }
    }

    impl MessageSink for Log {
        fn tick(&mut self, time_ns: u64) {
            self.add(Given::Tick(time_ns));
        }

        fn open(&mut self, channel: NewChannel<'_>) {
            self.1.push(channel.topic.to_owned());
        }

        fn message(&mut self, channel: usize, _: u64, data: &[u8]) {
            self.add(Given::Message { topic: self.1[channel].clone(), size: data.len() });
        }
    }

    #[test]
    fn each_tick_is_encoded_in_order_on_another_thread_until_the_end() {
        let (catalog, wiring) = (morse::catalog(), WiringTable::built_in().unwrap());
        let mut builder = SceneBuilder::new(&catalog, &wiring);
        builder.robot("robot", "ATRV").sensor("pose", "Pose");
        builder.environment("empty");
        let scene =
            Scene::from_document("a robot", builder.build().unwrap(), &LoadOptions::default()).unwrap();
        let simulation = scene.simulation(&Options::default()).unwrap();
        let (sender, receiver) = channel();
        let mut live = LiveMessages::start(Log(sender, Vec::new())).unwrap();
        let observer = move |frame: &Frame<'_>| live.tick(frame, frame.tick() == 90);
        // The observer, and with it the sink, is dropped with its runner.
        Runner::new(simulation).observe(observer).stop_after_ticks(100).run();
        let (mut times, mut pose_count, mut transforms) = (Vec::new(), 0, vec![0; 100]);
        for (thread, given) in receiver {
            assert_ne!(thread, thread::current().id());
            match given {
                Given::Tick(time_ns) => times.push(time_ns),
                Given::Message { topic, size } if topic == "/tf" => transforms[times.len() - 1] = size,
                Given::Message { topic, .. } => pose_count += usize::from(topic == "/robot/pose"),
            }
        }
        assert_eq!((times.len(), pose_count), (100, 100));
        assert!(times.is_sorted());
        // Fixed transforms are in the first tick, and then on request.
        assert_eq!(transforms[89], transforms[0]);
        assert!(transforms[88] < transforms[0] && transforms[90] < transforms[0]);
    }
}
