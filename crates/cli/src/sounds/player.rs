//! Finds programs of the system that play sound files.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A program that plays a file, shows nothing and ends with it.
struct Player {
    program: &'static str,
    options: &'static [&'static str],
    /// Extensions of the files that it plays; none for one that plays nearly everything.
    formats: &'static [&'static str],
}

/// What libsndfile reads in all its versions.
const PLAIN: &[&str] = &["wav", "flac", "ogg", "oga", "aiff", "aif", "au"];

/// Small ones first, which start fast.
const PLAYERS: [Player; 7] = [
    Player { program: "pw-play", options: &[], formats: PLAIN },
    Player { program: "paplay", options: &[], formats: PLAIN },
    Player { program: "aplay", options: &["-q"], formats: &["wav", "au"] },
    Player { program: "afplay", options: &[], formats: &["wav", "aiff", "aif", "mp3", "m4a", "aac"] },
    Player { program: "mpg123", options: &["-q"], formats: &["mp3"] },
    Player { program: "ffplay", options: &["-nodisp", "-autoexit", "-loglevel", "quiet"], formats: &[] },
    Player { program: "mpv", options: &["--no-video", "--no-terminal"], formats: &[] },
];

/// The players of such a file.
fn players(file: &Path) -> impl Iterator<Item = &'static Player> {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = extension.to_ascii_lowercase();
    PLAYERS
        .iter()
        .filter(move |player| player.formats.is_empty() || player.formats.contains(&format.as_str()))
}

/// A program that plays a file, until it is dropped.
pub struct Playing {
    child: Child,
    command: Command,
}

impl Playing {
    /// Begins to play a file with the first program that there is.
    ///
    /// # Errors
    /// The names of the programs that were looked for when there is none of them.
    pub fn begin(file: &Path) -> Result<Self, Vec<&'static str>> {
        for player in players(file) {
            let mut command = Command::new(player.program);
            command.args(player.options).arg(file);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            match command.spawn() {
                Ok(child) => return Ok(Self { child, command }),
                Err(error) => tracing::debug!("{}: {error}", player.program),
            }
        }
        Err(players(file).map(|player| player.program).collect())
    }

    /// The name of the program.
    pub fn program(&self) -> std::borrow::Cow<'_, str> {
        self.command.get_program().to_string_lossy()
    }

    /// The command line, for the eye.
    pub fn command(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    /// Holds the program, and with it the sound. Systems other than Unix cannot: it plays on.
    pub fn pause(&mut self) {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::STOP);
        #[cfg(not(unix))]
        tracing::warn!("this system cannot hold a sound; {} plays on", self.program());
    }

    /// Lets the program go on where it was held.
    pub fn resume(&mut self) {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::CONT);
    }

    /// How the program ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// A program that has ended keeps its number until [`Playing::ended`] has told so; no other process can be meant.
    #[cfg(unix)]
    fn signal(&mut self, signal: rustix::process::Signal) {
        use rustix::process::{Pid, kill_process};

        if self.ended().is_none()
            && let Some(id) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw)
            && let Err(error) = kill_process(id, signal)
        {
            tracing::debug!("{}: {error}", self.program());
        }
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            tracing::debug!("{}: {error}", self.program());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(file: &str) -> Vec<&'static str> {
        players(Path::new(file)).map(|player| player.program).collect()
    }

    #[test]
    fn players_are_those_of_the_format() {
        let all = ["pw-play", "paplay", "aplay", "afplay", "ffplay", "mpv"];
        assert_eq!(programs("horn.wav"), all);
        assert_eq!(programs("/a.b/HORN.WAV"), all);
        assert_eq!(programs("horn.mp3"), ["afplay", "mpg123", "ffplay", "mpv"]);
        assert_eq!(programs("horn.ogg"), ["pw-play", "paplay", "ffplay", "mpv"]);
        assert_eq!(programs("horn"), ["ffplay", "mpv"]);
    }
}
