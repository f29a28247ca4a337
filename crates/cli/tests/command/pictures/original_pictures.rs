//! Pictures of the models of the original, which Debian's package `morse-simulator-data` installs.

use std::process::Command;

use image::RgbImage;

use crate::support::{Ended, Place, Running};

/// A camera that looks along the robot's x axis.
fn scene(environment: &str, pose: &str, camera: &str, more: &str) -> String {
    format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "{environment}"}}, "objects": [
        {{"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot",
          {pose}}},
        {{"name": "robot.camera", "kind": "sensor", "parent": "robot", "builder": "VideoCamera",
          "class": "morse.sensors.video_camera.VideoCamera", "rate_hz": 20,
          "rotation": [1.5707963267948966, 3.141592653589793, 1.5707963267948966], "properties": {{{camera}}}}}{more}]}}"#
    )
}

fn sense(place: &Place, scene: &str) -> (RgbImage, Ended) {
    let scene = place.file("scene.json", scene);
    let mut command: Command =
        place.morse(&["sense", &scene, "robot.camera", "-o", "a.png", "--duration", "0.1"]);
    let ended = Running::start(command.env("MORSE_ROOT", "/usr")).end();
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    assert!(ended.log.contains("/usr/share/morse/data"), "install morse-simulator-data: {}", ended.log);
    (image::open(place.path("a.png")).unwrap().to_rgb8(), ended)
}

#[test]
fn lamps_and_materials_of_file_light_the_boxes() {
    let place = Place::new();
    let (picture, _) = sense(
        &place,
        &scene(
            "indoors-1/boxes",
            r#""location": [-0.2, 0, 0.9], "rotation": [0, 0, 3.141592653589793]"#,
            r#""cam_width": 320, "cam_height": 240, "cam_focal": 25.0"#,
            "",
        ),
    );
    // The red box is lit from above: its brightness decreases steadily from the upper to the lower edge.
    let rows: Vec<[u8; 3]> = (95..150).map(|row| picture.get_pixel(160, row).0).collect();
    assert!(rows.iter().all(|&[red, green, blue]| red > green && green >= blue), "{rows:?}");
    assert!(rows.windows(2).all(|pair| pair[0][0] >= pair[1][0]), "{rows:?}");
    assert!(rows[0][0] > 205 && (180..195).contains(&rows[54][0]), "{rows:?}");
    // The wall behind it reflects the lamp and is white there; farther to the side it shows its texture.
    assert_eq!(picture.get_pixel(160, 80).0, [255; 3]);
    assert!(picture.get_pixel(30, 100).0.iter().all(|&part| part < 235));
    // Stones on the floor: the texture repeats three times, and its grooves are shaded.
    let floor: Vec<u8> = (20..300).map(|column| picture.get_pixel(column, 200).0[1]).collect();
    let steps = floor.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) > 12).count();
    assert!((8..100).contains(&steps), "{steps}: {floor:?}");
}

#[test]
fn ground_among_trees_has_grass_texture() {
    let place = Place::new();
    let camera = r#""cam_width": 80, "cam_height": 50"#;
    let (picture, ended) = sense(&place, &scene("land-1/trees", r#""location": [0, 0, 2.2]"#, camera, ""));
    ended.log_has(&["textures that are not images are left out", "Material.Ground.001"]);
    let ground: Vec<[u8; 3]> = (42..50)
        .flat_map(|row| (0..80).map(move |column| (column, row)))
        .map(|(column, row)| picture.get_pixel(column, row).0)
        .collect();
    let mean = |part: usize| {
        let sum: u32 = ground.iter().map(|pixel| u32::from(pixel[part])).sum();
        sum / ground.len() as u32
    };
    let [red, green, blue] = [mean(0), mean(1), mean(2)];
    assert!(green > red && green > blue + 15 && green < 160, "{red} {green} {blue}");
    assert!(ground.iter().any(|pixel| pixel[1].abs_diff(green as u8) > 10), "the grass has blades");
}

#[test]
fn hidden_prop_is_reported() {
    let place = Place::new();
    let desk = r#", {"name": "desk", "kind": "object", "location": [2, 0, 0],
        "model": {"file": "props/objects", "object": "Desk", "objects": ["Desk"]}}"#;
    let camera = r#""cam_width": 16, "cam_height": 16"#;
    let (_, ended) = sense(&place, &scene("empty", r#""location": [0, 0, 1]"#, camera, desk));
    ended.log_has(&["desk", "hides all", "cameras do not see it"]);
}
