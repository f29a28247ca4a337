//! A small name server with the answers of the real one.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use super::Flag;

/// Last line of most answers.
const END: &str = "*** end of message\r\n";

#[derive(Default)]
struct Table {
    ports: BTreeMap<String, (String, u16)>,
    /// Received commands, in order.
    commands: Vec<String>,
    subscriptions: Vec<(String, String)>,
}

/// A name server on a free port, with the folder of its file `yarp.conf`.
pub struct TestNameServer {
    folder: tempfile::TempDir,
    address: SocketAddr,
    table: Arc<Mutex<Table>>,
    stop: Flag,
    thread: Option<JoinHandle<()>>,
}

impl TestNameServer {
    pub fn start() -> Self {
        Self::start_in(tempfile::tempdir().unwrap())
    }

    fn start_in(folder: tempfile::TempDir) -> Self {
        Self::start_at(folder, SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    fn start_at(folder: tempfile::TempDir, at: SocketAddr) -> Self {
        let listener = TcpListener::bind(at).unwrap();
        let address = listener.local_addr().unwrap();
        std::fs::write(
            folder.path().join("yarp.conf"),
            format!("{} {} yarp\n", address.ip(), address.port()),
        )
        .unwrap();
        let (table, stop) = (Arc::<Mutex<Table>>::default(), Flag::default());
        let (shared, stopped) = (Arc::clone(&table), Arc::clone(&stop));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                // Fails if the client disconnects.
                let _ = stream.and_then(|stream| serve(stream, &shared));
            }
        });
        Self { folder, address, table, stop, thread: Some(thread) }
    }

    /// Stops the server, and starts one without registrations at the same address.
    pub fn restart(mut self) -> Self {
        let folder = self.kill();
        Self::start_at(folder, self.address)
    }

    /// Stops the server, and starts one at another address.
    pub fn restart_elsewhere(mut self) -> Self {
        let folder = self.kill();
        Self::start_in(folder)
    }

    pub fn kill(&mut self) -> tempfile::TempDir {
        self.stop();
        std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap())
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn server_address(&self) -> SocketAddr {
        self.address
    }

    /// Registered address of a port.
    pub fn address(&self, port: &str) -> Option<SocketAddr> {
        let (host, port) = self.table.lock().unwrap().ports.get(port)?.clone();
        Some(SocketAddr::new(host.parse().unwrap(), port))
    }

    pub fn register(&self, port: &str, at: SocketAddr) {
        self.table.lock().unwrap().ports.insert(port.to_owned(), (at.ip().to_string(), at.port()));
    }

    pub fn ports(&self) -> Vec<String> {
        self.table.lock().unwrap().ports.keys().cloned().collect()
    }

    pub fn subscriptions(&self) -> Vec<(String, String)> {
        self.table.lock().unwrap().subscriptions.clone()
    }
}

impl Drop for TestNameServer {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.stop();
        }
    }
}

fn serve(stream: TcpStream, table: &Mutex<Table>) -> std::io::Result<()> {
    let mut line = String::new();
    let mut reader = BufReader::new(&stream);
    reader.read_line(&mut line)?;
    // The library also begins with eight bytes of a carrier.
    let command =
        line.trim_end().strip_prefix("NAME_SERVER ").or(line.trim_end().strip_prefix("NAME_SERVER"));
    let command = command.unwrap_or("").trim_start_matches("VER ").trim();
    let answer = answer(&mut table.lock().unwrap(), command);
    (&stream).write_all(answer.as_bytes())
}

/// Executes a command, and returns the answer.
fn answer(table: &mut Table, command: &str) -> String {
    table.commands.push(command.to_owned());
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        ["register", name, address @ ..] => {
            let host = address.get(1).filter(|host| **host != "...").unwrap_or(&"192.0.2.2");
            let next = 10_002 + table.ports.len() as u16;
            let port = address.get(2).and_then(|port| port.parse().ok()).unwrap_or(next);
            table.ports.insert((*name).to_owned(), ((*host).to_owned(), port));
            registration(table, name)
        }
        ["query", name] => registration(table, name),
        ["unregister", name] => {
            table.ports.remove(*name);
            END.to_owned()
        }
        ["announce", ..] => "[ok]\r\n".to_owned(),
        ["subscribe", from, to] => {
            table.subscriptions.push(((*from).to_owned(), (*to).to_owned()));
            "[ok]\r\n".to_owned()
        }
        ["set", name, property, values @ ..] => {
            let mut values = values.to_vec();
            if *property != "ips" {
                values.sort_unstable();
            }
            format!("port {name} property {property} = {}\r\n{END}", values.join(" "))
        }
        _ => END.to_owned(),
    }
}

fn registration(table: &Table, name: &str) -> String {
    match table.ports.get(name) {
        Some((host, port)) => format!("registration name {name} ip {host} port {port} type tcp\r\n{END}"),
        None if name == "/root" => {
            format!("registration name /root ip 192.0.2.2 port 10000 type tcp\r\n{END}")
        }
        None => END.to_owned(),
    }
}
