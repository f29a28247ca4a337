//! Tests of `morse render`.

use std::path::Path;

use image::RgbImage;

use crate::support::Place;

/// A robot behind a cube of 2 m on a plate of 200 m, beside the ground of the environment.
const SCENE: &str = r#"{
  "morse_scene": 1,
  "environment": {"file": "empty"},
  "objects": [
    {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot", "location": [2, 0, 1]},
    {"name": "box", "kind": "object", "location": [3, 0, 1], "shape": {"kind": "cube"}, "body": {"physics": "STATIC"}},
    {"name": "plate", "kind": "object", "location": [0, 0, -1], "scale": [100, 100, 0.1], "shape": {"kind": "cube"},
     "body": {"physics": "STATIC"}}
  ]
}"#;

fn picture(path: &Path) -> RgbImage {
    image::open(path).unwrap().to_rgb8()
}

#[test]
fn views_are_rendered_reproducibly() {
    let place = Place::new();
    let scene = place.file("scene.json", SCENE);
    for side in ["iso", "top", "front"] {
        let draw = |name: &str| {
            let file = place.path(name);
            let ended = place.done(&[
                "render",
                &scene,
                "--view",
                side,
                "--size",
                "80x60",
                "-o",
                file.to_str().unwrap(),
            ]);
            assert_eq!(ended.code, Some(0), "{}", ended.log);
            picture(&file)
        };
        let first = draw("first.png");
        assert_eq!(first.dimensions(), (80, 60));
        assert_eq!(first, draw("second.png"), "{side}");
        // The cube is in the middle and large, however large the ground is.
        let middle = first.get_pixel(44, 23);
        let beside = first.get_pixel(44 - 6, 23);
        let far = first.get_pixel(4, 4);
        assert!(middle.0.iter().zip(far.0).any(|(a, b)| a.abs_diff(b) > 3) || side == "top", "{side}");
        assert!(middle.0.iter().zip(beside.0).all(|(a, b)| a.abs_diff(b) < 40), "{side}");
    }
}

#[test]
fn default_file_is_named_after_scene_and_plain_omits_labels() {
    let place = Place::new();
    let scene = place.file("yard.json", SCENE);
    let ended = place.done(&["render", &scene, "--size", "32x32"]);
    assert_eq!(ended.code, Some(0), "{}", ended.log);
    let full = picture(&place.path("yard.png"));
    assert_eq!(place.done(&["render", &scene, "--size", "32x32", "--plain"]).code, Some(0));
    assert_ne!(full, picture(&place.path("yard.png")));
}

#[test]
fn invalid_arguments_are_refused_with_a_reason() {
    let place = Place::new();
    let scene = place.file("scene.json", SCENE);
    place.file("folder/there", "");
    for (arguments, code, words) in [
        (["--view", "left"], 2, "[possible values: iso, top, front, scene, camera]"),
        (["--eye", "1,2"], 2, "three numbers"),
        (["--eye", "-1,nan,2"], 2, "three numbers"),
        (["--target", "1,2,3"], 2, "--eye"),
        (["--fov", "180"], 2, "1 to 170 degrees"),
        (["--fov", "60"], 1, "add --eye X,Y,Z or --view camera"),
        (["--size", "100000x10"], 2, "from 16 to 4096"),
        (["--size", "big"], 2, "from 16 to 4096"),
        (["--zoom", "0"], 2, "from 0.01 to 100"),
        (["-o", "nowhere/a.png"], 1, "cannot write nowhere/a.png"),
        (["-o", "folder"], 1, "cannot write folder"),
    ] {
        let small: &[&str] = if arguments[0] == "--size" { &[] } else { &["--size", "16x16"] };
        let ended = place.done(&[["render", &scene].as_slice(), &arguments, small].concat());
        assert_eq!(ended.code, Some(code), "{arguments:?}: {}", ended.log);
        ended.log_has(&[words]);
    }
    let ended = place.done(&["render", &scene, "--eye", "-1,2,3", "--target", "-1,2,3"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["stands at (-1, 2, 3)", "another --eye or --target"]);
    let ended = place.done(&["render", &scene, "--eye", "1,2,3", "--view", "top"]);
    assert_eq!(ended.code, Some(2));
    ended.log_has(&["--view"]);
    let wrong = place.file("wrong.json", &SCENE.replace("\"cube\"", "\"cube\", \"corners\": 9"));
    assert_eq!(place.done(&["render", &wrong]).code, Some(1));
    assert!(!place.path("wrong.png").exists());
}

#[test]
fn models_have_textures_and_missing_images_are_reported() {
    let place = Place::new();
    let scene = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": [
        {"name": "robot", "kind": "robot", "class": "morse.robots.fakerobot.FakeRobot", "builder": "FakeRobot"},
        {"name": "board", "kind": "object", "model": {"file": "props/board.obj"}, "location": [0, 0, 1]}]}"#;
    let scene = place.file("scene.json", scene);
    place.file("props/board.mtl", "newmtl grass\nKd 1 1 1\nmap_Kd grass.png\n");
    place.file(
        "props/board.obj",
        "mtllib board.mtl\no board\nv -1 -1 0\nv 1 -1 0\nv 1 1 0.1\nv -1 1 0.1\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
         usemtl grass\nf 1/1 2/2 3/3 4/4\n",
    );
    let draw = || {
        let ended = place.done(&["render", &scene, "--view", "top", "--size", "32x32", "--plain"]);
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        (picture(&place.path("scene.png")).get_pixel(16, 16).0, ended)
    };
    let ([red, green, blue], ended) = draw();
    ended.log_has(&["image 'grass.png'", "plain color"]);
    assert!(red.abs_diff(green) < 12 && blue.abs_diff(green) < 12, "{red} {green} {blue}");
    RgbImage::from_pixel(2, 2, image::Rgb([0, 255, 0])).save(place.path("props/grass.png")).unwrap();
    let ([red, green, blue], _) = draw();
    assert!(green > 100 && red < 60 && blue < 60, "{red} {green} {blue}");
}

