//! ROTORCRAFT_FP: the pose of a rotorcraft, in fixed-point numbers.

use morse_scene::value::Map;

use crate::options::StreamOptions;

/// Units of a position: 8 fractional bits. [1/m]
const PER_METER: f64 = 256.0;
/// Units of an angle: 12 fractional bits. [1/rad]
const PER_RADIAN: f64 = 4096.0;
/// Number of used fields: position, velocity and attitude. Further fields are ignored.
const FIELDS_MIN: usize = 9;

/// Regular expression that selects the messages of a stream.
pub(crate) fn subscription(options: &StreamOptions) -> String {
    let aircraft = options.aircraft.map_or_else(|| "[0-9]+".to_owned(), |id| id.to_string());
    format!("(^{aircraft} {} .*)", options.message)
}

/// Parses the pose of a message with this name from this aircraft, or any: east, north and up become x, y and z.
///
/// # Errors
/// When the text is not a valid message of this name and aircraft.
pub fn pose(text: &str, aircraft: Option<u32>, message: &str) -> Result<Map, String> {
    let mut words = text.split_ascii_whitespace();
    let sender: Option<u32> = words.next().and_then(|word| word.parse().ok());
    let is_own = sender.is_some() && (aircraft.is_none() || aircraft == sender);
    if !is_own || words.next() != Some(message) {
        return Err("it is not a message that was subscribed to".to_owned());
    }
    let numbers: Result<Vec<f64>, String> = words
        .take(FIELDS_MIN)
        .map(|word| {
            let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| "one of its fields is not a number".to_owned())
        })
        .collect();
    match *numbers? {
        [east, north, up, _, _, _, phi, theta, psi] => Ok(Map::from([
            ("x", east / PER_METER),
            ("y", north / PER_METER),
            ("z", up / PER_METER),
            ("roll", phi / PER_RADIAN),
            ("pitch", theta / PER_RADIAN),
            ("yaw", psi / PER_RADIAN),
        ])),
        ref fields => Err(format!("it has {} fields, not {FIELDS_MIN} or more", fields.len())),
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Value;
    use proptest::prelude::*;

    use super::*;

    const NAME: &str = "ROTORCRAFT_FP";

    fn options(aircraft: Option<u32>) -> StreamOptions {
        let mut options = StreamOptions::read(&Map::new(), None).unwrap();
        options.aircraft = aircraft;
        options
    }

    #[test]
    fn message_converts_to_a_pose() {
        let text = "12 ROTORCRAFT_FP 256 -512 768 0 0 0 4096 -2048 1024 0 0 0 0 0 0";
        let found = pose(text, None, NAME).unwrap();
        let pose = [("x", 1.0), ("y", -2.0), ("z", 3.0), ("roll", 1.0), ("pitch", -0.5), ("yaw", 0.25)];
        assert_eq!(found, Map::from(pose));
    }

    #[test]
    fn malformed_messages_are_rejected() {
        for text in [
            "",
            "12",
            "x ROTORCRAFT_FP 1 2 3 4 5 6 7 8 9",
            "12 OTHER 1 2 3 4 5 6 7 8 9",
            "12 ROTORCRAFT_FP 1 2 3 4 5 6 7 8",
            "12 ROTORCRAFT_FP 1 2 3 4 5 6 7 8 nan",
        ] {
            assert!(pose(text, None, NAME).is_err(), "{text}");
        }
        assert!(pose("12 ROTORCRAFT_FP 1 2 3 4 5 6 7 8 9", Some(13), NAME).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn changed_messages_give_finite_poses_or_errors(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<char>()), 0..6),
            repeated in 0..4_usize,
        ) {
            let mut text: Vec<char> = "12 ROTORCRAFT_FP 256 -512 768 0 0 0 1e308 -2048 1024".chars().collect();
            for (place, change) in changes {
                let place = place.index(text.len());
                text[place] = change;
            }
            let text: String = text.into_iter().collect::<String>().repeat(repeated);
            if let Ok(pose) = pose(&text, None, NAME) {
                let finite = |key| pose.get(key).and_then(Value::as_f64).is_some_and(f64::is_finite);
                prop_assert!(["x", "y", "z", "roll", "pitch", "yaw"].into_iter().all(finite), "{:?}", pose);
            }
        }
    }

    #[test]
    fn subscription_matches_the_original() {
        assert_eq!(subscription(&options(None)), "(^[0-9]+ ROTORCRAFT_FP .*)");
        assert_eq!(subscription(&options(Some(7))), "(^7 ROTORCRAFT_FP .*)");
    }
}
