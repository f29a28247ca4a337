//! Incoming streams on the transport: commands of clients. Only the newest command is kept.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::rc::Rc;

use morse_network::Throttle;
use morse_scene::python_repr;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Arrival, Inbox, PutOutcome};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{spawn_local, yield_now};

use super::closing::Closed;
use crate::accept::accept_admitted;
use crate::access::Access;
use crate::json;
use crate::lines::{LINE_BYTES_MAX, Line, Lines, http_refusal};
use crate::log;

/// Size of a read from a client. [bytes]
const CHUNK_BYTES: usize = 4096;

/// Maximum length of a quote of a client's text in the log. [characters]
const QUOTE_MAX: usize = 120;

/// An incoming stream.
struct InStream {
    component: String,
    inbox: Inbox,
    /// Open connections that have sent a command.
    writers: RefCell<BTreeSet<u64>>,
    next_writer: Cell<u64>,
    /// Line of the command in the inbox.
    newest: RefCell<String>,
    missed: Throttle,
    refused: Throttle,
}

/// Starts to read commands for `component`.
pub(super) fn start(
    component: String,
    listener: TcpListener,
    inbox: Inbox,
    closed: Closed,
    access: Rc<Access>,
) {
    let stream = Rc::new(InStream {
        component,
        inbox,
        writers: RefCell::default(),
        next_writer: Cell::new(0),
        newest: RefCell::default(),
        missed: Throttle::default(),
        refused: Throttle::default(),
    });
    let (what, closed_too) = (format!("The stream of {}", stream.component), closed.clone());
    spawn_local(closed.or(accept_admitted(listener, what, access, move |socket, peer, permit| {
        let (stream, arrival) = (Rc::clone(&stream), stream.inbox.connected());
        let closed = closed_too.clone();
        spawn_local(async move {
            closed.or(stream.read(&socket, peer, arrival)).await;
            drop(permit);
        });
    })));
}

/// The client of a connection speaks HTTP.
struct SpeaksHttp;

impl InStream {
    async fn read(&self, socket: &TcpStream, peer: SocketAddr, arrival: Arrival) {
        let writer = self.next_writer.get();
        self.next_writer.set(writer + 1);
        let mut lines = Lines::default();
        loop {
            if socket.readable().await.is_err() {
                break;
            }
            let mut chunk = [0; CHUNK_BYTES];
            match socket.try_read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => lines.feed(chunk.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => continue,
                Err(_) => break,
            }
            if self.take(&mut lines, writer, arrival).is_err() {
                if self.refused.pass() {
                    tracing::warn!(target: log::STREAMS, "{}", http_refusal(peer));
                }
                return;
            }
            yield_now().await;
        }
        self.writers.borrow_mut().remove(&writer);
        if lines.is_unfinished() {
            self.refuse("it ends without a line feed", b"");
        }
    }

    /// Passes the newest valid command among the received lines to the inbox. Returns an error if the client speaks HTTP.
    fn take(&self, lines: &mut Lines, writer: u64, arrival: Arrival) -> Result<(), SpeaksHttp> {
        let mut newest: Option<(String, Map)> = None;
        let mut missed = Vec::new();
        while let Some(line) = lines.next() {
            match line {
                Line::Whole(line) => match self.command(line) {
                    Ok(command) => missed.extend(newest.replace(command).map(|(line, _)| line)),
                    Err(problem) => self.refuse(&problem, line),
                },
                Line::TooLong(line) => {
                    self.refuse(&format!("it is longer than {LINE_BYTES_MAX} bytes"), line)
                }
                Line::Http => return Err(SpeaksHttp),
            }
        }
        if let Some((line, command)) = newest {
            self.note_writer(writer);
            let older = self.newest.replace(line);
            if self.inbox.put_from(arrival, command) == PutOutcome::Replaced {
                missed.insert(0, older);
            }
        }
        self.note_missed(missed);
        Ok(())
    }

    /// Parses one line as a command for this component.
    fn command(&self, line: &[u8]) -> Result<(String, Map), String> {
        let text = std::str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned())?;
        if self.inbox.is_for_text() {
            return Ok((text.to_owned(), Inbox::of_text(text)));
        }
        match json::read(text).map_err(|error| error.to_string())? {
            Value::Map(command) => {
                self.inbox.check(&command).map_err(|error| error.to_string())?;
                Ok((text.to_owned(), command))
            }
            other => Err(format!("it must be a JSON object, not {}", other.type_name())),
        }
    }

    fn note_writer(&self, writer: u64) {
        let mut writers = self.writers.borrow_mut();
        if writers.insert(writer) && writers.len() > 1 {
            tracing::warn!(
                target: log::STREAMS,
                "More than one client trying to write on {} datastream!!", self.component
            );
        }
    }

    fn note_missed(&self, missed: Vec<String>) {
        if missed.is_empty() || !self.missed.pass() {
            return;
        }
        let lines = Value::List(missed.into_iter().map(Value::Text).collect());
        tracing::warn!(
            target: log::STREAMS,
            "Messages missed on socket datastream! <{}>", quote(&python_repr::repr(&lines))
        );
    }

    fn refuse(&self, problem: &str, line: &[u8]) {
        if self.refused.pass() {
            let line = quote(&String::from_utf8_lossy(line.get(..4 * QUOTE_MAX).unwrap_or(line)));
            tracing::error!(
                target: log::STREAMS,
                "Malformed message on socket datastream of {}: {problem}: <{line}>. The last valid one stays in force.",
                self.component
            );
        }
    }
}

fn quote(text: &str) -> String {
    let mut quoted: String = text.chars().take(QUOTE_MAX).collect();
    if quoted.len() < text.len() {
        quoted.push('…');
    }
    quoted
}
