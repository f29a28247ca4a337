//! What a camera tells of: its picture, with the objects that it has in view in colours, and their names on them.

use glam::Vec2;
use morse_render::Picture;
use morse_scene::value::Value;
use morse_world::{NodeId, PropertyValue, World};

use super::Shown;
use super::reading::Reading;
use super::sheet::{self, Ink};

/// Colours of the objects, one after the other.
const TINTS: [Ink; 6] =
    [[230, 60, 50], [40, 120, 220], [240, 170, 30], [60, 170, 90], [160, 80, 190], [30, 170, 180]];
/// How much of a colour there is where an object is seen.
const SHARE: f32 = 0.55;
const INK: Ink = [20, 26, 36];
const PAPER: Ink = [246, 248, 250];

/// The picture; empty when the camera has none.
pub fn draw(shown: &Shown<'_>, reading: &Reading, objects: &[Value]) -> Picture {
    let world = shown.simulation.world();
    let robot = shown.sensor.name.split('.').next().and_then(|robot| world.find(robot));
    let taken = robot.and_then(|robot| {
        morse_components::photograph(world, robot, reading.world_from_sensor, &shown.properties)
    });
    let mut picture = taken.unwrap_or_default();
    let names = objects.iter().filter_map(|object| object.as_map()?.get("name")?.as_str());
    let seen: Vec<(&str, Vec<usize>)> = names.map(|name| (name, pixels(world, &picture, name))).collect();
    for ((_, pixels), tint) in seen.iter().zip(TINTS.iter().cycle()) {
        for &pixel in pixels {
            for (part, colour) in picture.rgba[pixel].iter_mut().zip(tint) {
                *part = (f32::from(*part) + SHARE * (f32::from(*colour) - f32::from(*part)) + 0.5) as u8;
            }
        }
    }
    let width = (picture.width as usize).max(1);
    for (name, pixels) in seen.iter().filter(|(_, pixels)| !pixels.is_empty()) {
        let place = |&pixel: &usize| Vec2::new((pixel % width) as f32, (pixel / width) as f32);
        let middle = pixels.iter().map(place).sum::<Vec2>() / pixels.len() as f32;
        sheet::write(&mut picture, name, middle - Vec2::new(0.0, 4.0), 1, INK, PAPER);
    }
    picture
}

/// The pixels that see an object of that name or label, or what hangs on it.
fn pixels(world: &World, picture: &Picture, name: &str) -> Vec<usize> {
    let is_it = |&node: &NodeId| {
        let label = world.property(node, "Label").and_then(PropertyValue::as_str);
        label.unwrap_or(world.name(node)) == name
    };
    let whole: Vec<_> = world.nodes().filter(is_it).map(|node| world.whole(node)).collect();
    let sees_it = |seen: &Option<NodeId>| seen.is_some_and(|node| whole.iter().any(|set| set.contains(node)));
    let all = picture.nodes.iter().enumerate();
    all.filter(|(_, seen)| sees_it(seen)).map(|(pixel, _)| pixel).collect()
}
