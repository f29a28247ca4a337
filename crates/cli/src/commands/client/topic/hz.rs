//! `morse topic hz`: measures the message rate of a sensor in wall time and in simulated time.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::periods::{Periods, Rate, timestamp_s};
use super::stream::{Next, SensorStream};
use crate::arguments::HzArguments;
use crate::failure::Failure;
use crate::output::log;
use crate::output::standard_output::{print, print_json, print_while_read};
use crate::signals;

/// Wall time between two results.
const INTERVAL: Duration = Duration::from_secs(1);

/// The output of `--json`.
#[derive(Serialize)]
struct Report<'a> {
    component: &'a str,
    port: u16,
    /// Rate of the component according to the scene. [Hz]
    nominal_rate_hz: Option<f64>,
    messages: u64,
    /// By time of arrival; `null` before the second message.
    wall: Option<Rate>,
    /// By time stamp; `null` also if messages have no time stamp.
    simulated: Option<Rate>,
}

/// Measures until Ctrl-C, or until the wanted number of messages is reached.
pub fn hz(arguments: &HzArguments) -> Result<(), Failure> {
    let mut stream = SensorStream::open(&arguments.server, &arguments.component)?;
    // From here on, Ctrl-C ends the measurement, and the result is printed.
    signals::watch();
    let (mut wall, mut simulated) = (Periods::new(arguments.window), Periods::new(arguments.window));
    if !arguments.json {
        print(&head(&stream))?;
    }
    let begin = Instant::now();
    let mut due = begin + INTERVAL;
    let mut messages = 0;
    let mut shown = 0;
    while arguments.count != Some(messages) {
        match stream.next(arguments.count, Some(due), &signals::interrupted)? {
            Next::Message(message) => {
                wall.add(begin.elapsed().as_secs_f64());
                if let Some(time_s) = timestamp_s(&message) {
                    simulated.add(time_s);
                }
                messages += 1;
            }
            Next::Nothing => {}
            Next::End => break,
        }
        if Instant::now() >= due {
            due += INTERVAL;
            if !arguments.json && messages > shown {
                shown = messages;
                if !print_while_read(&rows(&wall, &simulated))? {
                    return Ok(());
                }
            }
        }
    }
    if arguments.json {
        return print_json(&Report {
            component: &stream.component.name,
            port: stream.port,
            nominal_rate_hz: stream.component.rate_hz,
            messages,
            wall: wall.rate(),
            simulated: simulated.rate(),
        });
    }
    if wall.rate().is_none() {
        log::notice(&format!("{messages} messages are too few to measure a period."));
        return Ok(());
    }
    if messages > shown { print(&rows(&wall, &simulated)) } else { Ok(()) }
}

fn head(stream: &SensorStream) -> String {
    let rate =
        stream.component.rate_hz.map(|rate_hz| format!(", {rate_hz} Hz in the scene")).unwrap_or_default();
    format!(
        "{} on port {}{rate}\n{:<11}{:>10}{:>11}{:>11}{:>11}{:>12}{:>10}\n",
        stream.component.name,
        stream.port,
        "clock",
        "rate [Hz]",
        "min [ms]",
        "mean [ms]",
        "max [ms]",
        "jitter [ms]",
        "periods"
    )
}

fn rows(wall: &Periods, simulated: &Periods) -> String {
    let row = |clock: &str, periods: &Periods| {
        let Some(rate) = periods.rate() else { return String::new() };
        let hz = rate.rate_hz.map_or("-".to_owned(), |hz| format!("{hz:.3}"));
        let ms = |seconds: f64| format!("{:.3}", 1e3 * seconds);
        format!(
            "{clock:<11}{hz:>10}{:>11}{:>11}{:>11}{:>12}{:>10}\n",
            ms(rate.min_s),
            ms(rate.mean_s),
            ms(rate.max_s),
            ms(rate.jitter_s),
            rate.periods
        )
    };
    row("wall", wall) + &row("simulated", simulated)
}
