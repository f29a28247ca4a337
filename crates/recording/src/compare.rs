//! Compares two recordings, tick by tick: the first message and field in which they differ.

mod stream;

use std::path::Path;
use std::thread;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use morse::Document;
use morse_scene::document::ObjectKind;

use crate::decode::{Decoder, Value};
use crate::format::{DIGESTS, RunInfo};
use crate::read::ReadError;
use crate::select::{Selection, is_selected};
use stream::{Instant, Message, Opened, Stream};

/// Allowed difference of two numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tolerance {
    /// Numbers that differ by no more are the same.
    pub absolute: f64,
    /// Numbers that differ by no more than this share of the larger one are the same.
    pub relative: f64,
}

impl Tolerance {
    /// Whether all numbers must be the same.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self == Self::default()
    }

    fn accepts(self, a: f64, b: f64) -> bool {
        let allowed = self.absolute.max(self.relative * a.abs().max(b.abs()));
        a.to_bits() == b.to_bits() || a == b || (a - b).abs() <= allowed
    }
}

/// Two recordings that cannot be compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// One cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A name is of no channel.
    #[error("{0}")]
    Name(String),
}

/// Where two recordings differ first.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstDifference {
    /// Simulated time. [ns]
    pub time_ns: u64,
    /// Number of the tick, as far as a recording says how many there are in a second.
    pub tick: Option<u64>,
    /// Differences at that time, by channel.
    pub differences: Vec<ChannelDifference>,
}

/// A difference in a channel.
#[derive(Debug, Clone, PartialEq)]
pub struct ChannelDifference {
    /// The topic.
    pub topic: String,
    /// Path of the first field that differs; `None` when one recording has no such message.
    pub field: Option<String>,
    /// The value in the first recording; `None` where it has none.
    pub a: Option<Value>,
    /// The value in the second one.
    pub b: Option<Value>,
    /// Components whose states differ, in digests.
    pub components: Vec<String>,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Messages that were compared.
    pub messages: u64,
    /// Differences between the runs themselves: scene, seed, versions.
    pub runs: Vec<String>,
    /// Where the messages differ first.
    pub difference: Option<FirstDifference>,
}

/// Compares the messages of two recordings in the order of time: all channels, or those of `names`. See [`Selection`].
///
/// With a tolerance, digests are not compared: they differ with the last bit of anything.
///
/// # Errors
/// When a recording cannot be read, or a name is unknown.
pub fn compare(
    a: &Path,
    b: &Path,
    names: &[String],
    tolerance: Tolerance,
) -> Result<Comparison, CompareError> {
    thread::scope(|scope| {
        let [mut a, mut b] = [a, b].map(|path| Stream::start(scope, path));
        let comparer = Comparer { selection: names, tolerance };
        comparer.compare(&mut a, &mut b)
    })
}

struct Comparer<'a> {
    selection: &'a [String],
    tolerance: Tolerance,
}

