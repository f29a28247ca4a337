//! The list of what the host of a simulation computes, and of its calls that ended.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use morse_scene::description::{ExtensionKind, ServiceDescription};
use morse_scene::value::Value;

use crate::contract::outcome::Answer;
use crate::engine::instance::{InstanceRef, RunningService};
use crate::external::host::SharedHost;
use crate::external::message::{Completed, EndedCall, ExtensionInit};

/// What the host of a simulation computes.
pub(crate) struct ExternalComponents {
    pub(crate) host: SharedHost,
    /// Components in scene order, by their number in the host: those that it computes, those with modifiers, overlays
    /// or streams that it computes, and the robots that carry one of these.
    pub(crate) entries: Vec<ExternalEntry>,
    /// Modifiers, by their number in the host.
    pub(crate) modifiers: Vec<ExtensionInit>,
    /// Overlays, by their number in the host.
    pub(crate) overlays: Vec<ExtensionInit>,
    /// Streams, by their number in the host.
    pub(crate) streams: Vec<ExtensionInit>,
    /// Class paths of the stream managers.
    pub(crate) stream_managers: Vec<String>,
    /// Class paths of the request managers.
    pub(crate) request_managers: Vec<String>,
    /// Whether the host is gone.
    pub(crate) lost: bool,
    /// Services that ended while the call that started them was still in progress.
    pub(crate) completed: Vec<Completed>,
    /// Warnings that were given.
    pub(crate) warned: BTreeSet<String>,
}

impl ExternalComponents {
    /// Class paths of the extensions of a kind, by their number in the host, and the numbers of their components.
    pub(crate) fn extensions(&self, kind: ExtensionKind) -> Vec<(String, Option<usize>)> {
        let of = |inits: &[ExtensionInit]| {
            inits.iter().map(|init| (init.class.clone(), Some(init.external_id))).collect()
        };
        let managers = |classes: &[String]| classes.iter().map(|class| (class.clone(), None)).collect();
        match kind {
            ExtensionKind::Modifier => of(&self.modifiers),
            ExtensionKind::Overlay => of(&self.overlays),
            ExtensionKind::Stream => of(&self.streams),
            ExtensionKind::StreamManager => managers(&self.stream_managers),
            ExtensionKind::RequestManager => managers(&self.request_managers),
        }
    }

    /// Names of all that the host computes, for messages.
    pub(crate) fn names(&self) -> Vec<String> {
        let components = self.entries.iter().filter(|entry| entry.acts).map(|entry| entry.name.clone());
        let extensions = self.modifiers.iter().chain(&self.overlays).chain(&self.streams);
        let extensions =
            extensions.map(|init| format!("{} of {}", init.class, self.entries[init.external_id].name));
        let managers = self.stream_managers.iter().chain(&self.request_managers).cloned();
        components.chain(extensions).chain(managers).collect()
    }
}

/// An entry of the host's component list.
pub(crate) struct ExternalEntry {
    pub(crate) instance: InstanceRef,
    /// Full name.
    pub(crate) name: String,
    /// Number of its robot; a robot has its own number.
    pub(crate) robot: usize,
    /// Whether its own class is external.
    pub(crate) acts: bool,
    /// Whether it failed: a robot does not act any more, a component not until it is activated again.
    pub(crate) failed: bool,
}

/// An overlay of a component.
pub(crate) struct OverlayInstance {
    /// Number of the component in the host.
    pub(crate) external_id: usize,
    /// Class path of the request manager on which it is called.
    pub(crate) manager: String,
    /// The name under which it is called.
    pub(crate) name: String,
    pub(crate) services: Vec<ServiceDescription>,
    pub(crate) running: Option<RunningService>,
}

/// Calls of the host that have ended, each with the number by which it knows the call.
#[derive(Clone, Default)]
pub(crate) struct HostCalls(Arc<Mutex<Vec<(u64, Answer)>>>);

impl HostCalls {
    pub(crate) fn push(&self, call: u64, answer: Answer) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((call, answer));
    }

    pub(crate) fn take(&self) -> Vec<EndedCall> {
        let ended = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        ended.into_iter().map(|(call, answer)| ended_call(call, answer)).collect()
    }
}

fn ended_call(call: u64, answer: Answer) -> EndedCall {
    let (status, value) = match answer {
        Answer::Success(value) => ("SUCCESS", value),
        Answer::Preempted(value) => ("PREEMPTED", value),
        Answer::Failed(error) => ("FAILED", Value::Text(error.to_string())),
    };
    EndedCall { call, status, value }
}
