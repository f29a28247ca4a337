//! The service port: receives requests and sends answers.

mod answer;
mod client;
mod grammar;
mod pending;

use std::cell::RefCell;
use std::io::ErrorKind;
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::Duration;

use morse_network::Throttle;
use morse_sim::contract::service::Answer;
use morse_sim::transport::request::{Event, Gateway, Refused, Request};
use tokio::net::TcpListener;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::{spawn_local, yield_now};

use crate::accept::accept_admitted;
use crate::access::{Access, RequestRate};
use crate::lines::{self, Lines};
use crate::log;
use client::Client;
use grammar::Line;
use pending::Pending;

pub use client::ANSWER_BYTES_MAX;
pub use grammar::Line as RequestLine;
pub(crate) use grammar::{parse, too_long};

/// Class path of the request manager.
pub const REQUEST_MANAGER: &str = "morse.middleware.socket_request_manager.SocketRequestManager";

/// Delay before a retry if the engine's queue is full, and period of checks for the last answers.
const RETRY: Duration = Duration::from_millis(1);

/// Maximum time to wait for a client to close its side, after its connection was closed for writing.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Size of a read from a client. [bytes]
const CHUNK_BYTES: usize = 16 << 10;

/// State shared by all connections of the service port. Lives on the transport's thread.
pub(crate) struct Requests {
    gateway: Gateway,
    pending: Arc<Pending>,
    clients: RefCell<Vec<std::sync::Weak<Client>>>,
    to_drain: UnboundedSender<Arc<Client>>,
    chunk: RefCell<Box<[u8]>>,
    /// Limits the log messages about clients that speak HTTP.
    web_pages: Throttle,
}

impl Requests {
    /// Starts to serve clients of `listener`.
    pub(crate) fn start(gateway: Gateway, listener: TcpListener, access: Rc<Access>) -> Rc<Self> {
        let (to_drain, draining) = unbounded_channel();
        let requests = Rc::new(Self {
            gateway,
            pending: Arc::default(),
            clients: RefCell::default(),
            to_drain,
            chunk: RefCell::new(vec![0; CHUNK_BYTES].into_boxed_slice()),
            web_pages: Throttle::default(),
        });
        spawn_local(drain_all(draining));
        let all: Weak<Self> = Rc::downgrade(&requests);
        let (what, limits) = ("The service port".to_owned(), Rc::clone(&access));
        spawn_local(accept_admitted(listener, what, access, move |socket, peer, permit| {
            let Some(requests) = all.upgrade() else { return };
            let client = Arc::new(Client::new(socket, peer, requests.to_drain.clone()));
            let mut clients = requests.clients.borrow_mut();
            clients.retain(|known| known.strong_count() > 0);
            clients.push(Arc::downgrade(&client));
            drop(clients);
            let rate = limits.request_rate();
            spawn_local(async move {
                requests.serve(&client, rate).await;
                drop(permit);
            });
        }));
        requests
    }

    /// Reads requests until the client closes its side.
    async fn serve(&self, client: &Arc<Client>, mut rate: Option<RequestRate>) {
        let mut lines = Lines::default();
        loop {
            if client.socket().readable().await.is_err() {
                return;
            }
            let read = {
                let mut chunk = self.chunk.borrow_mut();
                let read = client.socket().try_read(&mut chunk);
                lines.feed(read.as_ref().ok().and_then(|&count| chunk.get(..count)).unwrap_or_default());
                read
            };
            match read {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
                Err(_) => return,
            }
            while let Some(line) = lines.next() {
                if let Some(rate) = &mut rate {
                    rate.count().await;
                }
                match line {
                    lines::Line::Whole(line) => self.execute(client, grammar::parse(line)).await,
                    lines::Line::TooLong(beginning) => {
                        self.execute(client, grammar::too_long(beginning)).await;
                        return close_after_answers(client).await;
                    }
                    lines::Line::Http => {
                        if self.web_pages.pass() {
                            tracing::warn!(target: log::REQUESTS, "{}", lines::http_refusal(client.peer()));
                        }
                        client.close();
                        return;
                    }
                }
            }
            // Yield to other connections before reading more from a client that sends continuously.
            yield_now().await;
        }
        if lines.is_unfinished() {
            tracing::warn!(
                target: log::REQUESTS,
                "Client {} disconnected in the middle of a request, which is ignored.", client.peer()
            );
        }
    }

    async fn execute(&self, client: &Arc<Client>, line: Line) {
        match line {
            Line::Cancel { id } => {
                for request in self.pending.named(&id) {
                    self.send(Event::Cancel(request)).await;
                }
            }
            Line::Call { id, component, service, arguments } => {
                let (name, called, given) = (id, service.clone(), arguments.len());
                let answer = move |out: &mut Vec<u8>, name: &str, answer: &Answer| {
                    answer::write(out, name, &called, given, answer);
                };
                self.request(client, name, (component, service), arguments, answer).await;
            }
            Line::Help => {
                let answer = |out: &mut Vec<u8>, name: &str, _: &Answer| {
                    answer::write_help(out, name, grammar::HELP);
                };
                self.request(client, grammar::HELP_WORD.to_owned(), no_target(), Vec::new(), answer).await;
            }
            Line::Wrong { id, problem } => {
                let answer = move |out: &mut Vec<u8>, name: &str, _: &Answer| {
                    answer::write_failure(out, name, &problem);
                };
                self.request(client, id, no_target(), Vec::new(), answer).await;
            }
        }
    }

    async fn request(
        &self,
        client: &Arc<Client>,
        name: String,
        (component, service): (String, String),
        arguments: Vec<morse_scene::value::Value>,
        write: impl FnOnce(&mut Vec<u8>, &str, &Answer) + Send + 'static,
    ) {
        let id = self.gateway.next_id();
        self.pending.add(&name, id);
        client.begin();
        let (pending, client) = (Arc::clone(&self.pending), Arc::clone(client));
        let respond = Box::new(move |answer| {
            pending.remove(&name, id);
            client.answer(|out| write(out, &name, &answer));
        });
        let manager = REQUEST_MANAGER;
        self.send(Event::Request(Request { id, manager, component, service, arguments, respond })).await;
    }

    /// Passes an event to the engine. While the engine's queue is full, no further requests are read from the client.
    async fn send(&self, mut event: Event) {
        while let Err(Refused::Full(returned)) = self.gateway.try_send(event) {
            event = returned;
            tokio::time::sleep(RETRY).await;
        }
    }

    /// Waits until all queued answers have been written, then closes all connections.
    pub(crate) async fn finish(&self) {
        let clients: Vec<Arc<Client>> =
            self.clients.borrow().iter().filter_map(std::sync::Weak::upgrade).collect();
        for client in &clients {
            while client.is_draining() {
                tokio::time::sleep(RETRY).await;
            }
            client.close();
        }
    }
}

/// Target of lines that are answered without a service. They pass through the engine, so that answers keep the order of
/// the requests.
fn no_target() -> (String, String) {
    (String::new(), String::new())
}

async fn drain_all(mut draining: UnboundedReceiver<Arc<Client>>) {
    while let Some(client) = draining.recv().await {
        spawn_local(client.drain());
    }
}

/// Closes a connection after its last answer, even if the client continues to send.
async fn close_after_answers(client: &Arc<Client>) {
    let closing = async {
        while !client.is_done() {
            tokio::time::sleep(RETRY).await;
        }
        while !client.close() && client.socket().readable().await.is_ok() {}
    };
    // Then the connection is closed in any case.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, closing).await;
}
