//! The picture of walking people, seen by a camera beside their path.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use morse_assets::{Library, SearchPath};
use morse_components::{catalog, registry};
use morse_scene::Document;
use morse_scene::value::Value;
use morse_sim::contract::data::Field;
use morse_sim::{Models, Options, Simulation};
use serde_json::json;

use xtask::shell::root;

const CLASS: &str = "morse.robots.human.Human";
const FILE: &str = "robots/human_walking.png";
const SHOWS: &str = "One stride at 1.4 m/s: each sets out a little after the one before";

const WALKERS: usize = 6;
/// Distance between two people. [m]
const APART_M: f64 = 1.0;
const SPEED_M_S: f64 = 1.4;
/// Ticks between the starts of two people: all six together cover a stride, which is 64 ticks long.
const LATER: usize = 13;
/// Ticks until the last person walks like the first.
const TICKS: usize = 180;

/// Caption and path of the picture of a class that walks, the path from the pages; `None` for other classes.
pub(crate) fn of_walk(class: &str) -> Option<(&'static str, String)> {
    (class == CLASS).then(|| (SHOWS, format!("../pictures/{FILE}")))
}

/// Renders the picture.
pub(super) fn draw() -> Result<(), String> {
    let mut simulation = assemble(&document()?)?;
    for tick in 0..TICKS {
        for walker in 0..WALKERS {
            let v = if tick < LATER * walker { 0.0 } else { SPEED_M_S };
            let command = [("v", v), ("w", 0.0)].map(|(name, value)| (name.to_owned(), Value::Float(value)));
            let actuator = format!("walker{walker}.legs");
            if simulation.command(&actuator, &command.into_iter().collect()).is_err() {
                return Err(format!("{actuator} takes no command"));
            }
        }
        simulation.step();
    }
    // A request for an image gets one of this moment.
    simulation.call("eye.camera", "get_local_data", &[]);
    let data = simulation.data("eye.camera");
    let image = data.and_then(|data| match data.get(data.index_of("image")?)? {
        Field::Image(image) => image::RgbaImage::from_raw(image.width, image.height, image.bytes.to_vec()),
        _ => None,
    });
    let image = image.ok_or("the camera took no picture")?;
    let path = root().join("docs/pictures").join(FILE);
    let opaque = image::DynamicImage::ImageRgba8(image).into_rgb8();
    opaque.save(&path).map_err(|error| format!("{}: {error}", path.display()))
}

/// People in a row, who start one after another, and a camera beside them.
fn document() -> Result<Document, String> {
    let catalog = catalog();
    let made = |name: &str, builder: &str, more: serde_json::Value| {
        let (class, builder) = catalog.by_builder(builder).ok_or_else(|| format!("there is no {builder}"))?;
        let mut object = json!({"name": name, "kind": class.kind.name(), "class": class.class,
            "builder": builder.name, "rate_hz": builder.rate_hz,
            "model": builder.model.as_ref().map(|file| json!({"file": file})),
            "properties": builder.properties, "options": builder.options});
        merge(&mut object, more);
        Ok::<_, String>(object)
    };
    let mut objects = Vec::new();
    for walker in 0..WALKERS {
        let (name, behind_m) =
            (format!("walker{walker}"), walker as f64 * (APART_M - SPEED_M_S * LATER as f64 / 60.0));
        objects.push(made(&name, "Human", json!({"location": [-behind_m, 0.0, 0.0]}))?);
        let legs = json!({"parent": name, "properties": {"ControlType": "Position"}});
        objects.push(made(&format!("{name}.legs"), "MotionVW", legs)?);
    }
    let gone_m = SPEED_M_S * TICKS as f64 / 60.0;
    let middle_m = gone_m - APART_M * (WALKERS - 1) as f64 / 2.0;
    objects.push(made(
        "eye",
        "FakeRobot",
        json!({"location": [middle_m, -9.0, 0.9], "rotation": [0.0, 0.0, FRAC_PI_2]}),
    )?);
    let intrinsics = json!({"cam_width": 800, "cam_height": 300, "cam_focal": 45.0, "cam_far": 100.0});
    objects.push(made(
        "eye.camera",
        "VideoCamera",
        json!({"parent": "eye", "rotation": [FRAC_PI_2, PI, FRAC_PI_2], "properties": intrinsics}),
    )?);
    let document = json!({"morse_scene": 1, "environment": {"file": "empty"}, "objects": objects});
    Document::from_json(&document.to_string()).map_err(|error| error.to_string())
}

fn merge(object: &mut serde_json::Value, more: serde_json::Value) {
    match (object, more) {
        (serde_json::Value::Object(object), serde_json::Value::Object(more)) => {
            for (name, value) in more {
                merge(object.entry(name).or_insert(serde_json::Value::Null), value);
            }
        }
        (object, more) => *object = more,
    }
}

fn assemble(document: &Document) -> Result<Simulation, String> {
    let library = Library { search_path: SearchPath::new([root().join("assets")]), embedded: &[] };
    let models = Models::of_scene(document, |file| {
        library.load(file.name, file.category).map(|(loaded, _)| Arc::new(loaded.model))
    });
    Simulation::assemble_alone(document, &registry(), &models, Options::default())
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_that_the_page_shows_is_there() {
        let size = std::fs::metadata(root().join("docs/pictures").join(FILE)).unwrap().len();
        assert!((10_000..200_000).contains(&size), "{size} bytes");
        assert!(catalog().by_class(CLASS).is_some());
    }

    #[test]
    fn the_last_walker_is_one_stride_behind_the_first() {
        // 64.8 (v / 1.79 m)^0.57 strides a minute, as the page says.
        let stride_ticks = 3600.0 / (64.8 * (SPEED_M_S / 1.79).powf(0.57));
        assert!((LATER as f64 * (WALKERS - 1) as f64 - stride_ticks).abs() < 2.0, "{stride_ticks}");
    }
}
