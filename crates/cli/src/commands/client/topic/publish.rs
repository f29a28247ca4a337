//! `morse topic pub`: sends commands to an actuator.

use std::thread;
use std::time::{Duration, Instant};

use morse::client::{Client, ClientError, Lines};
use morse_scene::description::{InstanceDescription, Kind};
use morse_scene::nearest::nearest_name;
use morse_scene::value::{Map, Value};
use morse_scene::wiring::Direction;
use morse_socket::json;

use super::stream::socket_port;
use crate::arguments::PubArguments;
use crate::commands::client::service::call_arguments::{is_identifier, value};
use crate::failure::Failure;
use crate::output::log;
use crate::signals;

/// Longest time for which Ctrl-C waits.
const POLL: Duration = Duration::from_millis(50);

/// Sends one command, or one command in each period until Ctrl-C, the wanted number, or the end of the simulation.
pub fn publish(arguments: &PubArguments) -> Result<(), Failure> {
    let server = &arguments.server;
    let mut client = Client::connect(&server.host, server.port, signals::interrupt())?;
    let component = client.find(&arguments.component)?;
    let port = port(&component)?;
    let command = command(&component, &arguments.fields).map_err(ClientError::Arguments)?;
    let mut line = Vec::new();
    json::write_value(&mut line, &Value::Map(command))
        .map_err(|error| ClientError::Arguments(format!("JSON cannot represent {}", error.type_name)))?;
    let shown = String::from_utf8_lossy(&line).into_owned();
    line.push(b'\n');
    let mut stream = client.open_stream(port)?;
    let Some(rate_hz) = arguments.rate else {
        stream.send_bytes(&line)?;
        log::notice(&format!("{} gets {shown}, which holds until its next command.", component.name));
        return Ok(());
    };
    log::notice(&format!("{} gets {shown} {rate_hz} times per second, until Ctrl-C.", component.name));
    signals::watch();
    repeat(&mut stream, &line, rate_hz, arguments.count)
}

/// Sends a line at a rate in wall time.
fn repeat(stream: &mut Lines, line: &[u8], rate_hz: f64, count: Option<u64>) -> Result<(), Failure> {
    let period = Duration::from_secs_f64(1.0 / rate_hz);
    let mut due = Instant::now();
    let mut sent = 0;
    while count != Some(sent) && !signals::interrupted() {
        match stream.send_bytes(line) {
            // The simulation has ended.
            Err(ClientError::Broken { .. }) if count.is_none() && sent > 0 => break,
            result => result?,
        }
        sent += 1;
        due += period;
        while let Some(left) = due.checked_duration_since(Instant::now()) {
            if signals::interrupted() {
                break;
            }
            thread::sleep(left.min(POLL));
        }
    }
    Ok(())
}

/// The port of the newest incoming socket stream.
fn port(component: &InstanceDescription) -> Result<u16, ClientError> {
    socket_port(component, Direction::In).ok_or_else(|| {
        let name = &component.name;
        let why = match component.kind {
            Some(Kind::Sensor) => {
                format!("is a sensor, which takes no commands; its messages: morse topic echo {name}")
            }
            Some(Kind::Actuator) => {
                "has no socket stream for commands; in the scene, add_stream('socket') gives it one"
                    .to_owned()
            }
            _ => "is a robot, which takes no commands; its actuators do: morse topic list".to_owned(),
        };
        ClientError::NoCommands { component: name.clone(), why }
    })
}

/// The command of `name=value` words or of one JSON object. Other fields have the values that they have before the first
/// command.
fn command(component: &InstanceDescription, words: &[String]) -> Result<Map, String> {
    let fields = &component.fields;
    let mut command: Map = fields.iter().map(|field| (field.name.clone(), field.default.clone())).collect();
    let given = match words {
        [word] if word.starts_with('{') => match json::read(word) {
            Ok(Value::Map(all)) => all.into_iter().collect(),
            _ => return Err(format!("{word} is not a JSON object")),
        },
        words => words.iter().map(|word| named(word)).collect::<Result<Vec<_>, _>>()?,
    };
    for (name, value) in given {
        let known = || fields.iter().map(|field| field.name.as_str());
        let field = fields.iter().find(|field| field.name == name);
        match field {
            Some(field) => check(&name, &field.type_name, &value)?,
            // A component without fixed fields names its own, such as the joints of an armature.
            None if fields.is_empty() => {}
            None => {
                let meant = nearest_name(&name, known());
                let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
                let known: Vec<&str> = known().collect();
                return Err(format!(
                    "{} has no field {name}{meant} It has {}",
                    component.name,
                    known.join(", ")
                ));
            }
        }
        command.insert(name, value);
    }
    Ok(command)
}

fn named(word: &str) -> Result<(String, Value), String> {
    let (name, text) = word
        .split_once('=')
        .filter(|(name, _)| is_identifier(name))
        .ok_or_else(|| format!("{word} must be FIELD=VALUE, such as v=1.0, or one JSON object"))?;
    Ok((name.to_owned(), value(text)?))
}

/// Refuses what the simulator would refuse: it would log that, and this command would not know.
fn check(name: &str, type_name: &str, value: &Value) -> Result<(), String> {
    let (fits, allowed) = match type_name {
        "float" => (value.as_f64().is_some_and(f64::is_finite), "a finite number"),
        "int" => (matches!(value, Value::Int(_)), "a whole number"),
        "bool" => (matches!(value, Value::Bool(_)), "true or false"),
        "string" => (matches!(value, Value::Text(_)), "a text"),
        _ => return Ok(()),
    };
    if fits { Ok(()) } else { Err(format!("{name} must be {allowed}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn motion() -> InstanceDescription {
        serde_json::from_str(
            r#"{"name": "r.motion", "kind": "actuator", "active": true, "fields": [
                {"name": "v", "type": "float", "default": 0.0}, {"name": "w", "type": "float", "default": 0.25}],
                "streams": [{"direction": "IN", "middleware": "socket", "manager": "m", "class": "c",
                    "endpoint": {"port": 60007}}]}"#,
        )
        .unwrap()
    }

    fn made(words: &[&str]) -> Result<Map, String> {
        command(&motion(), &words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn fields_that_are_not_given_have_their_defaults() {
        let expected = Map::from([("v", Value::Float(1.5)), ("w", Value::Float(0.25))]);
        assert_eq!(made(&["v=1.5"]).unwrap(), expected);
        assert_eq!(made(&["{\"v\": 1.5}"]).unwrap(), expected);
        assert_eq!(made(&["v=-1", "w=2"]).unwrap(), Map::from([("v", Value::Int(-1)), ("w", Value::Int(2))]));
    }

    #[test]
    fn mistakes_are_named() {
        for (words, problem) in [
            (&["u=1"][..], "r.motion has no field u"),
            (&["1"], "1 must be FIELD=VALUE"),
            (&["v=fast"], "v must be a finite number"),
            (&["v=NaN"], "v must be a finite number"),
            (&["v=true"], "v must be a finite number"),
            (&["{v: 1}"], "{v: 1} is not a JSON object"),
        ] {
            let error = made(words).unwrap_err();
            assert!(error.starts_with(problem), "{error}");
        }
    }

    #[test]
    fn commands_go_to_actuators_with_a_socket_stream() {
        assert_eq!(port(&motion()).unwrap(), 60007);
        for (kind, words) in
            [("sensor", "topic echo r.a"), ("actuator", "add_stream('socket')"), ("robot", "topic list")]
        {
            let text = format!("{{\"name\": \"r.a\", \"kind\": \"{kind}\", \"active\": true}}");
            let error = port(&serde_json::from_str(&text).unwrap()).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
