//! SemanticCamera: names and poses of the objects in view.

mod visibility;

use morse_sim::prelude::*;
use morse_world::{NodeId, PropertyValue, World};

use crate::common::camera::{Camera, Exposure, Switch};
use crate::sensors::vision::frustum::Frustum;

/// Objects in view.
#[derive(Data, Clone, Default)]
#[data(kind = Objects)]
pub struct InView {
    /// Objects in view, each with `name`, `description`, `type`, `position` [m] and `orientation` (quaternion x, y, z,
    /// w).
    visible_objects: Objects,
}

/// Reports the objects with a tag that are in view, and their poses.
///
/// An object has the tag if the value of its property `Type` is the tag, or if it has a true property of that name. An
/// object is in view if a pixel shows it or one of its children, or if the ray to its origin hits it first. With
/// `noocclusion`, an object is in view unless its bounding box is completely outside of the image. The reported name is
/// the property `Label` of the object, or else its own name.
///
/// Poses are in the world: `T_object`. With `relative` they are in the frame of the camera (x to the right, y down, z
/// ahead): `T_camera⁻¹ · T_object`. The image is that of a VideoCamera with the same properties.
#[derive(Sensor, Clone, Serialize, Deserialize)]
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
    #[property(flatten)]
    camera: Camera,
    /// Whether poses are in the frame of the camera instead of the world.
    #[property(name = "relative", default = false)]
    relative: Switch,
    /// Whether occluded objects are also reported.
    #[property(name = "noocclusion", default = false)]
    ignores_occlusion: Switch,
    /// Tag of the objects to report: name of a property, or value of `Type`. Read at the start, and when objects are
    /// added or removed.
    #[property(name = "tag", default = "Object")]
    tag: String,
    /// Objects that have the tag.
    candidates: Vec<NodeId>,
    /// Revision of the world at which the candidates were listed.
    #[serde(skip)]
    listed_at: Option<u64>,
}

impl SemanticCamera {
    fn list_candidates(&mut self, world: &World) {
        let has_tag = |&node: &NodeId| {
            let is_true = world.property(node, &self.tag).is_some_and(PropertyValue::is_truthy);
            is_true || text(world, node, "Type") == Some(&self.tag)
        };
        self.candidates = world.nodes().filter(has_tag).collect();
        self.listed_at = Some(world.revision());
    }
}

impl Sensor for SemanticCamera {
    fn start(&mut self, setup: &Setup<'_>, _data: &mut InView) -> Result<(), SetupError> {
        self.list_candidates(setup.world);
        Ok(())
    }

    fn check(&self) -> Result<(), SetupError> {
        self.camera.intrinsics.check()
    }

    fn access(&self) -> WorldAccess {
        WorldAccess::rays(RayKind::Visual)
    }

    fn on_demand(&self) -> bool {
        true
    }

    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut InView) {
        let intrinsics = self.camera.intrinsics;
        let world = view.world;
        if self.listed_at != Some(world.revision()) {
            self.list_candidates(world);
        }
        let world_from_camera = view.world_from_sensor();
        let frustum = Frustum::new(&intrinsics, world_from_camera);
        let mut visible = self.candidates.clone();
        visible.retain(|&node| frustum.may_contain(world, node));
        if !self.ignores_occlusion.0 && !visible.is_empty() {
            match self.camera.expose(view, Exposure::Nodes) {
                Some(picture) => visibility::keep_visible(&mut visible, view, picture, &intrinsics),
                None => return view.withhold(),
            }
        }
        let frame = if self.relative.0 { world_from_camera.inverse() } else { Pose::IDENTITY };
        data.visible_objects.0 = visible.iter().map(|&node| entry(world, node, &frame)).collect();
    }
}

/// Returns the value of a text property.
fn text<'a>(world: &'a World, node: NodeId, name: &str) -> Option<&'a str> {
    world.property(node, name).and_then(PropertyValue::as_str)
}

/// Entry of an object in a reading.
fn entry(world: &World, node: NodeId, frame_from_world: &Pose) -> Value {
    let Pose { translation, rotation } = *frame_from_world * world.world_from(node);
    let numbers = |numbers: &[f64]| Value::List(numbers.iter().map(|&number| Value::Float(number)).collect());
    let orientation = [("x", rotation.x), ("y", rotation.y), ("z", rotation.z), ("w", rotation.w)];
    let property_text = |name| Value::from(text(world, node, name).unwrap_or_default());
    Value::Map(Map::from([
        ("name", Value::from(text(world, node, "Label").unwrap_or(world.name(node)))),
        ("description", property_text("Description")),
        ("type", property_text("Type")),
        ("position", numbers(&translation.to_array())),
        ("orientation", Value::Map(Map::from(orientation))),
    ]))
}
