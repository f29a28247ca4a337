//! Test: every `morse` command in a page of the documentation, an example or README is one that the command line accepts.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Parser;
use clap::error::{ContextKind, ErrorKind};

use super::{Arguments, normalize};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All pages, and the scripts of the examples, whose first lines name their commands.
fn texts() -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut folders = vec![root().join("docs"), root().join("examples")];
    let single = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "assets/README.md"];
    let mut files: Vec<PathBuf> = single.map(|name| root().join(name)).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md" || extension == "py") {
                files.push(path);
            }
        }
    }
    files.sort();
    for file in files {
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        texts.push((name, fs::read_to_string(&file).unwrap()));
    }
    texts
}

/// A command of a text.
#[derive(Debug, PartialEq)]
struct Command {
    text: String,
    /// Whether it stands on a line of a terminal. Those in sentences may lack arguments.
    is_typed: bool,
}

/// The commands of a text: lines of terminals, and those between backquotes.
fn commands(text: &str) -> Vec<Command> {
    let mut found = Vec::new();
    let mut in_python = false;
    for line in text.lines() {
        if line.starts_with("```") {
            in_python = line.starts_with("```python") && !in_python;
        }
        if in_python {
            continue;
        }
        if line.starts_with("    ") || line.starts_with("$ ") {
            let typed = line.trim_start().trim_start_matches("$ ").split(" #").next().unwrap_or_default();
            // Settings of the environment may stand before a command, and commands after `&&` or `;`.
            for part in typed.split(" && ").flat_map(|part| part.split("; ")) {
                if part.split_whitespace().find(|word| !word.contains('=')) == Some("morse") {
                    let text = part[part.find("morse ").unwrap_or_default()..].to_owned();
                    found.push(Command { text, is_typed: true });
                }
            }
        } else {
            let codes = line.split('`').skip(1).step_by(2).filter(|code| code.starts_with("morse "));
            found.extend(codes.map(|code| Command { text: code.to_owned(), is_typed: false }));
        }
    }
    found
}

/// The words of a command as a shell splits them, without a comment, a redirection or the rest of a pipe.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut is_open) = (Vec::new(), String::new(), None, false);
    let mut blanks = 0;
    for letter in command.chars().chain([' ']) {
        match (letter, quote) {
            (_, Some(mark)) if letter == mark => quote = None,
            ('\'' | '"', None) => (quote, is_open) = (Some(letter), true),
            (' ', None) => {
                blanks += 1;
                if is_open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                    is_open = false;
                }
                // A column of explanations.
                if blanks > 1 {
                    break;
                }
                continue;
            }
            ('#' | '|' | '>' | '&', None) if word.is_empty() => break,
            ('2', None) if word.is_empty() && command.contains("2>") => break,
            _ => word.push(letter),
        }
        blanks = 0;
    }
    words
}

/// Reason why the command line refuses a command, if it does.
fn refusal(command: &Command) -> Option<String> {
    let words = words(&command.text).into_iter().map(std::ffi::OsString::from);
    let error = Arguments::try_parse_from(normalize(words)).err()?;
    let is_fine = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => true,
        ErrorKind::MissingRequiredArgument | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            !command.is_typed
        }
        // An option that a sentence names without its value.
        ErrorKind::InvalidValue => {
            !command.is_typed
                && error.get(ContextKind::InvalidValue).is_none_or(|value| value.to_string().is_empty())
        }
        _ => false,
    };
    (!is_fine).then(|| error.to_string().lines().next().unwrap_or_default().to_owned())
}

#[test]
fn every_documented_command_is_accepted() {
    let (mut failures, mut count) = (Vec::new(), 0);
    for (name, text) in texts() {
        for command in commands(&text) {
            // A choice of the reader, or the output of a command of the shell.
            if command.text.contains(['…', '$']) {
                continue;
            }
            count += 1;
            failures.extend(refusal(&command).map(|reason| format!("{name}: {}: {reason}", command.text)));
        }
    }
    assert!(count > 200, "{count}");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn words_are_split_as_in_a_shell() {
    assert_eq!(words("morse run a.py    # all of it"), ["morse", "run", "a.py"]);
    assert_eq!(
        words("morse service call a.b goto '[2, 1]' &"),
        ["morse", "service", "call", "a.b", "goto", "[2, 1]"]
    );
    assert_eq!(words("morse bag info x > y"), ["morse", "bag", "info", "x"]);
    let found = commands("    A=1 morse run x && morse list\nUse `morse bag`.");
    let texts: Vec<_> = found.iter().map(|command| (command.text.as_str(), command.is_typed)).collect();
    assert_eq!(texts, [("morse run x", true), ("morse list", true), ("morse bag", false)]);
    assert_eq!(refusal(&found[2]), None);
    assert!(refusal(&Command { text: "morse run --fats a.py".to_owned(), is_typed: false }).is_some());
    assert!(refusal(&Command { text: "morse inspect".to_owned(), is_typed: true }).is_some());
}
