//! Components on links of a robot with joints: they move with their link, and unknown links are answered with the nearest.

use glam::DVec3;
use morse_world::World;
use serde_json::json;

use crate::site::{ModelFixture, node, place};

const ARM: &str = r#"<robot name="arm">
  <link name="foot"><inertial><mass value="5"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="upper_arm">
    <inertial><origin xyz="0.5 0 0"/><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="1 0.1 0.1"/></geometry></visual>
  </link>
  <joint name="shoulder" type="continuous"><parent link="foot"/><child link="upper_arm"/><origin xyz="0 0 1"/><axis xyz="0 1 0"/></joint>
  <link name="base_scan"/>
  <joint name="scan" type="fixed"><parent link="upper_arm"/><child link="base_scan"/><origin xyz="1 0 0" rpy="0 0 1.5707963267948966"/></joint>
</robot>"#;

fn arms(links: [&str; 2]) -> (ModelFixture, serde_json::Value) {
    let site = ModelFixture::new();
    site.file("robots/arm.urdf", ARM);
    site.file(
        "environments/void.xml",
        r#"<mujoco><worldbody><geom type="plane" size="0 0 1" pos="0 0 -9"/></worldbody></mujoco>"#,
    );
    let arm = |name: &str, x: f64| {
        json!({"name": name, "kind": "robot", "class": "test.Frame", "location": [x, 0, 0], "model": {"file": "arm.urdf"},
               "body": {"physics": "STATIC"}})
    };
    let sensor = |arm: &str, link: &str| {
        json!({"name": format!("{arm}.sensor"), "kind": "sensor", "class": "test.Counter", "parent": arm,
               "attach_to": link, "location": [0.1, 0, 0]})
    };
    (site, json!([arm("a", 0.0), arm("b", 5.0), sensor("a", links[0]), sensor("b", links[1])]))
}

#[test]
fn components_move_with_the_link_that_carries_them() {
    let (site, objects) = arms(["base_scan", "foot"]);
    let mut simulation = site.simulation("void.xml", &objects);
    let at = |world: &World, name: &str| place(world, name);
    assert!(at(simulation.world(), "a.sensor").abs_diff_eq(DVec3::new(1.0, 0.1, 1.0), 1e-6));
    // The root link of the file is the robot itself.
    assert_eq!(simulation.world().parent(node(simulation.world(), "b.sensor")), simulation.world().find("b"));
    assert!(at(simulation.world(), "b.sensor").abs_diff_eq(DVec3::new(5.1, 0.0, 0.0), 1e-6));
    for _ in 0..20 {
        simulation.step();
    }
    let world = simulation.world();
    let angle = world.joint_position(world.find_joint("a/shoulder").unwrap());
    assert!(angle > 0.3, "{angle}");
    let expected = DVec3::new(angle.cos(), 0.1, 1.0 - angle.sin());
    assert!(at(world, "a.sensor").abs_diff_eq(expected, 1e-5), "{} {expected}", at(world, "a.sensor"));
}

#[test]
fn equal_links_of_two_robots_get_their_own_components() {
    let (site, objects) = arms(["base_scan", "base_scan"]);
    let simulation = site.simulation("void.xml", &objects);
    assert!(place(simulation.world(), "b.sensor").abs_diff_eq(DVec3::new(6.0, 0.1, 1.0), 1e-6));
}

#[test]
fn unknown_link_is_answered_with_the_nearest() {
    let (site, objects) = arms(["base_scn", "foot"]);
    let refusal = site.refusal("void.xml", &objects);
    assert!(
        refusal.contains(
            "no part \"base_scn\" below a; it has foot, upper_arm, base_scan; did you mean `base_scan`?"
        ),
        "{refusal}"
    );
}
