//! The end of the streams of a component while the transport goes on.

use std::future::Future;

use tokio::sync::watch;

/// Ends all tasks of the streams of a component when it is dropped.
pub(super) struct Closing(watch::Sender<()>);

/// Tells a task that its stream is closed.
#[derive(Clone)]
pub(super) struct Closed(watch::Receiver<()>);

impl Closing {
    pub(super) fn new() -> Self {
        Self(watch::Sender::new(()))
    }

    pub(super) fn closed(&self) -> Closed {
        Closed(self.0.subscribe())
    }
}

impl Closed {
    /// Runs a task until it ends, or the stream is closed.
    pub(super) async fn or(mut self, task: impl Future<Output = ()>) {
        tokio::select! {
            () = task => {}
            // Nothing is ever sent, so this is the end of the sender.
            _ = self.0.changed() => {}
        }
    }
}
