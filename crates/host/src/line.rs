//! The message channel to the host: one JSON object per line, in both directions. A message with a count in `numbers`
//! is followed by that many little-endian 64-bit floats.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::time::{Duration, Instant};

use morse_scene::description::{Description, ExtensionDescription};
use morse_scene::value::Value;
use morse_sim::external::{Query, Reply, WorldCommand};
use serde::{Deserialize, Serialize};

/// Stream type of the channel. Systems other than Unix cannot pass socket pairs to child processes; there the host
/// does not start.
#[cfg(not(unix))]
pub(crate) type Stream = std::net::TcpStream;
#[cfg(unix)]
pub(crate) type Stream = std::os::unix::net::UnixStream;

/// Maximum length of a line, enough for a large image. [bytes]
const LINE_BYTES_MAX: usize = 256 << 20;

/// Interval at which a waiting thread checks for interruption.
const INTERRUPT_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum time of polling for an answer before the thread sleeps: waking a thread takes longer than most answers.
const POLL_TIME: Duration = Duration::from_micros(150);

/// Number of messages that are received without polling after polling has timed out.
const POLL_PAUSE: u32 = 64;

/// A message from the host: one of these fields, and the commands for the scene that precede it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HostMessage {
    /// A log record: level as in Python's `logging`, logger name, text.
    #[serde(default)]
    pub(crate) log: Option<(u32, String, String)>,
    /// A query. The host waits for the answer.
    #[serde(default)]
    pub(crate) ask: Option<Query>,
    /// The result of a command.
    #[serde(default)]
    pub(crate) reply: Option<Reply>,
    /// Descriptions of classes.
    #[serde(default)]
    pub(crate) described: Option<BTreeMap<String, Described>>,
    /// Commands for the scene.
    #[serde(default)]
    pub(crate) commands: Vec<WorldCommand>,
    /// Offsets of the slots in the shared memory that the host no longer needs.
    #[serde(default)]
    pub(crate) freed: Vec<u64>,
    /// Number of 64-bit floats that follow the line.
    #[serde(default)]
    numbers: usize,
    /// The 64-bit floats that followed the line.
    #[serde(skip)]
    pub(crate) columns: Vec<f64>,
}

/// Description of a class by the host.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Described {
    /// The class is a robot, a sensor or an actuator.
    Component {
        /// Description that the class gives of itself.
        description: Box<Description>,
        /// Class path of the built-in class that it derives from.
        base: Option<String>,
    },
    /// The class is an extension.
    Extension(ExtensionDescription),
    /// The class cannot run; the string is the reason.
    Refusal(String),
}

/// Answer to a query.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Answer {
    /// The requested value.
    Answer(Value),
    /// The named object does not exist.
    Error(String),
}

/// Reason why no message was received.
#[derive(Debug)]
pub(crate) enum ReceiveError {
    /// The other end is closed.
    Closed,
    /// The time limit has passed.
    Late,
    /// The user has interrupted the program.
    Interrupted,
    /// An error of the operating system.
    Failed(io::Error),
    /// The received line is not a valid message.
    ProtocolError(String),
}

/// The simulator's end of the channel.
pub(crate) struct Line {
    stream: BufReader<Stream>,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    /// Whether the host can run while this program polls.
    can_poll: bool,
    /// Number of further messages to receive without polling.
    poll_pause: u32,
    interrupted: Box<dyn Fn() -> bool + Send>,
    /// Whether interruption by the user is ignored.
    pub(crate) is_last: bool,
}

impl Line {
    /// A channel on a stream. Waiting ends when `interrupted` returns true.
    pub(crate) fn new(stream: Stream, interrupted: Box<dyn Fn() -> bool + Send>) -> io::Result<Self> {
        stream.set_read_timeout(Some(INTERRUPT_CHECK_INTERVAL))?;
        stream.set_write_timeout(Some(INTERRUPT_CHECK_INTERVAL))?;
        let stream = BufReader::with_capacity(1 << 16, stream);
        let can_poll = std::thread::available_parallelism().is_ok_and(|processors| processors.get() > 1);
        Ok(Self {
            stream,
            incoming: Vec::new(),
            outgoing: Vec::new(),
            can_poll,
            poll_pause: 0,
            interrupted,
            is_last: false,
        })
    }

    /// Sends a message, followed by `numbers`.
    pub(crate) fn send(
        &mut self,
        line: &impl Serialize,
        numbers: &[f64],
        until: Instant,
    ) -> Result<(), ReceiveError> {
        self.outgoing.clear();
        serde_json::to_writer(&mut self.outgoing, line)
            .map_err(|error| ReceiveError::ProtocolError(error.to_string()))?;
        self.outgoing.push(b'\n');
        self.outgoing.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        let mut rest = self.outgoing.as_slice();
        while !rest.is_empty() {
            match self.stream.get_mut().write(rest) {
                Ok(0) => return Err(ReceiveError::Closed),
                Ok(written) => rest = &rest[written..],
                Err(error) => check_deadline(error, until, self.is_interrupted())?,
            }
        }
        Ok(())
    }

    /// Closes the channel.
    pub(crate) fn close(&self) {
        // The other end may have closed it already.
        let _ = self.stream.get_ref().shutdown(Shutdown::Both);
    }

    fn is_interrupted(&self) -> bool {
        !self.is_last && (self.interrupted)()
    }

