//! The thread that serves all connections.

use std::net::TcpListener as StdListener;
use std::rc::Rc;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use morse_sim::request::Gateway;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use tokio::task::{LocalSet, spawn_local};

use crate::clock_sync::{self, StepCounter};
use crate::requests::Requests;
use crate::streams::{OpenStreams, RegisteredStreams};

/// How long clients have at the end to take what is still queued for them.
const FINISH_MAX: Duration = Duration::from_secs(1);

/// Everything that listens.
pub(crate) struct Listeners {
    pub(crate) requests: StdListener,
    pub(crate) streams: OpenStreams,
    pub(crate) clock: Option<StdListener>,
}

/// The running transport. Dropping it without [`Transport::finish`] finishes it, too.
pub(crate) struct Transport {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Served {
    requests: TcpListener,
    streams: RegisteredStreams,
    clock: Option<TcpListener>,
    gateway: Gateway,
    steps: Arc<StepCounter>,
    round_min: Duration,
}

impl Transport {
    /// Begins to serve on a thread of its own.
    pub(crate) fn start(
        listeners: Listeners,
        gateway: Gateway,
        steps: Arc<StepCounter>,
        round_min: Duration,
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
                round_min,
            }
        };
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("socket".to_owned())
            .spawn(move || run(&runtime, served, stopped))?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }

    /// Sends everything that is queued, for as long as clients take it within a second, and closes all connections.
    pub(crate) fn finish(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread is waiting for it.
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

fn run(runtime: &Runtime, served: Served, stopped: oneshot::Receiver<()>) {
    let tasks = LocalSet::new();
    tasks.block_on(runtime, async move {
        let Served { requests, streams, clock, gateway, steps, round_min } = served;
        if let Some(clock) = clock {
            spawn_local(clock_sync::serve(clock, gateway.clone(), steps));
        }
        let streams = streams.start(round_min);
        let requests: Rc<Requests> = Requests::start(gateway, requests);
        // A sender that is dropped says the same.
        let _ = stopped.await;
        let _ = tokio::time::timeout(FINISH_MAX, async {
            streams.finish().await;
            requests.finish().await;
        })
        .await;
    });
}
