//! Ivy: a bus of agents that discover each other by UDP broadcasts and exchange lines of text over TCP.
//!
//! An agent sends its regular expressions to all agents. They reply with the captured groups of each message that matches.
//! Protocol version 3, as in "The Ivy architecture and protocol".

pub mod line;

mod agent;

pub use agent::{Agent, AgentError, Handler};
