//! Calls services of components through requests to the engine, and converts their answers to JSON.

use std::sync::{Arc, OnceLock};

use morse_scene::value::Value;
use morse_sim::contract::service::{Answer, ServiceError};
use morse_sim::transport::request::{Event, Gateway, Refused, Request, RequestId};

/// Class path of the request manager.
pub const REQUEST_MANAGER: &str = "morse.middleware.ros2_request_manager.ROS2RequestManager";

/// Sends requests to the engine. Calls fail until the middleware has started.
#[derive(Clone, Default)]
pub struct Caller {
    gateway: Arc<OnceLock<Gateway>>,
}

impl Caller {
    /// Sets the queue of the engine. A second call has no effect.
    pub fn connect(&self, gateway: Gateway) {
        let _ = self.gateway.set(gateway);
    }

    /// Calls a service of a component. `respond` is called once, on any thread, and must not block. Returns the id for
    /// cancelling the call, or `None` if the engine did not accept the call.
    pub fn call(
        &self,
        component: &str,
        service: &str,
        arguments: Vec<Value>,
        respond: impl FnOnce(Answer) + Send + 'static,
    ) -> Option<RequestId> {
        let refuse = |text: &str| Answer::Failed(ServiceError::Refused(text.to_owned()));
        let Some(gateway) = self.gateway.get() else {
            respond(refuse("the simulation has not started yet"));
            return None;
        };
        let id = gateway.next_id();
        let request = Request {
            id,
            manager: REQUEST_MANAGER,
            component: component.to_owned(),
            service: service.to_owned(),
            arguments,
            respond: Box::new(respond),
        };
        let (text, event) = match gateway.try_send(Event::Request(request)) {
            Ok(()) => return Some(id),
            Err(Refused::Full(event)) => {
                ("the simulation has too many requests at once; try again", Some(event))
            }
            Err(Refused::Closed) => ("the simulation has ended", None),
        };
        if let Some(Event::Request(request)) = event {
            (request.respond)(refuse(text));
        }
        None
    }

    /// Cancels a call that has not been answered. Returns whether the engine accepted the cancellation.
    #[must_use]
    pub fn cancel(&self, id: RequestId) -> bool {
        self.gateway.get().is_some_and(|gateway| gateway.try_send(Event::Cancel(id)).is_ok())
    }
}

/// Reads the arguments of a call from a JSON list. An empty text means no arguments.
///
/// # Errors
/// When the text is not a JSON list.
pub fn arguments_from_json(text: &str) -> Result<Vec<Value>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    serde_json::from_str(text).map_err(|error| {
        format!("the arguments must be a JSON list, such as [1.0, 2.0, \"text\", true]: {error}")
    })
}

/// The result of a call as JSON, or the error message. A result that JSON cannot represent is an error.
pub fn answer_to_json(answer: &Answer) -> Result<String, String> {
    match answer {
        Answer::Success(value) => serde_json::to_string(value).map_err(|error| error.to_string()),
        Answer::Failed(error) => Err(error.to_string()),
        Answer::Preempted(_) => Err("it was cancelled or replaced by a newer call".to_owned()),
    }
}

/// The result of a call for display: a text without quotes, an empty text for no result, other values as JSON.
pub fn answer_to_text(answer: &Answer) -> Result<String, String> {
    match answer {
        Answer::Success(Value::Text(text)) => Ok(text.clone()),
        Answer::Success(Value::Null) => Ok(String::new()),
        answer => answer_to_json(answer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_must_be_a_json_list() {
        let arguments = arguments_from_json(r#"[1, 2.0, "a", true, null, [3]]"#).unwrap();
        assert_eq!(arguments[0], Value::Int(1));
        assert_eq!(arguments[1], Value::Float(2.0));
        assert_eq!(arguments[5], Value::List(vec![Value::Int(3)]));
        assert!(arguments_from_json(" ").unwrap().is_empty());
        for bad in ["1", "{}", "[1,", "nonsense"] {
            assert!(arguments_from_json(bad).unwrap_err().contains("JSON list"), "{bad}");
        }
    }

    #[test]
    fn answers_become_json_or_an_error_message() {
        let list = Value::List(vec![Value::Float(1.0), Value::Null]);
        assert_eq!(answer_to_json(&Answer::Success(list)).unwrap(), "[1.0,null]");
        let text = Answer::Success(Value::Text("Arrived".into()));
        assert_eq!(answer_to_json(&text).unwrap(), "\"Arrived\"");
        assert_eq!(answer_to_text(&text).unwrap(), "Arrived");
        assert_eq!(answer_to_text(&Answer::Success(Value::Null)).unwrap(), "");
        let refused = Answer::Failed(ServiceError::Refused("too far".into()));
        assert_eq!(answer_to_json(&refused).unwrap_err(), "too far");
    }

    #[test]
    fn calls_before_the_start_fail() {
        let (sender, receiver) = std::sync::mpsc::channel();
        let id = Caller::default().call("a", "b", Vec::new(), move |answer| sender.send(answer).unwrap());
        assert!(id.is_none());
        assert!(answer_to_json(&receiver.recv().unwrap()).unwrap_err().contains("not started"));
    }
}
