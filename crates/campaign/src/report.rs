//! The results of a campaign as one self-contained page: numbers, plots as SVG, and failures.

mod axis;
mod plots;
mod text;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::plan::{Plan, Runs};
use crate::store::{Outcome, Record};
use crate::table::number;
use plots::{Bars, Points};
use text::{escaped, readable};

/// How many runs that failed are listed.
const LISTED_MAX: usize = 200;

/// How many plots of one metric over one parameter are drawn.
const PLOTS_MAX: usize = 40;

/// How many values of a parameter stand side by side; more are put into ranges.
const VALUES_MAX: usize = 12;

/// Ranges of a histogram.
const RANGES: usize = 20;

const STYLE: &str = include_str!("report/style.css");

/// The page.
#[must_use]
pub fn page(name: &str, plan: &Plan, records: &[Record]) -> String {
    let mut page = String::new();
    let title = escaped(name);
    // Writing to a text cannot fail.
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head>\n\
         <body><h1>{title}</h1>\n"
    );
    page.push_str(&numbers(plan, records));
    page.push_str(&section("How runs ended", &[reasons(records)]));
    page.push_str(&section("Success over parameters", &success_plots(plan, records)));
    for metric in plan.metrics.keys() {
        page.push_str(&section(&format!("Metric {metric}"), &metric_plots(plan, records, metric)));
    }
    page.push_str(&listed(plan, records));
    page.push_str("</body></html>\n");
    page
}

fn section(title: &str, plots: &[String]) -> String {
    if plots.iter().all(String::is_empty) {
        return String::new();
    }
    format!("<h2>{}</h2>\n<div class=\"plots\">{}</div>\n", escaped(title), plots.concat())
}

/// The numbers at the top.
fn numbers(plan: &Plan, records: &[Record]) -> String {
    let count = |outcome: Outcome| records.iter().filter(|record| record.outcome == outcome).count();
    let sum = |of: fn(&Record) -> Option<f64>| records.iter().filter_map(of).sum::<f64>();
    let (simulated_s, wall_s) = (sum(|record| record.simulated_s), sum(|record| record.wall_s));
    let total = Runs::of(plan).len();
    let mut tiles = vec![
        ("runs done", format!("{} of {total}", records.len())),
        ("successes", count(Outcome::Success).to_string()),
        ("failures", count(Outcome::Failure).to_string()),
        ("errors", count(Outcome::Error).to_string()),
        ("simulated", format!("{} s", readable(simulated_s))),
    ];
    let resumed = records.iter().filter(|record| record.resumed_s.is_some()).count();
    if resumed > 0 {
        tiles.push(("runs continued from a saved state", resumed.to_string()));
    }
    if wall_s > 0.0 {
        tiles.push(("times real time, each worker", readable(simulated_s / wall_s)));
    }
    let tiles = tiles.into_iter().map(|(what, number)| format!("<div><b>{number}</b>{what}</div>"));
    format!("<div class=\"tiles\">{}</div>\n", tiles.collect::<String>())
}

/// How many runs ended for which reason.
fn reasons(records: &[Record]) -> String {
    let mut counts: BTreeMap<(Outcome, String), usize> = BTreeMap::new();
    for record in records {
        let reason = record.stop.clone().unwrap_or_else(|| "error".to_owned());
        *counts.entry((record.outcome, reason)).or_default() += 1;
    }
    let bars = counts.into_iter().map(|((outcome, reason), count)| (reason, count as f64, outcome.name()));
    Bars { title: "runs by stop reason".to_owned(), bars: bars.collect(), unit: "runs", max: None }.svg()
}

/// The value of a parameter of a run, in words.
fn word(record: &Record, parameter: &str) -> String {
    record.parameters.get(parameter).map(ToString::to_string).unwrap_or_default()
}

/// Parameters that differ between runs.
fn varied<'a>(plan: &'a Plan, records: &[Record]) -> Vec<&'a str> {
    let differs = |name: &&str| {
        let mut words = records.iter().map(|record| word(record, name));
        let first = words.next();
        words.any(|other| Some(other) != first)
    };
    plan.parameters.keys().map(String::as_str).filter(differs).collect()
}

/// The share of runs that succeeded, for the values of each parameter.
fn success_plots(plan: &Plan, records: &[Record]) -> Vec<String> {
    let share = |name: &str| {
        let bars = groups(records, name).into_iter().map(|(label, group)| {
            let successes = group.iter().filter(|record| record.outcome == Outcome::Success).count();
            (label, 100.0 * successes as f64 / group.len() as f64, Outcome::Success.name())
        });
        let title = format!("% of runs that succeeded, by {name}");
        Bars { title, bars: bars.collect(), unit: "%", max: Some(100.0) }.svg()
    };
    varied(plan, records).into_iter().map(share).collect()
}