    /// Receives a message, until a deadline.
    pub(crate) fn recv(&mut self, until: Instant) -> Result<HostMessage, ReceiveError> {
        self.poll()?;
        self.incoming.clear();
        loop {
            // Data received before a pause stays in the buffer.
            match self.stream.read_until(b'\n', &mut self.incoming) {
                Ok(_) if self.incoming.last() == Some(&b'\n') => break,
                Ok(_) => return Err(ReceiveError::Closed),
                Err(error) => check_deadline(error, until, self.is_interrupted())?,
            }
            if self.incoming.len() > LINE_BYTES_MAX {
                return Err(ReceiveError::ProtocolError(format!(
                    "a line of more than {LINE_BYTES_MAX} bytes"
                )));
            }
        }
        let mut message: HostMessage = serde_json::from_slice(&self.incoming)
            .map_err(|error| ReceiveError::ProtocolError(error.to_string()))?;
        if message.numbers > 0 {
            message.columns = self.recv_numbers(message.numbers, until)?;
        }
        Ok(message)
    }

    fn recv_numbers(&mut self, count: usize, until: Instant) -> Result<Vec<f64>, ReceiveError> {
        let bytes = count.checked_mul(8).filter(|&bytes| bytes <= LINE_BYTES_MAX);
        let bytes = bytes.ok_or_else(|| ReceiveError::ProtocolError(format!("{count} numbers")))?;
        self.incoming.clear();
        while self.incoming.len() < bytes {
            let rest = u64::try_from(bytes - self.incoming.len()).unwrap_or(u64::MAX);
            match (&mut self.stream).take(rest).read_to_end(&mut self.incoming) {
                Ok(0) => return Err(ReceiveError::Closed),
                Ok(_) => {}
                Err(error) => check_deadline(error, until, self.is_interrupted())?,
            }
        }
        let number = |bytes: &[u8]| bytes.try_into().map(f64::from_le_bytes).unwrap_or_default();
        Ok(self.incoming.chunks_exact(8).map(number).collect())
    }

    /// Polls for data for up to [`POLL_TIME`], except for [`POLL_PAUSE`] messages after a timeout.
    fn poll(&mut self) -> Result<(), ReceiveError> {
        if !self.can_poll || !self.stream.buffer().is_empty() {
            return Ok(());
        }
        if self.poll_pause > 0 {
            self.poll_pause -= 1;
            return Ok(());
        }
        let begin = Instant::now();
        self.stream.get_ref().set_nonblocking(true).map_err(ReceiveError::Failed)?;
        loop {
            match self.stream.fill_buf() {
                Err(error) if error.kind() == ErrorKind::WouldBlock && begin.elapsed() < POLL_TIME => {
                    std::hint::spin_loop();
                }
                Err(_) => {
                    self.poll_pause = POLL_PAUSE;
                    break;
                }
                // Also if the channel is closed: the read that follows reports it.
                Ok(_) => break,
            }
        }
        self.stream.get_ref().set_nonblocking(false).map_err(ReceiveError::Failed)
    }
}

/// Whether to continue after an error that may be temporary.
fn check_deadline(error: io::Error, until: Instant, is_interrupted: bool) -> Result<(), ReceiveError> {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut if is_interrupted => Err(ReceiveError::Interrupted),
        ErrorKind::WouldBlock | ErrorKind::TimedOut if Instant::now() >= until => Err(ReceiveError::Late),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(()),
        ErrorKind::BrokenPipe | ErrorKind::ConnectionReset => Err(ReceiveError::Closed),
        _ => Err(ReceiveError::Failed(error)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn pair() -> (Line, Stream) {
        let (own, its) = Stream::pair().unwrap();
        (Line::new(own, Box::new(|| false)).unwrap(), its)
    }

    fn received(bytes: &[u8]) -> Result<HostMessage, ReceiveError> {
        let (mut line, mut its) = pair();
        its.write_all(bytes).unwrap();
        drop(its);
        line.recv(Instant::now() + Duration::from_secs(5))
    }

    #[test]
    fn numbers_follow_the_message_with_their_count() {
        let (mut line, mut its) = pair();
        let mut bytes = br#"{"reply":{},"numbers":2}"#.to_vec();
        bytes.push(b'\n');
        bytes.extend([0.5_f64, f64::from_bits(0x0a0a_0a0a_0a0a_0a0a)].iter().flat_map(|n| n.to_le_bytes()));
        bytes.extend(b"{\"reply\":{},\"freed\":[65536]}\n");
        its.write_all(&bytes).unwrap();
        let until = Instant::now() + Duration::from_secs(5);
        let first = line.recv(until).unwrap();
        assert_eq!(first.columns, [0.5, f64::from_bits(0x0a0a_0a0a_0a0a_0a0a)]);
        assert_eq!(line.recv(until).unwrap().freed, [65536]);
    }

    #[test]
    fn message_with_missing_numbers_is_an_error() {
        let end = received(b"{\"reply\":{},\"numbers\":3}\n12345678");
        assert!(matches!(end, Err(ReceiveError::Closed)), "{end:?}");
        for count in ["9999999999999999", "18446744073709551615", "-1", "1.5"] {
            let line = format!("{{\"reply\":{{}},\"numbers\":{count}}}\n");
            let refused = received(line.as_bytes());
            assert!(matches!(refused, Err(ReceiveError::ProtocolError(_))), "{count}: {refused:?}");
        }
    }

    #[test]
    fn late_message_is_waited_for() {
        let (mut line, mut its) = pair();
        let sender = std::thread::spawn(move || {
            for part in [&b"{\"reply\":{},\"numb"[..], b"ers\":1}\n1234", b"5678"] {
                std::thread::sleep(Duration::from_millis(60));
                its.write_all(part).unwrap();
            }
            its
        });
        let message = line.recv(Instant::now() + Duration::from_secs(5)).unwrap();
        assert_eq!(message.columns.len(), 1);
        drop(sender.join().unwrap());
    }
}
