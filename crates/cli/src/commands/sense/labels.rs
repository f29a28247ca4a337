//! Draws the image of a semantic camera: objects that it reports keep their colors and get labels.

use glam::Vec2;
use morse_render::Picture;
use morse_scene::value::Value;
use morse_world::{NodeId, PropertyValue, World};

use super::Shown;
use super::reading::Reading;
use crate::output::drawing_sheet::{self, Rgb};

/// Fraction of the color that remains for objects that the camera does not report.
const FAINT: f32 = 0.35;
const INK: Rgb = [20, 26, 36];
const PAPER: Rgb = [246, 248, 250];

/// The labeled picture; empty if the camera has none.
pub fn draw(shown: &Shown<'_>, reading: &Reading, objects: &[Value]) -> Picture {
    let world = shown.simulation.world();
    let robot = shown.sensor.name.split('.').next().and_then(|robot| world.find(robot));
    let taken = robot.and_then(|robot| {
        morse_components::render_image(world, robot, reading.world_from_sensor, &shown.properties)
    });
    let mut picture = taken.unwrap_or_default();
    let names = objects.iter().filter_map(|object| object.as_map()?.get("name")?.as_str());
    let seen: Vec<(&str, Vec<usize>)> = names.map(|name| (name, pixels(world, &picture, name))).collect();
    let mut is_reported = vec![false; picture.rgba.len()];
    seen.iter().flat_map(|(_, pixels)| pixels).for_each(|&pixel| is_reported[pixel] = true);
    for (pixel, _) in picture.rgba.iter_mut().zip(is_reported).filter(|(_, is_reported)| !is_reported) {
        *pixel = faint(*pixel);
    }
    let width = (picture.width as usize).max(1);
    for (name, pixels) in seen.iter().filter(|(_, pixels)| !pixels.is_empty()) {
        let place = |&pixel: &usize| Vec2::new((pixel % width) as f32, (pixel / width) as f32);
        let middle = pixels.iter().map(place).sum::<Vec2>() / pixels.len() as f32;
        drawing_sheet::write(&mut picture, name, middle - Vec2::new(0.0, 4.0), 1, INK, PAPER);
    }
    picture
}

/// A pale grey with the brightness of a color.
fn faint([red, green, blue, opacity]: [u8; 4]) -> [u8; 4] {
    let bright = (f32::from(red) + f32::from(green) + f32::from(blue)) / 3.0;
    let [red, green, blue] =
        PAPER.map(|paper| (f32::from(paper) + FAINT * (bright - f32::from(paper))) as u8);
    [red, green, blue, opacity]
}

/// The pixels that show an object with a name or label, or one of its descendants.
fn pixels(world: &World, picture: &Picture, name: &str) -> Vec<usize> {
    let has_name = |&node: &NodeId| {
        let label = world.property(node, "Label").and_then(PropertyValue::as_str);
        label.unwrap_or(world.name(node)) == name
    };
    let whole: Vec<_> = world.nodes().filter(has_name).map(|node| world.subtree_set(node)).collect();
    let sees_it = |seen: &Option<NodeId>| seen.is_some_and(|node| whole.iter().any(|set| set.contains(node)));
    let all = picture.nodes.iter().enumerate();
    all.filter(|(_, seen)| sees_it(seen)).map(|(pixel, _)| pixel).collect()
}
