//! The thread that serves all connections.

use std::net::TcpListener as StdListener;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::JoinHandle;
use std::time::Duration;

use morse_sim::transport::request::Gateway;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::{LocalSet, spawn_local};

use crate::access::{Access, ClientLimits};
use crate::clock_sync::{self, StepCounter};
use crate::requests::Requests;
use crate::streams::{OpenStreams, RegisteredStreams, Rounds, StreamChange};

/// Time limit for sending queued messages at the end.
const FINISH_MAX: Duration = Duration::from_secs(1);

/// Maximum time that the engine waits for streams to close. Closing takes some tens of microseconds, unless the processor
/// is overloaded.
const CLOSE_MAX: Duration = Duration::from_millis(50);

/// Listeners of all ports.
pub(crate) struct Listeners {
    pub(crate) requests: StdListener,
    pub(crate) streams: OpenStreams,
    pub(crate) clock: Option<StdListener>,
}

/// The running transport thread. Dropping it calls [`Transport::finish`].
pub(crate) struct Transport {
    stop: Option<oneshot::Sender<()>>,
    changes: UnboundedSender<StreamChange>,
    thread: Option<JoinHandle<()>>,
}

struct Served {
    requests: TcpListener,
    streams: RegisteredStreams,
    clock: Option<TcpListener>,
    gateway: Gateway,
    steps: Arc<StepCounter>,
    rounds: Rounds,
    limits: ClientLimits,
}

impl Transport {
    /// Starts the thread.
    pub(crate) fn start(
        listeners: Listeners,
        gateway: Gateway,
        steps: Arc<StepCounter>,
        rounds: Rounds,
        limits: ClientLimits,
    ) -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let served = {
            let _context = runtime.enter();
            Served {
                requests: TcpListener::from_std(listeners.requests)?,
                streams: listeners.streams.register()?,
                clock: listeners.clock.map(TcpListener::from_std).transpose()?,
                gateway,
                steps,
                rounds,
                limits,
            }
        };
        let (stop, stopped) = oneshot::channel();
        let (changes, changed) = unbounded_channel();
        let thread = std::thread::Builder::new()
            .name("socket".to_owned())
            .spawn(move || run(&runtime, served, stopped, changed))?;
        Ok(Self { stop: Some(stop), changes, thread: Some(thread) })
    }

    /// Serves further streams.
    pub(crate) fn open(&self, streams: OpenStreams) {
        // Fails only if the thread has ended.
        let _ = self.changes.send(StreamChange::Open(streams));
    }

    /// Closes all streams of a component, so that their ports are free again. Waits for the transport, but not for
    /// clients.
    pub(crate) fn close(&self, component: &str) {
        let (done, closed) = sync_channel(1);
        if self.changes.send(StreamChange::Close(component.to_owned(), done)).is_ok() {
            // On a timeout, the transport closes them later.
            let _ = closed.recv_timeout(CLOSE_MAX);
        }
    }

    /// Sends queued messages for at most one second, then closes all connections.
    pub(crate) fn finish(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread waits for this signal.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: crate::log::STREAMS, "The thread of the socket middleware has panicked.");
        }
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.finish();
    }
}

fn run(
    runtime: &Runtime,
    served: Served,
    stopped: oneshot::Receiver<()>,
    mut changed: UnboundedReceiver<StreamChange>,
) {
    let tasks = LocalSet::new();
    tasks.block_on(runtime, async move {
        let Served { requests, streams, clock, gateway, steps, rounds, limits } = served;
        let access = Access::new(limits);
        if let Some(clock) = clock {
            spawn_local(clock_sync::serve(clock, gateway.clone(), steps, Rc::clone(&access)));
        }
        let streams = streams.start(rounds, Rc::clone(&access));
        let changing = Rc::clone(&streams);
        spawn_local(async move {
            while let Some(change) = changed.recv().await {
                change.apply(&changing).await;
            }
        });
        let requests: Rc<Requests> = Requests::start(gateway, requests, access);
        // A dropped sender ends the thread, too.
        let _ = stopped.await;
        let _ = tokio::time::timeout(FINISH_MAX, async {
            streams.finish().await;
            requests.finish().await;
        })
        .await;
    });
}