/// The runs by the values of a parameter, or by ranges of it where there are many.
fn groups<'a>(records: &'a [Record], name: &str) -> Vec<(String, Vec<&'a Record>)> {
    let mut by_word: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
    for record in records {
        by_word.entry(word(record, name)).or_default().push(record);
    }
    let value = |record: &Record| record.parameters.get(name).and_then(number);
    let numbers: Option<Vec<f64>> = records.iter().map(value).collect();
    let Some(numbers) = numbers else { return by_word.into_iter().take(VALUES_MAX).collect() };
    if by_word.len() <= VALUES_MAX {
        let mut groups: Vec<_> = by_word.into_iter().collect();
        groups.sort_by(|(_, a), (_, b)| {
            let first =
                |group: &[&Record]| group.first().and_then(|record| value(record)).unwrap_or_default();
            first(a).total_cmp(&first(b))
        });
        let short =
            |(label, group): (String, Vec<&'a Record>)| (label.parse().map_or(label, readable), group);
        return groups.into_iter().map(short).collect();
    }
    let ranges = axis::ranges(&numbers, VALUES_MAX);
    let within = ranges.iter().map(|&(low, high)| {
        let is_in = |record: &&Record| {
            value(record).is_some_and(|x| x >= low && (x < high || high == ranges[ranges.len() - 1].1))
        };
        (format!("{}–{}", readable(low), readable(high)), records.iter().filter(is_in).collect::<Vec<_>>())
    });
    within.filter(|(_, group)| !group.is_empty()).collect()
}

/// A histogram of a metric, and the metric over each parameter.
fn metric_plots(plan: &Plan, records: &[Record], metric: &str) -> Vec<String> {
    let numbers: Vec<f64> = records.iter().filter_map(|record| record.metrics.get(metric).copied()).collect();
    if numbers.is_empty() {
        return vec!["<p>No run has a number for it.</p>".to_owned()];
    }
    let ranges = axis::ranges(&numbers, RANGES);
    let last = ranges.len() - 1;
    let bars = ranges.iter().enumerate().map(|(index, &(low, high))| {
        let count = numbers.iter().filter(|&&x| x >= low && (x < high || index == last)).count();
        (format!("{}–{}", readable(low), readable(high)), count as f64, "plain")
    });
    let title = format!("runs by {metric}");
    let mut plots = vec![Bars { title, bars: bars.collect(), unit: "runs", max: None }.svg()];
    for parameter in varied(plan, records).into_iter().take(PLOTS_MAX) {
        let points = records.iter().filter_map(|record| {
            let x = record.parameters.get(parameter).and_then(number)?;
            let y = *record.metrics.get(metric)?;
            Some((x, y, record.outcome.name(), format!("run {}, seed {}", record.run, record.seed)))
        });
        let points: Vec<_> = points.collect();
        if !points.is_empty() {
            let (x, y) = (parameter.to_owned(), metric.to_owned());
            plots.push(Points { x, y, points }.svg());
        }
    }
    plots
}

/// The runs that failed or could not be done.
fn listed(plan: &Plan, records: &[Record]) -> String {
    let bad: Vec<&Record> = records.iter().filter(|record| record.outcome != Outcome::Success).collect();
    if bad.is_empty() {
        return String::new();
    }
    let names: Vec<&String> = plan.parameters.keys().collect();
    let heads: String = names.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
    let mut text = format!(
        "<h2>Failures and errors</h2>\n<div class=\"wide\"><table><tr><th>run</th><th>scene</th><th>seed</th>{heads}\
         <th>outcome</th><th>why</th><th>recording</th></tr>\n"
    );
    for record in bad.iter().take(LISTED_MAX) {
        let values: String =
            names.iter().map(|name| format!("<td>{}</td>", escaped(&word(record, name)))).collect();
        let why = record.error.as_deref().or(record.stop.as_deref()).unwrap_or_default();
        let recording = record.recording.as_deref().map(escaped).unwrap_or_default();
        let link = if recording.is_empty() {
            String::new()
        } else {
            format!("<a href=\"{recording}\">{recording}</a>")
        };
        let outcome = record.outcome.name();
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td>{}</td><td>{}</td>{values}<td class=\"{outcome}\">{outcome}</td><td>{}</td><td>{link}</td></tr>",
            record.run,
            escaped(&record.scene),
            record.seed,
            escaped(why),
        );
    }
    text.push_str("</table></div>\n");
    if bad.len() > LISTED_MAX {
        let _ = writeln!(text, "<p>The table has {} more.</p>", bad.len() - LISTED_MAX);
    }
    text
}

#[cfg(test)]
mod tests;
