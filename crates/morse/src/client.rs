//! A blocking client of a running simulator, over its socket interface.

mod answer;
mod error;
mod lines;
mod names;
mod reach;

use std::time::{Duration, Instant};

use morse_scene::description::InstanceDescription;
use morse_scene::value::Value;
use morse_socket::json;

use crate::interrupt::Interrupt;
use answer::{ReceivedAnswer, Status};

pub use answer::ServiceResult;
pub use error::ClientError;
pub use lines::{Line, Lines};
pub use names::{ComponentEntry, resolve};
pub use reach::is_reachable;

/// Time limit for the answer of a service that only describes something.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

/// Time limit for the answer to a cancelled request.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum number of unanswered requests, so that neither side fills its buffers.
const PIPELINE_LENGTH_MAX: usize = 32;

/// The pseudo components of every simulation.
pub const PSEUDO_COMPONENTS: [&str; 3] = ["communication", "simulation", "time"];

/// Result of a service call.
#[derive(Debug, PartialEq)]
pub enum CallOutcome {
    /// The service succeeded.
    Done(ServiceResult),
    /// The service was cancelled and has ended.
    Cancelled,
    /// The service was cancelled but did not end within the time limit.
    StillRunning,
}

/// A connection to the services of a simulator.
pub struct Client {
    host: String,
    /// Cancels a call.
    interrupt: Interrupt,
    lines: Lines,
    requests: u64,
}

impl Client {
    /// Connects to the service port. Requesting `interrupt` cancels the current call.
    ///
    /// # Errors
    /// If no server listens there.
    pub fn connect(host: &str, port: u16, interrupt: Interrupt) -> Result<Self, ClientError> {
        let lines = Lines::connect(host, port)?;
        Ok(Self { host: host.to_owned(), interrupt, lines, requests: 0 })
    }

    /// All robots and components in the order of the simulator: each robot is followed by its components.
    ///
    /// # Errors
    /// If the simulator does not answer.
    pub fn components(&mut self) -> Result<Vec<ComponentEntry>, ClientError> {
        let details = self.ask("simulation", "details", &[])?.value;
        names::from_details(&details).ok_or_else(|| self.foreign("details"))
    }

    /// Describes existing components.
    ///
    /// # Errors
    /// If the simulator does not answer, or its version cannot describe components.
    pub fn describe(&mut self, names: &[String]) -> Result<Vec<InstanceDescription>, ClientError> {
        let mut descriptions = Vec::new();
        for names in names.chunks(PIPELINE_LENGTH_MAX) {
            let mut ids = Vec::new();
            for name in names {
                ids.push(self.send("simulation", "describe_component", &[Value::from(name.as_str())])?);
            }
            for id in ids {
                let answer = self.receive(&id)?;
                if answer.status == Status::Failed && answer.text().contains("has not been registered") {
                    return Err(ClientError::Outdated { address: self.lines.address().to_owned() });
                }
                let value = answer.result("simulation", "describe_component")?.value;
                let read = serde_json::to_value(value).and_then(serde_json::from_value);
                descriptions.push(read.map_err(|_| self.foreign("describe_component"))?);
            }
        }
        Ok(descriptions)
    }

    /// Finds a component by its full name, or by the end of its name if that is unique.
    ///
    /// # Errors
    /// If there is no such component, or several match.
    pub fn find(&mut self, name: &str) -> Result<InstanceDescription, ClientError> {
        let known: Vec<String> = self.components()?.into_iter().map(|entry| entry.name).collect();
        self.describe_one(resolve(name, &known)?)
    }

    /// Describes one existing component.
    ///
    /// # Errors
    /// If the simulator does not answer, or its version cannot describe components.
    pub fn describe_one(&mut self, name: &str) -> Result<InstanceDescription, ClientError> {
        let described = self.describe(&[name.to_owned()])?.pop();
        described.ok_or_else(|| self.foreign("describe_component"))
    }

    /// Calls a service and waits until it ends. The interrupt and the time limit cancel it.
    ///
    /// # Errors
    /// If the service fails or is preempted, or the simulator ends.
    pub fn call(
        &mut self,
        component: &str,
        service: &str,
        arguments: &[Value],
        timeout: Option<Duration>,
    ) -> Result<CallOutcome, ClientError> {
        let id = self.send(component, service, arguments)?;
        // A time limit beyond the range of the clock means no limit.
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let interrupt = self.interrupt.clone();
        match self.lines.next(deadline, &|| interrupt.is_requested())? {
            Line::Text(line) => {
                self.parse_answer(&line, &id)?.result(component, service).map(CallOutcome::Done)
            }
            Line::Closed => Err(self.closed()),
            Line::Timeout | Line::Interrupted => self.cancel(&id, component, service),
        }
    }

    fn cancel(&mut self, id: &str, component: &str, service: &str) -> Result<CallOutcome, ClientError> {
        self.lines.send(&format!("{id} cancel\n"))?;
        let deadline = Some(Instant::now() + CANCEL_TIMEOUT);
        match self.lines.next(deadline, &|| false)? {
            Line::Text(line) => match self.parse_answer(&line, id)? {
                ReceivedAnswer { status: Status::Preempted, .. } => Ok(CallOutcome::Cancelled),
                answer => answer.result(component, service).map(CallOutcome::Done),
            },
            Line::Closed => Err(self.closed()),
            Line::Timeout | Line::Interrupted => Ok(CallOutcome::StillRunning),
        }
    }

    /// Calls a service that answers immediately.
    fn ask(
        &mut self,
        component: &str,
        service: &str,
        arguments: &[Value],
    ) -> Result<ServiceResult, ClientError> {
        let id = self.send(component, service, arguments)?;
        self.receive(&id)?.result(component, service)
    }

    /// Sends a request and returns its id.
    fn send(&mut self, component: &str, service: &str, arguments: &[Value]) -> Result<String, ClientError> {
        self.requests += 1;
        let id = format!("morse{}", self.requests);
        let mut line = format!("{id} {component} {service} ").into_bytes();
        json::write_value(&mut line, &Value::List(arguments.to_vec()))
            .map_err(|error| ClientError::Arguments(format!("JSON cannot represent {}", error.type_name)))?;
        line.push(b'\n');
        self.lines.send_bytes(&line)?;
        Ok(id)
    }

    fn receive(&mut self, id: &str) -> Result<ReceivedAnswer, ClientError> {
        let address = self.lines.address().to_owned();
        let deadline = Some(Instant::now() + ANSWER_TIMEOUT);
        match self.lines.next(deadline, &|| false)? {
            Line::Text(line) => self.parse_answer(&line, id),
            Line::Closed => Err(self.closed()),
            Line::Timeout | Line::Interrupted => {
                Err(ClientError::NoAnswer { address, timeout_s: ANSWER_TIMEOUT.as_secs() })
            }
        }
    }

    fn parse_answer(&self, line: &str, id: &str) -> Result<ReceivedAnswer, ClientError> {
        ReceivedAnswer::parse(line, id).ok_or_else(|| self.foreign(line))
    }

    fn foreign(&self, text: &str) -> ClientError {
        ClientError::foreign(self.lines.address(), text)
    }

    fn closed(&self) -> ClientError {
        ClientError::Closed { address: self.lines.address().to_owned() }
    }

    /// Connects to the port of a stream of the same simulator.
    ///
    /// # Errors
    /// If no server listens there.
    pub fn open_stream(&self, port: u16) -> Result<Lines, ClientError> {
        Lines::connect(&self.host, port)
    }
}
