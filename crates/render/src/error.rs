//! What can be wrong with what is asked for.

use thiserror::Error;

/// Why there is no picture.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RenderError {
    /// A number of a view that no camera can have.
    #[error("{what} of the view is {value}, allowed is {allowed}")]
    BadView {
        /// What the value is.
        what: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
}

impl RenderError {
    pub(crate) fn bad(what: &'static str, value: impl std::fmt::Debug, allowed: &'static str) -> RenderError {
        RenderError::BadView { what, value: format!("{value:?}"), allowed }
    }
}
