//! Recorded exchanges, a small name server, and peers for the tests.
#![allow(dead_code, unused_imports)]

pub mod captures;
pub mod name_server;
pub mod peer;

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use morse_yarp::bottle::{Bottle, Dialect};
use morse_yarp::node::{OpenPort, PortPlan, YarpNode};
use morse_yarp::settings::Settings;

pub use captures::Capture;
pub use name_server::TestNameServer;
pub use peer::Peer;

/// No test needs it; it only ends those that hang.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Asks until the answer is as wished.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "{what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Settings for the name server whose file is in a folder.
pub fn settings(folder: &std::path::Path) -> Settings {
    let folder = folder.to_string_lossy().into_owned();
    Settings::from_environment(|name| (name == "YARP_CONFIG_HOME").then(|| folder.clone()))
}

/// A name server and a node that is registered there.
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

    /// A port that sends, once it is registered.
    pub fn output(&self, name: &str) -> OpenPort {
        let plan = PortPlan { name: name.to_owned(), topic: None, receive: None, queue: 10 };
        self.open(plan)
    }

    /// A port that receives, once it is registered, and what it has received.
    pub fn input(&self, name: &str) -> (OpenPort, Receiver<Bottle>) {
        let (sender, receiver) = channel();
        let sender = std::sync::Mutex::new(sender);
        let receive = Box::new(move |incoming: morse_yarp::node::Incoming| {
            if let Some(reply) = incoming.reply {
                let _ = reply.send(vec!["heard".into()]);
            }
            let _ = sender.lock().unwrap().send(incoming.bottle);
        });
        let plan = PortPlan { name: name.to_owned(), topic: None, receive: Some(receive), queue: 10 };
        (self.open(plan), receiver)
    }

    fn open(&self, plan: PortPlan) -> OpenPort {
        let name = plan.name.clone();
        let port = self.node.open(plan).unwrap();
        wait_for("registered", || self.server.address(&name).is_some());
        port
    }

    /// A peer that has connected to a port.
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

/// The dialects, each with the release that has it.
pub const DIALECTS: [(&str, Dialect); 2] = [("39", Dialect::Yarp3), ("40", Dialect::Yarp4)];

/// A flag that threads share.
pub type Flag = Arc<std::sync::atomic::AtomicBool>;
