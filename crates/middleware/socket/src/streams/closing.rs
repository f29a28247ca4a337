//! Signal that ends the streams of a component while the transport runs.

use std::future::Future;

use tokio::sync::watch;

/// Owner of the signal: dropping it ends all tasks of the component's streams.
pub(super) struct Closing(watch::Sender<()>);

/// Receiver of the signal, held by each task.
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
    /// Runs a task until it ends or the stream is closed.
    pub(super) async fn or(mut self, task: impl Future<Output = ()>) {
        tokio::select! {
            () = task => {}
            // No value is ever sent: this completes when the sender is dropped.
            _ = self.0.changed() => {}
        }
    }
}
