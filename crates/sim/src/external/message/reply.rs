//! Replies of a host to commands.

pub(crate) mod packed;
pub(crate) mod topics;

use morse_scene::description::{ExtensionKind, ServiceDescription};
use morse_scene::value::{Map, Value};
use serde::Deserialize;

use crate::external::message::columns::SharedBytes;
use crate::external::message::reply::packed::PackedReports;
use crate::external::message::reply::topics::{TopicInit, TopicMessage};

/// The result of a command.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// One report for each component that acted.
    #[serde(default)]
    pub reports: Vec<Report>,
    /// Reports in columns.
    #[serde(default)]
    pub packed: Option<PackedReports>,
    /// Services that ended, in the order in which they ended.
    #[serde(default)]
    pub completed: Vec<Completed>,
    /// Result of a service call.
    #[serde(default)]
    pub outcome: Option<Outcome>,
    /// Names of the overlays, in their order, after their creation.
    #[serde(default)]
    pub overlay_names: Vec<String>,
    /// Extensions whose code failed.
    #[serde(default)]
    pub failures: Vec<Failure>,
    /// Plain functions that are services, after the start of the host.
    #[serde(default)]
    pub functions: Vec<FunctionInit>,
    /// Topics that user code opened.
    #[serde(default)]
    pub topics: Vec<TopicInit>,
    /// Messages for outgoing topics, in order.
    #[serde(default)]
    pub messages: Vec<TopicMessage>,
    /// Topics that user code closed, by number.
    #[serde(default)]
    pub closed_topics: Vec<usize>,
}

impl Reply {
    /// Unpacks the packed reports. `numbers` are the 64-bit floats that followed the message.
    ///
    /// # Errors
    /// When the columns and numbers do not match.
    pub fn unpack(&mut self, numbers: Vec<f64>) -> Result<(), String> {
        if let Some(packed) = self.packed.take() {
            self.reports = packed.unpacked(numbers, std::mem::take(&mut self.reports))?;
        }
        Ok(())
    }
}

/// A plain function that is a service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FunctionInit {
    /// Name of the component that offers the service.
    pub component: String,
    /// Description of the service.
    pub description: ServiceDescription,
}

/// An extension whose code failed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// Kind of the extension.
    pub kind: ExtensionKind,
    /// Number of the extension. A manager has the index of its class in alphabetical order.
    pub number: usize,
    /// The error text.
    pub error: String,
}

/// Data of a component after its step.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// Number of the component.
    pub external_id: usize,
    /// Values of its fields.
    #[serde(default)]
    pub data: Vec<Value>,
    /// Fields whose values are in the shared memory; null in `data`.
    #[serde(default)]
    pub shared: Vec<SharedBytes>,
    /// Values besides its fields.
    #[serde(default)]
    pub extra_fields: Map,
    /// Error text, if its code failed.
    #[serde(default)]
    pub error: Option<String>,
    /// Whether its streams read a new command.
    #[serde(default)]
    pub commanded: bool,
    /// Encoded messages of its streams, by stream number.
    #[serde(default)]
    pub sent: Vec<(usize, Value)>,
}

/// Completion of an asynchronous service.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Completed {
    /// Number of the component.
    pub external_id: usize,
    /// Number of the overlay, if the service is one of an overlay.
    #[serde(default)]
    pub overlay: Option<usize>,
    /// Status of the completion.
    pub status: Status,
    /// Result of the service.
    #[serde(default)]
    pub value: Value,
}

/// Final status of an asynchronous service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    /// The goal was reached.
    Success,
    /// The goal could not be reached.
    Failed,
    /// The service was interrupted.
    Preempted,
}

/// Result of a service call.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Completed; the value is the result.
    Done(Value),
    /// Started; it completes later.
    Started,
    /// Refused, with the reason.
    Refused(String),
}
