//! `cargo xtask simulate`: random scenes of the whole catalog, clients and faults, each as twins that must compute the same.

use crate::shell;

/// Seeds of a run without options.
const SEEDS: &str = "1..1000";
/// Length of the runs without options: 10 s of simulated time. [ticks]
const TICKS: &str = "600";
const USAGE: &str = "usage: cargo xtask simulate [--seeds FIRST..END] [--ticks N] [--debug]";

/// Runs the twins of the seeds that `words` select. A failure prints the seed and its least scene.
///
/// # Errors
/// If twins differ, a state is out of range, or the options are wrong.
pub(crate) fn simulate(words: &[&str]) -> Result<(), String> {
    let is_debug = words.contains(&"--debug");
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != "--debug").collect();
    let (seeds, ticks) = parse(&words)?;
    println!("seeds {seeds}, {ticks} ticks each");
    let mut test = vec!["test", "--quiet", "--package", "morse-recording", "--test", "simulated"];
    if !is_debug {
        test.push("--release");
    }
    test.extend(["twins_of_random", "--", "--nocapture"]);
    let mut command = shell::cargo(&test);
    shell::run(command.env("MORSE_SEEDS", seeds).env("MORSE_SEED_TICKS", ticks))
}

fn parse<'a>(words: &[&'a str]) -> Result<(&'a str, &'a str), String> {
    let (mut seeds, mut ticks) = (SEEDS, TICKS);
    for pair in words.chunks(2) {
        match pair {
            ["--seeds", range] if is_range(range) => seeds = range,
            ["--ticks", count] if count.parse::<u64>().is_ok_and(|count| count > 1) => ticks = count,
            _ => return Err(USAGE.to_owned()),
        }
    }
    Ok((seeds, ticks))
}

fn is_range(text: &str) -> bool {
    let numbers = text.split_once("..").map(|(first, end)| (first.parse::<u64>(), end.parse::<u64>()));
    matches!(numbers, Some((Ok(first), Ok(end))) if first < end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_select_seeds_and_ticks() {
        assert_eq!(parse(&[]), Ok((SEEDS, TICKS)));
        assert_eq!(parse(&["--ticks", "60", "--seeds", "5..7"]), Ok(("5..7", "60")));
        for wrong in [&["--seeds"][..], &["--seeds", "7..5"], &["--ticks", "0"], &["7"]] {
            assert_eq!(parse(wrong), Err(USAGE.to_owned()), "{wrong:?}");
        }
    }
}
