//! The transport over zenoh: one session, with the publishers, subscribers and queryables of a node.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Sender;

use morse_ros::NodeError;
use zenoh::sample::{Locality, Sample, SampleKind};
use zenoh::{Session, Wait};
use zenoh_ext::{AdvancedSubscriberBuilderExt, HistoryConfig, RecoveryConfig};

use crate::cdr::Payload;
use crate::settings::{Settings, ZenohSettings};
use crate::transport::qos::{self, Policies};
use crate::transport::rmw_zenoh::config::configuration;
use crate::transport::rmw_zenoh::graph::Graph;
use crate::transport::rmw_zenoh::handlers;
use crate::transport::rmw_zenoh::keys::{self, Endpoint, NodePlace, Role};
use crate::transport::rmw_zenoh::publisher::{OpenPublisher, Queue};
use crate::transport::rmw_zenoh::session::{Entity, SessionThread, Task};
use crate::transport::{MessageHandler, Publishers, RequestHandler, Transport, Writer};
use crate::transport_node::handle::Ros2Handle;

/// Topics that the node sends only to other nodes. It also receives them only from other nodes, and its own subscription
/// must not count as a listener.
const REMOTE_ONLY: [&str; 3] = ["/tf", "/tf_static", "/clock"];

/// A session with one announced node.
pub struct ZenohTransport {
    domain: u16,
    node_name: &'static str,
    has_type_hashes: bool,
    thread: SessionThread,
    graph: Arc<Graph>,
    next_id: AtomicU64,
}

impl ZenohTransport {
    /// Starts the session. The node is announced as soon as a router is available.
    ///
    /// # Errors
    /// When the configuration is refused, or the system cannot start a thread.
    pub fn open(
        settings: &Settings,
        zenoh: &ZenohSettings,
        node_name: &'static str,
    ) -> Result<Self, NodeError> {
        let thread = SessionThread::start(configuration(zenoh)?)?;
        let (domain, has_type_hashes) = (settings.domain, zenoh.has_type_hashes);
        let graph = Arc::new(Graph::default());
        let watched = Arc::clone(&graph);
        let announce = move |session: &Session| {
            let token = place(session, domain, node_name).token();
            let token = session.liveliness().declare_token(token).wait()?;
            let own = session.zid().to_string();
            let on_token = move |sample: Sample| {
                let token = sample.key_expr().as_str();
                match sample.kind() {
                    SampleKind::Put => log_warnings(watched.add(token, &own)),
                    SampleKind::Delete => watched.remove(token),
                }
            };
            let tokens = session
                .liveliness()
                .declare_subscriber(keys::all_tokens(domain))
                .history(true)
                .callback(on_token)
                .wait()?;
            Ok(Entity::Other { _kept: Box::new((token, tokens)) })
        };
        thread.queue(Task::Declare(0, Box::new(announce)));
        Ok(Self { domain, node_name, has_type_hashes, thread, graph, next_id: AtomicU64::new(1) })
    }

    fn endpoint(&self, role: Role, name: &str, type_name: &str) -> Result<Endpoint, NodeError> {
        let type_hash = keys::type_hash(type_name, self.has_type_hashes)?;
        Ok(Endpoint { role, name: name.to_owned(), type_name: type_name.to_owned(), type_hash })
    }

    /// Queues the declaration of an endpoint. `declare` receives its key and its token. Returns the number of the endpoint.
    fn declare(
        &self,
        endpoint: &Endpoint,
        policies: Policies,
        declare: impl FnOnce(&Session, String, &str) -> zenoh::Result<Entity> + Send + 'static,
    ) -> u64 {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        log_warnings(self.graph.add_own(id, endpoint));
        let (key, domain, node_name, endpoint) =
            (endpoint.key(self.domain), self.domain, self.node_name, endpoint.clone());
        let declare = move |session: &Session| {
            let token = place(session, domain, node_name).endpoint_token(id, &endpoint, policies);
            declare(session, key, &token)
        };
        self.thread.queue(Task::Declare(id, Box::new(declare)));
        id
    }

    /// Handle that undeclares an endpoint when it is dropped.
    fn handle(&self, id: u64) -> Ros2Handle {
        let (tasks, graph) = (self.thread.tasks(), Arc::clone(&self.graph));
        Ros2Handle::new(move || close(id, &tasks, &graph))
    }
}