impl Comparer<'_> {
    fn compare(&self, a: &mut Stream, b: &mut Stream) -> Result<Comparison, CompareError> {
        let mut messages = 0;
        let mut difference = None;
        while difference.is_none() {
            let [left, right] = match (a.peek_time()?, b.peek_time()?) {
                (None, None) => break,
                (Some(x), Some(y)) if x == y => [a.next()?, b.next()?],
                (Some(x), y) if y.is_none_or(|y| x < y) => [a.next()?, None],
                _ => [None, b.next()?],
            };
            let time_ns = left.as_ref().or(right.as_ref()).map_or(0, |instant| instant.time_ns);
            let [left, right] = [left, right].map(|instant| self.selected(instant.unwrap_or_default()));
            messages += left.len().max(right.len()) as u64;
            let differences = self.differences(left, right, a);
            if !differences.is_empty() {
                let rate_hz = a.opened().run.as_ref().map(|run| run.rate_hz);
                let tick = rate_hz.map(|rate_hz| (time_ns as f64 * 1e-9 * rate_hz).round() as u64);
                difference = Some(FirstDifference { time_ns, tick, differences });
            }
        }
        let runs = different_runs(a.opened(), b.opened());
        if difference.is_none() {
            // All channels have been seen.
            let mut selection = Selection::new(self.selection);
            a.opened().channels.iter().chain(&b.opened().channels).for_each(|channel| {
                selection.takes(channel);
            });
            selection.check().map_err(CompareError::Name)?;
        }
        Ok(Comparison { messages, runs, difference })
    }

    /// The messages of an instant that are compared, by topic, in the order of the file within it.
    fn selected(&self, instant: Instant) -> Vec<Message> {
        let is_compared = |message: &Message| {
            let is_digest = message.channel.topic == DIGESTS;
            (self.tolerance.is_exact() || !is_digest) && is_selected(&message.channel.topic, self.selection)
        };
        let mut messages: Vec<Message> = instant.messages.into_iter().filter(is_compared).collect();
        messages.sort_by(|a, b| a.channel.topic.cmp(&b.channel.topic));
        messages
    }

    fn differences(&self, a: Vec<Message>, b: Vec<Message>, run: &Stream) -> Vec<ChannelDifference> {
        let mut found = Vec::new();
        let (mut a, mut b) = (a.into_iter().peekable(), b.into_iter().peekable());
        loop {
            let [left, right] = match (a.peek(), b.peek()) {
                (None, None) => return found,
                (Some(x), Some(y)) if x.channel.topic == y.channel.topic => [a.next(), b.next()],
                (Some(x), y) if y.is_none_or(|y| x.channel.topic < y.channel.topic) => [a.next(), None],
                _ => [None, b.next()],
            };
            found.extend(self.difference(left, right, run.opened().document.as_ref()));
        }
    }

    fn difference(
        &self,
        a: Option<Message>,
        b: Option<Message>,
        document: Option<&Document>,
    ) -> Option<ChannelDifference> {
        let topic = a.as_ref().or(b.as_ref())?.channel.topic.clone();
        let new =
            |field, a, b| ChannelDifference { topic: topic.clone(), field, a, b, components: Vec::new() };
        let (Some(a), Some(b)) = (&a, &b) else {
            let value = |message: &Option<Message>| message.as_ref().and_then(decoded);
            return Some(new(None, value(&a), value(&b)));
        };
        if a.data == b.data && a.channel.schema == b.channel.schema {
            return None;
        }
        let (Some(left), Some(right)) = (decoded(a), decoded(b)) else {
            // Of an encoding that is not known: the bytes are all there is.
            return Some(new(Some("bytes".to_owned()), None, None));
        };
        let (field, x, y) = self.first(String::new(), &left, &right)?;
        let mut difference = new(Some(field), x, y);
        if topic == DIGESTS {
            difference.components = different_components(&left, &right, document);
        }
        Some(difference)
    }

    /// The first field that differs.
    fn first(&self, path: String, a: &Value, b: &Value) -> Option<(String, Option<Value>, Option<Value>)> {
        let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        match (a, b) {
            (Value::Map(x), Value::Map(y)) => {
                for (name, left) in x {
                    let Some((_, right)) = y.iter().find(|(known, _)| known == name) else {
                        return Some((below(name), Some(left.clone()), None));
                    };
                    if let Some(found) = self.first(below(name), left, right) {
                        return Some(found);
                    }
                }
                let more = y.iter().find(|(name, _)| !x.iter().any(|(known, _)| known == name));
                more.map(|(name, value)| (below(name), None, Some(value.clone())))
            }
            (Value::List(x), Value::List(y)) => {
                let pairs = x.iter().zip(y).enumerate();
                let mut found =
                    pairs.filter_map(|(index, (x, y))| self.first(format!("{path}[{index}]"), x, y));
                let first = found.next();
                let place = x.len().min(y.len());
                let is_longer = (x.len() != y.len())
                    .then(|| (format!("{path}[{place}]"), x.get(place).cloned(), y.get(place).cloned()));
                first.or(is_longer)
            }
            _ => {
                let is_same = match (a.as_f64(), b.as_f64()) {
                    (Some(x), Some(y)) => self.tolerance.accepts(x, y),
                    _ => a == b,
                };
                (!is_same).then(|| (path, Some(a.clone()), Some(b.clone())))
            }
        }
    }
}

