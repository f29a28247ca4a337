//! Backgrounds of Blender files, compared with the light that Cycles finds in some directions.
//! `blend_background/make.py` writes the files and the report.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use glam::DVec3;
use morse_assets::load;
use morse_assets::model::{Model, Pixels, TextureData};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_background")
}

fn report() -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder().join("report.json")).unwrap()).unwrap()
}

fn model(name: &str) -> Model {
    let loaded = load(&folder().join(format!("{name}.blend"))).unwrap();
    assert_eq!(loaded.warnings, Vec::<String>::new(), "{name}");
    loaded.model
}

fn sky(model: &Model) -> &Pixels {
    let texture = model.view.as_ref().unwrap().sky.unwrap();
    let TextureData::Decoded(pixels) = &model.textures[texture.index()].data else { panic!("not decoded") };
    pixels
}

/// The display value of a linear one, computed in another way than by the reader.
fn display(linear: f64) -> f64 {
    let linear = linear.clamp(0.0, 1.0);
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * (linear.ln() / 2.4).exp() - 0.055 }
}

/// The pixel of a sky in a direction of the world, by the table of section 8.13 of OpenGL 4.6.
fn pixel(sky: &Pixels, direction: DVec3) -> [f64; 3] {
    // y of the table is up, and z is along −y of the world.
    let at = [direction.x, direction.z, -direction.y];
    let axis = (0..3).max_by(|&a, &b| at[a].abs().total_cmp(&at[b].abs())).unwrap();
    let is_positive = at[axis] > 0.0;
    let [x, y, z] = at;
    let (s, t) = match (axis, is_positive) {
        (0, true) => (-z, -y),
        (0, false) => (z, -y),
        (1, true) => (x, z),
        (1, false) => (x, -z),
        (_, true) => (x, -y),
        (_, false) => (-x, -y),
    };
    let size = f64::from(sky.width);
    let place = |value: f64| ((value / at[axis].abs() + 1.0) / 2.0 * size).clamp(0.0, size - 1.0) as usize;
    let side = 2 * axis + usize::from(!is_positive);
    let row = side * sky.width as usize + place(t);
    let first = 4 * (row * sky.width as usize + place(s));
    [0, 1, 2].map(|part| f64::from(sky.rgba[first + part]) / 255.0)
}

/// The mean linear light of a sky. A pixel of a cube at s and t of its side covers a solid angle in proportion to
/// (1 + s² + t²)^(−3/2).
fn mean(sky: &Pixels) -> [f64; 3] {
    let size = sky.width as usize;
    let (mut sum, mut angles) = ([0.0; 3], 0.0);
    for (at, rgba) in sky.rgba.chunks_exact(4).enumerate() {
        let place = |at: usize| (2.0 * at as f64 + 1.0) / size as f64 - 1.0;
        let (s, t) = (place(at % size), place(at / size % size));
        let angle = (1.0 + s * s + t * t).powf(-1.5);
        angles += angle;
        for part in 0..3 {
            let shown = f64::from(rgba[part]) / 255.0;
            let linear = if shown <= 0.040_45 { shown / 12.92 } else { ((shown + 0.055) / 1.055).powf(2.4) };
            sum[part] += angle * linear;
        }
    }
    sum.map(|sum| sum / angles)
}

#[test]
fn sky_has_the_light_of_cycles_in_all_directions() {
    for (name, directions) in report().as_object().unwrap() {
        let model = model(name);
        let sky = sky(&model);
        assert_eq!(sky.height, 6 * sky.width, "{name}");
        for entry in directions.as_array().unwrap() {
            let number = |value: &Value, part: usize| value[part].as_f64().unwrap();
            let direction = DVec3::new(number(&entry[0], 0), number(&entry[0], 1), number(&entry[0], 2));
            // Straight up and down, all columns of the image meet.
            if direction.truncate().length() < 1e-9 && name != "color" {
                continue;
            }
            let found = pixel(sky, direction.normalize());
            for part in 0..3 {
                let expected = display(number(&entry[1], part));
                // A pixel of the sky is as wide as one of the image.
                assert!((found[part] - expected).abs() < 0.06, "{name} {direction}: {found:?} {entry}");
            }
        }
    }
}

#[test]
fn light_of_the_background_is_its_mean_over_all_directions() {
    let light = |name: &str| model(name).view.unwrap().headlight.unwrap();
    let color = light("color");
    for (ours, linear) in color.ambient.iter().zip([0.3, 0.6, 0.15]) {
        assert!((f64::from(*ours) - display(linear)).abs() < 2e-5, "{color:?}");
    }
    assert_eq!((color.diffuse, color.specular), ([0.0; 3], [0.0; 3]));
    for name in ["image", "turned", "tilted"] {
        let model = model(name);
        let mean = mean(sky(&model));
        for (part, ours) in model.view.as_ref().unwrap().headlight.unwrap().ambient.iter().enumerate() {
            assert!((f64::from(*ours) - display(mean[part])).abs() < 0.01, "{name}: {ours}, {mean:?}");
        }
    }
    // A rotation does not change the mean.
    let (plain, tilted) = (light("image"), light("tilted"));
    assert_eq!(plain.ambient, tilted.ambient);
}

#[test]
fn gray_background_of_a_new_file_without_lamps_is_none() {
    let versions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/blend_versions");
    for version in ["4_2", "4_5", "5_0"] {
        let model = load(&versions.join(format!("{version}.blend"))).unwrap().model;
        assert_eq!(model.view, None, "{version}");
    }
}

#[test]
fn image_of_another_kind_is_named_and_counts_as_no_background() {
    let packed = std::fs::read(folder().join("turned.blend")).unwrap();
    let mut plain = zstd::decode_all(&packed[..]).unwrap();
    let place = plain.windows(10).position(|bytes| bytes == b"#?RADIANCE").unwrap();
    plain[place..place + 10].copy_from_slice(b"no picture");
    let loaded = morse_assets::load_bytes("changed.blend", &plain).unwrap();
    assert_eq!(loaded.model.view, None);
    let words = "of the background cannot be decoded: it is not a png, jpeg, tga, tiff or hdr file; it counts as none";
    assert!(loaded.warnings.iter().any(|warning| warning.contains(words)), "{:?}", loaded.warnings);
}

#[test]
fn nodes_that_are_not_known_are_named_and_count_as_no_background() {
    let packed = std::fs::read(folder().join("turned.blend")).unwrap();
    let plain = zstd::decode_all(&packed[..]).unwrap();
    for (node, other, words) in [
        ("ShaderNodeTexEnvironment", "ShaderNodeTexSky", "nodes that compute its color without an image"),
        ("ShaderNodeBackground", "ShaderNodeVolume", "shaders other than the first background"),
    ] {
        let mut changed = plain.clone();
        let places = changed.windows(node.len()).enumerate().filter(|(_, bytes)| *bytes == node.as_bytes());
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        assert!(!places.is_empty(), "{node}");
        for place in places {
            changed[place..place + node.len()].fill(0);
            changed[place..place + other.len()].copy_from_slice(other.as_bytes());
        }
        let loaded = morse_assets::load_bytes("changed.blend", &changed).unwrap();
        assert_eq!(loaded.model.view, None, "{node}");
        assert!(loaded.warnings.iter().any(|warning| warning.contains(words)), "{:?}", loaded.warnings);
    }
}
