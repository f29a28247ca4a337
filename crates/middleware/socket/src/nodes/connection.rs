//! A node's connection to its server: lines out, answers in, and never a long wait.

use std::io::{self, ErrorKind};
use std::time::{Duration, Instant};

use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio::time::timeout;

use crate::lines::{Line, Lines};

/// How long a step waits for an answer. Then it goes on with the last one.
pub(super) const ANSWER_MAX: Duration = Duration::from_millis(100);

/// How long a step looks for an answer that is late already.
const LOOK: Duration = Duration::from_millis(1);

/// When an answer is taken to be lost, and the server asked again.
const LOST: Duration = Duration::from_secs(1);

/// How long the server may take to let a node in.
const CONNECT_MAX: Duration = Duration::from_secs(3);

/// Most pieces that are read in one go, so that a server that sends without end holds nobody up.
const CHUNKS_MAX: usize = 64;

/// What came back for a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The bytes of a line.
    Line(Vec<u8>),
    /// A line that is longer than any that is read.
    TooLong,
}

/// A connection on which one line at a time waits for its answer.
#[derive(Debug)]
pub(super) struct Connection {
    runtime: Runtime,
    talk: Talk,
}

#[derive(Debug)]
struct Talk {
    socket: TcpStream,
    lines: Lines,
    /// The line that is being sent, and how much of it has been.
    line: Vec<u8>,
    sent: usize,
    /// When the line was begun that has no answer yet.
    asked: Option<Instant>,
}

impl Connection {
    /// Connects to whichever address of the host lets it in.
    ///
    /// # Errors
    /// When none does.
    pub(super) fn open(host: &str, port: u16) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let socket =
            runtime.block_on(async { timeout(CONNECT_MAX, TcpStream::connect((host, port))).await })?;
        let socket = socket?;
        // Lines are small and awaited. Without this the system holds them back to join them.
        socket.set_nodelay(true)?;
        let talk = Talk { socket, lines: Lines::default(), line: Vec::new(), sent: 0, asked: None };
        Ok(Self { runtime, talk })
    }

    /// Sends a line, unless an older one still waits for its answer, and gives the newest answer that is there within
    /// [`ANSWER_MAX`].
    ///
    /// # Errors
    /// When the connection is broken.
    pub(super) fn exchange(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> io::Result<Option<Answer>> {
        // The answer to an older line may have come in the meantime: the next line then goes out at once.
        let late = if self.talk.asked.is_some() { self.answer_within(LOOK)? } else { None };
        if !self.talk.may_ask() {
            return Ok(late);
        }
        self.talk.ask(write);
        Ok(self.answer_within(ANSWER_MAX)?.or(late))
    }

    fn answer_within(&mut self, time: Duration) -> io::Result<Option<Answer>> {
        let Self { runtime, talk } = self;
        runtime
            .block_on(async { timeout(time, talk.answer()).await })
            .map_or(Ok(None), |answer| answer.map(Some))
    }
}

impl Talk {
    /// Whether nothing is under way, or what was must have been lost.
    fn may_ask(&self) -> bool {
        self.asked.is_none_or(|asked| asked.elapsed() >= LOST && self.sent == self.line.len())
    }

    fn ask(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.line.clear();
        self.sent = 0;
        write(&mut self.line);
        self.asked = Some(Instant::now());
    }

    /// Sends what is left of the line, and waits for an answer. May be given up at any time.
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

    /// The newest answer among what has arrived.
    fn receive(&mut self) -> io::Result<Option<Answer>> {
        let mut newest = None;
        let mut chunk = [0; 1 << 14];
        for _ in 0..CHUNKS_MAX {
            match self.socket.try_read(&mut chunk) {
                // Its last answer counts; the end is met in the next step.
                Ok(0) if newest.is_some() => return Ok(newest),
                Ok(0) => {
                    return Err(io::Error::new(ErrorKind::UnexpectedEof, "it has closed the connection"));
                }
                Ok(count) => self.lines.feed(chunk.get(..count).unwrap_or_default()),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(newest),
                Err(error) => return Err(error),
            }
            while let Some(line) = self.lines.next() {
                newest = Some(match line {
                    Line::Whole(line) => Answer::Line(line.to_vec()),
                    Line::TooLong(_) => Answer::TooLong,
                });
                self.asked = None;
            }
        }
        Ok(newest)
    }
}
