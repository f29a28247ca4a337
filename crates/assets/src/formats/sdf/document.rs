//! The elements of an SDF file as one tree, with the models of included files in place.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::Node;

use crate::formats::sdf::files::Files;
use crate::formats::sdf::tag::{Source, Tag};
use crate::formats::sdf::{REMEDY, well_known};
use crate::formats::xml::{self, Lines};
use crate::limits::{Budget, XML_DEPTH_MAX};
use crate::paths::read_file;
use crate::{ReadError, Warnings};

/// Number of files that one model may consist of, included files counted each time.
const FILES_MAX: usize = 1000;
/// Number of files that may include each other.
const INCLUDE_DEPTH_MAX: usize = 16;
/// Number of elements of one model, included files counted each time.
const TAGS_MAX: usize = 1_000_000;
/// Minor versions of SDF that are read.
const VERSIONS: std::ops::RangeInclusive<u32> = 4..=12;

/// Reads a text and the files that it includes. The result is the `<sdf>` element.
pub(super) fn read(
    text: &str,
    path: &Path,
    files: &Files,
    budget: &mut Budget,
    warnings: &mut Warnings,
) -> Result<Tag, ReadError> {
    let mut reader = Reader { files, budget, warnings, open: Vec::new(), count: 0, tags: 0 };
    reader.file(text, path, None)
}

struct Reader<'a> {
    files: &'a Files,
    budget: &'a mut Budget,
    warnings: &'a mut Warnings,
    /// The files that are being read, each included by the one before it.
    open: Vec<PathBuf>,
    count: usize,
    tags: usize,
}

impl Reader<'_> {
    fn file(&mut self, text: &str, path: &Path, shown: Option<String>) -> Result<Tag, ReadError> {
        self.budget.bytes(text.len(), "file")?;
        let text = xml::tolerated(text);
        let document = xml::parse(&text, XML_DEPTH_MAX, REMEDY).map_err(|error| match &shown {
            None => error,
            Some(file) => ReadError { place: format!("{file}, {}", error.place), ..error },
        })?;
        let root = document.root_element();
        let mut source = Source { path: path.to_path_buf(), shown, version: 0 };
        let lines = Lines::of(&text);
        let line = lines.line(root);
        let place =
            source.shown.as_ref().map_or(format!("line {line}"), |file| format!("{file}, line {line}"));
        if root.tag_name().name() != "sdf" {
            let problem = format!("is <{}>, and an SDF file begins with <sdf>", root.tag_name().name());
            return Err(ReadError::new(place, problem, "check that it is an SDF file"));
        }
        source.version =
            version(root.attribute("version")).map_err(|problem| ReadError::new(place, problem, REMEDY))?;
        self.open.push(path.to_path_buf());
        let tag = self.tag(root, &lines, &Rc::new(source));
        self.open.pop();
        tag
    }

    fn tag(&mut self, node: Node<'_, '_>, lines: &Lines, source: &Rc<Source>) -> Result<Tag, ReadError> {
        self.tags += 1;
        let mut tag = Tag {
            name: node.tag_name().name().to_owned(),
            attributes: node
                .attributes()
                .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
                .collect(),
            text: node.text().unwrap_or_default().trim().to_owned(),
            children: Vec::new(),
            line: lines.line(node),
            source: Rc::clone(source),
        };
        if self.tags > TAGS_MAX {
            return Err(tag.error(format!("the model has more than {TAGS_MAX} elements")));
        }
        for child in node.children().filter(Node::is_element) {
            let child = self.tag(child, lines, source)?;
            if child.name == "include" && matches!(tag.name.as_str(), "sdf" | "world" | "model") {
                let included = self.include(&child)?;
                tag.children.extend(included);
            } else {
                tag.children.push(child);
            }
        }
        Ok(tag)
    }

    /// The models and lights of an included file, with the changes of `<include>`.
    fn include(&mut self, tag: &Tag) -> Result<Vec<Tag>, ReadError> {
        let uri = &tag.required("uri")?.text;
        let (text, path) = match self.files.model(uri, &tag.source.path) {
            Ok(path) => {
                let bytes = read_file(&path).map_err(|error| tag.error(error.to_string()))?;
                let text = String::from_utf8(bytes)
                    .map_err(|_| tag.error(format!("{} is not UTF-8", path.display())))?;
                (text, path)
            }
            Err(problem) => {
                let Some(text) = well_known::model(uri) else {
                    self.warnings.add(format!("{}: <include> of {uri}: {problem}; left out", tag.place()));
                    return Ok(Vec::new());
                };
                (text.to_owned(), PathBuf::from(uri))
            }
        };
        self.count += 1;
        if self.open.contains(&path) {
            return Err(tag.error(format!("<include> of {uri}: the file includes itself")));
        }
        if self.count > FILES_MAX || self.open.len() > INCLUDE_DEPTH_MAX {
            let problem = format!(
                "the model includes more than {FILES_MAX} files, or files that include each other {INCLUDE_DEPTH_MAX} deep"
            );
            return Err(tag.error(problem));
        }
        let shown = path.strip_prefix(self.files.folder()).unwrap_or(&path).display().to_string();
        let mut root = self.file(&text, &path, Some(shown))?;
        let mut included: Vec<Tag> = Vec::new();
        for name in ["model", "light", "actor"] {
            included.extend(root.children.iter().filter(|child| child.name == name).cloned());
        }
        root.children.clear();
        included.truncate(1);
        let Some(mut model) = included.pop() else {
            return Err(tag.error(format!("<include> of {uri}: the file has no <model>")));
        };
        self.tags += 3;
        let is_merged = matches!(tag.attribute("merge"), Some("true" | "1"));
        if is_merged && model.name == "model" {
            return merged(tag, model);
        }
        change(tag, &mut model);
        Ok(vec![model])
    }
}

