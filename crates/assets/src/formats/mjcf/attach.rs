//! Attached models: `<attach>` becomes the elements that it stands for, with a prefix on their names.
//!
//! Source: MuJoCo's documentation, "XML reference", `body/attach` and `asset/model`. Tendons, equalities, contacts, actuators and sensors come
//! along if all of their objects are attached; assets and classes always. Keyframes do not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::ReadError;
use crate::formats::mjcf::compiler::Compiler;
use crate::formats::mjcf::document::{self, Tag};
use crate::formats::mjcf::references::{Names, REFERRING, kind_of_reference};
use crate::limits::Budget;
use crate::paths::{Roots, beside, read_file};

/// Number of attachments of one model.
const ATTACHMENTS_MAX: usize = 1000;
/// Number of models inside of each other.
const DEPTH_MAX: usize = 16;
/// Attributes that name a class or an asset.
const OF_MODEL: [&str; 8] = ["class", "childclass", "mesh", "material", "texture", "hfield", "skin", "model"];

/// Settings of an attached model, which count for its elements.
#[derive(Debug)]
pub(super) struct Scope {
    pub compiler: Compiler,
    /// Its file.
    pub path: PathBuf,
}

/// Replaces all `<attach>` elements of a model. Returns the settings of the attached models, by their numbers in
/// [`Tag::scope`].
pub(super) fn expand(
    root: &mut Tag,
    path: &Path,
    roots: &Roots,
    budget: &mut Budget,
) -> Result<Vec<Scope>, ReadError> {
    let open = vec![path.to_path_buf()];
    let mut attaching = Attaching { roots, budget, open, count: 0, scopes: Vec::new() };
    attaching.model(root)?;
    Ok(attaching.scopes)
}

struct Attaching<'a> {
    roots: &'a Roots,
    budget: &'a mut Budget,
    /// The models that are being read, each attached to the one before it.
    open: Vec<PathBuf>,
    count: usize,
    scopes: Vec<Scope>,
}

/// A model that can be attached.
struct Child {
    root: Tag,
    scope: usize,
}

/// The sections that attached elements bring along.
#[derive(Default)]
struct Sections {
    added: Vec<Tag>,
    /// Models and prefixes whose assets and classes are there already.
    known: BTreeSet<(String, String)>,
}

