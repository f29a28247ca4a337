//! Access to XML elements: attributes as numbers, and errors with line numbers.

use glam::{DAffine3, DMat3, DVec3};
use roxmltree::Node;

use crate::ReadError;

const REMEDY: &str = "correct the file";

/// An element of the tree.
#[derive(Clone, Copy)]
pub(super) struct Element<'a, 'i>(pub Node<'a, 'i>);

impl<'a, 'i> Element<'a, 'i> {
    pub(super) fn name(&self) -> &'a str {
        self.0.tag_name().name()
    }

    /// "line 12".
    pub(super) fn place(&self) -> String {
        format!("line {}", self.0.document().text_pos_at(self.0.range().start).row)
    }

    pub(super) fn all_children(&self) -> impl Iterator<Item = Element<'a, 'i>> + use<'a, 'i> {
        self.0.children().filter(Node::is_element).map(Element)
    }

    pub(super) fn children(&self, name: &str) -> impl Iterator<Item = Element<'a, 'i>> {
        self.all_children().filter(move |child| child.name() == name)
    }

    pub(super) fn child(&self, name: &str) -> Option<Element<'a, 'i>> {
        self.children(name).next()
    }

    pub(super) fn attribute(&self, name: &str) -> Option<&'a str> {
        self.0.attribute(name)
    }

    /// A required attribute.
    pub(super) fn required(&self, name: &str) -> Result<&'a str, ReadError> {
        self.attribute(name).ok_or_else(|| self.error(format!("<{}> has no {name}", self.name())))
    }

    /// A required child.
    pub(super) fn required_child(&self, name: &str) -> Result<Element<'a, 'i>, ReadError> {
        self.child(name).ok_or_else(|| self.error(format!("<{}> has no <{name}>", self.name())))
    }

    /// Finite numbers in an attribute, if it is there.
    pub(super) fn numbers<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, ReadError> {
        let Some(text) = self.attribute(name) else { return Ok(None) };
        let wrong = || {
            let text: String = text.chars().take(60).collect();
            self.error(format!("{name} of <{}> must be {N} numbers and is \"{text}\"", self.name()))
        };
        let mut found = [0.0; N];
        let mut words = text.split_ascii_whitespace();
        for number in &mut found {
            let parsed = words.next().and_then(|word| word.parse().ok());
            *number = parsed.filter(|value: &f64| value.is_finite()).ok_or_else(wrong)?;
        }
        if words.next().is_some() { Err(wrong()) } else { Ok(Some(found)) }
    }

    pub(super) fn number(&self, name: &str) -> Result<Option<f64>, ReadError> {
        Ok(self.numbers::<1>(name)?.map(|[value]| value))
    }

    /// A required number that is not negative.
    pub(super) fn size(&self, name: &str) -> Result<f64, ReadError> {
        self.required(name)?;
        let value = self.number(name)?.unwrap_or(0.0);
        if value < 0.0 {
            return Err(self.error(format!("{name} of <{}> is below 0", self.name())));
        }
        Ok(value)
    }

    /// The pose in the child `<origin>`; the identity without one. Rotations are about the fixed x, then y, then z.
    pub(super) fn origin(&self) -> Result<DAffine3, ReadError> {
        let Some(origin) = self.child("origin") else { return Ok(DAffine3::IDENTITY) };
        let xyz = origin.numbers::<3>("xyz")?.unwrap_or_default();
        let [roll, pitch, yaw] = origin.numbers::<3>("rpy")?.unwrap_or_default();
        let rotation =
            DMat3::from_rotation_z(yaw) * DMat3::from_rotation_y(pitch) * DMat3::from_rotation_x(roll);
        Ok(DAffine3::from_mat3_translation(rotation, DVec3::from_array(xyz)))
    }

    pub(super) fn error(&self, problem: impl Into<String>) -> ReadError {
        ReadError::new(self.place(), problem, REMEDY)
    }
}
