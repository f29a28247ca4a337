//! Readers: convert bottles to commands of actuators.

use morse_network::Throttle;
use morse_scene::value::{Map, Value};
use morse_sim::contract::data::FieldInfo;
use morse_sim::transport::stream::{Inbox, StreamSpec};

use crate::bottle::{Bottle, Item};
use crate::log;
use crate::yarp_node::Incoming;

/// Class paths of incoming streams.
pub const READERS: [&str; 3] = [
    "morse.middleware.yarp_datastream.YarpReader",
    "morse.middleware.yarp.yarp_json.YarpJsonReader",
    "morse.middleware.yarp.yarp_json.YarpJsonWaypointReader",
];

/// Speed for waypoints in JSON. [m/s]
const WAYPOINT_SPEED_M_S: f64 = 3.0;

/// Converts bottles to commands, and passes them to an actuator.
pub(crate) struct Reader {
    component: String,
    form: Form,
    fields: &'static [FieldInfo],
    inbox: Inbox,
    refusals: Throttle,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Values in the order of the fields.
    Fields,
    /// A JSON text with all fields.
    Json,
    /// A JSON text with a point and a radius.
    JsonWaypoint,
}

impl Reader {
    /// Form of the commands of a stream, by its class.
    pub(crate) fn form(spec: &StreamSpec<'_>) -> Result<Form, String> {
        let forms = [Form::Fields, Form::Json, Form::JsonWaypoint];
        let known = READERS.iter().zip(forms).find(|(class, _)| **class == spec.class);
        known.map(|(_, form)| form).ok_or_else(|| {
            format!("{} is not an incoming stream of YARP; there are {}", spec.class, READERS.join(", "))
        })
    }

    pub(crate) fn new(spec: &StreamSpec<'_>, inbox: Inbox) -> Result<Self, String> {
        let form = Self::form(spec)?;
        let inbox = if form == Form::JsonWaypoint { inbox.partial() } else { inbox };
        let (component, fields) = (spec.component.to_owned(), spec.fields);
        Ok(Self { component, form, fields, inbox, refusals: Throttle::default() })
    }

    /// Processes a bottle. An invalid command is rejected, and the last valid one stays in force.
    pub(crate) fn receive(&self, incoming: Incoming) {
        let command = match self.form {
            Form::Fields => self.in_order(&incoming.bottle),
            Form::Json => object(&incoming.bottle),
            Form::JsonWaypoint => object(&incoming.bottle).and_then(|object| waypoint(&object)),
        };
        let command = command.and_then(|command| {
            self.inbox.check(&command).map_err(|error| error.to_string())?;
            Ok(command)
        });
        match command {
            Ok(command) => drop(self.inbox.put(command)),
            // A faulty controller can send many of these, so logging is limited.
            Err(problem) if self.refusals.pass() => tracing::warn!(
                target: log::STREAMS,
                "{}: a command of {} is refused, {problem}. The last valid command stays in force.",
                self.component, incoming.from
            ),
            Err(_) => {}
        }
    }

    /// Converts values in the order of the fields. As in MORSE 1.4, missing values are zero, and further values are ignored.
    fn in_order(&self, bottle: &Bottle) -> Result<Map, String> {
        let mut command = Map::new();
        let fields = self.fields.iter().map(|field| (field.name, field.type_name));
        let open = self.inbox.open_names().iter().map(|name| (name.as_str(), "float"));
        for (index, (name, type_name)) in fields.chain(open).enumerate() {
            command.insert(name, value(name, type_name, bottle.get(index))?);
        }
        Ok(command)
    }
}

