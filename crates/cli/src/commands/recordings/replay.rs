//! `morse replay`: shows a recorded run, or simulates it again.

use morse::LoadOptions;
use morse_playback::Player;
use morse_recording::read::Completeness;
use morse_recording::{Difference, Recorded, check};
use morse_viewer::Settings;

use crate::arguments::ReplayArguments;
use crate::browser;
use crate::failure::{Failure, counted};
use crate::output::log;
use crate::output::standard_output::print;
use crate::{scene_loading, signals};

/// Shows a recorded run in the browser, or simulates it again and compares the states.
pub fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    signals::watch();
    let options =
        LoadOptions { trust: arguments.trust.trust(), ..scene_loading::load_options(&arguments.python) };
    if arguments.check { check_again(arguments, &options) } else { show(arguments, &options) }
}

fn show(arguments: &ReplayArguments, options: &LoadOptions) -> Result<(), Failure> {
    let wanted = arguments.page.view_port;
    let settings = Settings { address: arguments.page.view_address, port: wanted };
    let mut player = Player::open(&arguments.file, options, settings)?;
    if player.completeness() == Completeness::BreaksOff {
        log::notice(
            "The recording breaks off: its run was killed, or its disk was full. The complete part is shown.",
        );
    }
    let port = player.viewer().address().port();
    if wanted != 0 && port != wanted {
        log::notice(&format!("Port {wanted} is in use; the page is served on port {port}."));
    }
    let [begin_s, end_s] = player.span_s();
    print(&format!(
        "{}: simulated time {begin_s:.2} s to {end_s:.2} s\nTo view: {}\nCtrl-C ends it.",
        arguments.file.display(),
        player.viewer().url()
    ))?;
    if arguments.page.open {
        browser::open_as_asked(&player.viewer().url());
    }
    Ok(player.run(&signals::interrupt())?)
}

/// Simulates a recorded run again, and compares the state of each tick.
fn check_again(arguments: &ReplayArguments, options: &LoadOptions) -> Result<(), Failure> {
    let recorded = Recorded::load(&arguments.file)?;
    report_state(&recorded);
    let checked = check(recorded, options)?;
    match &checked.difference {
        None => print(&format!(
            "The same bit for bit: {}, {}, {} compared.",
            counted(checked.ticks as usize, "tick"),
            counted(checked.inputs as usize, "input"),
            counted(checked.digests as usize, "digest")
        )),
        Some(difference) => Err(Failure::Differs(difference_text(difference))),
    }
}

/// Logs that a recording is incomplete or of another version.
pub fn report_state(recorded: &Recorded) {
    if recorded.completeness == Completeness::BreaksOff {
        log::notice(
            "The recording breaks off: its run was killed, or its disk was full. The complete part is used.",
        );
    }
    let (version, other) = (env!("CARGO_PKG_VERSION"), &recorded.info.version);
    if other != version {
        log::notice(&format!(
            "It was recorded by version {other}; this is {version}, whose results may differ."
        ));
    }
}

fn difference_text(difference: &Difference) -> String {
    let mut parts = difference.components.clone();
    if difference.world {
        parts.insert(0, "the world".to_owned());
    }
    let parts = if parts.is_empty() { "the state".to_owned() } else { parts.join(", ") };
    format!("the run differs from its recording from tick {} on: {parts}", difference.tick)
}
