//! The handle that keeps a subscription or a service of the node open.

/// Keeps a subscription or a service open. Dropping it closes the subscription or the service.
#[must_use = "dropping the handle closes the subscription or the service"]
pub struct Ros2Handle {
    close: Option<Box<dyn FnOnce() + Send + Sync>>,
}

impl Ros2Handle {
    pub(crate) fn new(close: impl FnOnce() + Send + Sync + 'static) -> Self {
        Self { close: Some(Box::new(close)) }
    }

    /// Keeps the subscription or the service open until the node stops.
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
