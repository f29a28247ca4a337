//! Quality of service of a topic in ROS 2, and the option `qos` of a stream, which changes it.

use morse_scene::nearest::did_you_mean;
use morse_scene::value::Value;

/// The largest depth that a scene may set: that of `/rosout` in ROS 2.
const MAX_DEPTH: i64 = 1000;
const RELIABILITIES: [&str; 2] = ["best_effort", "reliable"];
const DURABILITIES: [&str; 2] = ["volatile", "transient_local"];
const KEYS: [&str; 3] = ["reliability", "durability", "depth"];

/// The policies of a topic that a scene may set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Qos {
    /// Whether lost messages are sent again.
    pub reliable: bool,
    /// Whether late subscribers receive the kept messages (transient local durability).
    pub latched: bool,
    /// Number of messages that are kept for late or slow subscribers, at least 1.
    pub depth: u16,
}

impl Qos {
    /// Reliable and volatile, with this depth.
    #[must_use]
    pub const fn reliable(depth: u16) -> Self {
        Self { reliable: true, latched: false, depth }
    }

    /// Reliable and transient local, with this depth.
    #[must_use]
    pub const fn latched(depth: u16) -> Self {
        Self { reliable: true, latched: true, depth }
    }

    /// These policies with the changes of the option `qos` of a stream: the name of a reliability, or a dictionary with any
    /// of `reliability`, `durability` and `depth`, named as in the files of ROS 2.
    ///
    /// # Errors
    /// When a key or a value is unknown, or the policies contradict each other. The text continues the name of the option.
    pub fn changed_by(mut self, option: &Value) -> Result<Self, String> {
        if option.as_str().is_some() {
            self.reliable = choice(&RELIABILITIES, option, "reliability")?;
            return self.checked();
        }
        let Some(changes) = option.as_map() else {
            let [worst, best] = RELIABILITIES;
            return Err(format!(
                "must be '{worst}', '{best}' or a dictionary with any of {}, not {}",
                KEYS.join(", "),
                option.type_name()
            ));
        };
        for (key, value) in changes.iter() {
            match key {
                "reliability" => self.reliable = choice(&RELIABILITIES, value, key)?,
                "durability" => self.latched = choice(&DURABILITIES, value, key)?,
                "depth" => self.depth = depth(value)?,
                _ => {
                    let help = did_you_mean(key, KEYS).map(|help| format!("; {help}")).unwrap_or_default();
                    return Err(format!("has no `{key}`, only {}{help}", KEYS.join(", ")));
                }
            }
        }
        self.checked()
    }

    fn checked(self) -> Result<Self, String> {
        if self.latched && !self.reliable {
            return Err(
                "cannot be transient_local and best_effort: only reliable publishers send kept messages to late \
                 subscribers. Remove one of the two"
                    .to_owned(),
            );
        }
        Ok(self)
    }
}

/// Whether the value is the second of two names.
fn choice(names: &[&str; 2], value: &Value, place: &str) -> Result<bool, String> {
    let [first, second] = *names;
    match value.as_str() {
        Some(name) if name == first => Ok(false),
        Some(name) if name == second => Ok(true),
        _ => Err(format!("has {place} {}; allowed are '{first}' and '{second}'", shown(value))),
    }
}

fn depth(value: &Value) -> Result<u16, String> {
    let depth = value.as_i64().filter(|depth| (1..=MAX_DEPTH).contains(depth));
    let depth = depth.and_then(|depth| u16::try_from(depth).ok());
    depth.ok_or_else(|| format!("has depth {}; allowed are integers from 1 to {MAX_DEPTH}", shown(value)))
}

/// The value in an error message.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("'{text}'"),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        other => other.type_name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use morse_scene::value::Map;

    use super::*;

    fn change(changes: &[(&str, Value)]) -> Result<Qos, String> {
        let map: Map = changes.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect();
        Qos::reliable(5).changed_by(&Value::Map(map))
    }

    #[test]
    fn name_sets_the_reliability_and_keeps_the_depth() {
        let qos = Qos::reliable(5).changed_by(&"best_effort".into()).unwrap();
        assert_eq!(qos, Qos { reliable: false, latched: false, depth: 5 });
        assert_eq!(qos.changed_by(&"reliable".into()), Ok(Qos::reliable(5)));
    }

    #[test]
    fn dictionary_sets_the_named_policies() {
        assert_eq!(change(&[("depth", 50.into())]), Ok(Qos::reliable(50)));
        assert_eq!(change(&[("durability", "transient_local".into())]), Ok(Qos::latched(5)));
        let best_effort = [("reliability", "best_effort".into()), ("depth", 1.into())];
        assert_eq!(change(&best_effort), Ok(Qos { reliable: false, latched: false, depth: 1 }));
        assert_eq!(change(&[]), Ok(Qos::reliable(5)));
    }

    #[test]
    fn unknown_keys_and_values_are_refused_with_the_known_ones() {
        let error = |changes: &[(&str, Value)]| change(changes).unwrap_err();
        assert!(error(&[("reliabilty", "reliable".into())]).contains("did you mean `reliability`"));
        assert!(
            error(&[("reliability", "best effort".into())])
                .contains("'best effort'; allowed are 'best_effort' and 'reliable'")
        );
        assert!(error(&[("durability", true.into())]).contains("'volatile' and 'transient_local'"));
        for depth in [Value::Int(0), Value::Int(-1), Value::Int(1001), Value::Float(2.5), "5".into()] {
            assert!(error(&[("depth", depth)]).contains("1 to 1000"));
        }
        let wrong = Qos::reliable(5).changed_by(&Value::Int(3)).unwrap_err();
        assert!(wrong.contains("'best_effort', 'reliable' or a dictionary"), "{wrong}");
        assert!(Qos::reliable(5).changed_by(&"best-effort".into()).is_err());
    }

    #[test]
    fn latched_best_effort_is_refused() {
        let changes = [("reliability", "best_effort".into()), ("durability", "transient_local".into())];
        assert!(change(&changes).unwrap_err().contains("transient_local and best_effort"));
    }
}
