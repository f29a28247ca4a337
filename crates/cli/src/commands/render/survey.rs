//! Finds the subject of a picture: robots and objects, without ground plates and scenery.

use glam::DVec3;
use morse_scene::Document;
use morse_scene::document::ObjectKind;
use morse_world::World;

use super::extent::Extent;
use super::framing::{Framing, Viewpoint};
use crate::arguments::ViewName;

/// An object this many times larger than the subject counts as scenery.
const SCENERY: f64 = 6.0;
/// Minimum width of the visible region. [m]
pub const WIDTH_MIN_M: f64 = 0.2;

/// A named object in the image.
pub struct NamedObject {
    pub name: String,
    pub extent: Extent,
}

/// The contents of a scene.
pub struct Survey {
    /// The box around the subject.
    pub extent: Extent,
    /// The box around everything visible.
    pub everything: Extent,
    pub objects: Vec<NamedObject>,
}

/// Surveys the current state of a scene.
///
/// # Errors
/// If nothing is visible.
pub fn survey(world: &World, document: &Document, framing: &Framing) -> Result<Survey, String> {
    let mut named = Vec::new();
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
        // The name of a ground would stand over the robots on it.
        if object.kind == ObjectKind::Object && extent.is_plate() {
            continue;
        }
        named.push(NamedObject { name: object.name.clone(), extent });
    }
    let everything = everything(world).ok_or("nothing is visible in the scene")?;
    let shows_all = framing.from == Viewpoint::Named(ViewName::Scene);
    let extent = if shows_all { None } else { subject(&robots, objects) };
    let extent = framing.shown.unwrap_or_else(|| at_least(extent.unwrap_or(everything), WIDTH_MIN_M));
    Ok(Survey { extent, everything, objects: named })
}

/// The box around robots and objects, without ground plates and scenery.
fn subject(robots: &[Extent], mut objects: Vec<Extent>) -> Option<Extent> {
    let robots = robots.iter().copied().reduce(Extent::and);
    let all = robots.into_iter().chain(objects.iter().copied()).reduce(Extent::and);
    objects.retain(|extent| !extent.is_plate());
    objects.sort_by(|a, b| a.size().length().total_cmp(&b.size().length()));
    let mut found = robots;
    for extent in objects {
        let is_scenery =
            |known: Extent| extent.size().length() > SCENERY * known.size().length().max(WIDTH_MIN_M);
        if !found.is_some_and(is_scenery) {
            found = Some(found.map_or(extent, |known| known.and(extent)));
        }
    }
    found.or(all)
}

fn at_least(extent: Extent, size: f64) -> Extent {
    let missing = (DVec3::splat(size) - extent.size()).max(DVec3::ZERO) / 2.0;
    Extent { low: extent.low - missing, high: extent.high + missing }
}

/// The box around everything visible.
fn everything(world: &World) -> Option<Extent> {
    let roots = world.nodes().filter(|&node| world.parent(node).is_none());
    roots.filter_map(|node| Extent::of(world, node)).reduce(Extent::and)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(x: f64, half: f64) -> Extent {
        let center = DVec3::new(x, 0.0, half);
        Extent { low: center - half, high: center + half }
    }

    #[test]
    fn ground_plates_and_halls_are_not_part_of_subject() {
        let plate = Extent { low: DVec3::new(-50.0, -50.0, -0.1), high: DVec3::new(50.0, 50.0, 0.0) };
        let robots = [cube(0.0, 0.5)];
        let found = subject(&robots, vec![plate, cube(2.0, 0.3), cube(0.0, 40.0)]).unwrap();
        assert_eq!(found, robots[0].and(cube(2.0, 0.3)));
        // Without other objects, the plate is the subject.
        assert_eq!(subject(&[], vec![plate]), Some(plate));
        assert_eq!(subject(&[], Vec::new()), None);
    }
}
