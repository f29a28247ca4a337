//! Tests of cameras with lenses and image sensors: places in images, noise, reported distortion, and invalid settings.

use crate::common::Run;
use crate::common::cameras::{camera, camera_at, image, pixel, with_box};
use morse_scene::value::Value;
use morse_sim::contract::data::image::Image;
use morse_sim::contract::data::{DistortionModel, Layout};
use serde_json::{Value as Json, json};

const LENS: &str = "video_camera.LensVideoCamera";
const PHYSICAL: &str = "video_camera.PhysicalVideoCamera";

/// Half of the side of the marks. [m]
const HALF_M: f64 = 0.04;
/// Height of the cameras, far above the ground. [m]
const HEIGHT_M: f64 = 50.0;

fn merged(first: &Json, second: &Json) -> Json {
    let mut all = first.clone();
    all.as_object_mut().unwrap().extend(second.as_object().unwrap().clone());
    all
}

/// The mean of the centers of the red pixels, from the center of the first one. [px]
fn red_center(image: &Image) -> [f64; 2] {
    let (mut sum, mut count) = ([0.0; 2], 0.0);
    for (column, row) in (0..image.height).flat_map(|row| (0..image.width).map(move |column| (column, row))) {
        let [red, green, ..] = pixel(image, column, row);
        if red > 20 && green < red / 2 {
            sum = [sum[0] + f64::from(column), sum[1] + f64::from(row)];
            count += 1.0;
        }
    }
    assert!(count > 10.0, "{count} red pixels");
    sum.map(|sum| sum / count)
}

/// An image of a flat mark at a place ahead of the camera: to the right, down and ahead. [m]
fn run_with_mark(class: &str, properties: &Json, [right, down, ahead]: [f64; 3]) -> Run {
    let scene = camera_at(HEIGHT_M, class, properties.clone()).listen("camera");
    let mut run =
        with_box(scene, "mark", [ahead, -right, HEIGHT_M - down], [1e-3, HALF_M, HALF_M], 0.0).run();
    run.step(1);
    run
}

#[test]
fn marks_are_where_the_lens_projects_them() {
    let size = json!({"cam_width": 320, "cam_height": 240, "cam_fx": 210.0, "cam_fy": 205.0, "cam_cx": 157.0,
        "cam_cy": 122.5});
    let brown = json!({"k1": -0.28, "k2": 0.07, "p1": 1e-3, "p2": -5e-4});
    let fisheye = json!({"lens": "Fisheye", "k1": -0.02, "k2": 0.004});
    for (right, down) in [(0.5, -0.3), (-0.9, 0.5), (0.0, 0.0)] {
        let (x, y): (f64, f64) = (right / 2.0, down / 2.0);
        let square = x * x + y * y;
        let radial = 1.0 - 0.28 * square + 0.07 * square * square;
        let distorted = [
            x * radial + 2.0 * 1e-3 * x * y - 5e-4 * (square + 2.0 * x * x),
            y * radial + 1e-3 * (square + 2.0 * y * y) - 2.0 * 5e-4 * x * y,
        ];
        let angle = square.sqrt().atan();
        let bent = angle * (1.0 - 0.02 * angle.powi(2) + 0.004 * angle.powi(4));
        let bent = [x, y].map(|side| if square > 0.0 { side * bent / square.sqrt() } else { 0.0 });
        for (properties, expected) in [(&brown, distorted), (&fisheye, bent)] {
            for class in [LENS, PHYSICAL] {
                let run = run_with_mark(class, &merged(&size, properties), [right, down, 2.0]);
                let [column, row] = red_center(image(&run, "camera"));
                let [u, v] = [210.0 * expected[0] + 157.0, 205.0 * expected[1] + 122.5];
                assert!(
                    (column - u).abs() < 0.3 && (row - v).abs() < 0.3,
                    "{class}: {column} {row}, {u} {v}"
                );
            }
        }
    }
}

