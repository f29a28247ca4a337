//! Checks the prose of comments, documentation, messages and test names for phrases that have plainer forms.
//!
//! `cargo xtask lint --prose [PATH…]` runs this check alone.

mod c_like;
mod markdown;
mod passage;
mod patterns;
mod python;

use std::path::Path;

use passage::Passage;
use patterns::Patterns;
use xtask::shell::tracked_files;

/// Files that are generated from checked files, or quote refused phrases.
const SKIPPED: [&str; 6] = [
    "docs/components/",
    "docs/errors.md",
    "docs/middlewares.md",
    "crates/viewer/page/",
    "xtask/src/lint/prose.rs",
    "xtask/src/lint/prose/",
];

/// Fails with every finding in the tracked files below `folders`, or in all files if `folders` is empty.
pub(crate) fn check(root: &Path, folders: &[&str]) -> Result<(), String> {
    let patterns = Patterns::new()?;
    let mut found = Vec::new();
    for file in tracked_files(root, folders)? {
        if SKIPPED.iter().any(|prefix| file.starts_with(prefix)) {
            continue;
        }
        let Some(read) = reader(&file) else { continue };
        let Ok(bytes) = std::fs::read(root.join(&file)) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        for passage in read(&text) {
            found.extend(patterns.findings(&passage).into_iter().map(|finding| format!("{file}:{finding}")));
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    Err(format!(
        "{}\n{} phrases to say plainly: see CONTRIBUTING.md, \"Writing\"",
        found.join("\n"),
        found.len()
    ))
}

/// The function that extracts passages from a file, by the extension of its name.
fn reader(file: &str) -> Option<fn(&str) -> Vec<Passage>> {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension {
        "rs" => Some(c_like::rust),
        "ts" | "tsx" | "js" | "cpp" | "c" => Some(c_like::script),
        "py" | "pyi" => Some(python::python),
        "toml" | "yaml" | "yml" | "sh" => Some(python::hash_comments),
        "md" => Some(markdown::markdown),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_file_is_read() {
        let patterns = Patterns::new().unwrap();
        for (file, text) in [
            ("a.rs", "/// It goes on for good.\nfn f() {}\n"),
            ("a.py", "def f():\n    \"\"\"It goes on for good.\"\"\"\n"),
            ("a.md", "# Page\n\nIt goes on for good.\n"),
            ("a.ts", "// It goes on for good.\n"),
            ("a.toml", "# It goes on for good.\n"),
        ] {
            let read = reader(file).unwrap();
            let found: Vec<String> = read(text).iter().flat_map(|it| patterns.findings(it)).collect();
            assert_eq!(found.len(), 1, "{file}: {found:?}");
        }
    }

    #[test]
    fn plain_text_has_no_findings() {
        let patterns = Patterns::new().unwrap();
        let text = "/// Clearance added to the turning circle of a body. [m]\n// There is no ground below.\n";
        let found: Vec<String> = c_like::rust(text).iter().flat_map(|it| patterns.findings(it)).collect();
        assert_eq!(found, Vec::<String>::new());
    }
}