fn decoded(message: &Message) -> Option<Value> {
    Decoder::new(&message.channel).and_then(|decoder| decoder.decode(&message.data)).ok()
}

/// Differences between the descriptions of two runs.
fn different_runs(a: &Opened, b: &Opened) -> Vec<String> {
    let mut found = Vec::new();
    if let (Some(x), Some(y)) = (&a.run, &b.run) {
        let mut pair = |name: &str, x: String, y: String| {
            if x != y {
                found.push(format!("the {name} differ: {x} and {y}"));
            }
        };
        let begin = |run: &RunInfo| format!("tick {}", run.start_tick);
        pair("versions", x.version.clone(), y.version.clone());
        pair("seeds", x.seed.to_string(), y.seed.to_string());
        pair("ticks per second", x.rate_hz.to_string(), y.rate_hz.to_string());
        pair("beginnings", begin(x), begin(y));
    }
    if a.document != b.document {
        found.push("the scenes differ".to_owned());
    }
    found
}

/// The components whose states differ, by two digests, in scene order: robots, then sensors, then
/// actuators. Empty if the order is unknown because components came or went.
fn different_components(a: &Value, b: &Value, document: Option<&Document>) -> Vec<String> {
    let mut found = Vec::new();
    if a.at("world") != b.at("world") {
        found.push("the world".to_owned());
    }
    let parts = |digest: &Value| {
        let text = digest.at("components").and_then(Value::as_str).unwrap_or_default();
        BASE64.decode(text).unwrap_or_default()
    };
    let names: Vec<&str> = [ObjectKind::Robot, ObjectKind::Sensor, ObjectKind::Actuator]
        .into_iter()
        .flat_map(|kind| {
            document
                .into_iter()
                .flat_map(move |document| document.objects.iter().filter(move |object| object.kind == kind))
        })
        .map(|object| object.name.as_str())
        .collect();
    let (x, y) = (parts(a), parts(b));
    if x.len() == y.len() && x.len() == 2 * names.len() {
        let pairs = x.chunks(2).zip(y.chunks(2)).zip(names);
        found.extend(pairs.filter(|((x, y), _)| x != y).map(|(_, name)| name.to_owned()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        serde_json::from_str::<serde_json::Value>(text).unwrap().into()
    }

    fn first(tolerance: f64, a: &str, b: &str) -> Option<String> {
        let tolerance = Tolerance { absolute: tolerance, relative: 0.0 };
        let comparer = Comparer { selection: &[], tolerance };
        comparer.first(String::new(), &value(a), &value(b)).map(|(field, ..)| field)
    }

    #[test]
    fn the_first_field_is_named_by_its_path() {
        for (a, b, expected) in [
            (r#"{"a": {"b": 1}}"#, r#"{"a": {"b": 1.0}}"#, None),
            (r#"{"a": {"b": 1}}"#, r#"{"a": {"b": 2}}"#, Some("a.b")),
            (r#"{"a": [1, 2]}"#, r#"{"a": [1, 3]}"#, Some("a[1]")),
            (r#"{"a": [1]}"#, r#"{"a": [1, 3]}"#, Some("a[1]")),
            (r#"{"a": 1}"#, r#"{"b": 1}"#, Some("a")),
            (r#"{"a": 1}"#, r#"{"a": 1, "b": 1}"#, Some("b")),
            (r#"{"a": "x"}"#, r#"{"a": 1}"#, Some("a")),
        ] {
            assert_eq!(first(0.0, a, b).as_deref(), expected, "{a} {b}");
        }
        assert_eq!(first(0.1, "[1.0]", "[1.05]"), None);
        assert_eq!(first(0.01, "[1.0]", "[1.05]").as_deref(), Some("[0]"));
    }

    #[test]
    fn numbers_that_are_none_are_the_same_as_themselves() {
        let exact = Tolerance::default();
        assert!(exact.accepts(f64::NAN, f64::NAN) && exact.accepts(f64::INFINITY, f64::INFINITY));
        assert!(!exact.accepts(f64::NAN, 1.0) && !exact.accepts(1.0, 1.0 + f64::EPSILON));
        assert!(Tolerance { absolute: 0.0, relative: 1e-3 }.accepts(1000.0, 1000.9));
    }
}
