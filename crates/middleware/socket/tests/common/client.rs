//! A client of the simulator, line by line.

use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::time::Duration;

/// How long a client waits before the test has failed.
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

    /// The next line without its end; `None` when the simulator has closed the connection.
    pub fn try_line(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).unwrap();
        (count > 0).then(|| line.strip_suffix('\n').unwrap().to_owned())
    }

    pub fn line(&mut self) -> String {
        self.try_line().expect("the simulator has closed the connection")
    }

    /// The next line, if it has arrived; the socket must not wait.
    pub fn line_that_is_here(&mut self) -> Option<String> {
        let mut line = String::new();
        let count = self.reader.read_line(&mut line).ok()?;
        (count > 0).then_some(line)
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\n"));
        self.line()
    }

    /// Whether nothing comes for a while.
    pub fn is_silent(&mut self) -> bool {
        self.socket.set_read_timeout(Some(Duration::from_millis(150))).unwrap();
        let silent = self.reader.fill_buf().is_err();
        self.socket.set_read_timeout(Some(TIMEOUT)).unwrap();
        silent
    }
}
