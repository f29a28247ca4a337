//! The transport over DDS: one participant, with the writers, readers and service servers of a node.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use morse_ros::NodeError;
use morse_rtps::{Guid, Options, Participant};

use crate::cdr::Payload;
use crate::names::{Entity, dds_topic};
use crate::settings::{ServiceMapping, Settings};
use crate::transport::dds::dds_qos::endpoint;
use crate::transport::dds::matched_endpoints::{MatchedEndpoints, ReaderCount};
use crate::transport::dds::node_announcement::{self, Entities};
use crate::transport::dds::receiver::{self, Handler, ReceiverThread, Tasks, Watched};
use crate::transport::dds::service_server::ServiceServer;
use crate::transport::qos::{self, Policies};
use crate::transport::{MessageHandler, Publishers, RequestHandler, Transport, Writer};
use crate::transport_node::handle::Ros2Handle;

/// Longest time that stopping waits for delayed responses.
const LAST_ANSWERS_WAIT: Duration = Duration::from_secs(1);

/// Period of checking for delayed responses.
const LAST_ANSWERS_LOOK: Duration = Duration::from_millis(5);

/// The enclave of security that all nodes announce: none.
const ENCLAVE: &str = "enclave=/;";

/// A participant with one announced node.
pub struct DdsTransport {
    participant: Arc<Participant>,
    entities: Arc<Entities>,
    matched: Arc<MatchedEndpoints>,
    mapping: ServiceMapping,
    thread: Mutex<ReceiverThread>,
    /// Number of delayed responses.
    answers_waiting: Arc<AtomicUsize>,
}

impl DdsTransport {
    /// Joins the domain and announces the node.
    ///
    /// # Errors
    /// When the system refuses ports or threads.
    pub fn join(settings: &Settings, node_name: &str) -> Result<Self, NodeError> {
        let tasks = Tasks::new();
        let mut events = tasks.events();
        let options = Options {
            domain: settings.domain,
            localhost_only: settings.localhost_only,
            user_data: ENCLAVE.as_bytes().to_vec(),
            thread_name: "ros2-rtps".to_owned(),
        };
        let participant = Participant::join(&options, move |event| events.push(event)).map_err(|error| {
            NodeError(format!("cannot join domain {} of ROS 2: {error}", settings.domain))
        })?;
        let entities = Arc::new(Entities::new(participant.guid(), node_name, settings.gid_length));
        let matched = Arc::new(MatchedEndpoints::default());
        let (topic, type_name) = (node_announcement::TOPIC, node_announcement::TYPE);
        let announcement = endpoint(topic, type_name, type_name, qos::latched());
        let watched = Watched {
            matched: Arc::clone(&matched),
            entities: Arc::clone(&entities),
            announcer: participant.writer(announcement.clone()),
            announcements: participant
                .reader(morse_rtps::EndpointOptions { ignores_own: true, ..announcement }),
            gid_length: settings.gid_length,
        };
        let thread = Mutex::new(ReceiverThread::start(tasks, watched)?);
        Ok(Self {
            participant: Arc::new(participant),
            entities,
            matched,
            mapping: settings.service_mapping,
            thread,
            answers_waiting: Arc::default(),
        })
    }

    fn thread(&self) -> MutexGuard<'_, ReceiverThread> {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Handle that closes a reader when it is dropped. The writer of a service is closed after its last response.
    fn handle(&self, reader: Guid, writer: Option<Guid>) -> Ros2Handle {
        let (entities, remover) = (Arc::downgrade(&self.entities), self.thread().remover());
        Ros2Handle::new(move || {
            remover.remove(reader.entity);
            if let Some(entities) = entities.upgrade() {
                entities.remove(reader);
                writer.iter().for_each(|&writer| entities.remove(writer));
            }
        })
    }
}

impl Transport for DdsTransport {
    fn writer(&self, topic: &str, type_name: &str, policies: Policies) -> Result<Box<dyn Writer>, NodeError> {
        let options = endpoint(&dds_topic(Entity::Topic, topic), type_name, type_name, policies);
        let writer = self.participant.writer(options);
        self.entities.add_writer(writer.guid());
        let readers = self.matched.count(writer.guid().entity);
        let (entities, matched) = (Arc::downgrade(&self.entities), Arc::downgrade(&self.matched));
        Ok(Box::new(DdsWriter { writer, readers, entities, matched }))
    }

    fn reader(
        &self,
        topic: &str,
        type_name: &str,
        policies: Policies,
        publishers: Publishers,
        mut handler: MessageHandler,
    ) -> Result<Ros2Handle, NodeError> {
        let mut options = endpoint(&dds_topic(Entity::Topic, topic), type_name, type_name, policies);
        options.ignores_own = publishers == Publishers::OtherNodes;
        let reader = self.participant.reader(options);
        self.entities.add_reader(reader.guid());
        let handle = self.handle(reader.guid(), None);
        let receive: Handler = Box::new(move |sample| handler(receiver::payload(sample)));
        self.thread().add(reader, receive);
        Ok(handle)
    }

    fn server(&self, name: &str, type_name: &str, handler: RequestHandler) -> Result<Ros2Handle, NodeError> {
        let of = |entity| dds_topic(entity, name);
        let (requests, answers) = (format!("{type_name}Request_"), format!("{type_name}Response_"));
        let writer =
            self.participant.writer(endpoint(&of(Entity::Reply), &answers, type_name, qos::service()));
        let reader =
            self.participant.reader(endpoint(&of(Entity::Request), &requests, type_name, qos::service()));
        self.entities.add_writer(writer.guid());
        self.entities.add_reader(reader.guid());
        let handle = self.handle(reader.guid(), Some(writer.guid()));
        let (matched, waiting) = (Arc::clone(&self.matched), Arc::clone(&self.answers_waiting));
        let server = ServiceServer::new(name, (writer, reader.guid()), self.mapping, matched, waiting);
        self.thread().add(reader, server.handler(handler));
        Ok(handle)
    }

    fn stop(&self) {
        let begin = Instant::now();
        while self.answers_waiting.load(Ordering::Relaxed) > 0 && begin.elapsed() < LAST_ANSWERS_WAIT {
            std::thread::sleep(LAST_ANSWERS_LOOK);
        }
        self.thread().stop();
        self.participant.leave();
    }
}

/// A writer with the counter of its readers.
struct DdsWriter {
    writer: morse_rtps::Writer,
    readers: ReaderCount,
    /// The writers and readers that the node announces.
    entities: Weak<Entities>,
    /// The table of matched readers.
    matched: Weak<MatchedEndpoints>,
}

impl Writer for DdsWriter {
    fn write(&self, payload: Payload) -> Result<(), String> {
        self.writer.write(payload.bytes).map_err(|error| error.to_string())
    }

    fn has_readers(&self) -> bool {
        self.readers.get() > 0
    }
}

impl Drop for DdsWriter {
    fn drop(&mut self) {
        let guid = self.writer.guid();
        if let Some(entities) = self.entities.upgrade() {
            entities.remove(guid);
        }
        if let Some(matched) = self.matched.upgrade() {
            matched.forget(guid.entity);
        }
    }
}
