//! `morse diff`: finds the first difference of two recordings.

use morse_recording::compare::{ChannelDifference, Comparison, Tolerance, compare};
use serde_json::{Value, json};

use crate::arguments::DiffArguments;
use crate::failure::{Failure, counted};
use crate::output::log;
use crate::output::standard_output::{print, print_json};

/// Maximum number of differences of a tick that are shown.
const SHOWN_MAX: usize = 8;

/// Compares two recordings.
pub fn diff(arguments: &DiffArguments) -> Result<(), Failure> {
    let DiffArguments { a, b, channels, absolute, relative, json } = arguments;
    let tolerance = Tolerance { absolute: *absolute, relative: *relative };
    let comparison = compare(a, b, channels, tolerance)?;
    for difference in &comparison.runs {
        log::notice(&format!("Of the runs, {difference}."));
    }
    if *json {
        print_json(&as_json(&comparison))?;
    }
    match &comparison.difference {
        Some(_) if *json => Err(Failure::Differ(None)),
        Some(_) => Err(Failure::Differ(Some(difference_text(&comparison)))),
        None if *json => Ok(()),
        None => print(&format!("The same: {} compared.", counted(comparison.messages as usize, "message"))),
    }
}

fn as_json(comparison: &Comparison) -> Value {
    let channel = |each: &ChannelDifference| json!({"topic": each.topic, "field": each.field, "a": each.a, "b": each.b, "components": each.components});
    let difference = comparison.difference.as_ref().map(|found| {
        json!({"time_s": found.time_ns as f64 * 1e-9, "tick": found.tick,
            "differences": found.differences.iter().map(channel).collect::<Vec<_>>()})
    });
    json!({"messages": comparison.messages, "runs": comparison.runs, "difference": difference})
}

fn difference_text(comparison: &Comparison) -> String {
    let Some(found) = &comparison.difference else { return String::new() };
    let tick = found.tick.map(|tick| format!("tick {tick}, ")).unwrap_or_default();
    let mut lines = vec![format!("they differ from {tick}{:.6} s on", found.time_ns as f64 * 1e-9)];
    for each in found.differences.iter().take(SHOWN_MAX) {
        lines.push(format!("  {}", line(each)));
    }
    if found.differences.len() > SHOWN_MAX {
        lines.push(format!("  and {} more channels", found.differences.len() - SHOWN_MAX));
    }
    lines.join("\n")
}

fn line(difference: &ChannelDifference) -> String {
    let ChannelDifference { topic, field, a, b, components } = difference;
    let Some(field) = field else {
        let which = if a.is_some() { "first" } else { "second" };
        return format!("{topic}: only the {which} has a message");
    };
    if !components.is_empty() {
        return format!("{topic}: the states of {}", components.join(", "));
    }
    let text = |value: &Option<morse_recording::decode::Value>| match value {
        None => "nothing".to_owned(),
        Some(value) => shortened(&serde_json::to_string(value).unwrap_or_default()),
    };
    match (a, b) {
        (None, None) => format!("{topic}: {field}"),
        _ => format!("{topic}: {field}: {} and {}", text(a), text(b)),
    }
}

/// Cuts off a long text.
fn shortened(text: &str) -> String {
    const CHARACTERS_MAX: usize = 60;
    if text.chars().count() <= CHARACTERS_MAX {
        return text.to_owned();
    }
    format!("{}…", text.chars().take(CHARACTERS_MAX).collect::<String>())
}
