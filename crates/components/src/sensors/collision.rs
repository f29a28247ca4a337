//! Collision: names what touches the sensor.

use morse_sim::prelude::*;
use morse_world::{RayFilter, Volume};

/// A touch.
#[derive(Data, Clone, Default)]
#[data(kind = "collision")]
pub struct Touch {
    /// Whether something touches.
    collision: bool,
    /// Names of what touches, joined by commas.
    objects: String,
}

/// Tells what is in touch with the sensor; its streams are silent while nothing is.
///
/// The sensor is a box around its origin whose half size along each axis is the scale of the sensor, in metres; the builder
/// class gives it a scale of 0.02, so 4 cm. Nothing is held up by it. The robot that carries it does not count, nor does
/// anything on that robot.
///
/// It touches what has a part in that box: `|x|`, `|y|` and `|z|` in the frame of the sensor not more than the scale
/// along each.
#[derive(Sensor, Serialize, Deserialize)]
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
    /// Report only objects that have this property, if given.
    #[property(name = "only_objects_with_property", default = "")]
    property: String,
}

impl Sense for Collision {
    fn sense(&mut self, view: &mut View<'_>, data: &mut Touch) {
        let world = view.world;
        let volume = Volume::Box { half_extents: world.scale(view.node).abs() };
        let own = world.whole(view.robot);
        let filter = RayFilter { except: Some(&own), ..RayFilter::default() };
        let touching = world.bodies_in(view.world_from_sensor(), &volume, &filter);
        let names: Vec<&str> = touching
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