/// Converts an item to the type of a field.
fn value(name: &str, type_name: &str, item: Option<&Item>) -> Result<Value, String> {
    let wrong = || {
        let given = item.map(|item| crate::bottle::print(std::slice::from_ref(item))).unwrap_or_default();
        format!("`{name}` must be of type {type_name}, not {given:.40}")
    };
    let number = |item: &Item| item.as_f64().map(Value::Float);
    match (type_name, item) {
        ("float", None) => Ok(Value::Float(0.0)),
        ("int", None) => Ok(Value::Int(0)),
        ("bool", None) => Ok(Value::Bool(false)),
        ("string", None) => Ok(Value::Text(String::new())),
        ("vec3", None) => Ok(Value::List(vec![Value::Float(0.0); 3])),
        ("vec4", None) => Ok(Value::List(vec![Value::Float(0.0); 4])),
        ("float", Some(item)) => number(item).ok_or_else(wrong),
        ("int", Some(item)) => item.as_i64().map(Value::Int).ok_or_else(wrong),
        ("bool", Some(Item::Vocab32(word))) => Ok(Value::Bool(*word != 0)),
        ("bool", Some(item)) => item.as_f64().map(|number| Value::Bool(number != 0.0)).ok_or_else(wrong),
        ("string", Some(item)) => item.as_text().map(|text| Value::Text(text.into_owned())).ok_or_else(wrong),
        (_, Some(Item::List(items))) => {
            items.iter().map(number).collect::<Option<_>>().map(Value::List).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

/// Parses the JSON object in the first item, a text.
fn object(bottle: &Bottle) -> Result<Map, String> {
    let Some(Item::Text(text)) = bottle.first() else {
        return Err("it is not one text with a JSON object".to_owned());
    };
    match morse_json::read(text).map_err(|error| error.to_string())? {
        Value::Map(map) => Ok(map),
        other => Err(format!("it is not a JSON object but of type {}", other.type_name())),
    }
}

/// Converts `{"point": {"x": 1, "y": 2, "z": 0}, "radius": 0.5}` to a waypoint.
fn waypoint(object: &Map) -> Result<Map, String> {
    let point = object.get("point").and_then(Value::as_map);
    let number = |map: Option<&Map>, key: &str| {
        map.and_then(|map| map.get(key)?.as_f64()).ok_or_else(|| format!("it has no number `{key}`"))
    };
    Ok(Map::from([
        ("x", number(point, "x")?),
        ("y", number(point, "y")?),
        ("z", number(point, "z")?),
        ("tolerance", number(Some(object), "radius")?),
        ("speed", WAYPOINT_SPEED_M_S),
    ]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bottle::parse;

    fn one(type_name: &str, text: &str) -> Result<Value, String> {
        value("v", type_name, parse(text).unwrap().first())
    }

    #[test]
    fn values_are_converted_to_the_type_of_the_field() {
        assert_eq!(one("float", "1"), Ok(Value::Float(1.0)));
        assert_eq!(one("int", "2.7"), Ok(Value::Int(2)));
        assert_eq!(one("bool", "1"), Ok(Value::Bool(true)));
        assert_eq!(one("bool", "false"), Ok(Value::Bool(false)));
        assert_eq!(one("string", "[go]"), Ok(Value::Text("go".to_owned())));
        let list = Value::List(vec![Value::Float(1.0), Value::Float(2.0), Value::Float(0.5)]);
        assert_eq!(one("vec3", "(1 2 0.5)"), Ok(list));
        assert_eq!(one("float", ""), Ok(Value::Float(0.0)));
        for (type_name, text) in [("float", "fast"), ("int", "(1)"), ("string", "1"), ("vec3", "(1 a 2)")] {
            assert!(one(type_name, text).is_err(), "{type_name} {text}");
        }
    }

    #[test]
    fn json_waypoint_has_a_point_and_a_radius() {
        let text = r#""{\"point\": {\"x\": 1, \"y\": 2.5, \"z\": 0}, \"radius\": 0.5}""#;
        let command = waypoint(&object(&parse(text).unwrap()).unwrap()).unwrap();
        let expected = Map::from([("x", 1.0), ("y", 2.5), ("z", 0.0), ("tolerance", 0.5), ("speed", 3.0)]);
        assert_eq!(command, expected);
        for text in ["", "1", "\"\"", "\"[1]\"", "\"{\"", r#""{\"point\": 1}""#] {
            let found = object(&parse(text).unwrap()).and_then(|object| waypoint(&object));
            assert!(found.is_err(), "{text}");
        }
    }
}
