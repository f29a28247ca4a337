//! Advice for a command line that names a file where a command stands: `morse first.py`.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Extensions of files, and the purpose and the command that they are for.
const COMMANDS: [(&[&str], &str, &str); 4] = [
    (&["py", "json", "urdf", "xacro", "sdf", "mjcf"], "simulate it", "run"),
    (&["mcap"], "show it", "replay"),
    (&["toml"], "do its runs", "campaign"),
    (&["blend", "dae", "glb", "gltf", "obj", "stl", "world"], "show its contents", "inspect"),
];

/// The command that the user may have meant, if the error is about a file in the place of a command.
pub fn advice_for_file(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let extension = Path::new(word).extension()?.to_str()?.to_lowercase();
    let (_, purpose, command) =
        COMMANDS.iter().find(|(extensions, ..)| extensions.contains(&extension.as_str()))?;
    (error.kind() == ErrorKind::InvalidSubcommand)
        .then(|| format!("morse has no command {word:?}. To {purpose}: morse {command} {word}"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::arguments::Arguments;

    fn advice(words: &[&str]) -> Option<String> {
        advice_for_file(&Arguments::try_parse_from([&["morse"], words].concat()).unwrap_err())
    }

    #[test]
    fn a_file_in_the_place_of_a_command_is_answered_with_the_command() {
        for (file, command) in [
            ("first.py", "To simulate it: morse run first.py"),
            ("a/scene.json", "morse run a/scene.json"),
            ("run.mcap", "morse replay run.mcap"),
            ("arm.URDF", "morse run arm.URDF"),
            ("a.stl", "morse inspect a.stl"),
            ("a.urdf.xacro", "morse run a.urdf.xacro"),
        ] {
            assert!(advice(&[file]).unwrap().ends_with(command), "{file}");
        }
        assert_eq!(advice(&["fly"]), None);
        assert_eq!(advice(&["run", "--hight"]), None);
    }
}
