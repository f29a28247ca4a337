//! Accepts options of `morse run` after the scene by moving them before it.

use std::ffi::{OsStr, OsString};

use clap::{Command, CommandFactory};

use super::END_OF_OPTIONS;
use crate::arguments::Arguments;

/// Moves the options of `morse run` before the scene. Other words, `--` and everything after it stay behind the scene
/// in their order.
pub(in crate::arguments) fn options_first(words: Vec<OsString>) -> Vec<OsString> {
    let command = words.iter().skip(1).position(|word| !is_option(word)).map(|place| place + 1);
    let Some(command) = command.filter(|&place| words[place] == "run") else { return words };
    let run = run_command();
    let mut first: Vec<OsString> = words[..=command].to_vec();
    let mut behind = Vec::new();
    let mut rest = words.into_iter().skip(command + 1);
    while let Some(word) = rest.next() {
        if word == END_OF_OPTIONS {
            // Before the scene, `--` only allows a scene name that begins with a dash.
            behind.push(word);
            behind.extend(rest);
            break;
        }
        match word_kind(&run, &word) {
            WordKind::Flag => first.push(word),
            WordKind::TakesNext => {
                first.push(word);
                first.extend(rest.next());
            }
            // The parser reports an unknown option before the scene.
            WordKind::Unknown if behind.is_empty() && is_option(&word) => first.push(word),
            WordKind::Unknown => behind.push(word),
        }
    }
    first.extend(behind);
    first
}

/// The long options of `morse run`, without their dashes.
pub fn long_options() -> Vec<String> {
    let run = run_command();
    run.get_arguments().filter_map(|argument| argument.get_long().map(str::to_owned)).collect()
}

fn run_command() -> Command {
    let mut command = Arguments::command();
    // Adds the options that every command has, such as --help.
    command.build();
    command.find_subcommand("run").cloned().unwrap_or_default()
}

enum WordKind {
    /// A complete option: it takes no value, or contains it.
    Flag,
    /// An option whose value is the next word.
    TakesNext,
    /// Not an option of `morse run`.
    Unknown,
}

fn word_kind(run: &Command, word: &OsStr) -> WordKind {
    let Some(word) = word.to_str() else { return WordKind::Unknown };
    let (found, has_value) = match word.strip_prefix("--") {
        Some(long) => {
            let (name, value) =
                long.split_once('=').map_or((long, None), |(name, value)| (name, Some(value)));
            (run.get_arguments().find(|argument| argument.get_long() == Some(name)), value.is_some())
        }
        None => {
            let mut letters = word.strip_prefix('-').unwrap_or_default().chars();
            let short = letters.next();
            let found = run.get_arguments().find(|argument| short.is_some() && argument.get_short() == short);
            (found, letters.next().is_some())
        }
    };
    match found {
        None => WordKind::Unknown,
        Some(argument) if argument.get_action().takes_values() && !has_value => WordKind::TakesNext,
        Some(_) => WordKind::Flag,
    }
}

fn is_option(word: &OsStr) -> bool {
    word.as_encoded_bytes().first() == Some(&b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reordered(line: &str) -> String {
        let words = options_first(line.split(' ').map(OsString::from).collect());
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_after_scene_move_before_it() {
        assert_eq!(reordered("morse run s.py --fast"), "morse run --fast s.py");
        assert_eq!(
            reordered("morse -c run s.py --duration 5 --json"),
            "morse -c run --duration 5 --json s.py"
        );
        assert_eq!(
            reordered("morse run --seed 3 s.py --port=4100 x"),
            "morse run --seed 3 --port=4100 s.py x"
        );
        assert_eq!(reordered("morse run s.py -g 8x6 -h"), "morse run -g 8x6 -h s.py");
        assert_eq!(reordered("morse run s.py -g8x6"), "morse run -g8x6 s.py");
    }

    #[test]
    fn script_arguments_keep_their_order() {
        assert_eq!(
            reordered("morse run s.py --robots 3 --fast a -x"),
            "morse run --fast s.py --robots 3 a -x"
        );
        assert_eq!(reordered("morse run s.py a -- --fast b"), "morse run s.py a -- --fast b");
        assert_eq!(reordered("morse run --fast -- s.py --json"), "morse run --fast -- s.py --json");
    }

    #[test]
    fn invalid_options_before_scene_stay_there() {
        assert_eq!(reordered("morse run --fsat s.py"), "morse run --fsat s.py");
        assert_eq!(reordered("morse run s.py --duration"), "morse run --duration s.py");
    }

    #[test]
    fn other_commands_are_unchanged() {
        for line in ["morse", "morse check s.py --json", "morse --version", "morse render run --fast"] {
            assert_eq!(reordered(line), line);
        }
    }
}
