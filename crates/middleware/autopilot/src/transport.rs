//! The thread that serves the vehicles of a middleware.

use std::thread::JoinHandle;

use tokio::runtime::{Builder, Handle};
use tokio::sync::watch;

use crate::log;

/// Becomes true when the transport closes.
pub(crate) type Closing = watch::Receiver<bool>;

/// The running transport thread. Dropping it calls [`Transport::finish`].
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
            // A dropped sender ends the thread, too.
            let _ = runtime.block_on(seen.wait_for(|closing| *closing));
        })?;
        Ok(Self { handle, closing, thread: Some(thread) })
    }

    /// Spawns a task, which ends with the transport at the latest.
    pub(crate) fn spawn<T: Future<Output = ()> + Send + 'static>(&self, task: impl FnOnce(Closing) -> T) {
        self.handle.spawn(task(self.closing.subscribe()));
    }

    pub(crate) fn finish(&mut self) {
        // Fails if the thread has ended.
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