#[test]
fn camera_reports_its_matrix_and_distortion() {
    for (properties, model, coefficients) in [
        (json!({}), DistortionModel::PlumbBob, vec![0.0; 5]),
        (
            json!({"k1": -0.1, "p2": 1e-3, "k3": 0.01}),
            DistortionModel::PlumbBob,
            vec![-0.1, 0.0, 0.0, 1e-3, 0.01],
        ),
        (
            json!({"k1": 0.1, "k4": 0.05}),
            DistortionModel::RationalPolynomial,
            vec![0.1, 0.0, 0.0, 0.0, 0.0, 0.05, 0.0, 0.0],
        ),
        (json!({"lens": "Fisheye", "k2": 0.01}), DistortionModel::Equidistant, vec![0.0, 0.01, 0.0, 0.0]),
        (
            json!({"lens": "Omnidirectional", "xi": 0.8}),
            DistortionModel::Omnidirectional,
            vec![0.0, 0.0, 0.0, 0.0, 0.8],
        ),
    ] {
        let size = json!({"cam_width": 64, "cam_height": 48, "cam_focal": 8.0, "sensor_width": 10.0, "cam_cx": 30.0});
        let run = run_with_mark(LENS, &merged(&size, &properties), [0.0, 0.0, 2.0]);
        let data = run.simulation.data("robot.camera").unwrap();
        let Some(Layout::Image(layout)) = data.layout() else { panic!("no layout") };
        assert_eq!(layout.distortion.model, model);
        assert_eq!(layout.distortion.coefficients(), coefficients);
        // 64 px on 10 mm at 8 mm.
        let row = |numbers: [f64; 3]| Value::List(numbers.map(Value::Float).to_vec());
        let matrix = [row([51.2, 0.0, 30.0]), row([0.0, 51.2, 23.5]), row([0.0, 0.0, 1.0])];
        assert_eq!(data.to_map().get("intrinsic_matrix"), Some(&Value::List(matrix.to_vec())));
    }
}

/// A camera that sees nothing but a wall without texture.
fn before_a_wall(class: &str, properties: &Json) -> Run {
    let size = json!({"cam_width": 256, "cam_height": 256, "vignetting": 0.0});
    let size = if class == LENS { json!({"cam_width": 256, "cam_height": 256}) } else { size };
    let scene = camera_at(HEIGHT_M, class, merged(&size, properties)).listen("camera");
    let mut run = with_box(scene, "wall", [2.0, 0.0, HEIGHT_M], [0.01, 9.0, 9.0], 0.0).run();
    run.step(1);
    run
}

/// Mean and variance of the red bytes of an image.
fn statistics(image: &Image) -> (f64, f64) {
    let reds: Vec<f64> = image.bytes.chunks(4).map(|pixel| f64::from(pixel[0])).collect();
    let mean = reds.iter().sum::<f64>() / reds.len() as f64;
    let variance = reds.iter().map(|red| (red - mean).powi(2)).sum::<f64>() / (reds.len() - 1) as f64;
    (mean, variance)
}

#[test]
fn photon_transfer_curve_has_the_gain_and_the_dark_noise_of_the_sensor() {
    // EMVA 1288, section 6.6: the slope of the variance over the mean is the gain, in values per electron.
    let (capacity, dark_noise) = (2000.0, 12.0);
    let gain = 255.0 / capacity;
    let sensor = json!({"response": "Linear", "saturation_capacity": capacity, "dark_noise": dark_noise, "adc_bits": 16});
    let points: Vec<(f64, f64)> = (1..=12)
        .map(|step| {
            let exposure = json!({"exposure_time": 0.0125 * f64::from(step)});
            let run = before_a_wall(PHYSICAL, &merged(&sensor, &exposure));
            statistics(image(&run, "camera"))
        })
        .filter(|(mean, _)| (20.0..180.0).contains(mean))
        .collect();
    assert!(points.len() >= 4, "{points:?}");
    let count = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<f64>()
        / points.iter().map(|point| (point.0 - x).powi(2)).sum::<f64>();
    assert!((slope / gain - 1.0).abs() < 0.02, "{slope} and {gain}: {points:?}");
    // The dark noise and the rounding to bytes are the variance without light.
    let dark = y - slope * x;
    let expected = (gain * dark_noise).powi(2) + 1.0 / 12.0;
    assert!((dark - expected).abs() < 0.25, "{dark} and {expected}");
    // Signals are proportional to the exposure time.
    let (first, last) = (points[0], points[points.len() - 1]);
    assert!(last.0 / first.0 > 2.0);
}

#[test]
fn gain_black_level_and_dark_current_act_as_stated() {
    let sensor =
        json!({"response": "Linear", "dark_noise": 0.0, "saturation_capacity": 1e6, "exposure_time": 0.05});
    let mean = |more: Json| statistics(image(&before_a_wall(PHYSICAL, &merged(&sensor, &more)), "camera")).0;
    let plain = mean(json!({}));
    assert!((mean(json!({"gain": 6.0206})) / plain - 2.0).abs() < 0.02);
    assert!((mean(json!({"exposure_time": 0.025})) / plain - 0.5).abs() < 0.02);
    // 2e6 electrons per second for 50 ms are a tenth of the capacity.
    assert!((mean(json!({"dark_current": 2e6})) - plain - 25.5).abs() < 0.6);
    assert!((mean(json!({"balance_red": 0.5})) / plain - 0.5).abs() < 0.02);
    // The black level is subtracted again; it takes a part of the range.
    assert!((mean(json!({"black_level": 400})) / plain - 4095.0 / 3695.0).abs() < 0.02);
}