fn place<'a>(session: &Session, domain: u16, name: &'a str) -> NodePlace<'a> {
    NodePlace { domain, session: session.zid().to_string(), name }
}

fn log_warnings(warnings: Vec<String>) {
    for warning in warnings {
        tracing::warn!("{warning}");
    }
}

fn close(id: u64, tasks: &Sender<Task>, graph: &Graph) {
    graph.remove_own(id);
    // An error means that the node is stopped. All entities are then undeclared.
    let _ = tasks.send(Task::Undeclare(id));
}

impl Transport for ZenohTransport {
    fn writer(&self, topic: &str, type_name: &str, policies: Policies) -> Result<Box<dyn Writer>, NodeError> {
        let endpoint = self.endpoint(Role::Publisher, topic, type_name)?;
        let destination = if REMOTE_ONLY.contains(&topic) { Locality::Remote } else { Locality::Any };
        let queue = Queue::new(policies.depth);
        let waiting = Arc::clone(&queue);
        let id = self.declare(&endpoint, policies, move |session, key, token| {
            let publisher = OpenPublisher::open(session, (key, token), policies, destination, waiting)?;
            Ok(Entity::Publisher(Box::new(publisher)))
        });
        let (tasks, graph) = (self.thread.tasks(), Arc::clone(&self.graph));
        Ok(Box::new(ZenohWriter { id, queue, tasks, graph }))
    }

    fn reader(
        &self,
        topic: &str,
        type_name: &str,
        policies: Policies,
        publishers: Publishers,
        handler: MessageHandler,
    ) -> Result<Ros2Handle, NodeError> {
        let endpoint = self.endpoint(Role::Subscription, topic, type_name)?;
        let origin = match publishers {
            Publishers::All => Locality::Any,
            Publishers::OtherNodes => Locality::Remote,
        };
        let receive = handlers::receiver(handler);
        let id = self.declare(&endpoint, policies, move |session, key, token| {
            let builder = session.declare_subscriber(key).allowed_origin(origin);
            let subscriber: Box<dyn Send> = if policies.latched {
                let history = HistoryConfig::default().detect_late_publishers();
                let subscriber = builder
                    .history(history.max_samples(policies.depth.into()))
                    .recovery(RecoveryConfig::default().heartbeat())
                    .subscriber_detection()
                    .callback(receive)
                    .wait()?;
                Box::new(subscriber)
            } else {
                Box::new(builder.callback(receive).wait()?)
            };
            let token = session.liveliness().declare_token(token.to_owned()).wait()?;
            Ok(Entity::Other { _kept: Box::new((subscriber, token)) })
        });
        Ok(self.handle(id))
    }

    fn server(&self, name: &str, type_name: &str, handler: RequestHandler) -> Result<Ros2Handle, NodeError> {
        let endpoint = self.endpoint(Role::Server, name, type_name)?;
        let serve = handlers::server(name, endpoint.key(self.domain), self.thread.tasks(), handler);
        let id = self.declare(&endpoint, qos::service(), move |session, key, token| {
            let queryable = session.declare_queryable(key).complete(true).callback(serve).wait()?;
            let token = session.liveliness().declare_token(token.to_owned()).wait()?;
            Ok(Entity::Other { _kept: Box::new((queryable, token)) })
        });
        Ok(self.handle(id))
    }

    fn stop(&self) {
        self.thread.stop();
    }
}

/// The sending end of a topic.
struct ZenohWriter {
    id: u64,
    queue: Arc<Queue>,
    tasks: Sender<Task>,
    graph: Arc<Graph>,
}

impl Writer for ZenohWriter {
    fn write(&self, payload: Payload) -> Result<(), String> {
        let outcome = self.queue.push(payload.bytes);
        if outcome.is_first {
            // An error means that the node is stopped. The message is then not needed.
            let _ = self.tasks.send(Task::Send(self.id));
        }
        if outcome.dropped && self.has_readers() {
            return Err("the connection to the router of zenoh is too slow".to_owned());
        }
        Ok(())
    }

    fn has_readers(&self) -> bool {
        self.queue.has_readers()
    }
}

impl Drop for ZenohWriter {
    fn drop(&mut self) {
        close(self.id, &self.tasks, &self.graph);
    }
}
