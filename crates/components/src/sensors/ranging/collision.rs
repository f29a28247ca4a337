//! Collision: names the objects that touch the sensor.

use morse_sim::prelude::*;
use morse_world::{RayFilter, Volume};

/// Contact state.
#[derive(Data, Clone, Default)]
#[data(kind = Collision)]
pub struct Touch {
    /// Whether an object touches the sensor.
    collision: bool,
    /// Comma-separated names of the touching objects.
    objects: String,
}

/// Reports objects in contact with the sensor; its streams are silent without contact.
///
/// The sensor is a box around its origin whose half size along each axis is the scale of the sensor, in metres; the
/// builder class gives it a scale of 0.02, so 4 cm. The box has no physical effect. The robot that carries it is
/// ignored, and so is everything on that robot.
///
/// It touches objects with a part in that box: `|x|`, `|y|` and `|z|` in the frame of the sensor not more than the
/// scale along each.
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

impl Sensor for Collision {
    fn sense(&mut self, view: &mut SenseContext<'_>, data: &mut Touch) {
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
