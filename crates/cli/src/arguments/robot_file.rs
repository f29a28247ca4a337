//! Options of the commands that take a robot file: arguments of a xacro file, the keyframe of an MJCF file, a fixed root.

use std::collections::BTreeMap;

use clap::Args;

/// Options of a robot file.
#[derive(Debug, Clone, Default, Args)]
pub struct RobotFileArguments {
    /// Set an argument of a xacro file, as in --arg arm:=right; may be repeated
    #[arg(long = "arg", value_name = "NAME:=VALUE", value_parser = assignment)]
    pub xacro_arguments: Vec<(String, String)>,

    /// Start in a keyframe of an MJCF file [default: home, if the file has it]
    #[arg(long, value_name = "NAME")]
    pub keyframe: Option<String>,

    /// Hold the root of the robot where it is, although its file lets it move
    #[arg(long)]
    pub fixed: bool,
}

impl RobotFileArguments {
    /// The arguments by name. If a name has two values, the last one wins.
    #[must_use]
    pub fn by_name(&self) -> BTreeMap<String, String> {
        self.xacro_arguments.iter().cloned().collect()
    }
}

/// Parses `NAME:=VALUE`, as xacro does, or `NAME=VALUE`, as the parameters of scripts.
fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim_end_matches(':').is_empty() => {
            Ok((name.strip_suffix(':').unwrap_or(name).to_owned(), value.to_owned()))
        }
        _ => Err("it must be NAME:=VALUE".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignment_is_written_as_for_xacro_or_as_for_scripts() {
        let pair = |name: &str, value: &str| Ok((name.to_owned(), value.to_owned()));
        assert_eq!(assignment("arm:=right"), pair("arm", "right"));
        assert_eq!(assignment("arm=right"), pair("arm", "right"));
        assert_eq!(assignment("xyz:=1 2=3"), pair("xyz", "1 2=3"));
        assert_eq!(assignment("empty:="), pair("empty", ""));
        for wrong in ["arm", ":=right", "=right", ""] {
            assert!(assignment(wrong).is_err(), "{wrong}");
        }
    }
}
