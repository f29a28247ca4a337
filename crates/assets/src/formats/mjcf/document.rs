//! The elements of an MJCF file as one tree, with the contents of included files in place.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use roxmltree::Node;

use crate::ReadError;
use crate::formats::mjcf::REMEDY;
use crate::formats::xml::{self, Lines};
use crate::limits::{Budget, XML_DEPTH_MAX};
use crate::paths::{Roots, beside, read_file};

/// Number of files that one model may consist of.
const FILES_MAX: usize = 256;
/// Number of elements of one model, included files counted each time.
const TAGS_MAX: usize = 1_000_000;

/// An element.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    /// Its name: `body`.
    pub name: String,
    /// Its attributes in order.
    pub attributes: Vec<(String, String)>,
    /// Its child elements in order.
    pub children: Vec<Tag>,
    /// Number of the attached model that it comes from; `None` for the model itself.
    pub scope: Option<usize>,
    /// Its line in its file.
    line: u32,
    /// Its file, for messages; `None` for the file itself.
    file: Option<Rc<str>>,
}

impl Tag {
    /// An attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// All children of a name.
    pub(super) fn children<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t Tag> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// "line 12", or "legs.xml, line 12".
    pub(super) fn place(&self) -> String {
        match &self.file {
            Some(file) => format!("{file}, line {}", self.line),
            None => format!("line {}", self.line),
        }
    }

    /// An element of another name at the same place, without children.
    pub(super) fn beside(&self, name: &str, attributes: Vec<(String, String)>) -> Tag {
        let (scope, file) = (self.scope, self.file.clone());
        Tag { name: name.to_owned(), attributes, children: Vec::new(), scope, line: self.line, file }
    }

    /// Sets an attribute.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        match self.attributes.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.attributes.push((name.to_owned(), value.to_owned())),
        }
    }

    /// Number of elements: itself and all below it.
    pub(super) fn count(&self) -> usize {
        1 + self.children.iter().map(Tag::count).sum::<usize>()
    }

    /// An error at this element.
    pub(super) fn error(&self, problem: impl Into<String>) -> ReadError {
        ReadError::new(self.place(), problem, REMEDY)
    }
}

/// Reads a text and the files that it includes. Sections of the same name, such as several `<worldbody>`, are one after
/// the other among the children of the root.
pub(super) fn read(text: &str, path: &Path, roots: &Roots, budget: &mut Budget) -> Result<Tag, ReadError> {
    let mut reader = Reader { roots, budget, open: vec![path.to_path_buf()], files: 1, tags: 0, main: path };
    let mut tags = reader.file(text, path)?;
    // A file has one root element.
    tags.pop().ok_or_else(|| ReadError::new("file", "has no element", REMEDY))
}

struct Reader<'a> {
    roots: &'a Roots,
    budget: &'a mut Budget,
    /// The files that are being read, each included by the one before it.
    open: Vec<PathBuf>,
    files: usize,
    tags: usize,
    /// References in included files are relative to the folder of the model's own file.
    main: &'a Path,
}

impl Reader<'_> {
    fn file(&mut self, text: &str, path: &Path) -> Result<Vec<Tag>, ReadError> {
        self.budget.bytes(text.len(), "file")?;
        let text = xml::tolerated(text);
        let document =
            xml::parse(&text, XML_DEPTH_MAX * 2, REMEDY).map_err(|error| match self.open.len() {
                1 => error,
                _ => ReadError { place: format!("{}, {}", path.display(), error.place), ..error },
            })?;
        let file = (self.open.len() > 1)
            .then(|| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().as_ref().into());
        Ok(vec![self.tag(document.root_element(), &Lines::of(&text), file.as_ref())?])
    }

    fn tag(&mut self, node: Node<'_, '_>, lines: &Lines, file: Option<&Rc<str>>) -> Result<Tag, ReadError> {
        self.tags += 1;
        let mut tag = Tag {
            name: node.tag_name().name().to_owned(),
            attributes: node
                .attributes()
                .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
                .collect(),
            children: Vec::new(),
            scope: None,
            line: lines.line(node),
            file: file.cloned(),
        };
        if self.tags > TAGS_MAX {
            return Err(tag.error(format!("the model has more than {TAGS_MAX} elements")));
        }
        for child in node.children().filter(Node::is_element) {
            let child = self.tag(child, lines, file)?;
            if child.name == "include" {
                tag.children.extend(self.include(&child)?);
            } else {
                tag.children.push(child);
            }
        }
        Ok(tag)
    }

    /// The children of the root element of an included file.
    fn include(&mut self, tag: &Tag) -> Result<Vec<Tag>, ReadError> {
        let Some(reference) = tag.attribute("file") else {
            return Err(tag.error("<include> has no file"));
        };
        let path = beside(self.main, reference, self.roots)
            .map_err(|problem| tag.error(format!("<include file=\"{reference}\">: {problem}")))?;
        if self.open.contains(&path) {
            return Err(tag.error(format!("<include file=\"{reference}\"> includes itself")));
        }
        self.files += 1;
        if self.files > FILES_MAX {
            return Err(tag.error(format!("the model includes more than {FILES_MAX} files")));
        }
        let bytes = read_file(&path).map_err(|error| tag.error(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|_| tag.error(format!("{reference} is not UTF-8")))?;
        self.open.push(path.clone());
        let read = self.file(&text, &path);
        self.open.pop();
        Ok(read?.pop().map(|root| root.children).unwrap_or_default())
    }
}
