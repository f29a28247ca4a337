//! The line to the host: one JSON object a line, in both directions.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use morse_scene::description::Description;
use morse_scene::value::Value;
use morse_sim::hosted::{Deed, Question, Reply};
use serde::{Deserialize, Serialize};

/// Longest line that is believed: a large picture, and then some. [bytes]
const LINE_BYTES_MAX: usize = 256 << 20;

/// How often whoever waits looks whether he still should.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// What the host says: one of these, and what is to be done to the scene before.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Said {
    /// A line for the log: level as Python counts them, logger, text.
    #[serde(default)]
    pub(crate) log: Option<(u32, String, String)>,
    /// A question, for which it waits.
    #[serde(default)]
    pub(crate) ask: Option<Question>,
    /// The order has been carried out.
    #[serde(default)]
    pub(crate) reply: Option<Reply>,
    /// Classes have been looked at.
    #[serde(default)]
    pub(crate) described: Option<BTreeMap<String, Described>>,
    /// What it does to the scene.
    #[serde(default)]
    pub(crate) deeds: Vec<Deed>,
}

/// What the host says of a class.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Described {
    /// What the class says of itself.
    Description(Box<Description>),
    /// It cannot run, and why.
    Refusal(String),
}

/// Answer to a question.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// Here it is.
    Answer(Value),
    /// There is no such thing.
    Error(String),
}

/// Why no line came.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The other end is closed.
    Closed,
    /// Nothing came in time.
    Late,
    /// The user wants the end.
    Interrupted,
    /// The system refuses.
    Failed(io::Error),
    /// What came is no such line.
    Garbled(String),
}

/// This end of the line.
pub(crate) struct Line {
    stream: BufReader<UnixStream>,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    interrupted: fn() -> bool,
    /// Whoever waits here waits to the end, whatever the user wishes.
    pub(crate) is_last: bool,
}

impl Line {
    /// The line on a stream; whoever waits on it gives up when `interrupted` says so.
    pub(crate) fn new(stream: UnixStream, interrupted: fn() -> bool) -> io::Result<Self> {
        stream.set_read_timeout(Some(LOOK_EVERY))?;
        stream.set_write_timeout(Some(LOOK_EVERY))?;
        let stream = BufReader::with_capacity(1 << 16, stream);
        Ok(Self { stream, incoming: Vec::new(), outgoing: Vec::new(), interrupted, is_last: false })
    }

    /// Writes a line.
    pub(crate) fn say(&mut self, line: &impl Serialize, until: Instant) -> Result<(), Silence> {
        self.outgoing.clear();
        serde_json::to_writer(&mut self.outgoing, line)
            .map_err(|error| Silence::Garbled(error.to_string()))?;
        self.outgoing.push(b'\n');
        let interrupted = self.patience();
        let mut rest = self.outgoing.as_slice();
        while !rest.is_empty() {
            match self.stream.get_mut().write(rest) {
                Ok(0) => return Err(Silence::Closed),
                Ok(written) => rest = &rest[written..],
                Err(error) => patience(error, until, interrupted)?,
            }
        }
        Ok(())
    }

    /// Says that nothing more will be said.
    pub(crate) fn close(&self) {
        // The other end may have closed it already.
        let _ = self.stream.get_ref().shutdown(Shutdown::Both);
    }

    fn patience(&self) -> fn() -> bool {
        if self.is_last { || false } else { self.interrupted }
    }

    /// Reads a line, until an instant.
    pub(crate) fn hear(&mut self, until: Instant) -> Result<Said, Silence> {
        self.incoming.clear();
        loop {
            // What came before a pause stays in the buffer.
            match self.stream.read_until(b'\n', &mut self.incoming) {
                Ok(_) if self.incoming.last() == Some(&b'\n') => break,
                Ok(_) => return Err(Silence::Closed),
                Err(error) => patience(error, until, self.patience())?,
            }
            if self.incoming.len() > LINE_BYTES_MAX {
                return Err(Silence::Garbled(format!("a line of more than {LINE_BYTES_MAX} bytes")));
            }
        }
        serde_json::from_slice(&self.incoming).map_err(|error| Silence::Garbled(error.to_string()))
    }
}

/// Whether to go on waiting after an error that may be none.
fn patience(error: io::Error, until: Instant, interrupted: fn() -> bool) -> Result<(), Silence> {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut if interrupted() => Err(Silence::Interrupted),
        ErrorKind::WouldBlock | ErrorKind::TimedOut if Instant::now() >= until => Err(Silence::Late),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => Err(Silence::Closed),
        _ => Err(Silence::Failed(error)),
    }
}
