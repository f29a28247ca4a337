//! `morse bag info`: shows the contents of a recording.

use morse_recording::read::Completeness;
use morse_recording::{ChannelSummary, RunInfo, Summary};
use serde_json::{Value, json};

use crate::arguments::BagInfoArguments;
use crate::failure::{Failure, counted};
use crate::output::columns::Table;
use crate::output::standard_output::{print, print_json};

/// Prints the summary of a recording.
pub fn info(arguments: &BagInfoArguments) -> Result<(), Failure> {
    let summary = Summary::of(&arguments.file)?;
    if arguments.json { print_json(&as_json(&summary)) } else { print(&as_text(&summary)) }
}

fn seconds(time_ns: u64) -> f64 {
    time_ns as f64 * 1e-9
}

fn duration_s(summary: &Summary) -> f64 {
    summary.times_ns.map_or(0.0, |[first, last]| seconds(last - first))
}

fn message_bytes(summary: &Summary) -> u64 {
    summary.channels.iter().map(|channel| channel.bytes).sum()
}

fn as_json(summary: &Summary) -> Value {
    let channel = |each: &ChannelSummary| {
        json!({"topic": each.channel.topic, "schema": each.channel.schema, "encoding": each.channel.encoding,
            "messages": each.messages, "bytes": each.bytes, "rate_hz": each.rate_hz(),
            "start_s": each.times_ns.map(|[first, _]| seconds(first)), "end_s": each.times_ns.map(|[_, last]| seconds(last))})
    };
    let run = summary.run.as_ref().map(|run| match run {
        Ok(run) => {
            json!({"version": run.version, "seed": run.seed, "rate_hz": run.rate_hz, "epoch_s": run.epoch_s,
            "start_tick": run.start_tick, "has_all_inputs": run.has_all_inputs, "scene": run.scene})
        }
        Err(problem) => json!({"problem": problem}),
    });
    let attachments = summary.attachments.iter().map(|(name, bytes)| json!({"name": name, "bytes": bytes}));
    json!({
        "bytes": summary.bytes,
        "message_bytes": message_bytes(summary),
        "is_complete": summary.completeness == Completeness::Complete,
        "start_s": summary.times_ns.map(|[first, _]| seconds(first)),
        "end_s": summary.times_ns.map(|[_, last]| seconds(last)),
        "duration_s": duration_s(summary),
        "messages": summary.channels.iter().map(|channel| channel.messages).sum::<u64>(),
        "run": run,
        "attachments": attachments.collect::<Vec<_>>(),
        "channels": summary.channels.iter().map(channel).collect::<Vec<_>>(),
    })
}

fn as_text(summary: &Summary) -> String {
    let messages: u64 = summary.channels.iter().map(|channel| channel.messages).sum();
    let mut lines = vec![
        match summary.times_ns {
            Some([first, last]) => {
                format!(
                    "{:.3} s of simulated time, from {:.3} s to {:.3} s",
                    duration_s(summary),
                    seconds(first),
                    seconds(last)
                )
            }
            None => "no messages".to_owned(),
        },
        format!(
            "{} in {}; {} in the file, {} without compression",
            counted(messages as usize, "message"),
            counted(summary.channels.len(), "channel"),
            size(summary.bytes),
            size(message_bytes(summary))
        ),
    ];
    match &summary.run {
        Some(Ok(run)) => lines.push(run_text(run)),
        Some(Err(problem)) => lines.push(format!("recorded by MORSE, but {problem}")),
        None => lines.push("not recorded by MORSE: it has no metadata of a run".to_owned()),
    }
    for (name, bytes) in &summary.attachments {
        lines.push(format!("attached: {name}, {}", size(*bytes)));
    }
    if summary.completeness == Completeness::BreaksOff {
        lines.push("it breaks off: its run was killed, or its disk was full".to_owned());
    }
    let mut table = Table::new(&["channel", "messages", "rate [Hz]", "size", "encoding", "schema"]);
    for each in &summary.channels {
        table.row([
            each.channel.topic.clone(),
            each.messages.to_string(),
            each.rate_hz().map(|rate_hz| format!("{rate_hz:.2}")).unwrap_or_default(),
            size(each.bytes),
            each.channel.encoding.clone(),
            each.channel.schema.clone(),
        ]);
    }
    format!("{}\n\n{}", lines.join("\n"), table.text())
}

fn run_text(run: &RunInfo) -> String {
    let RunInfo { version, seed, rate_hz, scene, .. } = run;
    let part = match (run.has_all_inputs, run.start_tick) {
        (true, 0) => "the whole run".to_owned(),
        (_, tick) => format!("begun after tick {tick}"),
    };
    format!(
        "recorded by MORSE {version}: {}, seed {seed}, {rate_hz} ticks per second, {part}",
        scene.display()
    )
}

/// Formats a number of bytes in the largest decimal unit in which it is at least 1.
fn size(bytes: u64) -> String {
    let mut size = bytes as f64;
    let mut unit = "B";
    for larger in ["kB", "MB", "GB", "TB"] {
        if size < 1000.0 {
            break;
        }
        (size, unit) = (size / 1000.0, larger);
    }
    if unit == "B" { format!("{bytes} B") } else { format!("{size:.1} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_decimal_units() {
        for (bytes, text) in [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (2_345_678, "2.3 MB")] {
            assert_eq!(size(bytes), text);
        }
    }
}
