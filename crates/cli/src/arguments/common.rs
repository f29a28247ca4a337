//! Options that several commands have, and the numbers that they take.

use std::path::PathBuf;

use clap::Args;

/// How messages look.
#[derive(Debug, Clone, Copy, Default, Args)]
pub struct OutputStyle {
    /// Colours the log, on a terminal
    #[arg(short, long)]
    pub color: bool,

    /// Colours for a terminal with a light background
    #[arg(long)]
    pub reverse_color: bool,

    /// Plays no sounds
    #[arg(short, long)]
    pub noaudio: bool,
}

/// Which Python runs scene scripts.
#[derive(Debug, Clone, Default, Args)]
pub struct PythonArguments {
    /// The Python (3.9 or later) that runs scene scripts [default: $MORSE_PYTHON, else python3]
    #[arg(long, value_name = "PATH")]
    pub python: Option<PathBuf>,
}

/// Accepts seconds greater than 0.
pub(super) fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && number > 0.0 => Ok(number),
        _ => Err("it must be a number of seconds greater than 0".to_owned()),
    }
}
