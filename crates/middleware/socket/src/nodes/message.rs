//! Encodes and decodes messages of nodes and their server.

use morse_scene::value::{Map, Value};
use morse_sim::prelude::{DVec3, Euler, Pose};

use crate::json::{self, KEYS_MAX, write_float, write_text};

/// Key of the time entry of a message; all other keys are robots.
pub(super) const TIME: &str = "__time";

/// Maximum number of robots in a message: the maximum number of keys of an object, minus one for the time.
pub const ROBOTS_MAX: usize = KEYS_MAX - 1;

/// Maximum coordinate of a position. Larger ones are invalid. [m]
const FARTHEST_M: f64 = 1e12;

/// Time of a node, sent for information.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodeTime {
    /// Simulated time on the clients' scale. [s]
    pub simulated_s: f64,
    /// Length of a step. [s]
    pub tick_s: f64,
    /// Wall time since the epoch. [s]
    pub wall_s: f64,
}

/// Message of a node.
#[derive(Debug, PartialEq)]
pub(super) struct Message {
    /// Name of the node.
    pub node: String,
    /// Entries of its robots and its time. They are not validated.
    pub entries: Map,
}

/// Answer of the server.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ServerAnswer {
    /// Poses in the world of all robots of other nodes, by name.
    pub poses: Vec<(String, Pose)>,
    /// Names of entries that are not valid poses.
    pub invalid: Vec<String>,
}

/// Appends a node's message for a step, as one line.
pub(super) fn write<'a>(
    out: &mut Vec<u8>,
    node: &str,
    time: NodeTime,
    robots: impl Iterator<Item = (&'a str, Pose)>,
) {
    out.push(b'[');
    write_text(out, node);
    out.extend_from_slice(b", {");
    for (name, pose) in robots {
        write_entry(out, name, &vectors_of(&pose));
        out.extend_from_slice(b", ");
    }
    write_text(out, TIME);
    out.extend_from_slice(b": ");
    let NodeTime { simulated_s, tick_s, wall_s } = time;
    write_vector(out, &[simulated_s, tick_s, wall_s]);
    out.extend_from_slice(b"}]\n");
}

/// Appends `"name": [[x, y, z], [rx, ry, rz]]`.
pub(super) fn write_entry(out: &mut Vec<u8>, name: &str, vectors: &[[f64; 3]; 2]) {
    write_text(out, name);
    out.extend_from_slice(b": [");
    write_vector(out, &vectors[0]);
    out.extend_from_slice(b", ");
    write_vector(out, &vectors[1]);
    out.push(b']');
}

/// Appends `[a, b, c]`.
pub(super) fn write_vector(out: &mut Vec<u8>, vector: &[f64; 3]) {
    out.push(b'[');
    for (index, &number) in vector.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(b", ");
        }
        write_float(out, number);
    }
    out.push(b']');
}

/// Decodes a message of a node.
///
/// # Errors
/// If the line as a whole is invalid. Its entries are not checked.
pub(super) fn read(line: &[u8]) -> Result<Message, String> {
    const SHAPE: &str = "it is not a list of a node's name and an object";
    let Value::List(items) = value(line)? else { return Err(SHAPE.to_owned()) };
    match <[Value; 2]>::try_from(items) {
        Ok([Value::Text(node), Value::Map(entries)]) => Ok(Message { node, entries }),
        _ => Err(SHAPE.to_owned()),
    }
}

/// Decodes an answer of the server.
///
/// # Errors
/// If the line as a whole is invalid.
pub(super) fn read_answer(line: &[u8]) -> Result<ServerAnswer, String> {
    let Value::Map(entries) = value(line)? else { return Err("it is not an object".to_owned()) };
    let mut others = ServerAnswer::default();
    for (name, entry) in entries.iter().filter(|&(name, _)| name != TIME) {
        match vectors(entry).filter(|[position, _]| position.iter().all(|x| x.abs() <= FARTHEST_M)) {
            Some(vectors) => others.poses.push((name.to_owned(), pose_of(&vectors))),
            None => others.invalid.push(name.to_owned()),
        }
    }
    Ok(others)
}

fn value(line: &[u8]) -> Result<Value, String> {
    let text = std::str::from_utf8(line).map_err(|_| "it is not UTF-8".to_owned())?;
    json::read(text).map_err(|error| error.to_string())
}

/// Position and angles of an entry, if it consists of two vectors of three finite numbers.
pub(super) fn vectors(entry: &Value) -> Option<[[f64; 3]; 2]> {
    let [position, angles] = entry.as_list()? else { return None };
    Some([vector(position)?, vector(angles)?])
}