#[test]
fn physical_camera_without_noise_shows_the_colors_of_the_lens() {
    let clean = json!({"dark_noise": 0.0, "saturation_capacity": 1e9, "adc_bits": 16});
    let physical = before_a_wall(PHYSICAL, &clean);
    let plain = before_a_wall(LENS, &json!({}));
    let (a, b) = (image(&physical, "camera"), image(&plain, "camera"));
    assert!(a.bytes.iter().zip(b.bytes.iter()).all(|(a, b)| a.abs_diff(*b) <= 1));
    let filtered = before_a_wall(PHYSICAL, &merged(&clean, &json!({"bayer": "RGGB"})));
    let filtered = image(&filtered, "camera");
    assert!(filtered.bytes.iter().zip(b.bytes.iter()).all(|(a, b)| a.abs_diff(*b) <= 1));
}

#[test]
fn samples_show_the_share_of_a_pixel_that_a_surface_covers() {
    // The left edge of the mark is 1.25 m to the left at 2 m, which is a quarter into column 20.
    let mut run = with_box(
        camera_at(
            HEIGHT_M,
            LENS,
            json!({"cam_width": 64, "cam_height": 4, "cam_fx": 18.8, "cam_cx": 31.5, "samples": 4}),
        )
        .listen("camera"),
        "mark",
        [2.0, 0.0, HEIGHT_M],
        [1e-3, 1.25, 3.0],
        0.0,
    )
    .run();
    run.step(1);
    let image = image(&run, "camera");
    let light = |byte: u8| ((f64::from(byte) / 255.0 + 0.055) / 1.055).powf(2.4);
    // The green of the background and that of the mark; the front of the mark is 1 mm nearer.
    let [_, back, ..] = pixel(image, 5, 2);
    let [_, front, ..] = pixel(image, 30, 2);
    let [_, edge, ..] = pixel(image, 20, 2);
    let share = (light(back) - light(edge)) / (light(back) - light(front));
    assert!((share - 0.75).abs() < 0.01, "{share}: {back} {edge} {front}");
}

#[test]
fn vignetting_follows_the_fourth_power_of_the_cosine() {
    let clean = json!({"dark_noise": 0.0, "saturation_capacity": 1e9, "adc_bits": 16, "response": "Linear",
        "exposure_time": 0.1, "cam_fov": 90.0, "vignetting": 1.0});
    let run = before_a_wall(PHYSICAL, &clean);
    let image = image(&run, "camera");
    let red = |column| f64::from(pixel(image, column, 128)[0]);
    // The first column is 44.9 degrees from the axis.
    let cosine = (127.5_f64 / 128.0).atan().cos();
    assert!((red(0) / red(128) - cosine.powi(4)).abs() < 0.02, "{} {}", red(0), red(128));
}

#[test]
fn noise_depends_on_the_tick_and_the_seed_alone() {
    let bytes = |ticks: u32| {
        let mut run = before_a_wall(PHYSICAL, &json!({}));
        run.step(ticks);
        image(&run, "camera").bytes.to_vec()
    };
    assert_eq!(bytes(3), bytes(3));
    assert_ne!(bytes(3), bytes(6));
}

#[test]
fn invalid_lenses_and_image_sensors_are_refused_with_the_allowed_values() {
    for (properties, message) in [
        (json!({"cam_focal": 16.0, "k1": -0.9}), "fold the image"),
        (json!({"lens": "Fisheye", "cam_focal": 6.0, "k1": -0.9}), "fold the image"),
        (json!({"lens": "Fisheye", "k5": 0.1}), "k5 has no effect on the lens Fisheye; allowed is 0"),
        (json!({"lens": "Omnidirectional", "k3": 0.1}), "k3 has no effect on the lens Omnidirectional"),
        (json!({"lens": "Fish"}), "BrownConrady"),
        (json!({"cam_fx": 0.0}), "cam_fx is 0; allowed is more than 0"),
        (json!({"cam_fy": -3.0}), "cam_fy is -3"),
        (json!({"cam_cx": 1e9}), "cam_cx is 1000000000; allowed are"),
        (json!({"sensor_width": 0.0}), "sensor_width is 0"),
        (json!({"xi": -1.0}), "xi"),
        (json!({"lens_angle": 181.0}), "lens_angle"),
        (json!({"samples": 5}), "samples"),
        (
            json!({"samples": 4, "cam_width": 2000, "cam_height": 2000}),
            "samples is 4, which casts 64000000 rays",
        ),
        (json!({"black_level": 4095}), "black_level is 4095; allowed are 0 to 4094 with adc_bits 12"),
        (json!({"adc_bits": 0}), "adc_bits"),
        (json!({"exposure_time": -1.0}), "exposure_time"),
        (json!({"bayer": "RGBG"}), "RGGB"),
    ] {
        let error = camera(PHYSICAL, properties.clone()).try_run().err().unwrap_or_default();
        assert!(error.contains(message), "{properties}: {error}");
    }
}