#[test]
fn visible_arc_of_scanner_is_drawn() {
    let place = Place::new();
    let draw = |visible: bool| {
        let scanner = format!(
            r#""objects": [{{"name": "robot.sick", "kind": "sensor", "parent": "robot", "builder": "Sick",
               "class": "morse.sensors.laserscanner.LaserScanner", "properties": {{"Visible_arc": {visible}}}}},"#
        );
        // In the document, a component must follow its robot.
        let mut scene: serde_json::Value =
            serde_json::from_str(&SCENE.replacen("\"objects\": [", &scanner, 1)).unwrap();
        let objects = scene["objects"].as_array_mut().unwrap();
        objects.swap(0, 1);
        objects[0]["location"] = serde_json::json!([0, 0, 1]);
        let scene = place.file("scene.json", &scene.to_string());
        let ended =
            place.done(&["render", &scene, "--view", "top", "--size", "120x120", "--plain", "--zoom", "0.2"]);
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        picture(&place.path("scene.png"))
    };
    let (without, with) = (draw(false), draw(true));
    let redder = |column, row| {
        let [before, after] = [&without, &with].map(|picture| picture.get_pixel(column, row).0);
        before[1] > after[1] + 20
    };
    // x of the scene points up in the picture. The scanner is a quarter of the picture below the center: the arc is above
    // it, but does not pass the box.
    assert!(redder(20, 75) && redder(100, 75) && !redder(60, 100) && !redder(60, 20));
}

/// Draws a scene without names and grid.
fn plain(place: &Place, scene: &str, arguments: &[&str]) -> RgbImage {
    let file = place.path("plain.png");
    let first = ["render", scene, "--plain", "--size", "80x60", "-o", file.to_str().unwrap()];
    let ended = place.done(&[first.as_slice(), arguments].concat());
    assert_eq!(ended.code, Some(0), "{arguments:?}: {}", ended.log);
    picture(&file)
}

/// Whether a pixel shows the sky, which is blue, where all else is grey.
fn is_sky(picture: &RgbImage, column: u32, row: u32) -> bool {
    let [red, _, blue] = picture.get_pixel(column, row).0;
    blue > red + 8
}

#[test]
fn scene_view_shows_whole_environment() {
    let place = Place::new();
    let scene = place.file("scene.json", SCENE);
    let corners = [(1, 1), (78, 1), (1, 40), (78, 40)];
    let near = plain(&place, &scene, &[]);
    assert!(corners.iter().all(|&(column, row)| !is_sky(&near, column, row)), "the plate is all around");
    let all = plain(&place, &scene, &["--view", "scene"]);
    assert!(corners.iter().all(|&(column, row)| is_sky(&all, column, row)), "the plate is in the picture");
    assert!(!is_sky(&all, 40, 30) && !is_sky(&all, 15, 30) && !is_sky(&all, 65, 30));
}

