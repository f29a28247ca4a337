//! The node's side: sends the poses of its own robots, and receives those of the others.

use std::io;

use morse_sim::prelude::Pose;

use super::connection::{ANSWER_MAX, Answer, Connection};
use super::message::{self, NodeTime};
use crate::log::NODES;

/// The name of a node, and the address of its server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeSettings {
    /// The name of the node.
    pub name: String,
    /// Host of the server: a name or an address.
    pub host: String,
    /// Port of the server.
    pub port: u16,
}

/// A node that is connected to its server.
#[derive(Debug)]
pub struct Node {
    settings: NodeSettings,
    /// The connection; `None` after it was lost.
    connection: Option<Connection>,
    /// The poses of other nodes' objects in the last answer.
    others: Vec<(String, Pose)>,
    told_late: bool,
    told_wrong: bool,
}

impl Node {
    /// Connects to the server.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub fn connect(settings: NodeSettings) -> io::Result<Self> {
        let connection = Some(Connection::open(&settings.host, settings.port)?);
        Ok(Self { settings, connection, others: Vec::new(), told_late: false, told_wrong: false })
    }

    /// Sends the poses of the node's own robots, and returns the known poses of everything else. Takes 0.1 s at most.
    /// If the server is lost, this is logged once, and from then on nothing is returned.
    pub fn exchange<'a>(
        &mut self,
        moment: NodeTime,
        robots: impl Iterator<Item = (&'a str, Pose)>,
    ) -> &[(String, Pose)] {
        if let Some(connection) = &mut self.connection {
            let name = &self.settings.name;
            let exchanged = connection.exchange(|out| message::write(out, name, moment, robots));
            match exchanged {
                Ok(Some(answer)) => self.take(answer),
                Ok(None) => self.tell_late(),
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
                match others.wrong.first() {
                    Some(first) => format!("it says no pose of {first:.80}, which stays where it is"),
                    None => return,
                }
            }
            Err(problem) => format!("{problem}; everything stays where it is"),
        };
        if !std::mem::replace(&mut self.told_wrong, true) {
            tracing::warn!(
                target: NODES,
                "An answer of {} is wrong: {problem}. Further ones are dropped in silence.", self.server()
            );
        }
    }

    fn tell_late(&mut self) {
        if !std::mem::replace(&mut self.told_late, true) {
            tracing::warn!(
                target: NODES,
                "{} takes longer than {} s to answer: until it does, the robots of other nodes stay where they are.",
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
            "{} is lost ({error}): node {:?} goes on alone.", self.server(), self.settings.name
        );
    }

    fn server(&self) -> String {
        format!("The multi-node server at {}:{}", self.settings.host, self.settings.port)
    }
}
