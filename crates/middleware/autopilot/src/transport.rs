//! The thread that serves the vehicles of a middleware.

use std::thread::JoinHandle;

use tokio::runtime::{Builder, Handle};
use tokio::sync::watch;

use crate::log;

/// Becomes true when the transport ends.
pub(crate) type Closing = watch::Receiver<bool>;

/// The running transport. Dropping it without [`Transport::finish`] finishes it, too.
pub(crate) struct Transport {
    handle: Handle,
    closing: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Transport {
    pub(crate) fn start(name: &str) -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (closing, mut seen) = watch::channel(false);
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn(move || {
            // A sender that is gone means the same.
            let _ = runtime.block_on(seen.wait_for(|closing| *closing));
        })?;
        Ok(Self { handle, closing, thread: Some(thread) })
    }

    /// Runs a task until it ends or the transport does.
    pub(crate) fn spawn<T: Future<Output = ()> + Send + 'static>(&self, task: impl FnOnce(Closing) -> T) {
        self.handle.spawn(task(self.closing.subscribe()));
    }

    pub(crate) fn finish(&mut self) {
        // It fails if the thread has ended.
        let _ = self.closing.send(true);
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!(target: log::STREAMS, "The thread that serves autopilots has panicked.");
        }
    }
}

impl Drop for Transport {
    fn drop(&mut self) {
        self.finish();
    }
}