impl Attaching<'_> {
    fn model(&mut self, root: &mut Tag) -> Result<(), ReadError> {
        let mut children: BTreeMap<String, Child> = BTreeMap::new();
        for section in root.children("asset") {
            for tag in section.children("model") {
                let child = self.child(tag)?;
                let of_model = || child.root.attribute("model").map(str::to_owned);
                let name = tag.attribute("name").map(str::to_owned).or_else(of_model);
                let name = name.ok_or_else(|| tag.error("<model> has no name"))?;
                children.insert(name, child);
            }
        }
        if !has_attachments(root) {
            return Ok(());
        }
        let own = root.clone();
        let mut sections = Sections::default();
        for section in root.children.iter_mut().filter(|section| section.name == "worldbody") {
            self.tags(section, &own, &children, &mut sections)?;
        }
        root.children.extend(sections.added);
        Ok(())
    }

    /// Reads a model that can be attached, with everything that is attached to it.
    fn child(&mut self, tag: &Tag) -> Result<Child, ReadError> {
        let Some(reference) = tag.attribute("file") else { return Err(tag.error("<model> has no file")) };
        let main = self.open.last().cloned().unwrap_or_default();
        let path = beside(&main, reference, self.roots)
            .map_err(|problem| tag.error(format!("<model file=\"{reference}\">: {problem}")))?;
        if self.open.contains(&path) || self.open.len() > DEPTH_MAX {
            return Err(tag.error(format!("<model file=\"{reference}\"> attaches itself")));
        }
        let bytes = read_file(&path).map_err(|error| tag.error(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| tag.error(format!("{reference} is not UTF-8")))?;
        let mut root = document::read(&text, &path, self.roots, self.budget)
            .map_err(|error| tag.error(format!("{reference}: {error}")))?;
        self.open.push(path.clone());
        let attached = self.model(&mut root);
        self.open.pop();
        attached?;
        self.scopes.push(Scope { compiler: Compiler::of(&root)?, path });
        Ok(Child { root, scope: self.scopes.len() - 1 })
    }

    /// Replaces the `<attach>` elements below an element.
    fn tags(
        &mut self,
        tag: &mut Tag,
        own: &Tag,
        children: &BTreeMap<String, Child>,
        sections: &mut Sections,
    ) -> Result<(), ReadError> {
        let mut replaced = Vec::with_capacity(tag.children.len());
        for mut inner in std::mem::take(&mut tag.children) {
            if inner.name == "attach" {
                replaced.push(self.attach(&inner, own, children, sections)?);
            } else {
                self.tags(&mut inner, own, children, sections)?;
                replaced.push(inner);
            }
        }
        tag.children = replaced;
        Ok(())
    }

    fn attach(
        &mut self,
        tag: &Tag,
        own: &Tag,
        children: &BTreeMap<String, Child>,
        sections: &mut Sections,
    ) -> Result<Tag, ReadError> {
        self.count += 1;
        if self.count > ATTACHMENTS_MAX {
            return Err(tag.error(format!("the model has more than {ATTACHMENTS_MAX} attachments")));
        }
        let prefix = tag.attribute("prefix").unwrap_or_default();
        let named = tag.attribute("model");
        let child = match named {
            None => None,
            Some(model) => Some(
                children
                    .get(model)
                    .ok_or_else(|| tag.error(format!("there is no model \"{model}\" to attach")))?,
            ),
        };
        let root = child.map_or(own, |child| &child.root);
        let wanted = [("body", "body"), ("frame", "frame")].into_iter();
        let wanted = wanted.filter_map(|(kind, attribute)| Some((kind, tag.attribute(attribute)?))).next();
        let contents: Vec<Tag> = match wanted {
            Some((kind, name)) => {
                let found = root.children("worldbody").find_map(|world| find(world, kind, name));
                vec![
                    found
                        .cloned()
                        .ok_or_else(|| tag.error(format!("there is no {kind} \"{name}\" to attach")))?,
                ]
            }
            None if child.is_none() => {
                return Err(tag.error("<attach> names neither a model nor a body nor a frame"));
            }
            None => root.children("worldbody").flat_map(|world| &world.children).cloned().collect(),
        };
        let size: usize = contents.iter().map(Tag::count).sum();
        self.budget.nodes(size, "attachments")?;
        let mut frame = tag.beside("frame", Vec::new());
        frame.children = contents;
        let mut names = Names::of(&frame.children);
        let rename = Rename { prefix, of_model: child.is_some(), scope: child.map(|child| child.scope) };
        let is_new = sections.known.insert((named.unwrap_or_default().to_owned(), prefix.to_owned()));
        let mut own_default = false;
        for section in &root.children {
            let name = section.name.as_str();
            let mut copy = section.beside(name, section.attributes.clone());
            match name {
                "default" if child.is_some() && is_new => {
                    copy.children.clone_from(&section.children);
                    if copy.attribute("class").is_none_or(|class| class == "main") {
                        own_default = true;
                        copy.set("class", "main");
                    }
                }
                "asset" if child.is_some() && is_new => {
                    copy.children.clone_from(&section.children);
                    copy.children.retain(|tag| tag.name != "model");
                }
                _ if REFERRING.contains(&name) => {
                    for element in &section.children {
                        if names.are_all_of(element) {
                            copy.children.push(element.clone());
                            names.add_of_section(name, element);
                        }
                    }
                }
                _ => continue,
            }
            if !copy.children.is_empty() || name == "default" {
                rename.apply(&mut copy, name);
                sections.added.push(copy);
            }
        }
        if child.is_some() {
            if is_new && !own_default {
                let class = vec![("class".to_owned(), format!("{prefix}main"))];
                sections.added.push(tag.beside("default", class));
            }
            frame.set("childclass", "main");
        }
        rename.apply(&mut frame, "frame");
        Ok(frame)
    }
}

/// New names and settings of attached elements.
struct Rename<'a> {
    prefix: &'a str,
    /// Whether names of classes and assets change, too.
    of_model: bool,
    scope: Option<usize>,
}

impl Rename<'_> {
    fn apply(&self, tag: &mut Tag, section: &str) {
        let with_prefix = |name: &str| format!("{}{name}", self.prefix);
        if tag.scope.is_none() {
            tag.scope = self.scope;
        }
        let is_renamed: Vec<bool> = tag
            .attributes
            .iter()
            .map(|(name, value)| match name.as_str() {
                "name" | "instance" => self.of_model || section != "asset",
                name if self.of_model && OF_MODEL.contains(&name) => true,
                name => kind_of_reference(tag, name, value).is_some(),
            })
            .collect();
        for ((_, value), _) in tag.attributes.iter_mut().zip(is_renamed).filter(|(_, is_renamed)| *is_renamed)
        {
            *value = with_prefix(value);
        }
        let is_asset =
            section == "asset" && matches!(tag.name.as_str(), "mesh" | "hfield" | "texture" | "skin");
        if is_asset && self.of_model && tag.attribute("name").is_none() {
            // The name of an asset is that of its file.
            let stem = tag.attribute("file").and_then(|file| Path::new(file).file_stem());
            if let Some(stem) = stem.map(|stem| stem.to_string_lossy().into_owned()) {
                tag.set("name", &with_prefix(&stem));
            }
        }
        for child in &mut tag.children {
            let takes_class = REFERRING.contains(&section) || section == "asset";
            if self.of_model && takes_class && tag.name == section && child.attribute("class").is_none() {
                child.set("class", "main");
            }
            self.apply(child, section);
        }
    }
}

fn has_attachments(tag: &Tag) -> bool {
    tag.name == "attach" || tag.children.iter().any(has_attachments)
}

fn find<'t>(tag: &'t Tag, kind: &str, name: &str) -> Option<&'t Tag> {
    tag.children.iter().find_map(|child| {
        let is_wanted = child.name == kind && child.attribute("name") == Some(name);
        if is_wanted { Some(child) } else { find(child, kind, name) }
    })
}
