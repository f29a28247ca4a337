//! Finds in a scene what a picture is to show: robots and objects, without ground plates and scenery.

use glam::DVec3;
use morse_scene::Document;
use morse_scene::document::ObjectKind;
use morse_world::World;

use super::extent::Extent;
use super::framing::{Framing, Viewpoint};
use crate::arguments::Side;

/// An object this many times larger than the subject counts as scenery.
const SCENERY: f64 = 6.0;
/// Minimum width of the visible region. [m]
pub const LEAST_M: f64 = 0.2;

/// A named object in the image.
pub struct NamedObject {
    pub name: String,
    pub extent: Extent,
}

/// What is in a scene.
pub struct Survey {
    /// The box around the subject.
    pub extent: Extent,
    pub everything: Extent,
    pub things: Vec<NamedObject>,
}

pub fn survey(world: &World, document: &Document, wish: &Framing) -> Result<Survey, String> {
    let mut things = Vec::new();
    let (mut robots, mut objects) = (Vec::new(), Vec::new());
    for object in document.objects.iter().filter(|object| object.parent.is_none()) {
        let Some(extent) = world.find(&object.name).and_then(|node| Extent::of(world, node)) else {
            continue;
        };
        match object.kind {
            ObjectKind::Robot => robots.push(extent),
            ObjectKind::Object => objects.push(extent),
            _ => continue,
        }
        things.push(NamedObject { name: object.name.clone(), extent });
    }
    let everything = everything(world).ok_or("there is nothing to be seen in the scene")?;
    let shows_all = wish.from == Viewpoint::Side(Side::Scene);
    let extent = if shows_all { None } else { what_matters(&robots, objects) };
    let extent = wish.shown.unwrap_or_else(|| at_least(extent.unwrap_or(everything), LEAST_M));
    Ok(Survey { extent, everything, things })
}

/// The box around robots and objects, without ground plates and scenery.
fn what_matters(robots: &[Extent], mut objects: Vec<Extent>) -> Option<Extent> {
    let robots = robots.iter().copied().reduce(Extent::and);
    let all = robots.into_iter().chain(objects.iter().copied()).reduce(Extent::and);
    objects.retain(|extent| !extent.is_plate());
    objects.sort_by(|a, b| a.size().length().total_cmp(&b.size().length()));
    let mut matters = robots;
    for extent in objects {
        let is_scenery =
            |known: Extent| extent.size().length() > SCENERY * known.size().length().max(LEAST_M);
        if !matters.is_some_and(is_scenery) {
            matters = Some(matters.map_or(extent, |known| known.and(extent)));
        }
    }
    matters.or(all)
}

fn at_least(extent: Extent, size: f64) -> Extent {
    let missing = (DVec3::splat(size) - extent.size()).max(DVec3::ZERO) / 2.0;
    Extent { low: extent.low - missing, high: extent.high + missing }
}

/// The box around all that can be seen.
fn everything(world: &World) -> Option<Extent> {
    let roots = world.nodes().filter(|&node| world.parent(node).is_none());
    roots.filter_map(|node| Extent::of(world, node)).reduce(Extent::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f64, half: f64) -> Extent {
        let centre = DVec3::new(x, 0.0, half);
        Extent { low: centre - half, high: centre + half }
    }

    #[test]
    fn ground_plates_and_halls_do_not_make_robots_small() {
        let plate = Extent { low: DVec3::new(-50.0, -50.0, -0.1), high: DVec3::new(50.0, 50.0, 0.0) };
        let robots = [cube(0.0, 0.5)];
        let matters = what_matters(&robots, vec![plate, cube(2.0, 0.3), cube(0.0, 40.0)]).unwrap();
        assert_eq!(matters, robots[0].and(cube(2.0, 0.3)));
        // If there is nothing else, they are the subject.
        assert_eq!(what_matters(&[], vec![plate]), Some(plate));
        assert_eq!(what_matters(&[], Vec::new()), None);
    }
}
