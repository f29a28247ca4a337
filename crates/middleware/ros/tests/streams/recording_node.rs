//! A node that records the sent messages, and delivers messages from a test to readers.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use morse_ros::ros1_wire::{decode, encode};
use morse_ros::{Header, Header1, Header2, Message, Node, NodeError, Profile, Sender, Service, Version};

pub type Ros1 = Recorder<Header1>;
pub type Ros2 = Recorder<Header2>;

/// The version of ROS that a header belongs to.
pub trait OfVersion {
    const ROS: Version;
}

impl OfVersion for Header1 {
    const ROS: Version = Version::Ros1;
}

impl OfVersion for Header2 {
    const ROS: Version = Version::Ros2;
}

/// An advertised topic and the messages sent to it.
pub struct Topic {
    pub message: String,
    pub profile: Profile,
    pub queue: usize,
    sent: Vec<Vec<u8>>,
}

impl Topic {
    /// Whether no message was sent.
    pub fn has_no_messages(&self) -> bool {
        self.sent.is_empty()
    }
}

type Handler = Box<dyn FnMut(&[u8]) + Send>;

#[derive(Default)]
pub struct Record {
    topics: Mutex<BTreeMap<String, Topic>>,
    /// By topic and message type.
    handlers: Mutex<BTreeMap<(String, String), Handler>>,
    closed: Mutex<Vec<String>>,
    has_no_listeners: AtomicBool,
}

pub struct Recorder<H>(Arc<Record>, PhantomData<fn() -> H>);

pub struct RecordingSender(Arc<Record>, String);

/// A subscription. Dropping it is recorded but does not end it: most tests drop the streams after opening them.
pub struct RecordingHandle(Arc<Record>, String);

impl Drop for RecordingHandle {
    fn drop(&mut self) {
        self.0.closed.lock().unwrap().push(self.1.clone());
    }
}

fn name_of<M: Message>() -> String {
    format!("{}/{}", M::PACKAGE, M::NAME)
}

impl<H> Recorder<H> {
    pub fn new() -> Arc<Self> {
        Arc::new(Self(Arc::default(), PhantomData))
    }

    /// Sets whether the topics have listeners. They have at the start.
    pub fn set_listeners(&self, present: bool) {
        self.0.has_no_listeners.store(!present, Ordering::Relaxed);
    }

    /// The advertised topics.
    pub fn advertised(&self) -> Vec<String> {
        self.0.topics.lock().unwrap().keys().cloned().collect()
    }

    /// Calls a function with an advertised topic.
    pub fn with<T>(&self, topic: &str, inspect: impl FnOnce(&Topic) -> T) -> T {
        inspect(self.0.topics.lock().unwrap().get(topic).unwrap_or_else(|| panic!("no topic {topic}")))
    }

    /// The messages sent to a topic.
    pub fn sent<M: Message>(&self, topic: &str) -> Vec<M> {
        self.with(topic, |topic| {
            assert_eq!(topic.message, name_of::<M>());
            topic.sent.iter().map(|bytes| decode(bytes).unwrap()).collect()
        })
    }

    /// The message of a topic to which exactly one was sent.
    pub fn only<M: Message>(&self, topic: &str) -> M {
        let mut sent = self.sent(topic);
        assert_eq!(sent.len(), 1, "{topic}");
        sent.remove(0)
    }

    /// The subscribed topics and their message types.
    pub fn subscribed(&self) -> Vec<(String, String)> {
        let handlers = self.0.handlers.lock().unwrap();
        handlers.keys().cloned().collect()
    }

    /// The topics whose subscriptions were dropped.
    pub fn closed(&self) -> Vec<String> {
        self.0.closed.lock().unwrap().clone()
    }

    /// Delivers a message to the subscription of a topic.
    pub fn deliver<M: Message>(&self, topic: &str, message: &M) {
        let mut handlers = self.0.handlers.lock().unwrap();
        let name = name_of::<M>();
        let handler = handlers.get_mut(&(topic.to_owned(), name.clone()));
        let handler = handler.unwrap_or_else(|| panic!("no subscription of {topic} with {name}"));
        let mut bytes = Vec::new();
        encode(message, &mut bytes).unwrap();
        handler(&bytes);
    }
}

impl<M: Message> Sender<M> for RecordingSender {
    fn send(&mut self, message: &M) {
        let mut bytes = Vec::new();
        encode(message, &mut bytes).unwrap();
        self.0.topics.lock().unwrap().get_mut(&self.1).unwrap().sent.push(bytes);
    }

    fn has_listeners(&self) -> bool {
        !self.0.has_no_listeners.load(Ordering::Relaxed)
    }
}

impl<H: Header + OfVersion> Node for Recorder<H> {
    type Header = H;
    type Sender<M: Message> = RecordingSender;
    type Handle = RecordingHandle;
    const ROS: Version = H::ROS;

    fn advertise<M: Message>(
        &self,
        topic: &str,
        profile: Profile,
        queue: usize,
    ) -> Result<RecordingSender, NodeError> {
        let new = Topic { message: name_of::<M>(), profile, queue, sent: Vec::new() };
        self.0.topics.lock().unwrap().entry(topic.to_owned()).or_insert(new);
        Ok(RecordingSender(Arc::clone(&self.0), topic.to_owned()))
    }

    fn sends_to(&self, topic: &str) -> bool {
        self.0.topics.lock().unwrap().contains_key(topic)
    }

    fn subscribe<M: Message>(
        &self,
        topic: &str,
        _profile: Profile,
        mut handler: Box<dyn FnMut(M) + Send>,
    ) -> Result<RecordingHandle, NodeError> {
        let handler: Handler = Box::new(move |bytes| handler(decode(bytes).unwrap()));
        self.0.handlers.lock().unwrap().insert((topic.to_owned(), name_of::<M>()), handler);
        Ok(RecordingHandle(Arc::clone(&self.0), topic.to_owned()))
    }

    fn serve<S: Service>(
        &self,
        _name: &str,
        _handler: morse_ros::node_interface::ServiceHandler<S>,
    ) -> Result<RecordingHandle, NodeError> {
        Err(NodeError("the recording node has no services".to_owned()))
    }
}
