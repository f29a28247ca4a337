//! Files of a crate do not use each other in a circle, parents and children left out.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The segments of a path in a crate, without `crate` in front.
type Segments = Vec<String>;

/// A module: its imports by local name, and all paths that its code names.
#[derive(Default)]
struct Module {
    imports: BTreeMap<String, Segments>,
    paths: Vec<Segments>,
}

/// The modules of a crate.
struct Modules(BTreeMap<Segments, Module>);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files of a crate by their module.
fn files(source: &Path) -> BTreeMap<Segments, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![source.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let stem = path.strip_prefix(source).unwrap().with_extension("");
                let mut module: Segments =
                    stem.iter().map(|segment| segment.to_str().unwrap().to_owned()).collect();
                module.retain(|segment| segment != "lib" && segment != "main");
                found.insert(module, code(&std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found
}

/// The code of a file without comments and tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The paths of a `use` declaration, each with the name that it gives.
fn imported(tree: &str, before: &[String], found: &mut Vec<(String, Segments)>) {
    let tree = tree.trim();
    let Some((head, inner)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path: Segments =
            before.iter().cloned().chain(path.split("::").map(|segment| segment.trim().to_owned())).collect();
        path.retain(|segment| segment != "self" || before.is_empty());
        let name = if alias.is_empty() { path.last().unwrap() } else { alias.trim() };
        found.push((name.to_owned(), path));
        return;
    };
    let segments = head.split("::").map(str::trim).filter(|segment| !segment.is_empty()).map(str::to_owned);
    let before: Segments = before.iter().cloned().chain(segments).collect();
    let (mut depth, mut begin) = (0, 0);
    let inner = inner.strip_suffix('}').unwrap_or(inner);
    for (place, letter) in inner.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                imported(&inner[begin..place], &before, found);
                begin = place + 1;
            }
            _ => {}
        }
    }
    if !inner[begin..].trim().is_empty() {
        imported(&inner[begin..], &before, found);
    }
}

impl Modules {
    fn of(files: &BTreeMap<Segments, String>) -> Self {
        let mut modules = Self(files.keys().map(|name| (name.clone(), Module::default())).collect());
        for (name, text) in files {
            let mut module = Module::default();
            let mut rest = String::new();
            for statement in text.split_inclusive(';') {
                match statement.rsplit_once("use ").filter(|(before, _)| is_declaration(before)) {
                    Some((before, tree)) => {
                        rest.push_str(before);
                        let mut found = Vec::new();
                        imported(tree.trim_end_matches(';'), &[], &mut found);
                        for (alias, path) in found {
                            module.imports.insert(alias, path);
                        }
                    }
                    None => rest.push_str(statement),
                }
            }
            let words =
                rest.split(|letter: char| !(letter.is_alphanumeric() || letter == '_' || letter == ':'));
            let paths = words.map(|word| word.split("::").map(str::to_owned).collect::<Segments>());
            module.paths = paths.collect();
            modules.0.insert(name.clone(), module);
        }
        modules
    }

    /// The module that defines the item of a path, as `module` sees it; `None` for items of other crates.
    fn target(&self, module: &[String], path: &[String], depth: usize) -> Option<Segments> {
        let (first, rest) = path.split_first()?;
        let mut at = module.to_vec();
        let mut rest = rest;
        match first.as_str() {
            "crate" => at.clear(),
            "self" => {}
            "super" => drop(at.pop()),
            name if self.0.contains_key(&[module, &[name.to_owned()]].concat()) => at.push(name.to_owned()),
            name => {
                let import = self.0.get(module)?.imports.get(name)?;
                return (depth < 8 && import.first() != Some(first))
                    .then(|| self.target(module, &[import.as_slice(), rest].concat(), depth + 1))?;
            }
        }
        while let Some((next, further)) = rest.split_first() {
            let child = [at.as_slice(), std::slice::from_ref(next)].concat();
            if next == "super" {
                at.pop();
            } else if self.0.contains_key(&child) {
                at = child;
            } else {
                // A re-exported item counts where it is defined.
                let again = self.0.get(&at)?.imports.get(next).filter(|_| depth < 8);
                let again = again.map(|import| [import.as_slice(), further].concat());
                return match again {
                    Some(again) => self.target(&at, &again, depth + 1),
                    None => Some(at),
                };
            }
            rest = further;
        }
        Some(at)
    }

