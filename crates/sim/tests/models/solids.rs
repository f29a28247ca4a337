//! Solids of SDF, URDF and MJCF files that are used as environments: they collide, with their own dimensions.

use glam::DVec3;
use serde_json::json;

use crate::site::{ModelFixture, ball, height, node, place, run};

const WORLD: &str = r#"<sdf version="1.9"><world name="yard">
  <include><uri>model://ground_plane</uri></include>
  <model name="things"><static>true</static><pose>0 0 1 0 0 0</pose><link name="link">
    <collision name="box"><geometry><box><size>2 2 1</size></box></geometry></collision>
    <visual name="shown"><geometry><box><size>2 2 6</size></box></geometry></visual>
    <collision name="sphere"><pose>10 0 0 0 0 0</pose><geometry><sphere><radius>0.5</radius></sphere></geometry></collision>
    <collision name="cylinder"><pose>20 0 0 0 1.5707963267948966 0</pose>
      <geometry><cylinder><radius>0.5</radius><length>4</length></cylinder></geometry></collision>
    <collision name="capsule"><pose>30 0 0 0 0 0</pose>
      <geometry><capsule><radius>0.5</radius><length>1</length></capsule></geometry></collision>
    <collision name="ellipsoid"><pose>40 0 0 0 0 0</pose>
      <geometry><ellipsoid><radii>2 1 0.5</radii></ellipsoid></geometry></collision>
  </link></model>
  <model name="moving"><pose>-10 0 0.5 0 0 0</pose><link name="link">
    <collision name="box"><geometry><box><size>1 1 1</size></box></geometry></collision>
  </link></model>
</world></sdf>"#;

#[test]
fn solids_of_an_sdf_world_collide_with_their_own_dimensions() {
    let site = ModelFixture::new();
    site.file("environments/yard.world", WORLD);
    let mut simulation = site.simulation(
        "yard.world",
        &json!([ball("a", [-3.0, 2.0, 1.0]), ball("b", [0.5, 0.5, 3.0]), ball("c", [-10.0, 0.2, 2.0])]),
    );
    let top = |x, y| height(simulation.world(), x, y);
    let cases = [
        ("plane", -30.0, 40.0, Some(0.0)),
        ("box", 0.9, 0.9, Some(1.5)),
        ("beside the box", 1.1, 0.0, Some(0.0)),
        ("sphere", 10.3, 0.0, Some(1.4)),
        ("cylinder", 21.9, 0.3, Some(1.4)),
        ("beside the cylinder", 20.0, 0.6, Some(0.0)),
        ("capsule", 30.0, 0.3, Some(1.9)),
        ("inside of the box around the ellipsoid", 41.8, 0.8, Some(0.0)),
        ("model that is not static", -10.4, 0.4, Some(1.0)),
    ];
    for (what, x, y, expected) in cases {
        let (found, expected): (Option<f64>, Option<f64>) = (top(x, y), expected);
        let differs = found.zip(expected).is_none_or(|(found, expected)| (found - expected).abs() > 2e-3);
        assert!(!differs, "{what}: {found:?}, not {expected:?}");
    }
    // The hull of an ellipsoid has few faces.
    let ellipsoid = top(40.0, 0.0).unwrap();
    assert!((1.45..1.501).contains(&ellipsoid), "{ellipsoid}");
    run(&mut simulation, 4.0);
    for (ball, rest) in [("a", 0.2), ("b", 1.7), ("c", 1.2)] {
        let found = place(simulation.world(), ball).z;
        assert!((found - rest).abs() < 5e-3, "{ball} rests at {found} m, not {rest} m");
    }
}

#[test]
fn collision_solids_are_invisible() {
    let site = ModelFixture::new();
    site.file("environments/yard.world", WORLD);
    let simulation = site.simulation("yard.world", &json!([]));
    let world = simulation.world();
    let shown = |name: &str| world.visuals(node(world, name)).map(<[_]>::len);
    assert_eq!(shown("things::link/box"), Some(0));
    assert_eq!(shown("things::link/shown"), Some(1));
}

