//! Errors of rendering.

use thiserror::Error;

/// Errors of rendering.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum RenderError {
    /// A value of the view is out of range.
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
