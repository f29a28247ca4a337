//! Plays sound files with programs of the system.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A program that plays a file without a window and exits at its end.
struct Player {
    program: &'static str,
    options: &'static [&'static str],
    /// Supported file extensions; empty if it plays nearly all formats.
    formats: &'static [&'static str],
}

/// File extensions that all versions of libsndfile read.
const SNDFILE: &[&str] = &["wav", "flac", "ogg", "oga", "aiff", "aif", "au"];

/// Small programs, which start fast, come first.
const PLAYERS: [Player; 7] = [
    Player { program: "pw-play", options: &[], formats: SNDFILE },
    Player { program: "paplay", options: &[], formats: SNDFILE },
    Player { program: "aplay", options: &["-q"], formats: &["wav", "au"] },
    Player { program: "afplay", options: &[], formats: &["wav", "aiff", "aif", "mp3", "m4a", "aac"] },
    Player { program: "mpg123", options: &["-q"], formats: &["mp3"] },
    Player { program: "ffplay", options: &["-nodisp", "-autoexit", "-loglevel", "quiet"], formats: &[] },
    Player { program: "mpv", options: &["--no-video", "--no-terminal"], formats: &[] },
];

/// The programs that can play a file.
fn players(file: &Path) -> impl Iterator<Item = &'static Player> {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = extension.to_ascii_lowercase();
    PLAYERS
        .iter()
        .filter(move |player| player.formats.is_empty() || player.formats.contains(&format.as_str()))
}

/// A running player program. Dropping it ends the program.
pub struct Playing {
    child: Child,
    command: Command,
}

impl Playing {
    /// Starts playing a file with the first installed program.
    ///
    /// # Errors
    /// If no program is installed; contains the names of all suitable programs.
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

    /// The command line, for display.
    pub fn command(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    /// Stops the process, and with it the sound. On systems other than Unix, the sound continues.
    pub fn pause(&mut self) {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::STOP);
        #[cfg(not(unix))]
        tracing::warn!("this system cannot pause a sound; {} continues", self.program());
    }

    /// Resumes a paused program.
    pub fn resume(&mut self) {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::CONT);
    }

    /// The exit status of the program, if it has ended.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Sends a signal. The process id stays valid until [`Playing::ended`] has returned the exit status.
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
    fn players_support_the_format() {
        let all = ["pw-play", "paplay", "aplay", "afplay", "ffplay", "mpv"];
        assert_eq!(programs("horn.wav"), all);
        assert_eq!(programs("/a.b/HORN.WAV"), all);
        assert_eq!(programs("horn.mp3"), ["afplay", "mpg123", "ffplay", "mpv"]);
        assert_eq!(programs("horn.ogg"), ["pw-play", "paplay", "ffplay", "mpv"]);
        assert_eq!(programs("horn"), ["ffplay", "mpv"]);
    }
}
