//! The topic `/parameter_events`: reports changes of parameters, as all nodes do.

use std::sync::{Arc, OnceLock};

use morse_ros::{NodeError, Time2};

use crate::cdr;
use crate::names;
use crate::parameters::messages::{Parameter, ParameterEvent};
use crate::topics::clock::Now;
use crate::transport::qos;
use crate::transport_node::sender::SharedWriter;
use crate::transport_node::{NODE_NAME, Ros2Node};

/// The topic.
const TOPIC: &str = "/parameter_events";

/// Publishes changes of parameters, once it is open.
#[derive(Default)]
pub(super) struct Events(OnceLock<(Arc<SharedWriter>, Arc<Now>)>);

/// A kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// The parameters were declared.
    New,
    /// The parameters have other values.
    Changed,
    /// The parameters were removed.
    Deleted,
}

impl Events {
    /// Opens the topic.
    ///
    /// # Errors
    /// When the transport refuses.
    pub(super) fn open(&self, node: &Ros2Node, now: &Arc<Now>) -> Result<(), NodeError> {
        let type_name = names::message_type("rcl_interfaces", "ParameterEvent");
        let writer = node.shared_writer(TOPIC, &type_name, qos::parameter_events())?;
        // The node starts once.
        let _ = self.0.set((writer, Arc::clone(now)));
        Ok(())
    }

    /// Publishes one event, unless there is nothing to report.
    pub(super) fn publish(&self, change: Change, parameters: Vec<Parameter>) {
        let Some((shared, now)) = self.0.get().filter(|_| !parameters.is_empty()) else { return };
        if !shared.writer.has_readers() {
            return;
        }
        let mut event = ParameterEvent {
            stamp: Time2::from_ns(now.ns()),
            node: format!("/{NODE_NAME}"),
            ..ParameterEvent::default()
        };
        match change {
            Change::New => event.new_parameters = parameters,
            Change::Changed => event.changed_parameters = parameters,
            Change::Deleted => event.deleted_parameters = parameters,
        }
        let sent = cdr::encode(&event, 256)
            .map_err(|error| error.to_string())
            .and_then(|payload| shared.writer.write(payload));
        if let Err(problem) = sent {
            tracing::warn!("{TOPIC}: a message is lost: {problem}");
        }
    }
}
