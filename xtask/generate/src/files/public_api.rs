//! `crates/morse/public_api.txt`: every public item of the library `morse`, with the items of other crates that it re-exports.
//!
//! Items are read from the sources by syn, so that a stable compiler makes the list. A line that changes shows a change of the
//! interface in review; one that goes or changes its types breaks programs of users.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{ImplItem, Item, TraitItem, UseTree, Visibility};

use super::TaskError;
use xtask::shell::root;

/// The list.
pub(super) const FILE: &str = "crates/morse/public_api.txt";
const LIBRARY: &str = "crates/morse/src";
/// Crates whose items other crates re-export.
const BELOW: [&str; 4] = ["morse_scene", "morse_geometry", "morse_world", "morse_sim"];
const HEADER: &str = "\
# The public interface of the library `morse`. Written by `cargo xtask generate`.
# Items of other crates stand under the name by which `morse` re-exports them.
";

/// The sources of a crate.
#[derive(Default)]
struct Sources {
    /// Items with a name, each with its module, such as `["engine", "time"]`.
    items: BTreeMap<String, Vec<(Vec<String>, Item)>>,
    /// Signatures of the public methods of each type.
    methods: BTreeMap<String, BTreeSet<String>>,
}

/// The text of the list.
///
/// # Errors
/// If a source cannot be read or parsed.
pub(super) fn text() -> Result<String, TaskError> {
    let mut crates = BTreeMap::new();
    crates.insert("morse".to_owned(), sources(&root().join(LIBRARY))?);
    let mut lines = BTreeSet::new();
    module(&root().join(LIBRARY).join("lib.rs"), "morse", &mut crates, &mut lines)?;
    Ok(HEADER.to_owned() + &lines.into_iter().map(|line| line + "\n").collect::<String>())
}

fn parsed(path: &Path) -> Result<syn::File, TaskError> {
    let text = std::fs::read_to_string(path).map_err(TaskError::file(path))?;
    syn::parse_file(&text).map_err(|error| TaskError::Source(path.to_owned(), error.to_string()))
}

