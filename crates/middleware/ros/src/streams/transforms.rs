//! Transforms between frames: `/tf` and `/tf_static`, with one sender each per node.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use morse_world::Pose;

use super::LOG;
use super::convert::transform;
use crate::frames::Frames;
use crate::header::Header;
use crate::messages::geometry_msgs::TransformStamped;
use crate::messages::tf2_msgs::TFMessage;
use crate::node_interface::{Node, Profile, Sender};

/// Number of messages of `/tf` queued for a slow subscriber.
const QUEUE: usize = 100;

/// Sends the transforms of all streams of a node.
pub(super) struct Broadcaster<N: Node> {
    node: Arc<N>,
    frames: Arc<Frames>,
    state: Mutex<State<N>>,
}

type TfSender<N> = <N as Node>::Sender<TFMessage<<N as Node>::Header>>;

struct State<N: Node> {
    dynamic: Option<TfSender<N>>,
    fixed: Option<TfSender<N>>,
    /// All fixed transforms, each with its component. They are sent together, since a latched topic keeps one message.
    fixed_transforms: Vec<(String, TransformStamped<N::Header>)>,
    /// The component that publishes the transform of each child frame.
    children: BTreeMap<String, String>,
}

impl<N: Node> Broadcaster<N> {
    pub(super) fn new(node: Arc<N>) -> Self {
        let (fixed_transforms, children) = (Vec::new(), BTreeMap::new());
        let state = Mutex::new(State { dynamic: None, fixed: None, fixed_transforms, children });
        Self { node, frames: Arc::default(), state }
    }

    /// The tree of frames.
    pub(super) fn frames(&self) -> Arc<Frames> {
        Arc::clone(&self.frames)
    }

    fn lock(&self) -> MutexGuard<'_, State<N>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens `/tf`.
    pub(super) fn open(&self) -> Result<(), String> {
        let mut state = self.lock();
        if state.dynamic.is_none() {
            let sender = self.node.advertise("/tf", Profile::Tf, QUEUE).map_err(|error| error.to_string())?;
            state.dynamic = Some(sender);
        }
        Ok(())
    }

    /// Registers the component that publishes the transform of a frame. Returns false if a component already publishes it,
    /// with a warning if it is another one: the frame would then jump between two poses.
    pub(super) fn claim(&self, child: &str, component: &str) -> bool {
        let mut state = self.lock();
        match state.children.get(child) {
            Some(owner) if owner == component => false,
            Some(other) => {
                tracing::warn!(
                    target: LOG,
                    "{component} and {other} both publish the transform of the frame {child}: give one of them another frame"
                );
                false
            }
            None => {
                state.children.insert(child.to_owned(), component.to_owned());
                true
            }
        }
    }

    /// The component that publishes the transform of a frame.
    pub(super) fn owner(&self, child: &str) -> Option<String> {
        self.lock().children.get(child).cloned()
    }

    /// Releases the frames of a removed component, and removes them from `/tf_static`.
    pub(super) fn release(&self, component: &str) {
        let mut state = self.lock();
        let state = &mut *state;
        state.children.retain(|child, owner| {
            let stays = owner != component;
            if !stays {
                self.frames.remove(child);
            }
            stays
        });
        let fixed = state.fixed_transforms.len();
        state.fixed_transforms.retain(|(owner, _)| owner != component);
        if state.fixed_transforms.len() != fixed {
            state.send_fixed();
        }
    }

    /// Whether `/tf` has subscribers.
    pub(super) fn has_listeners(&self) -> bool {
        self.lock().dynamic.as_ref().is_some_and(Sender::has_listeners)
    }

    /// Stores one transform, and sends it to `/tf` if it has subscribers.
    pub(super) fn send(&self, stamp_ns: i64, parent: &str, child: &str, parent_from_child: Pose) {
        self.frames.set_own(parent, child, parent_from_child);
        let mut state = self.lock();
        if let Some(sender) = state.dynamic.as_mut().filter(|sender| sender.has_listeners()) {
            let header = Header::new(0, stamp_ns, parent);
            sender.send(&TFMessage { transforms: vec![stamped(header, child, parent_from_child)] });
        }
    }

    /// Stores transforms, each with its parent and its child frame, and sends them to `/tf` in one message if it has
    /// subscribers.
    pub(super) fn send_all(&self, stamp_ns: i64, transforms: &[(&str, &str, Pose)]) {
        for &(parent, child, parent_from_child) in transforms {
            self.frames.set_own(parent, child, parent_from_child);
        }
        let mut state = self.lock();
        if let Some(sender) = state.dynamic.as_mut().filter(|sender| sender.has_listeners()) {
            let stamped = |&(parent, child, pose): &(&str, &str, Pose)| {
                stamped(N::Header::new(0, stamp_ns, parent), child, pose)
            };
            sender.send(&TFMessage { transforms: transforms.iter().map(stamped).collect() });
        }
    }

    /// Adds one transform of a component to `/tf_static`, replacing the transform of the same child.
    pub(super) fn fix(
        &self,
        component: &str,
        (parent, child): (&str, &str),
        parent_from_child: Pose,
    ) -> Result<(), String> {
        self.frames.set_own(parent, child, parent_from_child);
        let mut state = self.lock();
        let state = &mut *state;
        if state.fixed.is_none() {
            let opened = self.node.advertise("/tf_static", Profile::TfStatic, 1);
            state.fixed = Some(opened.map_err(|error| error.to_string())?);
        }
        let fixed = stamped(Header::new(0, 0, parent), child, parent_from_child);
        state.fixed_transforms.retain(|(_, known)| known.child_frame_id != child);
        state.fixed_transforms.push((component.to_owned(), fixed));
        state.send_fixed();
        Ok(())
    }
}

impl<N: Node> State<N> {
    fn send_fixed(&mut self) {
        if let Some(sender) = &mut self.fixed {
            let transforms = self.fixed_transforms.iter().map(|(_, transform)| transform.clone()).collect();
            sender.send(&TFMessage { transforms });
        }
    }
}

fn stamped<H>(header: H, child: &str, parent_from_child: Pose) -> TransformStamped<H> {
    TransformStamped { header, child_frame_id: child.to_owned(), transform: transform(parent_from_child) }
}
