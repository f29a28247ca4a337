//! `morse top`: shows which components take the time of a running simulation.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use morse::client::{CallOutcome, Client, ClientError};
use morse_scene::value::{Map, Value};

use crate::arguments::TopArguments;
use crate::failure::Failure;
use crate::output::columns::Table;
use crate::output::standard_output::print_while_read;
use crate::signals;

/// Wall time between two measurements.
const INTERVAL: Duration = Duration::from_secs(1);

/// Longest wait without a look at Ctrl-C.
const POLL: Duration = Duration::from_millis(50);

/// Rows that fit on a small terminal.
const ROWS_MAX: usize = 20;

/// Clears the terminal and moves the cursor to its upper left corner.
const CLEAR: &str = "\x1b[H\x1b[2J";

/// Prints the costs every second until Ctrl-C, or until the wanted number of measurements is reached.
pub fn top(arguments: &TopArguments) -> Result<(), Failure> {
    let mut client = Client::connect(&arguments.server.host, arguments.server.port, signals::interrupt())?;
    let mut before = Snapshot::take(&mut client)?;
    // From here on, Ctrl-C ends the measurement.
    signals::watch();
    let redraws = !arguments.json && arguments.count != Some(1) && io::stdout().is_terminal();
    let mut count = 0;
    while arguments.count != Some(count) && wait(INTERVAL) {
        let now = Snapshot::take(&mut client)?;
        let costs = now.since(&before);
        let text = if arguments.json { costs.json() } else { costs.text(ROWS_MAX) };
        let clear = if redraws { CLEAR } else { "" };
        if !print_while_read(&format!("{clear}{text}"))? {
            break;
        }
        before = now;
        count += 1;
    }
    Ok(())
}

/// Waits; returns `false` after Ctrl-C.
fn wait(time: Duration) -> bool {
    let end = Instant::now() + time;
    while Instant::now() < end && !signals::interrupted() {
        thread::sleep(POLL);
    }
    !signals::interrupted()
}

/// Answer of `simulation costs`: sums since the start of the simulation.
struct Snapshot {
    at: Instant,
    /// Simulated time. [s]
    time_s: f64,
    /// Number of measured ticks.
    ticks: f64,
    /// Simulated time of a tick. [ms]
    tick_ms: f64,
    /// Sums over the measured ticks by name: `a step`, its parts and the components. [ms]
    sums_ms: BTreeMap<String, f64>,
}

/// Names and keys of the parts of a step in the answer of `simulation costs`.
const PARTS: [(&str, &str); 4] = [
    (STEP, "step_ms"),
    ("physics", "physics_ms"),
    ("publishing", "publishing_ms"),
    ("components in Python", "hosts_ms"),
];

/// The whole step.
const STEP: &str = "a step";

impl Snapshot {
    fn take(client: &mut Client) -> Result<Self, Failure> {
        let costs = call(client, "simulation", "costs")?;
        let time_s = call(client, "time", "now")?.as_f64().unwrap_or(0.0);
        let costs = costs.as_map().ok_or_else(|| {
            let text = "the simulation does not measure costs: it was not started by `morse run`".to_owned();
            Failure::from(ClientError::Arguments(text))
        })?;
        let ticks = number(costs, "ticks");
        let mut sums_ms: BTreeMap<String, f64> =
            PARTS.iter().map(|(name, key)| ((*name).to_owned(), number(costs, key) * ticks)).collect();
        let components = costs.get("components").and_then(Value::as_list).unwrap_or_default();
        for component in components.iter().filter_map(Value::as_map) {
            if let Some(name) = component.get("name").and_then(Value::as_str) {
                sums_ms.insert(name.to_owned(), number(component, "ms") * ticks);
            }
        }
        Ok(Self { at: Instant::now(), time_s, ticks, tick_ms: number(costs, "tick_ms"), sums_ms })
    }