/// Decodes a list of three finite numbers.
pub(super) fn vector(value: &Value) -> Option<[f64; 3]> {
    let [x, y, z] = value.as_list()? else { return None };
    let finite = |value: &Value| value.as_f64().filter(|number| number.is_finite());
    Some([finite(x)?, finite(y)?, finite(z)?])
}

fn vectors_of(pose: &Pose) -> [[f64; 3]; 2] {
    let Euler { roll, pitch, yaw } = pose.euler();
    [pose.translation.to_array(), [roll, pitch, yaw]]
}

fn pose_of(&[position, [roll, pitch, yaw]]: &[[f64; 3]; 2]) -> Pose {
    Pose::from_euler(DVec3::from_array(position), Euler { roll, pitch, yaw })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NOON: NodeTime = NodeTime { simulated_s: 12.5, tick_s: 0.25, wall_s: 1e9 };

    fn written(robots: &[(&str, Pose)]) -> String {
        let mut out = Vec::new();
        write(&mut out, "n\u{f6}de", NOON, robots.iter().copied());
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn message_is_one_line_of_positions_and_euler_angles() {
        let turned = Euler { roll: 0.0, pitch: 0.0, yaw: 0.5 };
        let pose = Pose::from_euler(DVec3::new(1.0, -2.0, 0.5), turned);
        assert_eq!(
            written(&[("dala1", pose)]),
            "[\"n\\u00f6de\", {\"dala1\": [[1.0, -2.0, 0.5], [0.0, 0.0, 0.5]], \"__time\": [12.5, 0.25, 1000000000.0]}]\n"
        );
        assert_eq!(written(&[]), "[\"n\\u00f6de\", {\"__time\": [12.5, 0.25, 1000000000.0]}]\n");
    }

    #[test]
    fn malformed_messages_are_rejected() {
        for invalid in [
            &b""[..],
            b"hello",
            b"{}",
            b"[]",
            b"[\"a\"]",
            b"[\"a\", []]",
            b"[1, {}]",
            b"[\"a\", {}, 1]",
            b"[\"a\", {}",
            b"\xff\xfe",
        ] {
            assert!(read(invalid).is_err(), "{}", String::from_utf8_lossy(invalid));
        }
        assert_eq!(read(b"[\"a\", {}]").unwrap(), Message { node: "a".to_owned(), entries: Map::new() });
        assert!(read_answer(b"[]").is_err());
    }

    #[test]
    fn invalid_entries_are_omitted_and_named() {
        let answer = br#"{"good": [[1, 2.5, 3], [0, 0, 0]], "__time": [1.0, 0.1, 2.0], "a": [[1, 2, NaN], [0, 0, 0]],
            "b": [[1, 2, 3], [0, 0, Infinity]], "c": [[1, 2], [0, 0, 0]], "d": [[1, 2, 3]], "e": null, "f": "here",
            "g": [[1, 2, 3], [0, 0, 0], []], "h": [[1, 2, "3"], [0, 0, 0]], "i": [[1, 2, true], [0, 0, 0]], "j": 1e999,
            "k": [[1e13, 0, 0], [0, 0, 0]]}"#;
        let ServerAnswer { poses, invalid } = read_answer(answer).unwrap();
        assert_eq!(poses, [("good".to_owned(), Pose::from_translation(DVec3::new(1.0, 2.5, 3.0)))]);
        assert_eq!(invalid, ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]);
    }

    proptest! {
        #[test]
        fn pose_survives_encoding_and_decoding(
            position in prop::array::uniform3(-1e6..1e6_f64),
            angles in prop::array::uniform3(-3.2..3.2_f64),
            name in "\\PC{0,12}",
        ) {
            let [roll, pitch, yaw] = angles;
            let pose = Pose::from_euler(DVec3::from_array(position), Euler { roll, pitch, yaw });
            let mut line = Vec::new();
            write(&mut line, "a", NOON, [(name.as_str(), pose)].into_iter());
            prop_assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
            let message = read(&line).unwrap();
            prop_assume!(name != TIME);
            let back = pose_of(&vectors(message.entries.get(&name).unwrap()).unwrap());
            prop_assert_eq!(back.translation, pose.translation);
            prop_assert!(back.rotation.dot(pose.rotation).abs() > 1.0 - 1e-12);
        }

        #[test]
        fn arbitrary_bytes_never_panic(line in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = (read(&line), read_answer(&line));
        }
    }
}
