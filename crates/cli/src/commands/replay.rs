//! `morse replay`: makes a recorded run again.

use morse::LoadOptions;
use morse_recording::read::Completeness;
use morse_recording::{Difference, Recorded, check};

use super::print;
use crate::arguments::ReplayArguments;
use crate::failure::{Failure, counted};
use crate::{log, scene_words, signals};

/// Simulates a recorded run again, and compares.
pub fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    if !arguments.check {
        return Err(Failure::Differs(
            "`morse replay` shows no recordings yet; `morse replay FILE --check` simulates one again, and Foxglove \
             shows it"
                .to_owned(),
        ));
    }
    signals::watch();
    let recorded = Recorded::load(&arguments.file)?;
    tell_state(&recorded);
    let options =
        LoadOptions { trust: arguments.trust.trust(), ..scene_words::load_options(&arguments.python) };
    let checked = check(recorded, &options)?;
    match &checked.difference {
        None => print(&format!(
            "The same bit for bit: {}, {}, {} compared.",
            counted(checked.ticks as usize, "tick"),
            counted(checked.inputs as usize, "input"),
            counted(checked.digests as usize, "digest")
        )),
        Some(difference) => Err(Failure::Differs(told(difference))),
    }
}

/// Says what may be unexpected about a recording.
pub fn tell_state(recorded: &Recorded) {
    if recorded.completeness == Completeness::BreaksOff {
        log::notice(
            "The recording breaks off: its run was killed, or its disk was full. What is there is taken.",
        );
    }
    let (version, other) = (env!("CARGO_PKG_VERSION"), &recorded.info.version);
    if other != version {
        log::notice(&format!(
            "It was recorded by version {other}; this is {version}, which may compute otherwise."
        ));
    }
}

fn told(difference: &Difference) -> String {
    let mut parts = difference.components.clone();
    if difference.world {
        parts.insert(0, "the world".to_owned());
    }
    let parts = if parts.is_empty() { "the state".to_owned() } else { parts.join(", ") };
    format!("the run differs from its recording from tick {} on: {parts}", difference.tick)
}
