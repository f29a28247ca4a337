//! The graph of poses: every link, joint, frame and model has a pose relative to another frame.
//!
//! Source: sdformat.org, "Pose Frame Semantics". Names of nested models are joined by `::`.

use std::collections::BTreeMap;

use glam::DAffine3;

use crate::ReadError;
use crate::formats::sdf::tag::Tag;
use crate::search_path::most_similar;

/// Name of the frame of the model in its own scope.
pub(super) const MODEL: &str = "__model__";
/// Name of the frame of the world, which is also its link.
pub(super) const WORLD: &str = "world";

/// The owner of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Owner {
    Link,
    /// The full name of its child.
    Joint(String),
    /// The full name of the frame that it is attached to.
    Frame(String),
    /// The full name of its canonical link, if it has links.
    Model(Option<String>),
}

struct Frame {
    owner: Owner,
    /// Full name of the frame that the pose is given in; empty for the world.
    relative_to: String,
    base_from_frame: DAffine3,
    place: String,
}

/// All frames by full name.
#[derive(Default)]
pub(super) struct Frames {
    frames: BTreeMap<String, Frame>,
    world_from_frames: BTreeMap<String, DAffine3>,
}

/// The full name of something in a scope, which is the full name of a model, or empty.
pub(super) fn full_name(scope: &str, name: &str) -> String {
    let of_model = name.strip_suffix(MODEL).and_then(|rest| rest.strip_suffix("::"));
    match (scope, name) {
        (scope, MODEL) => scope.to_owned(),
        ("", WORLD) => String::new(),
        ("", name) => of_model.unwrap_or(name).to_owned(),
        (scope, name) => format!("{scope}::{}", of_model.unwrap_or(name)),
    }
}

impl Frames {
    /// Adds a frame. Two of a kind must not have one name; of two kinds, the first keeps it.
    pub(super) fn add(
        &mut self,
        name: &str,
        owner: Owner,
        relative_to: String,
        base_from_frame: DAffine3,
        tag: &Tag,
    ) -> Result<(), ReadError> {
        if let Some(known) = self.frames.get(name) {
            let is_same = std::mem::discriminant(&known.owner) == std::mem::discriminant(&owner);
            if is_same || tag.source.version >= 7 {
                let problem =
                    format!("there are two elements called \"{name}\": the other is at {}", known.place);
                return Err(tag.error(problem));
            }
            return Ok(());
        }
        let frame = Frame { owner, relative_to, base_from_frame, place: tag.place() };
        self.frames.insert(name.to_owned(), frame);
        Ok(())
    }

    /// Sets the pose of a model so that a frame of it, the placement frame, has the pose that was given.
    pub(super) fn place_by(&mut self, model: &str, placement: &str, tag: &Tag) -> Result<(), ReadError> {
        let placement = self.known(model, placement, tag)?;
        let mut model_from_placement = DAffine3::IDENTITY;
        let mut name = placement.as_str();
        for _ in 0..=self.frames.len() {
            if name == model {
                if let Some(frame) = self.frames.get_mut(model) {
                    frame.base_from_frame *= model_from_placement.inverse();
                }
                return Ok(());
            }
            let Some(frame) = self.frames.get(name) else { break };
            model_from_placement = frame.base_from_frame * model_from_placement;
            name = &frame.relative_to;
        }
        Err(tag.error(format!("the pose of placement frame \"{placement}\" does not lead to its model")))
    }

    /// The full name of a frame that must exist.
    pub(super) fn known(&self, scope: &str, name: &str, tag: &Tag) -> Result<String, ReadError> {
        let full = full_name(scope, name);
        if full.is_empty() || self.frames.contains_key(&full) {
            return Ok(full);
        }
        let prefix = if scope.is_empty() { String::new() } else { format!("{scope}::") };
        let known = self.frames.keys().filter_map(|known| known.strip_prefix(&prefix)).map(str::to_owned);
        let meant =
            most_similar(name, known).map(|name| format!(" (did you mean {name}?)")).unwrap_or_default();
        let name: String = name.chars().take(60).collect();
        Err(tag.error(format!("there is no frame \"{name}\"{meant}")))
    }

    /// Checks that all poses lead to the world, and stores them.
    pub(super) fn resolve(&mut self) -> Result<(), ReadError> {
        let mut resolved: BTreeMap<String, DAffine3> = BTreeMap::new();
        resolved.insert(String::new(), DAffine3::IDENTITY);
        for start in self.frames.keys() {
            let mut chain: Vec<&str> = Vec::new();
            let mut name = start.as_str();
            while !resolved.contains_key(name) {
                let Some(frame) = self.frames.get(name) else { break };
                chain.push(name);
                if chain.len() > self.frames.len() {
                    return Err(self.circle(name, |frame| Some(frame.relative_to.as_str()), "relative to"));
                }
                name = &frame.relative_to;
            }
            let mut world_from_frame = resolved.get(name).copied().unwrap_or(DAffine3::IDENTITY);
            for name in chain.into_iter().rev() {
                if let Some(frame) = self.frames.get(name) {
                    world_from_frame *= frame.base_from_frame;
                }
                resolved.insert(name.to_owned(), world_from_frame);
            }
        }
        self.world_from_frames = resolved;
        Ok(())
    }

    /// The pose of a frame in the world of the file, after [`Frames::resolve`].
    pub(super) fn world_from(&self, name: &str) -> DAffine3 {
        self.world_from_frames.get(name).copied().unwrap_or(DAffine3::IDENTITY)
    }

    /// The link that a frame is attached to; `None` for the world.
    pub(super) fn link_of(&self, name: &str, tag: &Tag) -> Result<Option<String>, ReadError> {
        let mut name = name.to_owned();
        for _ in 0..=self.frames.len() {
            let Some(frame) = self.frames.get(&name) else { return Ok(None) };
            name = match &frame.owner {
                Owner::Link => return Ok(Some(name)),
                Owner::Joint(next) | Owner::Frame(next) => next.clone(),
                Owner::Model(Some(link)) => link.clone(),
                Owner::Model(None) => return Err(tag.error(format!("model \"{name}\" has no link"))),
            };
        }
        let next = |frame: &Frame| match &frame.owner {
            Owner::Joint(next) | Owner::Frame(next) => Some(next.clone()),
            _ => None,
        };
        let mut names = vec![name.clone()];
        while let Some(next) = self.frames.get(&name).and_then(next).filter(|next| !names.contains(next)) {
            names.push(next.clone());
            name = next;
        }
        Err(tag.error(format!("frames are attached in a circle: {}", names.join(", "))))
    }

    fn circle<'f>(
        &'f self,
        start: &'f str,
        next: impl Fn(&'f Frame) -> Option<&'f str>,
        how: &str,
    ) -> ReadError {
        let mut names = vec![start];
        let mut name = start;
        while let Some(following) = self.frames.get(name).and_then(&next) {
            if following == start || names.len() > 20 {
                break;
            }
            names.push(following);
            name = following;
        }
        let place = self.frames.get(start).map(|frame| frame.place.clone()).unwrap_or_default();
        names.push(start);
        let problem = format!("poses of frames are in a circle: {}", names.join(&format!(" {how} ")));
        ReadError::new(place, problem, crate::formats::sdf::REMEDY)
    }
}
