//! Finds the stream of a sensor and receives its messages.

use std::time::{Duration, Instant};

use morse_scene::description::{InstanceDescription, Kind, StreamDescription};
use morse_scene::python_repr::repr;
use morse_scene::value::Value;
use morse_scene::wiring::Direction;

use crate::arguments::ServerArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::signals;
use morse::client::{Client, ClientError, Line, Lines};

/// If no message arrives for this time, possible reasons are logged.
const SILENCE: Duration = Duration::from_secs(3);

/// Name of the middleware that this command speaks.
const SOCKET: &str = "socket";

/// The connected stream of a sensor.
pub struct SensorStream {
    /// The sensor.
    pub component: InstanceDescription,
    /// Its port.
    pub port: u16,
    lines: Lines,
    begin: Instant,
    /// Number of messages received.
    count: u64,
    /// Whether the reasons for silence have been logged.
    is_silence_logged: bool,
}

impl SensorStream {
    /// Connects to the stream of a sensor.
    ///
    /// # Errors
    /// If there is no such component, or it has no stream that can be received.
    pub fn open(server: &ServerArguments, name: &str) -> Result<Self, ClientError> {
        let mut client = Client::connect(&server.host, server.port, signals::interrupt())?;
        let component = client.find(name)?;
        let port = port(&component)?;
        let lines = client.open_stream(port)?;
        Ok(Self { component, port, lines, begin: Instant::now(), count: 0, is_silence_logged: false })
    }

