//! Messages of pages: calls of services, commands, and subscriptions.

use std::collections::BTreeMap;

use morse::{Answer, Map, Value};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

/// Longest message of a page. [bytes]
pub const MESSAGE_MAX: usize = 64 * 1024;
/// Most components that a page looks at.
pub const SUBSCRIPTIONS_MAX: usize = 64;
/// Longest name.
const NAME_MAX: usize = 512;

/// A message of a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PageMessage {
    /// Calls a service. The answer has the same `id`.
    Call {
        /// A number of the page.
        id: u64,
        /// Full name of the component, or `simulation`, `time`, `communication`.
        component: String,
        /// The service.
        service: String,
        /// Its arguments by position.
        #[serde(default)]
        arguments: Vec<Value>,
    },
    /// Cancels a call.
    Cancel {
        /// That of the call.
        id: u64,
    },
    /// Commands an actuator.
    Command {
        /// Full name of the actuator.
        component: String,
        /// Values by field.
        values: BTreeMap<String, Value>,
    },
    /// Names all components whose readings the page wants from now on.
    Subscribe {
        /// Full names.
        components: Vec<String>,
    },
}

impl PageMessage {
    /// Reads a message.
    ///
    /// # Errors
    /// The problem of the message.
    pub fn parse(text: &str) -> Result<PageMessage, String> {
        let message: PageMessage = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let too_long = |name: &String| name.len() > NAME_MAX;
        match &message {
            PageMessage::Subscribe { components }
                if components.len() > SUBSCRIPTIONS_MAX || components.iter().any(too_long) =>
            {
                Err(format!(
                    "a page can look at {SUBSCRIPTIONS_MAX} components, with names of {NAME_MAX} bytes"
                ))
            }
            PageMessage::Call { component, service, .. } if too_long(component) || too_long(service) => {
                Err(format!("names have {NAME_MAX} bytes at most"))
            }
            PageMessage::Command { component, .. } if too_long(component) => {
                Err(format!("names have {NAME_MAX} bytes at most"))
            }
            _ => Ok(message),
        }
    }
}

/// Where answers for a page go. It never waits.
#[derive(Debug, Clone)]
pub struct Reply(pub mpsc::Sender<String>);

impl Reply {
    /// Sends an answer to a call.
    pub fn answer(&self, id: u64, answer: &Answer) {
        let message = match answer {
            Answer::Success(value) => {
                json!({"type": "answer", "id": id, "status": "success", "value": value})
            }
            Answer::Failed(error) => {
                json!({"type": "answer", "id": id, "status": "failed", "message": error.to_string()})
            }
            Answer::Preempted(value) => {
                json!({"type": "answer", "id": id, "status": "preempted", "value": value})
            }
        };
        self.send(message.to_string());
    }

    /// Says that something was not carried out.
    pub fn refuse(&self, id: Option<u64>, reason: &str) {
        let message = match id {
            Some(id) => json!({"type": "answer", "id": id, "status": "failed", "message": reason}),
            None => json!({"type": "error", "message": reason}),
        };
        self.send(message.to_string());
    }

    fn send(&self, message: String) {
        // A page that does not read its answers goes without.
        let _ = self.0.try_send(message);
    }
}

/// A message of a page that only the simulation can carry out.
#[derive(Debug)]
pub struct PageRequest {
    /// Number of the viewer.
    pub viewer: u64,
    /// Its message.
    pub message: PageMessage,
    /// Where the answer goes.
    pub reply: Reply,
}

/// A dictionary of the simulator.
pub fn to_map(values: BTreeMap<String, Value>) -> Map {
    let mut map = Map::new();
    for (name, value) in values {
        map.insert(name, value);
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_and_rubbish_is_named() {
        let call =
            r#"{"type": "call", "id": 3, "component": "robot", "service": "go", "arguments": [1, "x"]}"#;
        assert!(matches!(PageMessage::parse(call), Ok(PageMessage::Call { id: 3, .. })));
        for rubbish in ["", "[]", "{}", r#"{"type": "fly"}"#, r#"{"type": "call", "id": -1}"#] {
            assert!(PageMessage::parse(rubbish).is_err(), "{rubbish}");
        }
        let names = vec!["\"a\""; SUBSCRIPTIONS_MAX + 1].join(",");
        let many = format!(r#"{{"type": "subscribe", "components": [{names}]}}"#);
        assert!(PageMessage::parse(&many).unwrap_err().contains("64 components"));
        let deep = format!(
            r#"{{"type": "call", "id": 1, "component": "a", "service": "b", "arguments": {}"#,
            "[".repeat(5000)
        );
        assert!(PageMessage::parse(&deep).is_err());
    }
}
