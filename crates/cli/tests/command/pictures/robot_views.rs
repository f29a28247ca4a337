//! Tests of `morse render` with the look and the keyframes of MJCF files.

use std::path::Path;

use image::RgbImage;

use crate::support::Place;

/// A red cube of 1 m at x = 2 m and z = 1 m that moves freely over a green floor, below a blue sky, seen from the origin of y.
const FREE: &str = r#"<mujoco>
  <visual><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/><global azimuth="0" elevation="0" fovy="90"/></visual>
  <statistic center="2 0 1" extent="2"/>
  <asset><texture type="skybox" builtin="flat" rgb1="0 0 1" rgb2="0 0 0" width="8"/></asset>
  <worldbody><geom type="plane" size="40 40 .1" rgba="0 1 0 1"/>
    <body name="cube" pos="2 0 1"><freejoint/><geom type="box" size=".5 .5 .5" rgba="1 0 0 1"/></body></worldbody>
  <keyframe><key name="home" qpos="2 0 1 1 0 0 0"/><key name="aside" qpos="2 2 1 1 0 0 0"/></keyframe>
</mujoco>"#;

fn picture(path: &Path) -> RgbImage {
    image::open(path).unwrap().to_rgb8()
}

/// The colors of the sky, of the cube in the middle, of the floor, and left of the middle.
fn colors(place: &Place, arguments: &[&str]) -> [[u8; 3]; 4] {
    let scene = place.file("free.xml", FREE);
    let ended = place.done(&[&["render", &scene, "--size", "64x48", "-o", "free.png"], arguments].concat());
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let picture = picture(&place.path("free.png"));
    [(5, 4), (32, 24), (32, 46), (16, 24)].map(|(column, row)| picture.get_pixel(column, row).0)
}

#[test]
fn file_with_a_viewpoint_is_seen_from_it_in_its_own_light_below_its_sky() {
    let place = Place::new();
    let [blue, red, green] = [[0, 0, 255], [255, 0, 0], [0, 255, 0]];
    let [sky, cube, floor, aside] = colors(&place, &[]);
    assert_eq!((sky, cube, floor), (blue, red, green));
    assert_ne!(aside, red);
    // A cube 2 m to the left of the middle, at a distance of 3 m.
    let [_, middle, _, aside] = colors(&place, &["--keyframe", "aside"]);
    assert_ne!(middle, red);
    assert_eq!(aside, red);
}

#[test]
fn unknown_keyframe_is_refused_with_the_nearest_name() {
    let place = Place::new();
    let scene = place.file("free.xml", FREE);
    for (arguments, words) in [
        (vec!["render", &scene, "--keyframe", "asid"], "did you mean `aside`?"),
        (vec!["check", &scene, "--keyframe", "other"], "it has home, aside"),
        (vec!["render", "indoors-1/boxes", "--keyframe", "home"], "--keyframe belongs to an MJCF file"),
    ] {
        let ended = place.done(&arguments);
        assert_ne!(ended.code, Some(0));
        assert!(ended.log.contains(words), "{words}: {}", ended.log);
    }
}