#[test]
fn friction_of_each_collision_counts() {
    let site = ModelFixture::new();
    let slope = |name: &str, y: f64, mu: f64| {
        format!(
            r#"<collision name="{name}"><pose>0 {y} 0 0 0.3 0</pose><geometry><box><size>20 4 1</size></box></geometry>
            <surface><friction><ode><mu>{mu}</mu></ode></friction></surface></collision>"#
        )
    };
    let world = format!(
        r#"<sdf version="1.9"><world name="w"><model name="slopes"><static>1</static><link name="l">{}{}</link></model></world></sdf>"#,
        slope("rough", -5.0, 1.0),
        slope("slippery", 5.0, 0.0)
    );
    site.file("environments/slopes.world", world);
    let crate_at = |name: &str, y: f64| {
        json!({"name": name, "kind": "object", "shape": {"kind": "cube"}, "scale": [0.5, 0.5, 0.2], "location": [0, y, 0.75],
               "rotation": [0, 0.3, 0], "body": {"physics": "RIGID_BODY", "mass": 1.0, "friction": 1.0}})
    };
    let mut simulation =
        site.simulation("slopes.world", &json!([crate_at("held", -5.0), crate_at("sliding", 5.0)]));
    run(&mut simulation, 1.5);
    let x = |name: &str| place(simulation.world(), name).x;
    assert!(x("held").abs() < 0.05, "{}", x("held"));
    assert!(x("sliding") > 1.0, "{}", x("sliding"));
}

#[test]
fn solids_of_urdf_and_mjcf_environments_collide() {
    let site = ModelFixture::new();
    site.file(
        "environments/table.urdf",
        r#"<robot name="table"><link name="top">
          <visual><geometry><box size="2 2 0.2"/></geometry></visual>
          <collision><origin xyz="0 0 0.9"/><geometry><box size="2 2 0.2"/></geometry></collision>
        </link></robot>"#,
    );
    site.file(
        "environments/floor.xml",
        r#"<mujoco><worldbody><geom type="plane" size="0 0 1"/>
          <geom type="capsule" fromto="-1 3 0.5 1 3 0.5" size="0.2"/></worldbody></mujoco>"#,
    );
    let table = site.simulation("table.urdf", &json!([]));
    assert_eq!(height(table.world(), 0.9, -0.9).map(|z| (z * 1e6).round() / 1e6), Some(1.0));
    let floor = site.simulation("floor.xml", &json!([]));
    let top = |x, y| height(floor.world(), x, y).map(|z: f64| (z * 1e3).round() / 1e3);
    assert_eq!([top(20.0, 20.0), top(0.9, 3.0), top(0.0, 3.3)], [Some(0.0), Some(0.7), Some(0.0)]);
}

#[test]
fn moving_prop_collides_with_the_solids_of_its_model() {
    let site = ModelFixture::new();
    site.file(
        "props/stool.sdf",
        r#"<sdf version="1.9"><model name="stool"><static>true</static><link name="l">
          <collision name="seat"><pose>0 0 0.5 0 0 0</pose><geometry><box><size>0.4 0.4 0.1</size></box></geometry></collision>
          <collision name="leg"><pose>0 0 0.225 0 0 0</pose><geometry><cylinder><radius>0.1</radius><length>0.45</length></cylinder></geometry></collision>
        </link></model></sdf>"#,
    );
    site.file(
        "environments/floor.xml",
        r#"<mujoco><worldbody><geom type="plane" size="0 0 1"/></worldbody></mujoco>"#,
    );
    let stool = json!({"name": "stool", "kind": "object", "model": {"file": "stool.sdf"}, "location": [0, 0, 0.5],
                       "body": {"physics": "RIGID_BODY", "mass": 2.0}});
    let mut simulation = site.simulation("floor.xml", &json!([stool]));
    run(&mut simulation, 3.0);
    let rest = place(simulation.world(), "stool");
    assert!(rest.abs_diff_eq(DVec3::ZERO, 0.01), "{rest}");
}
