//! Ivy: a bus of agents that find each other by UDP broadcasts and exchange lines of text over TCP.
//!
//! An agent tells its regular expressions to each other agent, which sends what they capture of its messages. Protocol
//! version 3, as in "The Ivy architecture and protocol".

pub mod line;

mod agent;

pub use agent::{Agent, AgentError, Handler};
