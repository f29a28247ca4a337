//! Errors of rendering.

use thiserror::Error;

/// Why an image could not be rendered.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RenderError {
    /// A value of a view that no camera can have.
    #[error("{what} of the view is {value}, allowed is {allowed}")]
    BadView {
        /// The meaning of the value.
        what: &'static str,
        /// The value that was given.
        value: String,
        /// The values that are allowed.
        allowed: &'static str,
    },
}

impl RenderError {
    pub(crate) fn bad(what: &'static str, value: impl std::fmt::Debug, allowed: &'static str) -> RenderError {
        RenderError::BadView { what, value: format!("{value:?}"), allowed }
    }
}
