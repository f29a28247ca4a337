//! Test utilities: recorded exchanges, a small name server, and peers.
#![allow(dead_code, unused_imports)]

pub mod captures;
pub mod name_server;
pub mod peer;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use morse_yarp::bottle::{Bottle, Dialect};
use morse_yarp::settings::Settings;
use morse_yarp::yarp_node::{OpenPort, PortConfig, YarpNode};

pub use captures::Capture;
pub use name_server::TestNameServer;
pub use peer::Peer;

/// Timeout of all waits in tests.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Polls a condition until it holds.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Settings for the name server with its file in this folder.
pub fn settings(folder: &std::path::Path) -> Settings {
    let folder = folder.to_string_lossy().into_owned();
    Settings::from_environment(|name| (name == "YARP_CONFIG_HOME").then(|| folder.clone()))
}

/// A name server, and a node that is registered there.
pub struct Running {
    pub server: TestNameServer,
    pub node: YarpNode,
}

impl Running {
    pub fn start() -> Self {
        Self::start_with(|_| {})
    }

    pub fn start_with(change: impl FnOnce(&mut Settings)) -> Self {
        let server = TestNameServer::start();
        let mut settings = settings(server.folder());
        change(&mut settings);
        let node = YarpNode::start(settings).unwrap();
        Self { server, node }
    }

    /// Opens a sending port, and waits until it is registered.
    pub fn output(&self, name: &str) -> OpenPort {
        let config = PortConfig { name: name.to_owned(), topic: None, receive: None, queue: 10 };
        self.open(config)
    }

    /// Opens a receiving port, and waits until it is registered. Returns it with a channel of received bottles.
    pub fn input(&self, name: &str) -> (OpenPort, Receiver<Bottle>) {
        let (sender, receiver) = channel();
        let sender = std::sync::Mutex::new(sender);
        let receive = Box::new(move |incoming: morse_yarp::yarp_node::Incoming| {
            if let Some(reply) = incoming.reply {
                let _ = reply.send(vec!["heard".into()]);
            }
            let _ = sender.lock().unwrap().send(incoming.bottle);
        });
        let config = PortConfig { name: name.to_owned(), topic: None, receive: Some(receive), queue: 10 };
        (self.open(config), receiver)
    }

    fn open(&self, config: PortConfig) -> OpenPort {
        let name = config.name.clone();
        let port = self.node.open(config).unwrap();
        wait_for("registered", || self.server.address(&name).is_some());
        port
    }

    /// Connects a peer to a port.
    pub fn peer(&self, port: &str) -> Peer {
        Peer::connect(self.server.address(port).unwrap())
    }

    /// Connects two ports as `yarp connect` does.
    pub fn connect(&self, from: &str, to: &str, carrier: &str) -> String {
        let mut admin = self.peer(from);
        admin.send(b"CONNACK admin\r\n");
        assert_eq!(admin.line(), "Welcome admin");
        admin.send(format!("a\r\n[add] \"{carrier}:/{to}\"\r\n").as_bytes());
        let answer = admin.line();
        assert_eq!(admin.line(), "<ACK>");
        answer
    }
}

/// The dialects, each with its release.
pub const DIALECTS: [(&str, Dialect); 2] = [("39", Dialect::Yarp3), ("40", Dialect::Yarp4)];

/// A flag shared by threads.
pub type Flag = Arc<std::sync::atomic::AtomicBool>;
