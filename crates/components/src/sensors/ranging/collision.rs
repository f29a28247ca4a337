//! Collision: reports the objects that touch the sensor.

use morse_sim::prelude::*;
use morse_world::{RayFilter, Volume};

/// Contact state of the sensor.
#[derive(Data, Clone, Default)]
#[data(kind = Collision)]
pub struct Touch {
    /// Whether an object touches the sensor.
    collision: bool,
    /// Comma-separated names of the objects that touch the sensor.
    objects: String,
}

/// Reports objects in contact with the sensor. Without contact, its streams send no messages.
///
/// The sensor is a box around its origin. Its half size along each axis is the scale of the sensor, in meters; the
/// builder class sets a scale of 0.02, which gives a box of 4 cm. The box has no physical effect. The robot that
/// carries the sensor is ignored, with all its parts.
///
/// An object touches the sensor if a part of it is in the box: in the frame of the sensor, `|x|`, `|y|` and `|z|` are not
/// more than the scale along that axis.
#[derive(Sensor, Clone, Serialize, Deserialize)]
#[component(
    class = "morse.sensors.collision.Collision",
    data = Touch,
    builder(
        name = "Collision",
        body(physics = "SENSOR", bounds = "CONVEX_HULL", compound = true),
        options(trigger = "collision")
    )
)]
pub struct Collision {
    /// Name of a property. If it is not empty, only objects with this property are reported.
    #[property(name = "only_objects_with_property", default = "")]
    property: String,
}

impl Sensor for Collision {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Touch) {
        let world = view.world;
        let volume = Volume::Box { half_extents: world.scale(view.node).abs() };
        let own = world.subtree_set(view.robot);
        let filter = RayFilter { except: Some(&own), ..RayFilter::default() };
        let objects = world.bodies_in(view.world_from_sensor(), &volume, &filter);
        let names: Vec<&str> = objects
            .into_iter()
            .filter(|&node| self.property.is_empty() || world.has_tag(node, &self.property))
            .map(|node| world.name(node))
            .collect();
        data.collision = !names.is_empty();
        data.objects = names.join(",");
        if !data.collision {
            view.withhold();
        }
    }
}
