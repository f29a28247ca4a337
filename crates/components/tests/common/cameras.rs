//! Scenes with a camera that looks along x, and access to its images.
#![allow(dead_code)]

use morse_sim::contract::data::Field;
use morse_sim::contract::data::image::Image;
use serde_json::{Value as Json, json};

use super::{FAKE, Run, Scene};

/// A camera `robot.camera` on a robot without a body at a height of 1 m, mounted as the builder class does.
pub fn camera(class: &str, properties: Json) -> Scene {
    camera_at(1.0, class, properties)
}

/// A camera as in [`camera`], at a height in meters.
pub fn camera_at(height: f64, class: &str, properties: Json) -> Scene {
    Scene::new()
        .robot(FAKE)
        .at([0.0, 0.0, height], 0.0)
        .sensor("camera", class)
        .with("properties", properties)
        .with("rotation", mounted())
}

/// Rotation of a camera that looks along x of its parent, upright.
pub fn mounted() -> Json {
    use std::f64::consts::{FRAC_PI_2, PI};
    json!([FRAC_PI_2, PI, FRAC_PI_2])
}

/// Adds a fixed red box: position of its middle, half extents and heading.
pub fn with_box(scene: Scene, name: &str, location: [f64; 3], half: [f64; 3], yaw: f64) -> Scene {
    scene.object(json!({"name": name, "kind": "object", "location": location, "scale": half,
        "rotation": [0.0, 0.0, yaw], "shape": {"kind": "cube", "half_extents": [1.0, 1.0, 1.0]},
        "body": {"physics": "STATIC"}, "visual": {"color": [1.0, 0.0, 0.0]}}))
}

fn field<'a>(run: &'a Run, component: &str, name: &str) -> Field<'a> {
    let data = run.simulation.data(&format!("robot.{component}")).unwrap();
    data.get(data.index_of(name).unwrap()).unwrap()
}

pub fn image<'a>(run: &'a Run, component: &str) -> &'a Image {
    let Field::Image(image) = field(run, component, "image") else { panic!("no image") };
    image
}

/// The bytes of a pixel, counted from the upper left.
pub fn pixel(image: &Image, column: u32, row: u32) -> [u8; 4] {
    let at = 4 * (row * image.width + column) as usize;
    image.bytes[at..at + 4].try_into().unwrap()
}

pub fn number(image: &Image, column: u32, row: u32) -> f32 {
    f32::from_le_bytes(pixel(image, column, row))
}

pub fn points(run: &Run, component: &str) -> Vec<[f64; 3]> {
    let Field::Points(points) = field(run, component, "points") else { panic!("no points") };
    points.iter().map(|point| point.map(f64::from)).collect()
}

pub fn is_red([red, green, blue, _]: [u8; 4]) -> bool {
    red > 60 && green < red / 2 && blue < red / 2
}

pub const GRAY: [u8; 4] = [143, 143, 143, 255];
