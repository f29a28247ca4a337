//! Readers: convert structures in posters to commands of actuators.

use std::sync::Arc;

use glam::DVec3;
use morse_network::Throttle;
use morse_scene::value::{Map, Value};
use morse_sim::transport::stream::{Inbox, StreamSpec};

use super::options::Options;
use crate::log::{STREAMS, WARNING_PERIOD};
use crate::mapping::Input;
use crate::posters::{Posters, ReadPoster};
use crate::structs::{NIUT_JOINTS, NIUT_USERS, Record};

/// State of a tracked person, in the assumed enumeration.
const NIUT_TRACKING: f64 = 3.0;

/// Joints in the order of the assumed enumeration.
const JOINTS: [&str; NIUT_JOINTS] = [
    "head_position",
    "neck_position",
    "torso_position",
    "left_hand_position",
    "right_hand_position",
    "left_elbow_position",
    "right_elbow_position",
    "left_shoulder_position",
    "right_shoulder_position",
    "left_hip_position",
    "right_hip_position",
    "left_knee_position",
    "right_knee_position",
    "left_foot_position",
    "right_foot_position",
];

/// Options of an actuator's stream, in addition to `poster`.
const fn further_options(input: Input) -> &'static [&'static str] {
    match input {
        Input::Niut => &["delay", "struct", "tracking_state"],
        Input::GenPos | Input::PlatineAxis => &["delay", "struct"],
        Input::Platine | Input::Lwr | Input::PomSensorPos => &["delay"],
    }
}

/// Checks the options of an actuator's stream.
pub(crate) fn check(spec: &StreamSpec<'_>, input: Input) -> Result<(), String> {
    let options = Options::new(spec, further_options(input));
    options.flag("delay")?;
    options.number("tracking_state")?;
    options.poster().map(drop)
}

/// Opens the stream of an actuator. Its poster is read until the result is dropped.
pub(crate) fn open(
    spec: &StreamSpec<'_>,
    input: Input,
    posters: &Posters,
    inbox: Inbox,
) -> Result<ReadPoster, String> {
    let options = Options::new(spec, further_options(input));
    let fields: Vec<&str> = match input {
        Input::Niut => vec!["users[0].state", "users[0].skeleton.joint[0].position.x"],
        _ => input.fields().iter().map(|(field, _)| *field).collect(),
    };
    let layout = options.structure(input.structure(), &fields)?;
    let tracking = options.number("tracking_state")?.unwrap_or(NIUT_TRACKING);
    let name = options.poster()?;
    let (component, poster) = (spec.component.to_owned(), name.to_owned());
    let (refusals, size) = (Throttle::every(WARNING_PERIOD), layout.size());
    let warn = move |problem: String| {
        if refusals.pass() {
            tracing::warn!(
                target: STREAMS,
                "{component}: the poster {poster} is refused, {problem}. The last valid command stays in force."
            );
        }
    };
    let inbox = inbox.partial();
    let receive = move |reading: Result<crate::h2::Reading, crate::h2::H2Error>| {
        let reading = match reading {
            Ok(reading) => reading,
            Err(error) => return warn(error.to_string()),
        };
        let record = Record::read(Arc::clone(&layout), reading.bytes, reading.little_endian);
        let command = record.and_then(|record| command(&record, input, tracking));
        let Some(command) = command else { return };
        match inbox.check(&command) {
            Ok(()) => {
                inbox.put(command);
            }
            Err(problem) => warn(problem.to_string()),
        }
    };
    Ok(posters.read(name, size, Box::new(receive)))
}

/// Converts a structure to a command; `None` if it has no command.
fn command(record: &Record, input: Input, tracking: f64) -> Option<Map> {
    match input {
        Input::Niut => person(record, tracking),
        Input::PomSensorPos => None,
        _ => {
            let fields = input.fields().iter();
            fields.map(|(field, name)| Some(((*name).to_owned(), Value::Float(record.get(field)?)))).collect()
        }
    }
}

/// Joint positions of the first tracked person.
fn person(record: &Record, tracking: f64) -> Option<Map> {
    let user = (0..NIUT_USERS).find(|user| record.get(&format!("users[{user}].state")) == Some(tracking))?;
    let joint = |index: usize| {
        let part = |axis| record.get(&format!("users[{user}].skeleton.joint[{index}].position.{axis}"));
        Some(DVec3::new(part("x")?, part("y")?, part("z")?))
    };
    let positions = JOINTS.iter().enumerate();
    positions.map(|(index, name)| Some(((*name).to_owned(), vector(from_kinect(joint(index)?))))).collect()
}

fn vector(v: DVec3) -> Value {
    Value::List(v.to_array().into_iter().map(Value::Float).collect())
}

/// Transforms a point from the Kinect's frame to the person's frame, by the fixed matrix of MORSE 1.4: the sensor is 2 m in
/// front and 2 m up, and tilted. A joint at the origin is not tracked, and stays there. [m]
fn from_kinect(p: DVec3) -> DVec3 {
    if p == DVec3::ZERO {
        return p;
    }
    // Sine of the tilt. MORSE 1.4 shears by it instead of rotating.
    const TILT: f64 = 0.445;
    DVec3::new(2.0 - TILT * p.y - p.z, -p.x, 2.0 + p.y - TILT * p.z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structs::struct_named;

    #[test]
    fn first_tracked_person_is_used() {
        let mut record = Record::new(Arc::new(struct_named("NIUT_HUMAN_LIST").unwrap()));
        assert_eq!(command(&record, Input::Niut, NIUT_TRACKING), None);
        record.set("users[2].state", NIUT_TRACKING);
        for (axis, value) in [("x", 1.0), ("y", 2.0), ("z", 3.0)] {
            record.set(&format!("users[2].skeleton.joint[1].position.{axis}"), value);
        }
        let command = command(&record, Input::Niut, NIUT_TRACKING).unwrap();
        assert_eq!(command.iter().len(), 15);
        assert_eq!(command.get("head_position"), Some(&vector(DVec3::ZERO)));
        let expected = DVec3::new(2.0 - 0.445 * 2.0 - 3.0, -1.0, 2.0 + 2.0 - 0.445 * 3.0);
        assert_eq!(command.get("neck_position"), Some(&vector(expected)));
    }
}
