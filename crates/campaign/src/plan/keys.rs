//! Finds keys that a plan does not have, and says which are meant.

use morse_scene::nearest::did_you_mean;
use serde_json::Value as Json;

/// Keys of a plan.
pub(super) const PLAN: [&str; 15] = [
    "attempts",
    "checkpoint_s",
    "duration_s",
    "metrics",
    "parameters",
    "record",
    "samples",
    "sampling",
    "scenes",
    "seed",
    "seeds",
    "start",
    "stop",
    "success",
    "timeout_s",
];
/// Keys of a parameter that is drawn.
const RANGE: [&str; 5] = ["choices", "high", "integer", "log", "low"];
/// Keys of an entry of `start`.
const START: [&str; 4] = ["arguments", "command", "component", "service"];

/// Checks the keys of a plan and of the tables in it whose keys are fixed.
pub(super) fn check(plan: &Json) -> Result<(), String> {
    table(plan, "", &PLAN)?;
    if let Some(Json::Object(parameters)) = plan.get("parameters") {
        for (name, values) in parameters.iter().filter(|(_, values)| values.is_object()) {
            table(values, &format!("parameters.{name}."), &RANGE)?;
        }
    }
    if let Some(Json::Array(entries)) = plan.get("start") {
        for entry in entries {
            table(entry, "start.", &START)?;
        }
    }
    Ok(())
}

fn table(table: &Json, place: &str, known: &[&str]) -> Result<(), String> {
    let Json::Object(table) = table else { return Ok(()) };
    let Some(key) = table.keys().find(|key| !known.contains(&key.as_str())) else { return Ok(()) };
    let meant = did_you_mean(key, known.iter().copied());
    let meant = meant.unwrap_or_else(|| format!("known: {}", known.join(", ")));
    Err(format!("unknown key `{place}{key}`; {meant}"))
}
