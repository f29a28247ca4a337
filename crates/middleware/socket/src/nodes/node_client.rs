//! The node's side: sends the poses of its own robots, and receives the poses of other nodes' robots.

use std::io;

use morse_sim::prelude::Pose;

use super::connection::{ANSWER_MAX, Answer, Connection};
use super::message::{self, NodeTime};
use crate::log::NODES;

/// Name of a node, and address of its server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeSettings {
    /// Name of the node.
    pub name: String,
    /// Host name or IP address of the server.
    pub host: String,
    /// Port of the server.
    pub port: u16,
}

/// A node with a connection to its server.
#[derive(Debug)]
pub struct Node {
    settings: NodeSettings,
    /// `None` after the connection was lost.
    connection: Option<Connection>,
    /// Poses of other nodes' robots in the last answer.
    others: Vec<(String, Pose)>,
    /// Whether a late answer was logged.
    is_late_logged: bool,
    /// Whether an invalid answer was logged.
    is_invalid_logged: bool,
}

impl Node {
    /// Connects to the server.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub fn connect(settings: NodeSettings) -> io::Result<Self> {
        let connection = Some(Connection::open(&settings.host, settings.port)?);
        Ok(Self { settings, connection, others: Vec::new(), is_late_logged: false, is_invalid_logged: false })
    }

    /// Sends the poses of the node's own robots, and returns the last poses of all other robots. Takes 0.1 s at most.
    /// If the server is lost, this is logged once, and the result is empty from then on.
    pub fn exchange<'a>(
        &mut self,
        time: NodeTime,
        robots: impl Iterator<Item = (&'a str, Pose)>,
    ) -> &[(String, Pose)] {
        if let Some(connection) = &mut self.connection {
            let name = &self.settings.name;
            let exchanged = connection.exchange(|out| message::write(out, name, time, robots));
            match exchanged {
                Ok(Some(answer)) => self.take(answer),
                Ok(None) => self.log_late(),
                Err(error) => self.lose(&error),
            }
        }
        &self.others
    }

    fn take(&mut self, answer: Answer) {
        let read = match answer {
            Answer::Line(line) => message::read_answer(&line),
            Answer::TooLong => Err("it is too long".to_owned()),
        };
        let problem = match read {
            Ok(others) => {
                self.others = others.poses;
                match others.invalid.first() {
                    Some(first) => format!("it has no valid pose of {first:.80}, which keeps its pose"),
                    None => return,
                }
            }
            Err(problem) => format!("{problem}; all robots keep their poses"),
        };
        if !std::mem::replace(&mut self.is_invalid_logged, true) {
            tracing::warn!(
                target: NODES,
                "{} sent an invalid answer: {problem}. Further invalid answers are not logged.", self.server()
            );
        }
    }

    fn log_late(&mut self) {
        if !std::mem::replace(&mut self.is_late_logged, true) {
            tracing::warn!(
                target: NODES,
                "{} takes longer than {} s to answer: until then, the robots of other nodes keep their poses.",
                self.server(),
                ANSWER_MAX.as_secs_f64()
            );
        }
    }

    fn lose(&mut self, error: &io::Error) {
        self.connection = None;
        self.others.clear();
        tracing::warn!(
            target: NODES,
            "{} is lost ({error}): node {:?} continues alone.", self.server(), self.settings.name
        );
    }

    fn server(&self) -> String {
        format!("The multi-node server at {}:{}", self.settings.host, self.settings.port)
    }
}