/// Applies the name, pose and so on of an `<include>`.
fn change(include: &Tag, model: &mut Tag) {
    if let Some(name) = include.text_of("name") {
        model.set("name", name);
    }
    let placement = include.text_of("placement_frame");
    if let Some(frame) = placement {
        model.set("placement_frame", frame);
    }
    for name in ["pose", "static"] {
        if let Some(given) = include.child(name) {
            model.children.retain(|child| child.name != name);
            model.children.push(given.clone());
        } else if name == "pose" && placement.is_some() {
            model.children.retain(|child| child.name != name);
        }
    }
    let further = |child: &&Tag| matches!(child.name.as_str(), "plugin" | "experimental:params" | "params");
    model.children.extend(include.children.iter().filter(further).cloned());
}

/// The contents of a model that become contents of the including model. A frame stands for the model frame.
fn merged(include: &Tag, mut model: Tag) -> Result<Vec<Tag>, ReadError> {
    change(include, &mut model);
    let name = format!("_merged__{}__model__", model.required_name()?);
    let mut frame = Tag {
        name: "frame".to_owned(),
        attributes: vec![("name".to_owned(), name.clone())],
        text: String::new(),
        children: model.children("pose").cloned().collect(),
        line: include.line,
        source: Rc::clone(&include.source),
    };
    if let Some(placement) = model.given("placement_frame").map(str::to_owned) {
        frame.set("placement_frame", &placement);
    }
    let mut contents = vec![frame];
    for mut child in model.children {
        if matches!(child.name.as_str(), "pose" | "static" | "self_collide") {
            continue;
        }
        let moves = matches!(child.name.as_str(), "link" | "frame" | "model")
            && (child.name != "frame" || child.given("attached_to").is_none());
        for (tag, attribute) in [("pose", "relative_to"), ("xyz", "expressed_in")] {
            rename(&mut child, tag, attribute, &name);
        }
        if child.given("attached_to") == Some("__model__") {
            child.set("attached_to", &name);
        }
        if moves && child.relative_to().is_none() {
            let mut pose = child.child("pose").cloned().unwrap_or_else(|| Tag {
                name: "pose".to_owned(),
                attributes: Vec::new(),
                text: String::new(),
                children: Vec::new(),
                line: child.line,
                source: Rc::clone(&child.source),
            });
            pose.set("relative_to", &name);
            child.children.retain(|known| known.name != "pose");
            child.children.push(pose);
        }
        contents.push(child);
    }
    Ok(contents)
}

/// Replaces `__model__` in an attribute of all elements of a name, nested models left out.
fn rename(tag: &mut Tag, name: &str, attribute: &str, frame: &str) {
    for child in &mut tag.children {
        if child.name == name && child.given(attribute) == Some("__model__") {
            child.set(attribute, frame);
        }
        if child.name != "model" {
            rename(child, name, attribute, frame);
        }
    }
}

/// The minor version in an attribute.
fn version(given: Option<&str>) -> Result<u32, String> {
    let known = format!("known are 1.{} to 1.{}", VERSIONS.start(), VERSIONS.end());
    let Some(text) = given else { return Err(format!("<sdf> has no version; {known}")) };
    // Some files have a third number: 1.6.0.
    let mut words = text.trim().split('.');
    let (major, minor) = (words.next(), words.next().and_then(|minor| minor.parse().ok()));
    match (major, minor) {
        (Some("1"), Some(minor)) if VERSIONS.contains(&minor) => Ok(minor),
        _ => {
            let text: String = text.chars().take(40).collect();
            Err(format!("version \"{text}\" of SDF is not known here; {known}"))
        }
    }
}