    /// Waits for the next message, until `deadline`. `is_interrupted` ends the wait.
    ///
    /// # Errors
    /// If the connection fails, or ends before `wanted` messages.
    pub fn next(
        &mut self,
        wanted: Option<u64>,
        deadline: Option<Instant>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Next, Failure> {
        let silence = (!self.is_silence_logged && self.count == 0).then(|| self.begin + SILENCE);
        let earliest = [deadline, silence].into_iter().flatten().min();
        match self.lines.next(earliest, is_interrupted)? {
            Line::Text(message) => {
                self.count += 1;
                Ok(Next::Message(message))
            }
            Line::Closed => match wanted.filter(|&wanted| wanted > self.count) {
                Some(wanted) => {
                    let component = self.component.name.clone();
                    Err(ClientError::StreamEnded { component, got: self.count, wanted }.into())
                }
                None => Ok(Next::End),
            },
            Line::Interrupted => Ok(Next::End),
            Line::Timeout => {
                if silence.is_some_and(|silence| Instant::now() >= silence) {
                    self.is_silence_logged = true;
                    log::notice(&silence_text(&self.component));
                }
                Ok(Next::Nothing)
            }
        }
    }

    /// Host and port.
    pub fn address(&self) -> &str {
        self.lines.address()
    }
}

/// Result of a wait for a message.
pub enum Next {
    /// A message.
    Message(String),
    /// The deadline has passed.
    Nothing,
    /// The simulator has ended, or the user has interrupted the command.
    End,
}

fn silence_text(component: &InstanceDescription) -> String {
    let name = &component.name;
    let silent = format!("{name} has sent nothing for {} s", SILENCE.as_secs());
    if component.active {
        format!(
            "{silent}: its clock may be stopped, or the sensor has nothing to report. See the log of the simulation"
        )
    } else {
        format!("{silent}: it is deactivated. To change that: morse service call simulation activate {name}")
    }
}

/// The port of the newest outgoing socket stream, which is the one that the simulator reports to clients.
fn port(component: &InstanceDescription) -> Result<u16, ClientError> {
    socket_port(component, Direction::Out).ok_or_else(|| ClientError::NoMessages {
        component: component.name.clone(),
        why: why_silent(component),
    })
}

/// The port of the newest socket stream in a direction.
pub fn socket_port(component: &InstanceDescription, direction: Direction) -> Option<u16> {
    let is_socket =
        |stream: &&StreamDescription| stream.middleware == SOCKET && stream.direction == direction;
    let mut sockets = component.streams.iter().rev().filter(is_socket);
    sockets.find_map(|stream| u16::try_from(stream.endpoint.get("port")?.as_i64()?).ok())
}

/// The reason why a component has no messages for this command, and a remedy.
fn why_silent(component: &InstanceDescription) -> String {
    let name = &component.name;
    match component.kind {
        Some(Kind::Sensor) => {}
        Some(Kind::Actuator) => {
            return format!(
                "is an actuator: its stream receives commands and sends no messages. To list its fields: morse topic info {name}; to \
                 send one: morse topic pub {name} FIELD=VALUE"
            );
        }
        _ => return "is a robot and has no streams; its sensors have some: morse topic list".to_owned(),
    }
    let streams: Vec<String> = component
        .streams
        .iter()
        .map(|stream| [stream.middleware.clone(), endpoint_text(stream)].join(" ").trim_end().to_owned())
        .collect();
    let has = match streams.as_slice() {
        [] => "has no stream".to_owned(),
        [one] => format!("has no socket stream; its stream is {one}"),
        several => format!("has no socket stream; its streams are {}", several.join(", ")),
    };
    let ask = if component.service_interfaces.is_empty() {
        String::new()
    } else {
        format!(". Its newest reading: morse service call {name} get_local_data")
    };
    format!("{has}. In the scene, add_stream('socket') gives it one{ask}")
}

/// The endpoint of a stream as text: `port 60000`, `file a.txt`; empty if the middleware does not report it.
pub fn endpoint_text(stream: &StreamDescription) -> String {
    let word = |(key, value): (&str, &Value)| match value.as_str() {
        Some(text) => format!("{key} {text}"),
        None => format!("{key} {}", repr(value)),
    };
    stream.endpoint.iter().map(word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Map;

    use super::*;

    fn component(json: &str) -> InstanceDescription {
        serde_json::from_str(json).unwrap()
    }

    fn sensor(streams: &str) -> InstanceDescription {
        component(&format!(
            "{{\"name\": \"r.s\", \"kind\": \"sensor\", \"active\": true, \"streams\": [{streams}]}}"
        ))
    }

    fn stream(middleware: &str, direction: &str, endpoint: &str) -> String {
        format!(
            "{{\"direction\": \"{direction}\", \"middleware\": \"{middleware}\", \"manager\": \"m\", \"class\": \"c\", \
             \"endpoint\": {endpoint}}}"
        )
    }

    #[test]
    fn newest_outgoing_socket_stream_is_selected() {
        let streams = [
            stream("socket", "OUT", "{\"port\": 60000}"),
            stream("socket", "OUT", "{\"port\": 60001}"),
            stream("text", "OUT", "{\"file\": \"a.txt\"}"),
        ];
        assert_eq!(port(&sensor(&streams.join(","))).unwrap(), 60001);
        assert!(port(&sensor(&stream("socket", "OUT", "{\"port\": 700000}"))).is_err());
    }

    #[test]
    fn missing_socket_stream_is_explained_with_other_streams() {
        let why = |component: &InstanceDescription| port(component).unwrap_err().to_string();
        let text = why(&sensor(&stream("text", "OUT", "{\"file\": \"a.txt\"}")));
        assert!(text.contains("r.s has no socket stream; its stream is text file a.txt"), "{text}");
        assert!(text.contains("add_stream('socket')") && !text.contains("get_local_data"), "{text}");
        let mut served = sensor("");
        served.service_interfaces = vec!["m".to_owned()];
        let text = why(&served);
        assert!(text.contains("r.s has no stream") && text.contains("call r.s get_local_data"), "{text}");
        let actuator = component("{\"name\": \"r.a\", \"kind\": \"actuator\", \"active\": true}");
        assert!(why(&actuator).contains("is an actuator"));
        let robot = component("{\"name\": \"r\", \"kind\": \"robot\", \"active\": true}");
        assert!(why(&robot).contains("is a robot"));
    }

    #[test]
    fn endpoint_text_lists_keys_and_values() {
        let mut stream: StreamDescription =
            serde_json::from_str(&stream("ros", "OUT", "{\"topic\": \"/pose\", \"queue\": 1}")).unwrap();
        assert_eq!(endpoint_text(&stream), "topic /pose, queue 1");
        stream.endpoint = Map::new();
        assert_eq!(endpoint_text(&stream), "");
    }
}
