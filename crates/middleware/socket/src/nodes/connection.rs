//! A node's connection to its server, with bounded waits.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::lines::{Line, Lines};

/// Maximum wait of a step for an answer. After that it continues with the last answer.
pub(super) const ANSWER_MAX: Duration = Duration::from_millis(100);

/// Maximum wait of a step for an answer that is already late.
const LATE_ANSWER_MAX: Duration = Duration::from_millis(1);

/// Time after which an answer counts as lost, and the next line is sent.
const LOST: Duration = Duration::from_secs(1);

/// Connection timeout.
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// Maximum number of reads per call, so that a server that sends continuously cannot block the step.
const CHUNKS_MAX: usize = 64;

/// Answer to a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The bytes of the answer.
    Line(Vec<u8>),
    /// A line longer than the limit.
    TooLong,
}

/// A connection with at most one unanswered line.
#[derive(Debug)]
pub(super) struct Connection {
    runtime: Runtime,
    transfer: Transfer,
}

#[derive(Debug)]
struct Transfer {
    socket: TcpStream,
    lines: Lines,
    /// The line being sent.
    line: Vec<u8>,
    /// Number of bytes of the line that were sent.
    sent: usize,
    /// Begin of the unanswered line.
    asked: Option<Instant>,
}

impl Connection {
    /// Connects to the first address of the host that accepts.
    ///
    /// # Errors
    /// If no address accepts.
    pub(super) fn open(host: &str, port: u16) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let socket =
            runtime.block_on(async { timeout(CONNECT_MAX, TcpStream::connect((host, port))).await })?;
        let socket = socket?;
        // Messages are short and latency matters, so Nagle's algorithm is disabled.
        socket.set_nodelay(true)?;
        let transfer = Transfer { socket, lines: Lines::default(), line: Vec::new(), sent: 0, asked: None };
        Ok(Self { runtime, transfer })
    }

    /// Sends a line, unless an older one is unanswered, and returns the newest answer that arrives within
    /// [`ANSWER_MAX`].
    ///
    /// # Errors
    /// If the connection is broken.
    pub(super) fn exchange(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<Option<Answer>> {
        // The answer to an older line may have arrived meanwhile; then the next line is sent at once.
        let late = if self.transfer.asked.is_some() { self.answer_within(LATE_ANSWER_MAX)? } else { None };
        if !self.transfer.may_ask() {
            return Ok(late);
        }
        self.transfer.ask(write);
        Ok(self.answer_within(ANSWER_MAX)?.or(late))
    }

    fn answer_within(&mut self, time: Duration) -> io::Result<Option<Answer>> {
        let Self { runtime, transfer } = self;
        runtime
            .block_on(async { timeout(time, transfer.answer()).await })
            .map_or(Ok(None), |answer| answer.map(Some))
    }
}

impl Transfer {
    /// Whether no line is unanswered, or its answer counts as lost.
    fn may_ask(&self) -> bool {
        self.asked.is_none_or(|asked| asked.elapsed() >= LOST && self.sent == self.line.len())
    }

    fn ask(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.line.clear();
        self.sent = 0;
        write(&mut self.line);
        self.asked = Some(Instant::now());
    }

    /// Sends the rest of the line, and waits for an answer. Cancel-safe.
    async fn answer(&mut self) -> io::Result<Answer> {
        loop {
            self.send()?;
            if let Some(answer) = self.receive()? {
                return Ok(answer);
            }
            let has_more = self.sent < self.line.len();
            let interest =
                if has_more { Interest::READABLE | Interest::WRITABLE } else { Interest::READABLE };
            self.socket.ready(interest).await?;
        }
    }

    fn send(&mut self) -> io::Result<()> {
        while let Some(rest) = self.line.get(self.sent..).filter(|rest| !rest.is_empty()) {
            match self.socket.try_write(rest) {
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the newest answer among the received lines.
    fn receive(&mut self) -> io::Result<Option<Answer>> {
        let mut newest = None;
        let mut chunk = [0; 1 << 14];
        for _ in 0..CHUNKS_MAX {
            match self.socket.try_read(&mut chunk) {
                // Use the last answer before the end; the next step reports the end.
                Ok(0) if newest.is_some() => return Ok(newest),
                Ok(0) => {
                    return Err(io::Error::new(
                        ErrorKind::UnexpectedEof,
                        "the server has closed the connection",
                    ));
                }
                Ok(count) => self.lines.feed(chunk.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(newest),
                Err(error) => return Err(error),
            }
            while let Some(line) = self.lines.next() {
                newest = Some(match line {
                    Line::Whole(line) => Answer::Line(line.to_vec()),
                    Line::TooLong(_) | Line::Http => Answer::TooLong,
                });
                self.asked = None;
            }
        }
        Ok(newest)
    }
}