/// Lists the public items of a file and its public modules, under a path such as `morse::models`.
fn module(
    path: &Path,
    name: &str,
    crates: &mut BTreeMap<String, Sources>,
    lines: &mut BTreeSet<String>,
) -> Result<(), TaskError> {
    for item in parsed(path)?.items {
        match &item {
            Item::Mod(inner) if is_public(&inner.vis) => {
                let file = inner.ident.to_string();
                let folder = match path.file_stem().and_then(|stem| stem.to_str()) {
                    Some("lib") => path.with_file_name(""),
                    _ => path.with_extension(""),
                };
                lines.insert(format!("mod {name}::{file}"));
                module(&folder.join(format!("{file}.rs")), &format!("{name}::{file}"), crates, lines)?;
            }
            Item::Use(import) if is_public(&import.vis) => {
                for path in leaves(&import.tree, Vec::new()) {
                    re_export(name, &path, crates, lines)?;
                }
            }
            _ if named(&item).is_some_and(|(_, is_public)| is_public) => {
                lines.extend(listed(name, &item, &crates["morse"].methods));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Lists an item that is re-exported from a module or crate.
fn re_export(
    name: &str,
    path: &[String],
    crates: &mut BTreeMap<String, Sources>,
    lines: &mut BTreeSet<String>,
) -> Result<(), TaskError> {
    let [first, .., original, shown] = path else { return Ok(()) };
    let home = if first.starts_with("morse_") { first.clone() } else { "morse".to_owned() };
    if !crates.contains_key(&home) {
        let folder = folder_of(&home);
        crates.insert(home.clone(), sources(&folder)?);
    }
    // A crate may re-export an item of a crate below it.
    let mut home = home;
    for below in BELOW {
        if crates[&home].items.contains_key(original) {
            break;
        }
        if !crates.contains_key(below) {
            crates.insert(below.to_owned(), sources(&folder_of(below))?);
        }
        if crates[below].items.contains_key(original) {
            below.clone_into(&mut home);
        }
    }
    let found = crates[&home].items.get(original).map(Vec::as_slice).unwrap_or_default();
    // Of several items of one name, that of the longest common module.
    let modules: Vec<&String> = path[..path.len() - 2].iter().filter(|part| **part != home).collect();
    let common = |module: &[String]| module.iter().filter(|part| modules.contains(part)).count();
    let best = found.iter().max_by_key(|(module, _)| (common(module), usize::MAX - module.len()));
    lines.insert(format!("use {name}::{shown} = {}", path[..path.len() - 1].join("::")));
    if let Some((_, item)) = best {
        lines.extend(listed(&format!("{name}#{shown}"), item, &crates[&home].methods));
    }
    Ok(())
}

/// The folder of the sources of a crate of this workspace.
fn folder_of(name: &str) -> PathBuf {
    let short = name.trim_start_matches("morse_");
    let folders = [format!("crates/{short}/src"), format!("crates/middleware/{short}/src")];
    let found = folders.iter().map(|folder| root().join(folder)).find(|folder| folder.is_dir());
    found.unwrap_or_else(|| root().join(&folders[0]))
}

/// Reads all sources of a crate.
fn sources(folder: &Path) -> Result<Sources, TaskError> {
    let mut sources = Sources::default();
    let mut folders = vec![(folder.to_owned(), Vec::new())];
    while let Some((folder, modules)) = folders.pop() {
        for entry in std::fs::read_dir(&folder).map_err(TaskError::file(&folder))? {
            let path = entry.map_err(TaskError::file(&folder))?.path();
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
            let inner = if stem == "lib" { modules.clone() } else { [modules.clone(), vec![stem]].concat() };
            if path.is_dir() {
                folders.push((path, inner));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                for item in parsed(&path)?.items {
                    keep(item, &inner, &mut sources);
                }
            }
        }
    }
    for found in sources.items.values_mut() {
        found.sort_by(|a, b| a.0.cmp(&b.0));
    }
    Ok(sources)
}

/// Keeps a named item, or the public methods of an `impl`.
fn keep(item: Item, module: &[String], sources: &mut Sources) {
    if let Item::Impl(block) = &item
        && block.trait_.is_none()
        && let syn::Type::Path(path) = &*block.self_ty
        && let Some(last) = path.path.segments.last()
    {
        let methods = sources.methods.entry(last.ident.to_string()).or_default();
        methods.extend(block.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) if is_public(&method.vis) => Some(tidy(&method.sig)),
            ImplItem::Const(constant) if is_public(&constant.vis) => {
                Some(format!("const {}: {}", constant.ident, tidy(&constant.ty)))
            }
            _ => None,
        }));
    }
    if let Some((name, true)) = named(&item) {
        sources.items.entry(name).or_default().push((module.to_vec(), item));
    }
}

/// The lines of an item under a path.
fn listed(path: &str, item: &Item, methods: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    // A re-exported item stands under its new name.
    let (module, shown) = path.split_once('#').map_or((path, None), |(module, shown)| (module, Some(shown)));
    let Some((name, _)) = named(item) else { return Vec::new() };
    let own = format!("{module}::{}", shown.unwrap_or(&name));
    let mut lines = match item {
        Item::Fn(function) => vec![format!("{own} {}", tidy(&function.sig))],
        Item::Const(constant) => vec![format!("{own} const: {}", tidy(&constant.ty))],
        Item::Type(alias) => vec![format!("{own} type = {}", tidy(&alias.ty))],
        Item::Struct(item) => {
            let fields = item.fields.iter().filter(|field| is_public(&field.vis));
            let fields = fields.enumerate().map(|(place, field)| {
                let name = field.ident.as_ref().map_or(place.to_string(), ToString::to_string);
                format!("{own}.{name}: {}", tidy(&field.ty))
            });
            std::iter::once(format!("{own} struct{}", tidy(&item.generics))).chain(fields).collect()
        }
        Item::Enum(item) => {
            let variants = item.variants.iter().map(|one| {
                let mut fields = one.fields.clone();
                fields.iter_mut().for_each(|field| field.attrs.clear());
                format!("{own}::{}{}", one.ident, tidy(&fields))
            });
            std::iter::once(format!("{own} enum{}", tidy(&item.generics))).chain(variants).collect()
        }
        Item::Trait(item) => {
            let inner = item.items.iter().filter_map(|inner| match inner {
                TraitItem::Fn(method) => Some(format!("{own}::{}", tidy(&method.sig))),
                _ => None,
            });
            std::iter::once(format!("{own} trait{}", tidy(&item.generics))).chain(inner).collect()
        }
        _ => Vec::new(),
    };
    if matches!(item, Item::Struct(_) | Item::Enum(_)) {
        lines.extend(methods.get(&name).into_iter().flatten().map(|method| format!("{own}::{method}")));
    }
    lines
}

/// Name of an item, and whether it is public.
fn named(item: &Item) -> Option<(String, bool)> {
    let (name, visibility) = match item {
        Item::Fn(item) => (&item.sig.ident, &item.vis),
        Item::Const(item) => (&item.ident, &item.vis),
        Item::Type(item) => (&item.ident, &item.vis),
        Item::Struct(item) => (&item.ident, &item.vis),
        Item::Enum(item) => (&item.ident, &item.vis),
        Item::Trait(item) => (&item.ident, &item.vis),
        _ => return None,
    };
    Some((name.to_string(), is_public(visibility)))
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The paths of an import: the path in its home, with the name under which it is shown at the end.
fn leaves(tree: &UseTree, begin: Vec<String>) -> Vec<Vec<String>> {
    match tree {
        UseTree::Path(path) => leaves(&path.tree, [begin, vec![path.ident.to_string()]].concat()),
        UseTree::Group(group) => group.items.iter().flat_map(|item| leaves(item, begin.clone())).collect(),
        UseTree::Name(name) => {
            vec![[begin, vec![name.ident.to_string(), name.ident.to_string()]].concat()]
        }
        UseTree::Rename(name) => {
            vec![[begin, vec![name.ident.to_string(), name.rename.to_string()]].concat()]
        }
        UseTree::Glob(_) => vec![[begin, vec!["*".to_owned(), "*".to_owned()]].concat()],
    }
}

/// Tokens as one line, without the blanks that quote puts between them.
fn tidy(tokens: &impl ToTokens) -> String {
    let mut text = tokens.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" :", ":"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" ;", ";"),
        ("{ ", "{"),
        (" }", "}"),
        (" - >", " ->"),
        ("->", " -> "),
        ("  ", " "),
        (",)", ")"),
        (" ?", "?"),
        ("' ", "'"),
        (" !", "!"),
        ("[ ", "["),
        (" ]", "]"),
    ] {
        text = text.replace(from, to);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn list_has_items_of_the_library_and_methods_of_re_exported_types() {
        let text = text().unwrap();
        for line in [
            "morse::catalog fn catalog() -> Catalog",
            "mod morse::middlewares",
            "use morse::Simulation = morse_sim::Simulation",
            "morse::Simulation::fn step(&mut self)",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}\n{text}");
        }
    }
}