    /// Means between an earlier snapshot and this one.
    fn since(&self, before: &Self) -> Costs {
        let ticks = self.ticks - before.ticks;
        let mean = |(name, sum): (&String, &f64)| {
            let earlier = before.sums_ms.get(name).copied().unwrap_or(0.0);
            (name.clone(), if ticks > 0.0 { ((sum - earlier) / ticks).max(0.0) } else { 0.0 })
        };
        let mut parts: Vec<(String, f64)> =
            self.sums_ms.iter().filter(|(name, _)| *name != STEP).map(mean).collect();
        parts.sort_by(|(_, left), (_, right)| right.total_cmp(left));
        let step_ms = self.sums_ms.get_key_value(STEP).map_or(0.0, |entry| mean(entry).1);
        let factor = (self.time_s - before.time_s) / (self.at - before.at).as_secs_f64().max(1e-9);
        Costs { factor, tick_ms: self.tick_ms, step_ms, parts }
    }
}

fn call(client: &mut Client, component: &str, service: &str) -> Result<Value, Failure> {
    match client.call(component, service, &[], None)? {
        CallOutcome::Done(result) => Ok(result.value),
        _ => {
            let (component, service) = (component.to_owned(), service.to_owned());
            Err(ClientError::Interrupted { component, service, cancelled: false }.into())
        }
    }
}

fn number(map: &Map, key: &str) -> f64 {
    map.get(key).and_then(Value::as_f64).unwrap_or(0.0)
}

/// Mean costs of a step.
struct Costs {
    /// Simulated seconds per wall second.
    factor: f64,
    /// Simulated time of a step. [ms]
    tick_ms: f64,
    /// Wall time of a step. [ms]
    step_ms: f64,
    /// Wall time of its parts and components, the longest first. [ms]
    parts: Vec<(String, f64)>,
}

impl Costs {
    fn json(&self) -> String {
        let part = |(name, ms): &(String, f64)| serde_json::json!({ "name": name, "ms": ms });
        let parts: Vec<_> = self.parts.iter().map(part).collect();
        let Self { factor, tick_ms, step_ms, .. } = self;
        serde_json::json!({ "factor": factor, "tick_ms": tick_ms, "step_ms": step_ms, "parts": parts })
            .to_string()
    }

    fn text(&self, rows_max: usize) -> String {
        let Self { factor, tick_ms, step_ms, parts } = self;
        let mut table = Table::new(&["ms", "share", "part of a step"]);
        for (name, ms) in parts.iter().filter(|(_, ms)| *ms > 0.0).take(rows_max) {
            let share = if *step_ms > 0.0 { ms / step_ms * 100.0 } else { 0.0 };
            table.row([format!("{ms:.3}"), format!("{share:.0} %"), name.clone()]);
        }
        let more = parts.iter().filter(|(_, ms)| *ms > 0.0).count().saturating_sub(rows_max);
        let more = if more > 0 { format!("  and {more} more\n") } else { String::new() };
        let head = format!("{factor:.2} x real time; a step of {tick_ms:.1} ms takes {step_ms:.3} ms");
        format!("{head}\n\n{}{more}", table.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(at: Instant, ticks: f64, sums_ms: &[(&str, f64)]) -> Snapshot {
        let sums_ms = sums_ms.iter().map(|(name, sum)| ((*name).to_owned(), *sum)).collect();
        Snapshot { at, time_s: ticks, ticks, tick_ms: 10.0, sums_ms }
    }

    #[test]
    fn costs_are_means_of_the_time_between_two_snapshots() {
        let at = Instant::now();
        let before = snapshot(at, 1.0, &[(STEP, 9.0), ("physics", 1.0)]);
        let later = at + Duration::from_secs(2);
        let now = snapshot(later, 3.0, &[(STEP, 17.0), ("physics", 2.0), ("robot.camera", 6.0)]);
        let costs = now.since(&before);
        assert_eq!((costs.factor, costs.step_ms), (1.0, 4.0));
        assert_eq!(costs.parts, [("robot.camera".to_owned(), 3.0), ("physics".to_owned(), 0.5)]);
        let text = costs.text(1);
        assert!(text.contains("3.000  75 %   robot.camera") && text.contains("and 1 more"), "{text}");
    }
}