    /// Which modules each one uses, its parents and children left out.
    fn uses(&self) -> BTreeMap<&Segments, BTreeSet<Segments>> {
        let used = |(name, module): (&'_ Segments, &'_ Module)| -> BTreeSet<Segments> {
            // Modules and items that are imported count where the code names them.
            let targets = module.paths.iter().filter_map(|path| self.target(name, path, 0));
            targets.filter(|other| !other.starts_with(name) && !name.starts_with(other)).collect()
        };
        self.0.iter().map(|(name, module)| (name, used((name, module)))).collect()
    }

    /// The modules in a circle or between two circles, with the modules among them that each uses.
    fn circles(&self) -> Vec<String> {
        let mut uses = self.uses();
        loop {
            let users: BTreeSet<Segments> = uses.values().flatten().cloned().collect();
            let left: BTreeSet<Segments> = uses
                .iter()
                .filter(|(name, used)| !used.is_empty() && users.contains(**name))
                .map(|(name, _)| (*name).clone())
                .collect();
            let count: usize = uses.values().map(BTreeSet::len).sum();
            uses.retain(|name, _| left.contains(*name));
            uses.values_mut().for_each(|used| used.retain(|other| left.contains(other)));
            if uses.values().map(BTreeSet::len).sum::<usize>() == count {
                break;
            }
        }
        let described = |(name, used): (&Segments, BTreeSet<Segments>)| {
            let used: Vec<String> = used.iter().map(|other| other.join("/")).collect();
            format!("{} uses {}", name.join("/"), used.join(", "))
        };
        uses.into_iter().filter(|(_, used)| !used.is_empty()).map(described).collect()
    }
}

/// Whether a text before the word `use` ends where a declaration can begin.
fn is_declaration(before: &str) -> bool {
    let before = before.trim_end();
    let before = before.strip_suffix("pub").map_or(before, str::trim_end);
    let visibility = |text: &str| text.rfind("pub(").filter(|_| text.ends_with(')'));
    let before = visibility(before).map_or(before, |place| before[..place].trim_end());
    before.is_empty() || before.ends_with([';', '{', '}', ']'])
}

#[test]
fn files_of_a_crate_use_each_other_one_way_only() {
    let mut folders = vec![root().join("xtask"), root().join("xtask/generate")];
    for folder in ["crates", "crates/middleware"] {
        let entries = std::fs::read_dir(root().join(folder)).unwrap();
        folders.extend(entries.map(|entry| entry.unwrap().path()));
    }
    let with_sources = folders.iter().filter(|folder| folder.join("src").is_dir());
    let circles = with_sources.flat_map(|folder| {
        let circles = Modules::of(&files(&folder.join("src"))).circles();
        circles.into_iter().map(move |circle| format!("{}: {circle}", folder.display()))
    });
    let circles: Vec<String> = circles.collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn a_circle_is_found_and_a_child_may_use_its_parent() {
    let of_crate = |two: &str| {
        let file = |name: &str, text: &str| {
            (name.split_terminator('/').map(str::to_owned).collect(), text.to_owned())
        };
        let files = [
            file("", "mod one;\nmod two;\npub use crate::two::Two;\n"),
            file("one", "mod child;\nuse crate::Two;\npub struct One(Two);\n"),
            file("one/child", "use super::One;\nfn of(_: One) {}\n"),
            file("two", two),
        ];
        Modules::of(&BTreeMap::from(files)).circles()
    };
    assert_eq!(of_crate("pub struct Two;\n"), Vec::<String>::new());
    let circle = of_crate("use crate::one;\npub struct Two(Box<one::One>);\n");
    assert_eq!(circle, ["one uses two", "two uses one"]);
}
