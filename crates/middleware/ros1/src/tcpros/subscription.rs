//! A topic to which the node subscribes: one connection per publisher, reopened until the publisher is unregistered.

use std::collections::BTreeMap;
use std::io::Error;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use morse_network::Throttle;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::AbortHandle;

use super::header::{Header, HeaderError};
use super::publication::bus_line;
use super::{TopicType, framing};
use crate::log;
use crate::xmlrpc::{CallError, Endpoint, EndpointError, Value, call};

/// Delay of the first reconnection after a connection has ended. It doubles with each failure.
const RETRY_MIN: Duration = Duration::from_millis(100);

/// Longest delay between attempts.
const RETRY_MAX: Duration = Duration::from_secs(5);

/// Time limit for a publisher to answer the header.
const HEADER_MAX: Duration = Duration::from_secs(10);

/// Callback for the content of each message. An error is the reason for which the message is refused.
pub type Receive = Box<dyn FnMut(&[u8]) -> Result<(), String> + Send>;

/// A topic to which the node subscribes.
pub(crate) struct Subscription {
    pub(crate) topic: String,
    pub(crate) kind: TopicType,
    /// Name of the node.
    node: String,
    receive: Mutex<Receive>,
    /// The connections, by the XML-RPC address of the publisher's node.
    links: Mutex<BTreeMap<String, Link>>,
    /// Whether the subscription is closed. It then opens no further connections.
    closed: AtomicBool,
    next_id: Arc<AtomicI32>,
    log_throttle: Throttle,
}

struct Link {
    id: i32,
    task: AbortHandle,
    connected: Arc<AtomicBool>,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Error of connecting to a publisher, or of the connection.
#[derive(Debug, thiserror::Error)]
enum LinkError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error("the node does not answer: {0}")]
    Call(#[from] CallError),
    #[error("the node does not offer TCPROS")]
    Protocol,
    #[error(transparent)]
    Header(#[from] HeaderError),
    #[error("the node does not answer the header")]
    Timeout,
    #[error("{0}")]
    Refused(String),
    #[error("the node sends {found}, not {expected}")]
    Type { found: String, expected: String },
    #[error("the connection broke: {0}")]
    Connection(#[from] Error),
}

impl Subscription {
    pub(crate) fn new(
        topic: String,
        kind: TopicType,
        node: String,
        receive: Receive,
        next_id: Arc<AtomicI32>,
    ) -> Self {
        let receive = Mutex::new(receive);
        let (links, closed, log_throttle) = (Mutex::default(), AtomicBool::new(false), Throttle::default());
        Self { topic, kind, node, receive, links, closed, next_id, log_throttle }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Link>> {
        self.links.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects to new publishers and closes the connections to all publishers that are not in the list. Must be called on
    /// the node's thread.
    pub(crate) fn set_publishers(self: &Arc<Self>, publishers: &[String]) {
        let mut links = self.lock();
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        links.retain(|publisher, _| publishers.contains(publisher));
        for publisher in publishers {
            if links.contains_key(publisher) {
                continue;
            }
            let connected = Arc::new(AtomicBool::new(false));
            let id = self.next_id.fetch_add(1, Ordering::Relaxed);
            let following = Arc::clone(self).follow(publisher.clone(), Arc::clone(&connected));
            let task = tokio::spawn(following).abort_handle();
            links.insert(publisher.clone(), Link { id, task, connected });
        }
    }

    /// Ends all connections.
    pub(crate) fn close(&self) {
        let mut links = self.lock();
        self.closed.store(true, Ordering::Relaxed);
        links.clear();
    }

    /// Receives from a publisher and reconnects when the connection ends, until the task is aborted.
    async fn follow(self: Arc<Self>, publisher: String, connected: Arc<AtomicBool>) {
        let mut pause = RETRY_MIN;
        let mut was_logged = false;
        loop {
            let Err(error) = self.receive_from(&publisher, &connected).await;
            if connected.swap(false, Ordering::Relaxed) {
                pause = RETRY_MIN;
                was_logged = false;
            } else if !std::mem::replace(&mut was_logged, true) {
                tracing::warn!(
                    target: log::STREAMS,
                    "Cannot receive {} from {publisher}: {error}. The node keeps trying.", self.topic
                );
            }
            tokio::time::sleep(pause).await;
            pause = (2 * pause).min(RETRY_MAX);
        }
    }

    /// Connects and receives until the connection ends.
    async fn receive_from(
        &self,
        publisher: &str,
        connected: &AtomicBool,
    ) -> Result<std::convert::Infallible, LinkError> {
        let (host, port) = self.request_topic(publisher).await?;
        let stream = TcpStream::connect((host.as_str(), port)).await?;
        let _ = stream.set_nodelay(true);
        let mut stream = BufReader::new(stream);
        let header = Header::new([
            ("callerid", self.node.as_str()),
            ("md5sum", &*self.kind.md5sum),
            ("message_definition", &*self.kind.definition),
            ("tcp_nodelay", "1"),
            ("topic", self.topic.as_str()),
            ("type", self.kind.name.as_str()),
        ]);
        stream.write_all(&header.encode()).await?;
        let answer = tokio::time::timeout(HEADER_MAX, Header::receive(&mut stream)).await;
        self.check(&answer.map_err(|_| LinkError::Timeout)??)?;
        connected.store(true, Ordering::Relaxed);
        let mut message = Vec::new();
        loop {
            framing::receive(&mut stream, &mut message).await?;
            let mut receive = self.receive.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(problem) = receive(&message)
                && self.log_throttle.pass()
            {
                tracing::error!(
                    target: log::STREAMS,
                    "Malformed message on {} from {publisher}: {problem}. It is ignored.", self.topic
                );
            }
        }
    }

    /// Requests host and port of the topic from the node of a publisher.
    async fn request_topic(&self, publisher: &str) -> Result<(String, u16), LinkError> {
        let endpoint = Endpoint::parse(publisher)?;
        let protocols = Value::from([Value::from(["TCPROS".into()])]);
        let params = [self.node.as_str().into(), self.topic.as_str().into(), protocols];
        match call(&endpoint, "requestTopic", &params).await?.as_list() {
            Some([Value::Text(protocol), Value::Text(host), Value::Int(port), ..])
                if protocol == "TCPROS" =>
            {
                let port = u16::try_from(*port).map_err(|_| LinkError::Protocol)?;
                Ok((host.clone(), port))
            }
            _ => Err(LinkError::Protocol),
        }
    }

    /// Checks the header of a publisher. As in rospy, the MD5 sums are compared, not the names of the types.
    fn check(&self, answer: &Header) -> Result<(), LinkError> {
        if let Some(error) = answer.get("error") {
            return Err(LinkError::Refused(error.to_owned()));
        }
        let md5sum = answer.get("md5sum").unwrap_or("none");
        if md5sum == "*" || md5sum == self.kind.md5sum {
            return Ok(());
        }
        let kind = answer.get("type").unwrap_or("an unknown type");
        Err(LinkError::Type {
            found: format!("{kind} with md5sum {md5sum}"),
            expected: format!("{} with md5sum {}", self.kind.name, self.kind.md5sum),
        })
    }

    /// The connections, for the method `getBusInfo`.
    pub(crate) fn bus_info(&self) -> Vec<Value> {
        let links = self.lock();
        let connected = links.iter().filter(|(_, link)| link.connected.load(Ordering::Relaxed));
        connected.map(|(publisher, link)| bus_line(link.id, publisher, 'i', &self.topic)).collect()
    }
}
