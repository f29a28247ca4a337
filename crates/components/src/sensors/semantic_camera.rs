//! SemanticCamera: which objects are in view, and where they are.

mod frustum;
mod seen;

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue, World};

use super::camera::{Lens, camera};
use frustum::Frustum;

/// Objects in view.
#[derive(Data, Clone, Default)]
#[data(kind = "objects")]
pub struct InView {
    /// Objects in view: name, description, type, position [m] and orientation (x, y, z, w) of each.
    visible_objects: Objects,
}

camera! {
    near = 0.1, far = 100.0, depth = false;
    /// Tells which of the objects that carry a tag are in view, and where they are.
    ///
    /// An object carries the tag when its property `Type` is the tag, or when it has a property of that name that is true.
    /// It is in view when a pixel sees it, or anything that hangs on it, or when the ray to its origin meets it first; with
    /// `noocclusion` it is enough that it is not wholly outside of the picture. It goes by its property `Label`, or else by its
    /// name. Positions and orientations are in the world, or with `relative` in the frame of the camera: x to the right, y
    /// down, z ahead.
    ///
    /// With `relative` the pose of an object is `T_camera⁻¹ · T_object`, and without it `T_object`. The picture is that
    /// of a VideoCamera with the same properties.
    #[component(
        class = "morse.sensors.semantic_camera.SemanticCamera",
        title = "Semantic camera",
        data = InView,
        builder(
            name = "SemanticCamera",
            base = "VideoCamera",
            rate_hz = 20.0,
            properties(
                cam_width = 256,
                cam_height = 256,
                cam_focal = 35.0,
                capturing = true,
                Vertical_Flip = true
            )
        )
    )]
    pub struct SemanticCamera {
        /// Give poses in the frame of the camera.
        #[property(name = "relative", default = false)]
        relative: crate::sensors::camera::Switch,
        /// Tell of objects that something hides, too.
        #[property(name = "noocclusion", default = false)]
        through_everything: crate::sensors::camera::Switch,
        /// Property or `Type` that marks the objects to see. Taken at the start.
        #[property(name = "tag", default = "Object")]
        tag: String,
        /// Objects that carry the tag.
        candidates: Vec<NodeId>,
    }
}

impl Sense for SemanticCamera {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut InView) -> Result<(), SetupError> {
        let carries_tag = |&node: &NodeId| {
            let is_true = setup.world.property(node, &self.tag).is_some_and(PropertyValue::is_truthy);
            is_true || text(setup.world, node, "Type") == Some(&self.tag)
        };
        self.candidates = setup.world.nodes().filter(carries_tag).collect();
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.lens().check()
    }

    fn may_rest(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut View<'_>, data: &mut InView) {
        let lens: Lens = self.lens();
        let world = view.world;
        let world_from_camera = view.world_from_sensor();
        let frustum = Frustum::new(&lens, world_from_camera);
        let mut visible = self.candidates.clone();
        visible.retain(|&node| frustum.may_see(world, node));
        if !self.through_everything.0 && !visible.is_empty() {
            match self.film.expose(view, &lens, lens.size(), false) {
                Some(picture) => seen::keep_seen(&mut visible, view, picture, &lens),
                None => return view.withhold(),
            }
        }
        let frame = if self.relative.0 { world_from_camera.inverse() } else { Pose::IDENTITY };
        data.visible_objects.0 = visible.iter().map(|&node| entry(world, node, &frame)).collect();
    }
}

/// A property that is a text.
fn text<'a>(world: &'a World, node: NodeId, name: &str) -> Option<&'a str> {
    world.property(node, name).and_then(PropertyValue::as_str)
}

/// What is told of an object.
fn entry(world: &World, node: NodeId, frame_from_world: &Pose) -> Value {
    let Pose { translation, rotation } = *frame_from_world * world.world_from(node);
    let numbers = |numbers: &[f64]| Value::List(numbers.iter().map(|&number| Value::Float(number)).collect());
    let orientation = [("x", rotation.x), ("y", rotation.y), ("z", rotation.z), ("w", rotation.w)];
    let told = |name| Value::from(text(world, node, name).unwrap_or_default());
    Value::Map(Map::from([
        ("name", Value::from(text(world, node, "Label").unwrap_or(world.name(node)))),
        ("description", told("Description")),
        ("type", told("Type")),
        ("position", numbers(&translation.to_array())),
        ("orientation", Value::Map(Map::from(orientation))),
    ]))
}
