//! Copies: `<replicate>` becomes a frame for each copy, each moved and turned once more than the one before it.
//!
//! Source: MuJoCo's documentation, "XML reference", `body/replicate`. Names of copies end with their numbers. Tendons, equalities, contacts,
//! actuators and sensors that name an object of the copies are copied with it, in the order of MuJoCo 4.

use glam::{DAffine3, DVec3};

use crate::ReadError;
use crate::formats::mjcf::attach::Scope;
use crate::formats::mjcf::attributes::Attributes;
use crate::formats::mjcf::compiler::Compiler;
use crate::formats::mjcf::document::Tag;
use crate::formats::mjcf::references::{Names, REFERRING, kind_of_reference};
use crate::limits::Budget;

/// Replaces all `<replicate>` elements of a model whose attached models are in place.
pub(super) fn expand(
    root: &mut Tag,
    compiler: &Compiler,
    scopes: &[Scope],
    budget: &mut Budget,
) -> Result<(), ReadError> {
    let mut copying = Copying { compiler, scopes, budget };
    for number in 0..root.children.len() {
        if root.children[number].name == "worldbody" {
            let mut contents = std::mem::take(&mut root.children[number].children);
            copying.tags(&mut contents, &mut root.children)?;
            root.children[number].children = contents;
        }
    }
    Ok(())
}

struct Copying<'a> {
    compiler: &'a Compiler,
    scopes: &'a [Scope],
    budget: &'a mut Budget,
}

impl Copying<'_> {
    /// Replaces the `<replicate>` elements among `contents` and below them, the innermost first.
    fn tags(&mut self, contents: &mut Vec<Tag>, sections: &mut [Tag]) -> Result<(), ReadError> {
        for mut tag in std::mem::take(contents) {
            self.tags(&mut tag.children, sections)?;
            if tag.name == "replicate" {
                contents.extend(self.copies(tag, sections)?);
            } else {
                contents.push(tag);
            }
        }
        Ok(())
    }

    fn copies(&mut self, tag: Tag, sections: &mut [Tag]) -> Result<Vec<Tag>, ReadError> {
        let attributes = Attributes::own(&tag);
        let scope = tag.scope.and_then(|scope| self.scopes.get(scope));
        let compiler = scope.map_or(self.compiler, |scope| &scope.compiler);
        let count = attributes.number("count")?.unwrap_or(1.0) as usize;
        let offset = DVec3::from_array(attributes.array("offset")?.unwrap_or_default());
        let turn = attributes.rotation(compiler)?.unwrap_or_default();
        let separator = attributes.text("sep").unwrap_or_default();
        let size: usize = tag.children.iter().map(Tag::count).sum();
        self.budget.nodes(count.saturating_mul(size.max(1)), "replicate")?;
        let digits = count.to_string().len();
        let suffixes: Vec<String> =
            (0..count).map(|number| format!("{separator}{number:0digits$}")).collect();

        let mut names = Names::of(&tag.children);
        for kind in REFERRING {
            self.copy_references(kind, &mut names, &suffixes, sections)?;
        }
        let step = DAffine3::from_rotation_translation(turn, offset);
        let mut place = DAffine3::IDENTITY;
        let mut frames = Vec::with_capacity(count);
        for suffix in &suffixes {
            let (_, rotation, position) = place.to_scale_rotation_translation();
            let numbers = |numbers: &[f64]| numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" ");
            let mut frame = tag.beside("frame", Vec::new());
            frame.set("pos", &numbers(&position.to_array()));
            frame.set("quat", &numbers(&[rotation.w, rotation.x, rotation.y, rotation.z]));
            frame.children.clone_from(&tag.children);
            frame.children.iter_mut().for_each(|child| add_suffix(child, suffix, &names));
            frames.push(frame);
            place *= step;
        }
        Ok(frames)
    }

    /// Replaces the elements of sections of a name that refer to copied objects by copies, behind all other elements.
    fn copy_references(
        &mut self,
        section: &str,
        names: &mut Names,
        suffixes: &[String],
        sections: &mut [Tag],
    ) -> Result<(), ReadError> {
        let mut originals = Vec::new();
        for found in sections.iter_mut().filter(|found| found.name == section) {
            originals.extend(found.children.extract_if(.., |element| names.are_in(element)));
        }
        let Some(last) = sections.iter_mut().rfind(|found| found.name == section) else { return Ok(()) };
        originals.iter().for_each(|element| names.add_of_section(section, element));
        let size: usize = originals.iter().map(Tag::count).sum();
        self.budget.nodes(suffixes.len().saturating_mul(size), "replicate")?;
        for suffix in suffixes {
            for element in &originals {
                let mut copy = element.clone();
                add_suffix(&mut copy, suffix, names);
                last.children.push(copy);
            }
        }
        Ok(())
    }
}

/// Adds a suffix to the names of an element, and to those by which it refers to `names`.
fn add_suffix(tag: &mut Tag, suffix: &str, names: &Names) {
    let refers = |name: &str, value: &str| {
        kind_of_reference(tag, name, value).is_some_and(|kind| names.contains(kind, value))
    };
    let is_renamed: Vec<bool> =
        tag.attributes.iter().map(|(name, value)| name == "name" || refers(name, value)).collect();
    for ((_, value), _) in tag.attributes.iter_mut().zip(is_renamed).filter(|(_, is_renamed)| *is_renamed) {
        value.push_str(suffix);
    }
    tag.children.iter_mut().for_each(|child| add_suffix(child, suffix, names));
}
