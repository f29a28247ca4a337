//! Draws what a sensor finds in an image: boxes of objects and corners of markers on the view of its camera, and events.

use glam::Vec2;
use morse_render::Picture;
use morse_scene::value::{Map, Value};

use super::Shown;
use super::reading::Reading;
use crate::output::drawing_sheet::{self, Rgb};

const INK: Rgb = [20, 26, 36];
const PAPER: Rgb = [246, 248, 250];
/// Color of outlines.
const OUTLINE: Rgb = [213, 94, 0];
/// Colors of events: brighter, darker.
const BRIGHTER: Rgb = [213, 94, 0];
const DARKER: Rgb = [0, 114, 178];

/// Marks of a reading.
#[derive(Debug, Clone, PartialEq)]
pub enum Marks {
    /// Outlines with names, in pixels of the view of the sensor.
    Outlines(Vec<Outline>),
    /// Events: column, row, and whether the pixel became brighter.
    Events { width: u32, height: u32, events: Vec<(u32, u32, bool)> },
}

/// A closed line and its name.
#[derive(Debug, Clone, PartialEq)]
pub struct Outline {
    name: String,
    corners: Vec<Vec2>,
}

/// The marks of a reading; `None` if it has none.
pub fn of(reading: &Reading) -> Option<Marks> {
    if let Some(boxes) = reading.things("boxes") {
        return Some(Marks::Outlines(boxes.iter().filter_map(of_box).collect()));
    }
    if let Some(markers) = reading.things("markers") {
        return Some(Marks::Outlines(markers.iter().filter_map(of_marker).collect()));
    }
    let size =
        ["width", "height"].map(|name| reading.integer(name).and_then(|side| u32::try_from(side).ok()));
    let ([Some(width), Some(height)], Some(columns), Some(rows), Some(polarities)) =
        (size, reading.numbers("columns"), reading.numbers("rows"), reading.numbers("polarities"))
    else {
        return None;
    };
    let events = columns.iter().zip(rows).zip(polarities);
    let events = events.map(|((&column, &row), &polarity)| (column as u32, row as u32, polarity > 0.0));
    Some(Marks::Events { width, height, events: events.collect() })
}

/// Draws marks.
pub fn draw(shown: &Shown<'_>, reading: &Reading, marks: &Marks) -> Picture {
    match marks {
        Marks::Events { width, height, events } => events_on_paper([*width, *height], events),
        Marks::Outlines(outlines) => {
            let world = shown.simulation.world();
            let robot = shown.sensor.name.split('.').next().and_then(|robot| world.find(robot));
            let view = robot.and_then(|robot| {
                morse_components::render_image(world, robot, reading.world_from_sensor, &shown.properties)
            });
            let mut picture = view.unwrap_or_default();
            outlines.iter().for_each(|outline| draw_outline(&mut picture, outline));
            picture
        }
    }
}

fn events_on_paper([width, height]: [u32; 2], events: &[(u32, u32, bool)]) -> Picture {
    let [red, green, blue] = PAPER;
    let paper = vec![[red, green, blue, u8::MAX]; width as usize * height as usize];
    let mut picture = drawing_sheet::blank(width, height, paper);
    for &(column, row, is_brighter) in events {
        set(&mut picture, Vec2::new(column as f32, row as f32), if is_brighter { BRIGHTER } else { DARKER });
    }
    picture
}

fn draw_outline(picture: &mut Picture, Outline { name, corners }: &Outline) {
    let ends = corners.iter().cycle().skip(1);
    for (&from, &to) in corners.iter().zip(ends) {
        let steps = (to - from).abs().max_element().ceil().clamp(1.0, 1e4);
        for step in 0..=steps as u32 {
            set(picture, from.lerp(to, step as f32 / steps), OUTLINE);
        }
    }
    let top = corners.iter().map(|corner| corner.y).fold(f32::INFINITY, f32::min);
    let middle = corners.iter().map(|corner| corner.x).sum::<f32>() / corners.len().max(1) as f32;
    drawing_sheet::write(picture, name, Vec2::new(middle, (top - 12.0).max(2.0)), 1, INK, PAPER);
}

/// Colors the pixel around a place, if the picture has it.
fn set(picture: &mut Picture, at: Vec2, [red, green, blue]: Rgb) {
    // Places on a line between whole numbers are rounded down by the interpolation.
    let at = at + 1e-3;
    let whole = Vec2::new(picture.width as f32, picture.height as f32);
    if at.cmpge(Vec2::ZERO).all() && at.cmplt(whole).all() {
        let place = picture.index(at.x as u32, at.y as u32);
        if let Some(pixel) = picture.rgba.get_mut(place) {
            *pixel = [red, green, blue, u8::MAX];
        }
    }
}

fn of_box(found: &Value) -> Option<Outline> {
    let found = found.as_map()?;
    let visible = found.get("visible")?.as_map()?;
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| number(visible, name));
    let low = Vec2::new(x?, y?);
    let high = low + Vec2::new((width? - 1.0).max(0.0), (height? - 1.0).max(0.0));
    let corners = vec![low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
    Some(Outline { name: found.get("name")?.as_str()?.to_owned(), corners })
}

fn of_marker(found: &Value) -> Option<Outline> {
    let found = found.as_map()?;
    let corner = |corner: &Value| match corner.as_list()? {
        [column, row] => Some(Vec2::new(column.as_f64()? as f32, row.as_f64()? as f32)),
        _ => None,
    };
    let corners = found.get("corners")?.as_list()?.iter().map(corner).collect::<Option<_>>()?;
    let (family, id) = (found.get("family")?.as_str()?, number(found, "id")?);
    Some(Outline { name: format!("{family} {id}"), corners })
}

fn number(map: &Map, name: &str) -> Option<f32> {
    Some(map.get(name)?.as_f64()? as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_pass_the_corners_of_a_box_and_events_have_two_colors() {
        let visible = Map::from([("x", 2.0), ("y", 3.0), ("width", 4.0), ("height", 2.0)]);
        let found = Map::from([("name", Value::from("cat")), ("visible", Value::Map(visible))]);
        let outline = of_box(&Value::Map(found)).unwrap();
        let mut picture = drawing_sheet::blank(16, 16, vec![[0; 4]; 256]);
        draw_outline(&mut picture, &Outline { name: String::new(), ..outline });
        let drawn: Vec<usize> = (0..256).filter(|&place| picture.rgba[place][3] == u8::MAX).collect();
        assert_eq!(drawn, [50, 51, 52, 53, 66, 67, 68, 69]);

        let picture = events_on_paper([4, 2], &[(1, 0, true), (2, 1, false), (9, 9, true)]);
        assert_eq!(picture.rgba[1][..3], BRIGHTER);
        assert_eq!(picture.rgba[6][..3], DARKER);
        assert_eq!(picture.rgba[0][..3], PAPER);
    }
}
