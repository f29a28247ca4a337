//! What keeps a subscription or a service of the node open.

/// Keeps a subscription or a service open. Dropping it takes it from the network.
#[must_use = "what it keeps open is closed when it is dropped"]
pub struct Ros2Handle {
    close: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl Ros2Handle {
    pub(crate) fn new(close: impl FnOnce() + Send + Sync + 'static) -> Self {
        Self { close: Some(Box::new(close)) }
    }

    /// Leaves it open until the node stops.
    pub fn keep(mut self) {
        self.close = None;
    }
}

impl Drop for Ros2Handle {
    fn drop(&mut self) {
        if let Some(close) = self.close.take() {
            close();
        }
    }
}
