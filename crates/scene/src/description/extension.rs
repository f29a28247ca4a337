//! Extensions: classes written by users that are not components, such as overlays and datastreams.

use serde::{Deserialize, Serialize};

use crate::description::ServiceDescription;

/// Kind of a class written by a user that is not a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtensionKind {
    /// Changes the data of a component.
    Modifier,
    /// Replaces services of a component with different services.
    Overlay,
    /// Sends or receives the data of a component.
    Stream,
    /// Manages the streams of a middleware.
    StreamManager,
    /// Receives requests and sends answers.
    RequestManager,
}

impl ExtensionKind {
    /// Name of the kind, for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modifier => "modifier",
            Self::Overlay => "overlay",
            Self::Stream => "stream",
            Self::StreamManager => "datastream manager",
            Self::RequestManager => "request manager",
        }
    }

    /// Name with an article, for messages: `an overlay`.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Self::Modifier => "a modifier",
            Self::Overlay => "an overlay",
            Self::Stream => "a stream",
            Self::StreamManager => "a datastream manager",
            Self::RequestManager => "a request manager",
        }
    }
}

/// The description of an extension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExtensionDescription {
    /// Class path of the extension.
    pub class: String,
    /// Kind of the extension.
    pub kind: ExtensionKind,
    /// Services that clients may call.
    #[serde(default)]
    pub services: Vec<ServiceDescription>,
    /// For a stream: class path of the built-in stream that transports the encoded data; `None` if the class does input
    /// and output itself.
    #[serde(default)]
    pub carrier: Option<String>,
}
