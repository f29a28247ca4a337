//! Builds the site with mdBook from the pages and all files that they link to.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::api;
use super::contents::Contents;
use super::links::{links, resolved};
use xtask::shell::{root, run};

/// The version of mdBook that builds the site.
const VERSION: &str = "0.5.4";
/// Folder in which mdBook is installed if it is not on the path.
const TOOLS: &str = "target/docs/tools";
/// Input folder of mdBook.
const BOOK: &str = "target/docs/book";
/// Output folder of mdBook.
const SITE: &str = "target/docs/site";

const SETTINGS: &str = "\
[book]
title = \"MORSE in Rust\"
language = \"en\"
src = \"src\"

[build]
build-dir = \"../site\"
create-missing = false

[output.html]
default-theme = \"light\"
preferred-dark-theme = \"navy\"
additional-css = [\"accessible.css\"]
additional-js = [\"accessible.js\"]
no-section-label = true
smart-punctuation = false

[output.html.fold]
enable = true
level = 0

[output.html.search]
limit-results = 30
use-boolean-and = true
";

/// Files of ours in the pages of the site: contrast, and controls for keys.
const THEME: [(&str, &str); 2] = [
    ("accessible.css", include_str!("theme/accessible.css")),
    ("accessible.js", include_str!("theme/accessible.js")),
];

/// Builds the site, with the reference of the interfaces, and returns its first page.
///
/// # Errors
/// If a link is broken, or mdBook cannot be installed or fails.
pub(crate) fn build() -> Result<PathBuf, String> {
    super::check()?;
    let contents = Contents::read(&root())?;
    let book = root().join(BOOK);
    clear(&book)?;
    clear(&root().join(SITE))?;
    let source = book.join("src");
    for file in files(&contents)? {
        let target = source.join(&file);
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        if file.ends_with(".md") {
            let text = fs::read_to_string(root().join(&file)).map_err(|error| format!("{file}: {error}"))?;
            write(&target, &without_folder_links(&file, &text))?;
        } else {
            fs::copy(root().join(&file), &target).map_err(|error| format!("{file}: {error}"))?;
        }
    }
    let (api, text) = api::PAGE;
    write(&source.join(api), text)?;
    let summary = contents.summary() + &format!("\n---\n\n- [Interfaces]({api})\n");
    write(&source.join("SUMMARY.md"), &summary)?;
    write(&book.join("book.toml"), SETTINGS)?;
    for (name, text) in THEME {
        write(&book.join(name), text)?;
    }
    run(Command::new(mdbook()?).arg("build").arg(BOOK))?;
    api::build(&root().join(SITE))?;
    Ok(root().join(SITE).join("index.html"))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn clear(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(format!("{}: {error}", folder.display())),
        _ => Ok(()),
    }
}

/// The pages, and the files that they link to.
fn files(contents: &Contents) -> Result<BTreeSet<String>, String> {
    let mut files: BTreeSet<String> = contents.pages().map(str::to_owned).collect();
    for page in contents.pages() {
        let text = fs::read_to_string(root().join(page)).map_err(|error| format!("{page}: {error}"))?;
        let targets = links(&text).into_iter().map(|link| resolved(page, &link.path));
        files.extend(targets.filter(|target| root().join(target).is_file()));
    }
    Ok(files)
}

/// Removes links to folders, because the site has no pages for them.
fn without_folder_links(page: &str, text: &str) -> String {
    let mut text = text.to_owned();
    for link in links(&text.clone()) {
        if !link.path.is_empty() && root().join(resolved(page, &link.path)).is_dir() {
            let end = format!("]({})", link.path);
            while let Some(place) = text.find(&end) {
                let begin = text[..place].rfind('[').unwrap_or(place);
                let name = text[(begin + 1).min(place)..place].to_owned();
                text.replace_range(begin..place + end.len(), &name);
            }
        }
    }
    text
}

/// The program mdBook: that of the path if it is there, else one that is installed once.
fn mdbook() -> Result<PathBuf, String> {
    if Command::new("mdbook").arg("--version").output().is_ok_and(|ended| ended.status.success()) {
        return Ok("mdbook".into());
    }
    let program = root().join(TOOLS).join("bin/mdbook");
    if !program.is_file() {
        let features = ["--no-default-features", "--features", "search"];
        let install = ["install", "mdbook", "--locked", "--version", VERSION, "--root", TOOLS];
        run(Command::new(env!("CARGO")).args(install).args(features))?;
    }
    Ok(program)
}
