//! Parses answers of services: `id STATUS [json]`.

use morse_scene::value::Value;
use morse_socket::json;

use super::error::ClientError;

/// Status of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Success,
    Failed,
    Preempted,
}

/// The result of a service that succeeded.
#[derive(Debug, Clone, PartialEq)]
pub struct ServiceResult {
    /// The value; null also for values that are false in Python, which simulators do not send.
    pub value: Value,
    /// The JSON text of the value as received; `None` if the answer has none.
    pub json: Option<String>,
}

/// An answer line.
#[derive(Debug, PartialEq)]
pub struct ReceivedAnswer {
    pub status: Status,
    value: Value,
    json: Option<String>,
}

impl ReceivedAnswer {
    /// Parses the answer to request `id`; `None` if the line is not one.
    pub fn parse(line: &str, id: &str) -> Option<Self> {
        let (found, rest) = line.trim_end().split_once(' ')?;
        let (status, json) = match rest.split_once(' ') {
            Some((status, json)) => (status, Some(json)),
            None => (rest, None),
        };
        let status = match status {
            "SUCCESS" => Status::Success,
            "FAILED" => Status::Failed,
            "PREEMPTED" => Status::Preempted,
            _ => return None,
        };
        let value = json.map_or(Some(Value::Null), |json| json::read(json).ok())?;
        (found == id).then(|| Self { status, value, json: json.map(str::to_owned) })
    }

    /// The text of a failed answer.
    pub fn text(&self) -> &str {
        self.value.as_str().or(self.json.as_deref()).unwrap_or("no reason was given")
    }

    /// Converts the answer to the result of the call.
    ///
    /// # Errors
    /// If the service failed or was preempted.
    pub fn result(self, component: &str, service: &str) -> Result<ServiceResult, ClientError> {
        let (component, service) = (component.to_owned(), service.to_owned());
        match self.status {
            Status::Success => Ok(ServiceResult { value: self.value, json: self.json }),
            Status::Failed => Err(ClientError::Failed { component, service, reason: self.text().to_owned() }),
            Status::Preempted => Err(ClientError::Preempted { component, service }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(line: &str) -> Result<ServiceResult, ClientError> {
        ReceivedAnswer::parse(line, "7").unwrap().result("robot.arm", "rotate")
    }

    #[test]
    fn values_are_kept_unchanged() {
        let got = result("7 SUCCESS [1.0, NaN]\n").unwrap();
        assert_eq!(got.json.as_deref(), Some("[1.0, NaN]"));
        assert!(matches!(got.value.as_list(), Some([Value::Float(_), Value::Float(nan)]) if nan.is_nan()));
        assert_eq!(result("7 SUCCESS").unwrap(), ServiceResult { value: Value::Null, json: None });
    }

    #[test]
    fn failures_contain_the_reason() {
        assert_eq!(
            result("7 FAILED \"no \\u00e9\"").unwrap_err().to_string(),
            "robot.arm rotate failed: no é"
        );
        assert_eq!(
            result("7 FAILED").unwrap_err().to_string(),
            "robot.arm rotate failed: no reason was given"
        );
        assert!(matches!(result("7 PREEMPTED"), Err(ClientError::Preempted { .. })));
    }

    #[test]
    fn other_lines_are_not_answers() {
        for line in
            ["", "7", "8 SUCCESS", "7 GOOD", "7 SUCCESS [1,", "{\"timestamp\": 1.0}", "HTTP/1.1 400 Bad"]
        {
            assert_eq!(ReceivedAnswer::parse(line, "7"), None, "{line}");
        }
    }
}
