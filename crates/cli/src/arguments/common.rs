//! Options shared by several commands, and parsers of their values.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use morse::pictures::PictureProcessor;
use morse::{Document, Trust};

use crate::failure::Failure;

/// Colors of the log, and whether sounds are played.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct OutputStyle {
    /// Color the log on a terminal
    #[arg(short, long)]
    pub color: bool,

    /// Color the log for a terminal with a light background
    #[arg(long)]
    pub reverse_color: bool,

    /// Disable sounds
    #[arg(short, long)]
    pub noaudio: bool,
}

/// The Python interpreter for scene scripts.
#[derive(Debug, Clone, Default, Args)]
pub struct PythonArguments {
    /// Python (3.9 or later) to run scene scripts with [default: $MORSE_PYTHON, else python3]
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
}

/// The processor that draws the pictures of cameras.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct PictureArguments {
    /// Processor that draws pictures: the CPU; a GPU; auto, for a GPU where there is one. Pictures of a GPU can differ in their
    /// last bits between computers, and are not part of digests
    #[arg(
        long,
        value_name = "PROCESSOR",
        env = "MORSE_RENDER",
        hide_env_values = true,
        default_value = "cpu"
    )]
    #[arg(value_parser = PossibleValuesParser::new(PictureProcessor::WORDS).try_map(|word| word.parse::<PictureProcessor>()))]
    pub render: PictureProcessor,
}

/// Whether the user trusts a scene document.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct TrustArguments {
    /// Accept a scene document only, and let it run no Python, read only models of the resource folders, and write only
    /// below the working directory; this is the default for documents
    #[arg(long, conflicts_with = "trust")]
    pub untrusted: bool,

    /// Let a scene document run Python and access any file, like a script
    #[arg(long)]
    pub trust: bool,

    /// Memory limit of the process with --untrusted, on Linux [MiB]
    #[arg(long, value_name = "MIB", default_value_t = 4096, requires = "untrusted")]
    pub untrusted_memory: u64,

    /// Limit of wall time with --untrusted: the command then ends with an error [s]
    #[arg(long, value_name = "SECONDS", default_value_t = 3600.0, value_parser = positive, requires = "untrusted")]
    pub untrusted_time: f64,

    /// Maximum number of objects with --untrusted, in the scene and added to it
    #[arg(long, value_name = "N", default_value_t = 1000, requires = "untrusted")]
    pub untrusted_objects: u32,
}

impl TrustArguments {
    /// The trust as the library takes it.
    #[must_use]
    pub fn trust(self) -> Trust {
        match self {
            Self { untrusted: true, .. } => Trust::Untrusted,
            Self { trust: true, .. } => Trust::Trusted,
            Self { .. } => Trust::ScriptsOnly,
        }
    }

    /// Sets the limits of memory and wall time of this process, with `--untrusted`.
    pub fn limit_process(self) {
        if self.untrusted {
            crate::process_limits::limit_memory(self.untrusted_memory);
            crate::process_limits::limit_time(Duration::from_secs_f64(self.untrusted_time));
        }
    }

    /// Checks the number of objects of a scene, and limits those that clients add, with `--untrusted`.
    ///
    /// # Errors
    /// If the scene has too many objects.
    pub fn limit_scene(self, document: &mut Document) -> Result<(), Failure> {
        if !self.untrusted {
            return Ok(());
        }
        let (count, limit) = (document.objects.len(), self.untrusted_objects);
        if count > limit as usize {
            return Err(Failure::Arguments(format!(
                "the scene has {count} objects, and --untrusted allows {limit}: raise the limit with --untrusted-objects"
            )));
        }
        let environment = &mut document.environment;
        environment.spawned_max = Some(environment.spawned_max.map_or(limit, |max| max.min(limit)));
        Ok(())
    }
}

/// Parses a number of seconds greater than 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err("it must be a number of seconds greater than 0".to_owned()),
    }
}

/// Parses a picture size `WxH`. [pixels]
pub(super) fn picture_size(text: &str) -> Result<[u32; 2], String> {
    let side = |text: &str| text.parse::<u32>().ok().filter(|side| (16..=4096).contains(side));
    let sides = text.split_once('x').and_then(|(width, height)| Some([side(width)?, side(height)?]));
    sides.ok_or_else(|| "it must be two numbers of pixels from 16 to 4096, like 960x720".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picture_size_is_limited() {
        assert_eq!(picture_size("16x4096"), Ok([16, 4096]));
        for wrong in ["", "960", "960x", "15x15", "4097x20", "99999999999x16", "-5x20", "20x20x20", "20X20"] {
            assert!(picture_size(wrong).unwrap_err().contains("4096"), "{wrong}");
        }
    }
}
