//! Starts the command, reads its log and sends requests.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// Time limit of every wait, generous for busy machines.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A temporary directory for one test, which is also its home directory.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file and returns its path.
    pub fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    /// The command in this directory, with a minimal environment.
    pub fn morse(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_morse"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .env_clear()
            .env("HOME", self.folder.path())
            .env("MORSE_ROOT", self.folder.path())
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            // All tests share one unpacked Builder.
            .env("XDG_CACHE_HOME", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
        command
    }

    /// Runs the command to its end.
    pub fn done(&self, arguments: &[&str]) -> Ended {
        Running::start(&mut self.morse(arguments)).end()
    }

    /// Starts `morse run` on free ports and waits until it serves clients.
    pub fn serve(&self, arguments: &[&str]) -> Running {
        let mut words = vec!["run", "--port", "0", "--stream-port", "0"];
        words.extend(arguments);
        let mut running = Running::start(&mut self.morse(&words));
        running.wait_for("SCENE INITIALIZED");
        running
    }
}

/// A command that has ended.
pub struct Ended {
    /// Exit status.
    pub code: Option<i32>,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub log: String,
}

impl Ended {
    /// Asserts that the log contains all `parts` in this order.
    pub fn log_has(&self, parts: &[&str]) {
        let mut rest = self.log.as_str();
        for part in parts {
            let Some(found) = rest.find(part) else {
                panic!("{part:?} is missing, or out of order, in:\n{}", self.log)
            };
            rest = &rest[found + part.len()..];
        }
    }
}

/// A running command, which is killed on drop.
pub struct Running {
    child: Child,
    lines: Receiver<String>,
    output: Receiver<String>,
    log: String,
}

impl Running {
    pub fn start(command: &mut Command) -> Self {
        let mut child =
            command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (line, lines) = channel();
        let stderr = child.stderr.take().unwrap();
        std::thread::spawn(move || {
            let mut stderr = BufReader::new(stderr);
            let mut bytes = Vec::new();
            while stderr.read_until(b'\n', &mut bytes).unwrap_or(0) > 0 {
                let _ = line.send(String::from_utf8_lossy(&bytes).into_owned());
                bytes.clear();
            }
        });
        let (text, output) = channel();
        let mut stdout = child.stdout.take().unwrap();
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.read_to_end(&mut bytes);
            let _ = text.send(String::from_utf8_lossy(&bytes).into_owned());
        });
        Self { child, lines, output, log: String::new() }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The next log line that contains the text.
    pub fn wait_for(&mut self, text: &str) -> String {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    self.log.push_str(&line);
                    if line.contains(text) {
                        return line;
                    }
                }
                Err(_) => panic!("no line has {text:?} in:\n{}", self.log),
            }
        }
    }

    /// The number that follows `text` in the log so far.
    pub fn number_after(&self, text: &str) -> u16 {
        let start =
            self.log.find(text).unwrap_or_else(|| panic!("{text:?} is not in:\n{}", self.log)) + text.len();
        let digits: String = self.log[start..].chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap()
    }

    /// Connects to the service port.
    pub fn client(&self) -> Client {
        Client::to(self.number_after("service manager now listening on port "))
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([format!("-{name}"), self.pid().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until the command ends.
    pub fn end(mut self) -> Ended {
        let deadline = Instant::now() + TIMEOUT;
        while let Ok(line) = self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            self.log.push_str(&line);
        }
        let output = self.output.recv_timeout(deadline.saturating_duration_since(Instant::now()));
        let Ok(output) = output else { panic!("the command does not end:\n{}", self.log) };
        Ended { code: self.child.wait().unwrap().code(), output, log: std::mem::take(&mut self.log) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line-based connection.
pub struct Client {
    stream: BufReader<TcpStream>,
}

impl Client {
    pub fn to(port: u16) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream: BufReader::new(stream) }
    }

    pub fn send(&mut self, text: &str) {
        self.stream.get_mut().write_all(text.as_bytes()).unwrap();
    }

    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    /// Sends a request and returns its answer.
    pub fn ask(&mut self, request: &str) -> String {
        self.send(&format!("{request}\n"));
        self.line()
    }
}
