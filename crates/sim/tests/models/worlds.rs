//! World files as environments: models with masses move, static ones stand.

use glam::DVec3;
use serde_json::json;

use crate::site::{ModelFixture, place};

const WORLD: &str = r#"<sdf version="1.9"><world name="yard"><gravity>0 0 -9.81</gravity>
  <model name="ground"><static>true</static><link name="link">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="crate"><pose>1 2 3 0 0 0</pose><link name="link">
    <inertial><mass>2</mass><inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia></inertial>
    <collision name="c"><geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link></model>
  <model name="pendulum"><pose>5 0 4 0 0 0</pose>
    <joint name="hold" type="fixed"><parent>world</parent><child>mast</child></joint>
    <link name="mast"/>
    <link name="rod"><inertial><pose>0.5 0 0 0 0 0</pose><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial></link>
    <joint name="pivot" type="revolute"><parent>mast</parent><child>rod</child><axis><xyz>0 1 0</xyz></axis></joint></model>
  <model name="post"><pose>-3 0 0.5 0 0 0</pose><link name="link"/>
    <joint name="hold" type="fixed"><parent>world</parent><child>link</child></joint></model>
</world></sdf>"#;

#[test]
fn models_of_a_world_fall_swing_and_stand() {
    let site = ModelFixture::new();
    site.file("environments/yard.world", WORLD);
    let mut simulation = site.simulation("yard.world", &json!([]));
    for _ in 0..120 {
        simulation.step();
    }
    let world = simulation.world();
    let crate_at = place(world, "crate::link");
    assert!(crate_at.abs_diff_eq(DVec3::new(1.0, 2.0, 0.1), 5e-3), "{crate_at}");
    assert_eq!(place(world, "post::link"), DVec3::new(-3.0, 0.0, 0.5));
    assert!(place(world, "pendulum::mast").abs_diff_eq(DVec3::new(5.0, 0.0, 4.0), 1e-9));
    let swing = world.find_joint("world.001/pendulum::pivot").or(world.find_joint("world/pendulum::pivot"));
    let velocity = world.joint_velocity(swing.unwrap());
    assert!(velocity.abs() > 0.1, "{velocity}");
}

#[test]
fn scene_moves_an_object_of_its_world() {
    let site = ModelFixture::new();
    site.file("environments/yard.world", WORLD);
    let moved = json!({"name": "crate::link", "kind": "object", "builder": "Scene",
                       "options": {"scene_object": {"location": [4, 4, 0.1]}}});
    let mut simulation = site.simulation("yard.world", &json!([moved]));
    for _ in 0..30 {
        simulation.step();
    }
    let at = place(simulation.world(), "crate::link");
    assert!(at.abs_diff_eq(DVec3::new(4.0, 4.0, 0.1), 5e-3), "{at}");
}

#[test]
fn couplings_hold_models_of_a_world_together() {
    let site = ModelFixture::new();
    site.file(
        "environments/raft.xml",
        r#"<mujoco><worldbody>
             <geom type="plane" size="9 9 1"/>
             <body name="base" pos="0 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1" mass="10"/></body>
             <body name="arm" pos="0 0 0.5"><freejoint/><geom type="box" size="0.05 0.05 0.05" mass="0.1"/></body>
           </worldbody><equality><weld body1="base" body2="arm"/></equality></mujoco>"#,
    );
    let mut simulation = site.simulation("raft.xml", &json!([]));
    for _ in 0..120 {
        simulation.step();
    }
    let [base, arm] = ["base", "arm"].map(|name| place(simulation.world(), name));
    assert!((arm - base).abs_diff_eq(DVec3::Z * 0.4, 5e-3), "{base} {arm}");
}

#[test]
fn bodies_with_a_joint_on_the_world_collide_with_its_shapes_and_fixed_bodies() {
    let site = ModelFixture::new();
    site.file(
        "environments/doors.xml",
        r#"<mujoco><compiler angle="radian"/><worldbody>
             <geom type="box" size="0.5 0.5 0.1" pos="0 0 -0.1"/>
             <body name="step" pos="3 0 0"><geom type="box" size="0.5 0.5 0.1" pos="0 0 -0.1"/>
               <body name="lid" pos="0 0 0.5"><joint type="slide" axis="0 0 1"/><geom type="box" size="0.1 0.1 0.1" mass="1"/></body></body>
             <body name="lift" pos="0 0 0.5"><joint type="slide" axis="0 0 1"/><geom type="box" size="0.1 0.1 0.1" mass="1"/>
               <body name="flap"><joint type="hinge" axis="0 1 0"/><geom type="box" size="0.05 0.1 0.1" mass="1"/></body></body>
             <body name="ghost" pos="0.3 0 0.5"><joint type="slide" axis="0 0 1"/>
               <geom type="box" size="0.1 0.1 0.1" mass="1" contype="0" conaffinity="0"/></body>
           </worldbody></mujoco>"#,
    );
    let mut simulation = site.simulation("doors.xml", &json!([]));
    for _ in 0..120 {
        simulation.step();
    }
    let height = |name: &str| place(simulation.world(), name).z;
    for name in ["lift", "lid", "flap"] {
        assert!((height(name) - 0.1).abs() < 5e-3, "{name}: {}", height(name));
    }
    assert!(height("ghost") < -3.0, "{}", height("ghost"));
}
