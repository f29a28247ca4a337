//! Tests of `morse inspect`.

use crate::support::Place;

const WEDGE: &str = "o wedge\nv 0 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\n";

#[test]
fn asset_is_shown_as_tree_and_as_json() {
    let place = Place::new();
    let file = place.file("wedge.obj", WEDGE);
    let ended = place.done(&["inspect", &file]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.output.contains("wedge: mesh, 2 × 1 × 0 m, 1 triangles"), "{}", ended.output);
    let ended = place.done(&["inspect", "--json", &file]);
    let data: serde_json::Value = serde_json::from_str(&ended.output).unwrap();
    assert_eq!((&data["totals"]["objects"], &data["nodes"][0]["kind"]), (&1.into(), &"mesh".into()));
}

#[test]
fn assets_are_found_by_name() {
    let place = Place::new();
    place.file("mine/props/wedge.obj", WEDGE);
    let mut command = place.morse(&["inspect", "props/wedge"]);
    let output = command.env("MORSE_RESOURCE_PATH", place.path("mine")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn unsupported_assets_are_refused_with_a_reason() {
    let place = Place::new();
    let newer = place.file("new.blend", "BLENDER17-02v0700");
    let strange = place.file("arm.fbx", "");
    for (file, words) in [
        (newer.as_str(), "newer than that of Blender 5.0; save it with Blender 5.0, or export it as glTF"),
        (&strange, "export the model as glTF"),
        ("robots/none", "no asset called \"robots/none\""),
        ("../secret.blend", "no asset called \"../secret.blend\""),
    ] {
        let ended = place.done(&["inspect", file]);
        assert_eq!(ended.code, Some(1));
        ended.log_has(&[words]);
    }
}

#[test]
fn inspect_prints_the_components_that_a_robot_file_declares() {
    let place = Place::new();
    let rover = place.file(
        "rover.urdf",
        r#"<robot name="rover"><link name="base"/>
          <gazebo reference="base"><sensor name="lidar" type="ray"><ray><scan><horizontal><samples>11</samples>
            <min_angle>-1</min_angle><max_angle>1</max_angle></horizontal></scan></ray></sensor>
            <sensor name="bumper" type="contact"/></gazebo></robot>"#,
    );
    let text = place.done(&["inspect", &rover]).output;
    assert!(text.contains("declared <sensor> lidar (ray) on base: Hokuyo 'lidar'\n"), "{text}");
    assert!(text.contains("declared <sensor> bumper (contact) on base: ContactSensor 'bumper'\n"), "{text}");
    let json: serde_json::Value =
        serde_json::from_str(&place.done(&["inspect", "--json", &rover]).output).unwrap();
    assert_eq!(json["declared"][0]["components"][0]["builder"], "Hokuyo");
    let broken = place.file("broken.urdf", r#"<robot name="r"><link name="a"/><gazebo><sensor name="s" type="imu"><pose>1</pose></sensor></gazebo></robot>"#);
    let ended = place.done(&["inspect", &broken]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.output.contains("warning: <pose> of s must be 6 numbers"), "{}", ended.output);
}
