//! Checks that the links of pages lead to existing files and headings.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::contents::Contents;

/// A link of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Link {
    /// The line on which it begins, from 1 on.
    pub(super) line: usize,
    /// The path, relative to the page; empty for the page itself.
    pub(super) path: String,
    /// The heading, if it names one.
    pub(super) heading: Option<String>,
}

/// Checks all links between files of the repository. Links to other sites are not followed.
pub(super) fn check(root: &Path, contents: &Contents) -> Result<(), String> {
    let mut broken = Vec::new();
    let mut headings = BTreeMap::new();
    for page in contents.pages() {
        let text = fs::read_to_string(root.join(page)).map_err(|error| format!("{page}: {error}"))?;
        for link in links(&text) {
            let target = if link.path.is_empty() { page.to_owned() } else { resolved(page, &link.path) };
            let place = format!("{page}:{}", link.line);
            if !root.join(&target).exists() {
                broken.push(format!("{place}: {target} does not exist"));
            } else if let Some(heading) = link.heading.filter(|_| target.ends_with(".md")) {
                let known =
                    headings.entry(target.clone()).or_insert_with(|| headings_of(&root.join(&target)));
                if !known.contains(&heading) {
                    broken.push(format!("{place}: {target} has no heading #{heading}"));
                }
            }
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(format!("broken links:\n{}", broken.join("\n"))) }
}

/// The path in the repository that a link of a page means.
pub(super) fn resolved(page: &str, path: &str) -> String {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let mut parts = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::ParentDir => {
                parts.pop();
            }
            Component::CurDir => {}
            other => parts.push(other),
        }
    }
    parts.to_string_lossy().replace('\\', "/")
}

/// The links of a page that lead to files and headings. Links within code do not count.
pub(super) fn links(text: &str) -> Vec<Link> {
    let mut links = Vec::new();
    for (line, words) in prose(text) {
        for rest in words.split("](").skip(1) {
            let Some(target) = rest.split(')').next() else { continue };
            let target = target.split_whitespace().next().unwrap_or_default();
            if target.contains("://") || target.starts_with("mailto:") {
                continue;
            }
            let (path, heading) =
                target.split_once('#').map_or((target, None), |(path, name)| (path, Some(name)));
            links.push(Link { line, path: path.to_owned(), heading: heading.map(str::to_owned) });
        }
    }
    links
}

/// The lines outside of code, with their numbers and without code in them.
fn prose(text: &str) -> Vec<(usize, String)> {
    let (mut lines, mut in_code) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code && !line.starts_with("    ") {
            // Every second part stands between backquotes.
            lines.push((number, line.split('`').step_by(2).collect::<Vec<_>>().join("`")));
        }
    }
    lines
}

/// The names by which links mean the headings of a page.
fn headings_of(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    let (mut names, mut in_code) = (BTreeSet::new(), false);
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let title = line.trim_start_matches('#');
        if in_code || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        names.insert(name_of(title.trim()));
    }
    names
}

/// The name of a heading: lower case, `-` for spaces, without punctuation.
fn name_of(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::shell::root;

    #[test]
    fn no_link_is_broken() {
        check(&root(), &Contents::read(&root()).unwrap()).unwrap();
    }

    /// Number of links from the index to a page, by the shortest way.
    fn clicks_to(target: &str) -> Option<usize> {
        let mut seen = BTreeSet::from(["docs/README.md".to_owned()]);
        let mut pages = vec!["docs/README.md".to_owned()];
        for clicks in 0.. {
            if seen.contains(target) {
                return Some(clicks);
            }
            let mut next = Vec::new();
            for page in pages {
                let text = fs::read_to_string(root().join(&page)).unwrap_or_default();
                next.extend(links(&text).into_iter().map(|link| resolved(&page, &link.path)));
            }
            pages =
                next.into_iter().filter(|page| page.ends_with(".md") && seen.insert(page.clone())).collect();
            if pages.is_empty() {
                return None;
            }
        }
        None
    }

    #[test]
    fn every_page_is_reached_from_the_index_by_three_links() {
        let contents = Contents::read(&root()).unwrap();
        let far: Vec<_> =
            contents.pages().filter(|page| clicks_to(page).is_none_or(|clicks| clicks > 3)).collect();
        assert_eq!(far, [""; 0]);
    }

    #[test]
    fn questions_of_newcomers_are_answered_within_three_links() {
        let answers = [
            ("How do I install it?", "docs/install.md"),
            ("How do I see something move?", "docs/first_steps.md"),
            ("Which robots, environments and sensors are there?", "docs/gallery/robots.md"),
            ("Can I use my own robot?", "docs/your_robot.md"),
            ("How do I command it from ROS 2?", "docs/tutorials/ros.md"),
            ("Can I train a policy?", "docs/learning.md"),
            ("How exact is it?", "docs/fidelity.md"),
            ("Why this one", "docs/comparison.md"),
            ("What is missing?", "docs/features.md"),
            ("It does not work.", "docs/troubleshooting.md"),
        ];
        let page = fs::read_to_string(root().join("docs/faq.md")).unwrap();
        for (question, answer) in answers {
            assert!(page.contains(question), "docs/faq.md lacks {question:?}");
            assert!(
                clicks_to(answer).is_some_and(|clicks| clicks <= 3),
                "{question} {:?}",
                clicks_to(answer)
            );
        }
    }

    #[test]
    fn links_in_code_are_ignored() {
        let text = "[a](b.md#c) `[no](x.md)` [far](https://a.b)\n```\n[no](y.md)\n```\n    [no](z.md)\n![p](p.png \"t\")";
        let found: Vec<_> =
            links(text).into_iter().map(|link| (link.line, link.path, link.heading)).collect();
        assert_eq!(found, [(1, "b.md".to_owned(), Some("c".to_owned())), (6, "p.png".to_owned(), None)]);
    }

    #[test]
    fn paths_and_headings_are_found() {
        assert_eq!(resolved("docs/a/b.md", "../c.md"), "docs/c.md");
        assert_eq!(resolved("README.md", "docs/"), "docs");
        assert_eq!(name_of("Use of `morse`, in short"), "use-of-morse-in-short");
    }
}
