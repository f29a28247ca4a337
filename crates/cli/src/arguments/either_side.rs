//! Options of `morse run` before or after the scene: those after it are moved before it.

use std::ffi::{OsStr, OsString};

use clap::{Command, CommandFactory};

use super::Arguments;
use super::run::END_OF_OPTIONS;

/// Brings the options of `morse run` before the scene. Words that are no options of it, and all after `--`, stay behind
/// the scene, in their order; so does `--`.
pub(super) fn options_first(words: Vec<OsString>) -> Vec<OsString> {
    let command = words.iter().skip(1).position(|word| !is_option(word)).map(|place| place + 1);
    let Some(command) = command.filter(|&place| words[place] == "run") else { return words };
    let run = known();
    let mut first: Vec<OsString> = words[..=command].to_vec();
    let mut behind = Vec::new();
    let mut rest = words.into_iter().skip(command + 1);
    while let Some(word) = rest.next() {
        if word == END_OF_OPTIONS {
            // Before the scene it only says that the scene may begin with a dash.
            behind.push(word);
            behind.extend(rest);
            break;
        }
        match meaning(&run, &word) {
            Meaning::Flag => first.push(word),
            Meaning::TakesNext => {
                first.push(word);
                first.extend(rest.next());
            }
            // A wrong option before the scene is for the parser, which says what is wrong with it.
            Meaning::Unknown if behind.is_empty() && is_option(&word) => first.push(word),
            Meaning::Unknown => behind.push(word),
        }
    }
    first.extend(behind);
    first
}

/// The long options of `morse run`, without their dashes.
pub fn long_options() -> Vec<String> {
    let run = known();
    run.get_arguments().filter_map(|argument| argument.get_long().map(str::to_owned)).collect()
}

fn known() -> Command {
    let mut command = Arguments::command();
    // Adds what every command has, such as --help.
    command.build();
    command.find_subcommand("run").cloned().unwrap_or_default()
}

enum Meaning {
    /// An option with all that belongs to it.
    Flag,
    /// An option whose value is the next word.
    TakesNext,
    /// No option of `morse run`.
    Unknown,
}

fn meaning(run: &Command, word: &OsStr) -> Meaning {
    let Some(word) = word.to_str() else { return Meaning::Unknown };
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
        None => Meaning::Unknown,
        Some(argument) if argument.get_action().takes_values() && !has_value => Meaning::TakesNext,
        Some(_) => Meaning::Flag,
    }
}

fn is_option(word: &OsStr) -> bool {
    word.as_encoded_bytes().first() == Some(&b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(line: &str) -> String {
        let words = options_first(line.split(' ').map(OsString::from).collect());
        words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn options_after_the_scene_come_before_it() {
        assert_eq!(sorted("morse run s.py --fast"), "morse run --fast s.py");
        assert_eq!(sorted("morse -c run s.py --duration 5 --json"), "morse -c run --duration 5 --json s.py");
        assert_eq!(sorted("morse run --seed 3 s.py --port=4100 x"), "morse run --seed 3 --port=4100 s.py x");
        assert_eq!(sorted("morse run s.py -g 8x6 -h"), "morse run -g 8x6 -h s.py");
        assert_eq!(sorted("morse run s.py -g8x6"), "morse run -g8x6 s.py");
    }

    #[test]
    fn the_scripts_own_words_stay_in_order() {
        assert_eq!(sorted("morse run s.py --robots 3 --fast a -x"), "morse run --fast s.py --robots 3 a -x");
        assert_eq!(sorted("morse run s.py a -- --fast b"), "morse run s.py a -- --fast b");
        assert_eq!(sorted("morse run --fast -- s.py --json"), "morse run --fast -- s.py --json");
    }

    #[test]
    fn mistakes_before_the_scene_stay_there() {
        assert_eq!(sorted("morse run --fsat s.py"), "morse run --fsat s.py");
        assert_eq!(sorted("morse run s.py --duration"), "morse run --duration s.py");
    }

    #[test]
    fn other_commands_are_left_alone() {
        for line in ["morse", "morse check s.py --json", "morse --version", "morse render run --fast"] {
            assert_eq!(sorted(line), line);
        }
    }
}
