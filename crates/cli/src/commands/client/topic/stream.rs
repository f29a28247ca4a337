//! Finds the stream whose messages are wanted, and follows it.

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

/// After that long without any message, the user is told why that may be.
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
    /// How many messages have come.
    count: u64,
    is_told: bool,
}

impl SensorStream {
    /// Connects to the stream of a sensor.
    ///
    /// # Errors
    /// When there is no such component, or it has no stream that can be followed.
    pub fn open(server: &ServerArguments, name: &str) -> Result<Self, ClientError> {
        let mut client = Client::connect(&server.host, server.port, signals::interrupt())?;
        let component = client.find(name)?;
        let port = port(&component)?;
        let lines = client.open_stream(port)?;
        Ok(Self { component, port, lines, begin: Instant::now(), count: 0, is_told: false })
    }

    /// Waits for the next message; `None` when there will be none, because the simulator has ended or the user wants
    /// the end.
    ///
    /// # Errors
    /// When the connection is broken, or ends before `wanted` messages.
    pub fn next(
        &mut self,
        wanted: Option<u64>,
        deadline: Option<Instant>,
        is_interrupted: &dyn Fn() -> bool,
    ) -> Result<Next, Failure> {
        let silence = (!self.is_told && self.count == 0).then(|| self.begin + SILENCE);
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
                    self.is_told = true;
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

/// What a wait for a message ended with.
pub enum Next {
    /// A message.
    Message(String),
    /// The deadline has passed.
    Nothing,
    /// There will be no further message.
    End,
}

fn silence_text(component: &InstanceDescription) -> String {
    let name = &component.name;
    let silent = format!("{name} has sent nothing for {} s", SILENCE.as_secs());
    if component.active {
        format!(
            "{silent}: its clock may stand still, or the sensor has nothing to tell. The log of the simulation says more"
        )
    } else {
        format!("{silent}: it is deactivated. To change that: morse service call simulation activate {name}")
    }
}

/// The port of the newest outgoing socket stream, which is the one that clients are told of.
fn port(component: &InstanceDescription) -> Result<u16, ClientError> {
    let mut sockets = component.streams.iter().rev().filter(|stream| is_outgoing_socket(stream));
    let port = sockets.find_map(|stream| u16::try_from(stream.endpoint.get("port")?.as_i64()?).ok());
    port.ok_or_else(|| ClientError::NoMessages {
        component: component.name.clone(),
        why: why_silent(component),
    })
}

fn is_outgoing_socket(stream: &StreamDescription) -> bool {
    stream.middleware == SOCKET && stream.direction == Direction::Out
}

/// Why a component has no messages for this command, and what helps.
fn why_silent(component: &InstanceDescription) -> String {
    let name = &component.name;
    match component.kind {
        Some(Kind::Sensor) => {}
        Some(Kind::Actuator) => {
            return format!(
                "is an actuator: its stream takes commands and sends no messages. What it takes: morse topic info {name}"
            );
        }
        _ => return "is a robot and has no streams; its sensors have some: morse topic list".to_owned(),
    }
    let streams: Vec<String> = component
        .streams
        .iter()
        .map(|stream| [stream.middleware.clone(), place(stream)].join(" ").trim_end().to_owned())
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

/// Where clients find a stream: `port 60000`, `file a.txt`; empty if the middleware does not tell.
pub fn place(stream: &StreamDescription) -> String {
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
    fn the_newest_outgoing_socket_stream_is_followed() {
        let streams = [
            stream("socket", "OUT", "{\"port\": 60000}"),
            stream("socket", "OUT", "{\"port\": 60001}"),
            stream("text", "OUT", "{\"file\": \"a.txt\"}"),
        ];
        assert_eq!(port(&sensor(&streams.join(","))).unwrap(), 60001);
        assert!(port(&sensor(&stream("socket", "OUT", "{\"port\": 700000}"))).is_err());
    }

    #[test]
    fn without_a_socket_stream_the_others_are_told_and_what_helps() {
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
    fn a_place_is_told_in_the_words_of_its_middleware() {
        let mut stream: StreamDescription =
            serde_json::from_str(&stream("ros", "OUT", "{\"topic\": \"/pose\", \"queue\": 1}")).unwrap();
        assert_eq!(place(&stream), "topic /pose, queue 1");
        stream.endpoint = Map::new();
        assert_eq!(place(&stream), "");
    }
}
