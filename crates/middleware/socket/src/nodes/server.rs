//! The server that exchanges poses among nodes.

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

use super::entry_table::EntryTable;
use super::message;
use crate::accept::accept_all;
use crate::lines::{LINE_BYTES_MAX, Line, Lines};
use crate::log::NODES;
use crate::ports;

/// Maximum number of connected nodes. The memory per node is also bounded.
pub const NODES_MAX: usize = 256;

/// Period of checks whether to stop.
const STOP_CHECK_PERIOD: Duration = Duration::from_millis(50);

/// Time limit for a node to read an answer.
const READ_MAX: Duration = Duration::from_secs(10);

/// Maximum length of a node's text in the log. [characters]
const QUOTE_MAX: usize = 120;

/// A listening server, ready to serve.
#[derive(Debug)]
pub struct NodeServer {
    listener: StdListener,
    address: SocketAddr,
}

impl NodeServer {
    /// Listens on an address. Every program that can reach it can move the robots of all nodes. Port 0 lets the system
    /// choose.
    ///
    /// # Errors
    /// If the port is in use, or the system cannot bind it.
    pub fn bind(address: IpAddr, port: u16) -> Result<Self, String> {
        let (listener, port) = ports::listen(address, port, 1)?;
        Ok(Self { listener, address: SocketAddr::new(address, port) })
    }

    /// Address on which the server listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves nodes until `end` returns true.
    ///
    /// # Errors
    /// If the system lacks a required resource.
    pub fn serve(self, end: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        LocalSet::new().block_on(&runtime, async {
            let listener = TcpListener::from_std(self.listener)?;
            let state = Rc::new(SharedState::default());
            spawn_local(accept_all(listener, "The multi-node server".to_owned(), move |socket, peer| {
                spawn_local(accept_node(Rc::clone(&state), socket, peer));
            }));
            while !end() {
                tokio::time::sleep(STOP_CHECK_PERIOD).await;
            }
            Ok(())
        })
    }
}

/// State shared by all connections.
#[derive(Debug, Default)]
struct SharedState {
    table: RefCell<EntryTable>,
    /// Number of connections.
    connections: Cell<usize>,
    /// Number of connections per name.
    names: RefCell<BTreeMap<String, usize>>,
}

async fn accept_node(state: Rc<SharedState>, socket: TcpStream, peer: SocketAddr) {
    if state.connections.get() == NODES_MAX {
        tracing::warn!(target: NODES, "{peer} is rejected: {NODES_MAX} nodes are connected already.");
        return;
    }
    state.connections.set(state.connections.get() + 1);
    tracing::debug!(target: NODES, "{peer} connects.");
    let mut node = NodeConnection { state: &state, peer, name: None, invalid_messages: Throttle::default() };
    let why = node.serve(socket).await;
    node.leave(&why);
    state.connections.set(state.connections.get() - 1);
}

/// Connection of a node.
struct NodeConnection<'a> {
    state: &'a SharedState,
    peer: SocketAddr,
    /// Name that the node has sent; `None` before its first message.
    name: Option<String>,
    invalid_messages: Throttle,
}

impl NodeConnection<'_> {
    /// Answers each line until the connection ends. Returns the reason in parentheses, or an empty text if the node
    /// disconnected.
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
                if line == Line::Http {
                    return " (it speaks HTTP, as web pages do)".to_owned();
                }
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

    /// Appends the answer to a line. An invalid line is answered, too, because its sender may wait.
    fn answer(&mut self, line: &Line<'_>, out: &mut Vec<u8>) {
        let own = match line {
            Line::TooLong(_) | Line::Http => Err(format!("it is longer than {LINE_BYTES_MAX} bytes")),
            Line::Whole(line) => message::read(line),
        };
        let own = match own {
            Ok(message) => {
                self.set_name(&message.node);
                let invalid = self.state.table.borrow_mut().merge(&message.entries);
                if let Some(first) = invalid.first() {
                    self.log_invalid(&format!("{} dropped: {first}", entries(invalid.len())));
                }
                message.entries
            }
            Err(problem) => {
                self.log_invalid(&format!("a line is dropped: {problem}"));
                Map::new()
            }
        };
        self.state.table.borrow().write_answer(out, &own);
        tracing::debug!(
            target: NODES,
            "{} sent {} and is answered with {} bytes.", self.label(), entries(own.len()), out.len()
        );
    }

    /// Records the name of the node.
    fn set_name(&mut self, name: &str) {
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
        tracing::info!(target: NODES, "{} has joined.", self.label());
        if connections > 1 {
            tracing::warn!(
                target: NODES,
                "{connections} nodes have this name and would simulate the same robots: give each node its own name, with --name."
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
                tracing::info!(target: NODES, "{} has left{why}; the poses of its robots are kept.", self.label());
            }
            None => tracing::debug!(target: NODES, "{} has left{why}.", self.label()),
        }
        self.forget_name();
    }

    fn label(&self) -> String {
        match &self.name {
            Some(name) => format!("Node {name:?} at {}", self.peer),
            None => self.peer.to_string(),
        }
    }

    /// Logs an invalid message of a node, at a limited rate.
    fn log_invalid(&self, problem: &str) {
        if let Some(problems) = self.invalid_messages.count(1) {
            let more = if problems > 1 { format!(" ({} more)", problems - 1) } else { String::new() };
            tracing::warn!(target: NODES, "{}: {}{more}", self.label(), beginning(problem));
        }
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "one entry".to_owned() } else { format!("{count} entries") }
}

/// The beginning of a text, shortened for the log.
fn beginning(text: &str) -> String {
    text.chars().take(QUOTE_MAX).collect()
}
