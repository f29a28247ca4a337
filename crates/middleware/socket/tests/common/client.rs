//! A line-based client of the simulator.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// Timeout of all waits in tests.
pub const TIMEOUT: Duration = Duration::from_secs(10);

/// A connection to a port of the simulator.
pub struct Client {
    pub socket: TcpStream,
    reader: BufReader<TcpStream>,
}

impl Client {
    pub fn connect(port: u16) -> Self {
        let socket = TcpStream::connect(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).unwrap();
        socket.set_nodelay(true).unwrap();
        socket.set_read_timeout(Some(TIMEOUT)).unwrap();
        let reader = BufReader::new(socket.try_clone().unwrap());
        Self { socket, reader }
    }

    pub fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.socket.write_all(bytes.as_ref()).unwrap();
    }

    /// The next line without its line end; `None` when the simulator has closed the connection.
    pub fn try_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).unwrap();
        (count > 0).then(|| line.strip_suffix('\n').unwrap().to_owned())
    }

    /// The number of lines until the simulator closes the connection.
    pub fn remaining_lines(&mut self) -> usize {
        let mut line = String::new();
        let mut count = 0;
        // A reset is an end, too.
        while self.reader.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
            count += 1;
        }
        count
    }

    /// The next line; `None` if the simulator has closed or reset the connection.
    pub fn line_or_end(&mut self) -> Option<String> {
        let mut line = String::new();
        self.reader.read_line(&mut line).is_ok_and(|bytes| bytes > 0).then_some(line)
    }

    pub fn line(&mut self) -> String {
        self.try_line().expect("the simulator has closed the connection")
    }

    /// The next line, if it has arrived. The socket must be non-blocking.
    pub fn arrived_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).ok()?;
        (count > 0).then_some(line)
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.line()
    }
}
