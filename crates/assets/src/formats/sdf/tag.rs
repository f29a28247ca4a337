//! Elements of SDF files with their texts, and the numbers in them.

use std::path::PathBuf;
use std::rc::Rc;

use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::ReadError;
use crate::formats::sdf::REMEDY;

/// The file of an element.
#[derive(Debug)]
pub(super) struct Source {
    /// Its path.
    pub path: PathBuf,
    /// Its name in messages; `None` for the file that is loaded.
    pub shown: Option<String>,
    /// Its minor version: 7 for 1.7.
    pub version: u32,
}

/// An element.
#[derive(Debug, Clone)]
pub(super) struct Tag {
    /// Its name: `link`.
    pub name: String,
    /// Its attributes in order.
    pub attributes: Vec<(String, String)>,
    /// Its text, without white space around it.
    pub text: String,
    /// Its child elements in order.
    pub children: Vec<Tag>,
    /// Its line in its file.
    pub line: u32,
    /// Its file.
    pub source: Rc<Source>,
}

impl Tag {
    /// An attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// An attribute that is neither missing nor empty.
    pub(super) fn given(&self, name: &str) -> Option<&str> {
        self.attribute(name).filter(|value| !value.is_empty())
    }

    /// Sets an attribute.
    pub(super) fn set(&mut self, name: &str, value: &str) {
        self.attributes.retain(|(known, _)| known != name);
        self.attributes.push((name.to_owned(), value.to_owned()));
    }

    /// The attribute `name`, which is required.
    pub(super) fn required_name(&self) -> Result<&str, ReadError> {
        self.given("name").ok_or_else(|| self.error(format!("<{}> has no name", self.name)))
    }

    /// All children of a name.
    pub(super) fn children<'t>(&'t self, name: &str) -> impl Iterator<Item = &'t Tag> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first child of a name.
    pub(super) fn child<'t>(&'t self, name: &str) -> Option<&'t Tag> {
        self.children(name).next()
    }

    /// The element at the end of a path of names.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Tag> {
        path.iter().try_fold(self, |tag, name| tag.child(name))
    }

    /// A required child.
    pub(super) fn required(&self, name: &str) -> Result<&Tag, ReadError> {
        self.child(name).ok_or_else(|| self.error(format!("<{}> has no <{name}>", self.name)))
    }

    /// The text of a child that is not empty.
    pub(super) fn text_of(&self, name: &str) -> Option<&str> {
        self.child(name).map(|child| child.text.as_str()).filter(|text| !text.is_empty())
    }

    /// "line 12", or "arm.sdf, line 12".
    pub(super) fn place(&self) -> String {
        match &self.source.shown {
            Some(file) => format!("{file}, line {}", self.line),
            None => format!("line {}", self.line),
        }
    }

    /// An error at this element.
    pub(super) fn error(&self, problem: impl Into<String>) -> ReadError {
        ReadError::new(self.place(), problem, REMEDY)
    }

    /// Finite numbers in the text.
    pub(super) fn numbers<const N: usize>(&self) -> Result<[f64; N], ReadError> {
        let wrong = || {
            let text: String = self.text.chars().take(60).collect();
            let numbers = if N == 1 { "a number".to_owned() } else { format!("{N} numbers") };
            self.error(format!("<{}> must be {numbers} and is \"{text}\"", self.name))
        };
        let mut found = [0.0; N];
        let mut words = self.text.split_ascii_whitespace();
        for number in &mut found {
            let parsed = words.next().and_then(|word| word.parse().ok());
            *number = parsed.filter(|value: &f64| value.is_finite()).ok_or_else(wrong)?;
        }
        if words.next().is_some() { Err(wrong()) } else { Ok(found) }
    }

    /// The numbers of a child, if it is there and not empty.
    pub(super) fn numbers_of<const N: usize>(&self, name: &str) -> Result<Option<[f64; N]>, ReadError> {
        self.child(name).filter(|child| !child.text.is_empty()).map(Tag::numbers).transpose()
    }

    /// The number of a child, if it is there and not empty.
    pub(super) fn number_of(&self, name: &str) -> Result<Option<f64>, ReadError> {
        Ok(self.numbers_of::<1>(name)?.map(|[number]| number))
    }

    /// The vector of a child, if it is there and not empty.
    pub(super) fn vector_of(&self, name: &str) -> Result<Option<DVec3>, ReadError> {
        Ok(self.numbers_of(name)?.map(DVec3::from_array))
    }

    /// The number of a child, which may be infinite. `None` also for the huge numbers that stand for infinity.
    pub(super) fn bound_of(&self, name: &str) -> Result<Option<f64>, ReadError> {
        /// From here on, SDF means no bound.
        const UNBOUNDED: f64 = 1e15;
        let text = self.text_of(name).unwrap_or_default().trim_start_matches(['-', '+']).to_lowercase();
        if matches!(text.as_str(), "inf" | "infinity") {
            return Ok(None);
        }
        Ok(self.number_of(name)?.filter(|bound| bound.abs() < UNBOUNDED))
    }

    /// The number of a child, which is a length and not negative, if it is there and not empty.
    pub(super) fn size_of(&self, name: &str) -> Result<Option<f64>, ReadError> {
        let size = self.number_of(name)?;
        if size.is_some_and(|size| size < 0.0) {
            return Err(self.error(format!("<{name}> of <{}> is below 0", self.name)));
        }
        Ok(size)
    }

    /// Whether the text of a child says yes.
    pub(super) fn switch_of(&self, name: &str) -> Result<bool, ReadError> {
        let Some(child) = self.child(name) else { return Ok(false) };
        match child.text.to_lowercase().as_str() {
            "true" | "1" => Ok(true),
            "false" | "0" | "" => Ok(false),
            other => {
                let other: String = other.chars().take(40).collect();
                Err(child.error(format!("<{name}> must be true or false and is \"{other}\"")))
            }
        }
    }

    /// The transform in the child `<pose>`; the identity without one. Rotations are about the fixed x, then y, then z.
    pub(super) fn pose(&self) -> Result<DAffine3, ReadError> {
        let Some(pose) = self.child("pose").filter(|pose| !pose.text.is_empty()) else {
            return Ok(DAffine3::IDENTITY);
        };
        if pose.given("rotation_format") == Some("quat_xyzw") {
            let [x, y, z, qx, qy, qz, qw] = pose.numbers()?;
            let turn = DQuat::from_xyzw(qx, qy, qz, qw);
            if turn.length() < 1e-12 {
                return Err(pose.error("the quaternion of <pose> is zero"));
            }
            return Ok(DAffine3::from_rotation_translation(turn.normalize(), DVec3::new(x, y, z)));
        }
        let [x, y, z, roll, pitch, yaw] = pose.numbers()?;
        let in_degrees = matches!(pose.attribute("degrees"), Some("true" | "1"));
        let [roll, pitch, yaw] =
            [roll, pitch, yaw].map(|angle| if in_degrees { angle.to_radians() } else { angle });
        let rotation =
            DMat3::from_rotation_z(yaw) * DMat3::from_rotation_y(pitch) * DMat3::from_rotation_x(roll);
        Ok(DAffine3::from_mat3_translation(rotation, DVec3::new(x, y, z)))
    }

    /// The frame that the pose is given in. Before SDF 1.7, poses had no such frame.
    pub(super) fn relative_to(&self) -> Option<&str> {
        self.child("pose").filter(|_| self.source.version >= 7).and_then(|pose| pose.given("relative_to"))
    }
}