#[test]
fn environment_is_shown_whole_without_robots() {
    let place = Place::new();
    let empty = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": []}"#;
    let scene = place.file("scene.json", empty);
    let whole = plain(&place, &scene, &[]);
    assert!(is_sky(&whole, 1, 1) && is_sky(&whole, 78, 1) && !is_sky(&whole, 40, 30));
    assert_eq!(whole, plain(&place, &scene, &["--view", "scene"]));
    assert_eq!(whole, plain(&place, "empty", &[]));
    assert_eq!(place.done(&["render", "empty", "--size", "16x16"]).code, Some(0));
    assert!(place.path("empty.png").exists());
    let ended = place.done(&["render", "emptiness"]);
    assert_eq!(ended.code, Some(1));
    ended.log_has(&["<emptiness>"]);
}

#[test]
fn zooming_out_shows_objects_in_front_of_scene() {
    let place = Place::new();
    let tower = r#"{"name": "tower", "kind": "object", "location": [60, 0, 10], "scale": [10, 10, 10],
        "shape": {"kind": "cube"}, "body": {"physics": "STATIC"}},"#;
    let without = place.file("without.json", SCENE);
    let with = place
        .file("with.json", &SCENE.replace(r#"{"name": "plate""#, &format!(r#"{tower}{{"name": "plate""#)));
    let front = |scene: &str, zoom: &str| plain(&place, scene, &["--view", "front", "--zoom", zoom]);
    // Above the box, and below the top of the tower.
    assert!(is_sky(&front(&without, "0.1"), 40, 12));
    assert!(!is_sky(&front(&with, "0.1"), 40, 12));
    // Without zooming out, the tower does not hide the scene.
    assert_eq!(front(&with, "1"), front(&without, "1"));
}

#[test]
fn camera_is_placed_by_user_or_by_scene() {
    let place = Place::new();
    let scene = place.file("scene.json", SCENE);
    let settings = r#""environment": {"file": "empty",
        "camera": {"location": [-2, 0, 3], "rotation": [1.2, 0, -1.5707963267948966], "clip": [0.1, 10000]}}"#;
    let placed = SCENE.replace(r#""environment": {"file": "empty"}"#, settings);
    let placed = place.file("placed.json", &placed);
    let of_scene = plain(&place, &placed, &["--view", "camera"]);
    assert_ne!(of_scene, plain(&place, &scene, &["--view", "camera"]));
    // It looks along x, 90 degrees less 1.2 rad down, through 20 mm at 32 mm.
    let down = (std::f64::consts::FRAC_PI_2 - 1.2).tan();
    let target = format!("8,0,{}", 3.0 - 10.0 * down);
    let fov = (2.0 * 0.8_f64.atan()).to_degrees().to_string();
    let own = plain(&place, &scene, &["--eye", "-2,0,3", "--target", &target, "--fov", &fov]);
    let different = own
        .pixels()
        .zip(of_scene.pixels())
        .filter(|(a, b)| a.0.iter().zip(b.0).any(|(a, b)| a.abs_diff(b) > 8));
    assert!(different.count() < 48, "one pixel in a hundred");
    // The sky is over the horizon, and the box straight ahead.
    assert!(is_sky(&own, 40, 2) && !is_sky(&own, 40, 50));
    assert_ne!(
        own,
        plain(&place, &scene, &["--eye", "-2,0,3", "--target", &target]),
        "the field of view differs"
    );
    assert_eq!(
        plain(&place, &scene, &["--eye", "-2,0,3"]),
        plain(&place, &scene, &["--eye=-2,0,3", "--target", "3,0,1", "--fov", "60"]),
        "the default target is the center of the subject"
    );
}

#[test]
fn show_draws_the_picture_in_the_terminal() {
    let place = Place::new();
    let scene = place.file("yard.json", SCENE);
    let shown = |graphics: &str| {
        let ended = place.done(&["render", "--size", "64x48", "--plain", graphics, "-o", "a.png", &scene]);
        assert_eq!(ended.code, Some(0), "{}", ended.log);
        ended.output
    };
    let blocks = shown("--show=blocks");
    assert_eq!(blocks.lines().count(), 24);
    assert!(blocks.lines().all(|line| line.matches('▀').count() == 64));
    assert!(shown("--show=sixel").starts_with("\x1bPq\"1;1;64;48"));
    assert!(shown("--show=kitty").starts_with("\x1b_Ga=T,f=24,s=64,v=48,m=1;"));
    // A pipe has no graphics of its own.
    assert!(shown("--show").contains('▀') || std::env::var_os("KITTY_WINDOW_ID").is_some());
}
