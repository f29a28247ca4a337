//! `cargo xtask soak` and `cargo xtask worst-tick`: long runs of the command with clients.

use std::process::Command;

use xtask::shell;

const SOAK_USAGE: &str = "usage: cargo xtask soak [--minutes N] [--debug]";
const WORST_TICK_USAGE: &str = "usage: cargo xtask worst-tick [--calls N] [--debug]";

/// Runs fifty robots with clients that come and go. Fails if memory, handles, threads or the time of a step grow.
///
/// # Errors
/// If something grows, the simulator ends by itself, or the options are wrong.
pub(crate) fn soak(words: &[&str]) -> Result<(), String> {
    run("benches/soak.py", "--minutes", "10", words, SOAK_USAGE)
}

/// Searches for the slowest step that a client can cause. Fails if one takes more than a second.
///
/// # Errors
/// If such a step is found, the simulator ends by itself, or the options are wrong.
pub(crate) fn worst_tick(words: &[&str]) -> Result<(), String> {
    run("benches/worst_tick.py", "--calls", "2000", words, WORST_TICK_USAGE)
}

fn run(program: &str, option: &str, default: &str, words: &[&str], usage: &str) -> Result<(), String> {
    let is_debug = words.contains(&"--debug");
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != "--debug").collect();
    let count = match words.as_slice() {
        [] => default,
        [name, count] if *name == option && count.parse::<f64>().is_ok_and(|count| count > 0.0) => count,
        _ => return Err(usage.to_owned()),
    };
    let profile: &[&str] = if is_debug { &[] } else { &["--release"] };
    shell::run(&mut shell::cargo(&[&["build", "--package", "morse-cli"], profile].concat()))?;
    let morse = format!("target/{}/morse", if is_debug { "debug" } else { "release" });
    shell::run(Command::new("python3").args([program, &morse, option, count]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_options_are_refused() {
        for wrong in [&["--minutes"][..], &["--minutes", "0"], &["--calls", "5"], &["5"]] {
            assert_eq!(soak(wrong), Err(SOAK_USAGE.to_owned()), "{wrong:?}");
        }
        assert_eq!(worst_tick(&["--minutes", "5"]), Err(WORST_TICK_USAGE.to_owned()));
    }
}
