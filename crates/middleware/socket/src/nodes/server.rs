//! The server that exchanges poses between nodes.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener as StdListener};
use std::rc::Rc;
use std::time::Duration;

use morse_network::Throttle;
use morse_scene::value::Map;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{LocalSet, spawn_local};

use super::known::Known;
use super::message;
use crate::accept::accept_all;
use crate::lines::{LINE_BYTES_MAX, Line, Lines};
use crate::log::NODES;
use crate::ports;

/// Maximum number of connected nodes. The memory per node is also bounded.
pub const NODES_MAX: usize = 256;

/// Interval at which the server checks whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Maximum time a node may take to read an answer.
const READ_MAX: Duration = Duration::from_secs(10);

/// Maximum length of a node's text in the log. [characters]
const TOLD_MAX: usize = 120;

/// A server that listens but does not serve yet.
#[derive(Debug)]
pub struct NodeServer {
    listener: StdListener,
    address: SocketAddr,
}

impl NodeServer {
    /// Listens on an address. Everybody who can reach it can move the robots of all nodes. Port 0 lets the system
    /// choose.
    ///
    /// # Errors
    /// If the port is taken, or the system refuses for another reason.
    pub fn bind(address: IpAddr, port: u16) -> Result<Self, String> {
        let (listener, port) = ports::listen(address, port, 1)?;
        Ok(Self { listener, address: SocketAddr::new(address, port) })
    }

    /// The address on which it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves nodes until `end` returns true.
    ///
    /// # Errors
    /// If the system refuses a resource that the server needs.
    pub fn serve(self, end: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        LocalSet::new().block_on(&runtime, async {
            let listener = TcpListener::from_std(self.listener)?;
            let state = Rc::new(SharedState::default());
            spawn_local(accept_all(listener, "The server of nodes".to_owned(), move |socket, peer| {
                spawn_local(accept_node(Rc::clone(&state), socket, peer));
            }));
            while !end() {
                tokio::time::sleep(LOOK).await;
            }
            Ok(())
        })
    }
}

/// The state that all connections share.
#[derive(Debug, Default)]
struct SharedState {
    known: RefCell<Known>,
    /// Number of connections.
    connections: Cell<usize>,
    /// Number of connections per name.
    names: RefCell<BTreeMap<String, usize>>,
}

async fn accept_node(state: Rc<SharedState>, socket: TcpStream, peer: SocketAddr) {
    if state.connections.get() == NODES_MAX {
        tracing::warn!(target: NODES, "{peer} is turned away: {NODES_MAX} nodes are connected already.");
        return;
    }
    state.connections.set(state.connections.get() + 1);
    tracing::debug!(target: NODES, "{peer} connects.");
    let mut guest = NodeConnection { state: &state, peer, name: None, complaints: Throttle::default() };
    let why = guest.serve(socket).await;
    guest.leave(&why);
    state.connections.set(state.connections.get() - 1);
}

/// One connection of a node.
struct NodeConnection<'a> {
    state: &'a SharedState,
    peer: SocketAddr,
    /// The name that the node has sent.
    name: Option<String>,
    complaints: Throttle,
}

impl NodeConnection<'_> {
    /// Answers each line until the node disconnects. Returns the reason if the server closed the connection.
    async fn serve(&mut self, mut socket: TcpStream) -> String {
        let mut lines = Lines::default();
        let (mut chunk, mut answer) = (vec![0; 1 << 14], Vec::new());
        loop {
            match socket.read(&mut chunk).await {
                Ok(0) => return String::new(),
                Ok(count) => lines.feed(chunk.get(..count).unwrap_or_default()),
                Err(error) => return format!(" ({error})"),
            }
            while let Some(line) = lines.next() {
                answer.clear();
                self.answer(&line, &mut answer);
                match tokio::time::timeout(READ_MAX, socket.write_all(&answer)).await {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => return format!(" ({error})"),
                    Err(_) => return " (it does not read its answers)".to_owned(),
                }
            }
        }
    }

    /// Appends the answer to a line. An invalid line is answered too, because its sender may wait.
    fn answer(&mut self, line: &Line<'_>, out: &mut Vec<u8>) {
        let told = match line {
            Line::TooLong(_) => Err(format!("it is longer than {LINE_BYTES_MAX} bytes")),
            Line::Whole(line) => message::read(line),
        };
        let told = match told {
            Ok(message) => {
                self.introduce(&message.node);
                let wrong = self.state.known.borrow_mut().merge(&message.entries);
                if let Some(first) = wrong.first() {
                    self.complain(&format!("{} dropped: {first}", entries(wrong.len())));
                }
                message.entries
            }
            Err(problem) => {
                self.complain(&format!("a line is dropped: {problem}"));
                Map::new()
            }
        };
        self.state.known.borrow().write_answer(out, &told);
        tracing::debug!(
            target: NODES,
            "{} told of {} and is answered with {} bytes.", self.who(), entries(told.len()), out.len()
        );
    }

    /// Records the name of the node.
    fn introduce(&mut self, name: &str) {
        let name = beginning(name);
        if self.name.as_ref() == Some(&name) {
            return;
        }
        self.forget_name();
        let connections = {
            let mut names = self.state.names.borrow_mut();
            let connections = names.entry(name.clone()).or_default();
            *connections += 1;
            *connections
        };
        self.name = Some(name);
        tracing::info!(target: NODES, "{} is here.", self.who());
        if connections > 1 {
            tracing::warn!(
                target: NODES,
                "{connections} nodes have this name and would simulate the same robots: give each its own, with --name."
            );
        }
    }

    fn forget_name(&mut self) {
        let Some(name) = self.name.take() else { return };
        let mut names = self.state.names.borrow_mut();
        if let Some(connections) = names.get_mut(&name) {
            *connections -= 1;
            if *connections == 0 {
                names.remove(&name);
            }
        }
    }

    fn leave(&mut self, why: &str) {
        match &self.name {
            Some(_) => {
                tracing::info!(target: NODES, "{} has left{why}; where its robots are stays known.", self.who());
            }
            None => tracing::debug!(target: NODES, "{} has left{why}.", self.who()),
        }
        self.forget_name();
    }

    fn who(&self) -> String {
        match &self.name {
            Some(name) => format!("Node {name:?} at {}", self.peer),
            None => self.peer.to_string(),
        }
    }

    /// Logs an invalid message of a node, at a limited rate.
    fn complain(&self, problem: &str) {
        if let Some(problems) = self.complaints.count(1) {
            let more = if problems > 1 { format!(" ({} more like it)", problems - 1) } else { String::new() };
            tracing::warn!(target: NODES, "{}: {}{more}", self.who(), beginning(problem));
        }
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "one entry".to_owned() } else { format!("{count} entries") }
}

/// The beginning of a text, shortened for the log.
fn beginning(text: &str) -> String {
    text.chars().take(TOLD_MAX).collect()
}
