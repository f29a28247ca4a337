//! Errors of skeletons.

/// Error for an invalid bone of a skeleton.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} is {value}, allowed is {allowed}")]
pub struct SkeletonError {
    /// The meaning of the value and the name of its bone.
    pub what: String,
    /// The value that was given.
    pub value: String,
    /// The values that are allowed.
    pub allowed: &'static str,
}
