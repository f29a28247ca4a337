//! Extensions: classes of a user that are no components, such as overlays and datastreams.

use serde::{Deserialize, Serialize};

use crate::description::ServiceDescription;

/// What a class of a user extends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExtensionKind {
    /// Changes the data of a component.
    Modifier,
    /// Puts other services over those of a component.
    Overlay,
    /// Carries the data of a component in or out.
    Stream,
    /// Manages streams.
    StreamManager,
    /// Brings requests and sends answers.
    RequestManager,
}

impl ExtensionKind {
    /// The name for messages.
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

    /// The name with an article, for messages: `an overlay`.
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
    /// Its class path.
    pub class: String,
    /// What it extends.
    pub kind: ExtensionKind,
    /// The services that clients may call.
    #[serde(default)]
    pub services: Vec<ServiceDescription>,
    /// For a stream: the class path of the built-in stream that carries what it encodes or decodes; `None` if it does
    /// input and output by itself.
    #[serde(default)]
    pub carrier: Option<String>,
}
