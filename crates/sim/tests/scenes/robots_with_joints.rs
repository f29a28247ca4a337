//! Robots from URDF files, from the scene document to the step.

use std::sync::Arc;

use glam::DVec3;
use morse_assets::formats::urdf;
use morse_assets::{Model, Warnings};
use morse_scene::document::Document;
use morse_sim::{Models, Options, Simulation};
use morse_world::JointKind;

/// A box on two wheels and a caster ball, with a fixed mast. It starts 0.1 m above the ground of its wheels.
const ROVER: &str = r#"<robot name="rover">
  <link name="base_footprint"/>
  <link name="base">
    <inertial><mass value="8"/><inertia ixx="0.1" iyy="0.2" izz="0.25" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="0.5 0.3 0.1"/></geometry></visual>
    <collision><geometry><box size="0.5 0.3 0.1"/></geometry></collision>
  </link>
  <joint name="body" type="fixed"><parent link="base_footprint"/><child link="base"/><origin xyz="0 0 0.12"/></joint>
  <link name="mast">
    <inertial><origin xyz="0 0 0.2"/><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><cylinder radius="0.02" length="0.4"/></geometry></collision>
  </link>
  <joint name="mast" type="fixed"><parent link="base"/><child link="mast"/><origin xyz="0.1 0 0.05"/></joint>
  WHEELS
  <link name="caster">
    <inertial><mass value="0.3"/><inertia ixx="0.0003" iyy="0.0003" izz="0.0003" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <joint name="caster" type="continuous">
    <parent link="base"/><child link="caster"/><origin xyz="-0.2 0 -0.07"/><axis xyz="0 1 0"/>
  </joint>
</robot>"#;

fn rover() -> String {
    let wheel = |name: &str, y: f64| {
        format!(
            r#"<link name="{name}">
    <inertial><mass value="1"/><inertia ixx="0.003" iyy="0.005" izz="0.003" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="0.1"/></geometry></collision>
  </link>
  <joint name="{name}" type="continuous">
    <parent link="base"/><child link="{name}"/><origin xyz="0.15 {y} -0.02"/><axis xyz="0 1 0"/>
    <dynamics friction="0.02"/>
  </joint>"#
        )
    };
    ROVER.replace("WHEELS", &(wheel("left", 0.2) + &wheel("right", -0.2)))
}

/// A pendulum fixed to the world with a gripper whose fingers mimic each other, and a joint of an unsupported type.
const GRIPPER: &str = r#"<robot name="gripper">
  <link name="world"/>
  <link name="hand">
    <inertial><origin xyz="0 0 -0.5"/><mass value="2"/><inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="swing" type="revolute">
    <parent link="world"/><child link="hand"/><origin xyz="0 0 2" rpy="0 0.5 0"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="100" velocity="10"/>
  </joint>
  <link name="right"><inertial><mass value="0.1"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="right" type="prismatic">
    <parent link="hand"/><child link="right"/><origin xyz="0 -0.05 -1"/><axis xyz="0 1 0"/>
    <limit lower="-0.04" upper="0" effort="20" velocity="1"/><mimic joint="left" multiplier="-1"/>
  </joint>
  <link name="left"><inertial><mass value="0.3"/><inertia ixx="1e-4" iyy="1e-4" izz="1e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="left" type="prismatic">
    <parent link="hand"/><child link="left"/><origin xyz="0 0.05 -1"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="1"/>
  </joint>
  <link name="tag"/>
  <joint name="loose" type="floating"><parent link="hand"/><child link="tag"/></joint>
</robot>"#;

/// One robot on a floor that slopes down along x.
fn simulation(urdf: &str, robot: &str, slope: f64) -> Simulation {
    let (x, z) = (-0.5 * slope.sin(), -0.5 * slope.cos());
    let scene = format!(
        r#"{{"morse_scene": 1, "environment": {{"file": "empty"}}, "objects": [
            {{"name": "floor", "kind": "object", "shape": {{"kind": "cube", "half_extents": [5, 5, 0.5]}},
              "location": [{x}, 0, {z}], "rotation": [0, {slope}, 0], "body": {{"physics": "STATIC", "friction": 1.0}}}},
            {{"name": "robot", "kind": "robot", "class": "test.Frame", "model": {{"file": "r.urdf"}} {robot}}}
        ]}}"#
    );
    let document = Document::from_json(&scene).unwrap();
    let mut warnings = Warnings::default();
    let model = Arc::new(urdf::read_alone(urdf.as_bytes(), &mut warnings).unwrap());
    let models = Models::of_scene(&document, |file| {
        Ok::<_, String>(if file.name == "r.urdf" { Arc::clone(&model) } else { Arc::new(Model::default()) })
    });
    Simulation::assemble(&document, &crate::common::registry(), &models, Vec::new(), Options::default())
        .unwrap()
}

fn run(simulation: &mut Simulation, seconds: usize) {
    for _ in 0..60 * seconds {
        simulation.step();
    }
}

#[test]
fn rover_stands_on_its_wheels_and_rolls_downhill() {
    let mut simulation = simulation(&rover(), "", 0.0);
    let world = simulation.world();
    let robot = world.find("robot").unwrap();
    let names: Vec<_> = world.joints().map(|joint| world.joint_name(joint).to_owned()).collect();
    assert_eq!(names, ["robot/body", "robot/mast", "robot/left", "robot/right", "robot/caster"]);
    assert_eq!(world.joint_kind(world.find_joint("robot/left").unwrap()), JointKind::Continuous);
    // Base and mast are one body; the footprint, which has no mass, adds a milligram.
    assert!((world.mass(robot) - 8.500001).abs() < 1e-9, "{}", world.mass(robot));
    run(&mut simulation, 2);
    let rest = simulation.world().world_from(robot);
    assert!(rest.translation.length() < 5e-3, "{}", rest.translation);
    assert!(rest.transform_vector(DVec3::Z).z > 0.999);

    let mut downhill = self::simulation(&rover(), r#", "rotation": [0, 0.1, 0]"#, 0.1);
    run(&mut downhill, 2);
    let world = downhill.world();
    // The slope force m g sin 0.1 and the friction of two axles accelerate m and the moments of the rolling parts: Σ
    // I / r².
    let mass = 8.51 + 2.0 + 0.3;
    let rolling = mass + 2.0 * 0.005 / 0.01 + 0.0003 / 0.0025;
    let acceleration = (mass * 9.81 * 0.1_f64.sin() - 2.0 * 0.02 / 0.1) / rolling;
    let speed = world.linear_velocity(robot).length();
    assert!((speed - 2.0 * acceleration).abs() < 0.03 * speed, "{speed}, not {}", 2.0 * acceleration);
    let wheel = world.joint_velocity(world.find_joint("robot/left").unwrap());
    assert!((wheel * 0.1 - speed).abs() < 0.02 * speed, "{wheel}");
}

#[test]
fn arm_fixed_to_the_world_swings_and_its_fingers_mimic() {
    // Rotated, so that the heavier finger slides out.
    let mut simulation = simulation(GRIPPER, r#", "rotation": [-0.3, 0, 0]"#, 0.0);
    let world = simulation.world();
    let [swing, left, right] =
        ["robot/swing", "robot/left", "robot/right"].map(|name| world.find_joint(name).unwrap());
    assert!(!world.is_free(world.find("robot").unwrap()));
    assert!(!world.is_free(world.find("tag").unwrap()));
    assert_eq!(world.joint_limits(left).effort, 20.0);
    let mut least = 0.0_f64;
    for _ in 0..120 {
        simulation.step();
        let world = simulation.world();
        least = least.min(world.joint_position(swing));
        assert!((world.joint_position(right) + world.joint_position(left)).abs() < 1e-3);
    }
    // The joint starts half a radian from its rest position, and swings as far to the other side.
    assert!((least + 1.0).abs() < 0.03, "{least}");
    let out = simulation.world().joint_position(left);
    assert!((out - 0.04).abs() < 1e-3, "{out}");
}

#[test]
fn scene_can_fix_a_robot_or_disable_its_collisions() {
    let mut fixed = simulation(&rover(), r#", "location": [0, 0, 2], "body": {"physics": "STATIC"}"#, 0.0);
    run(&mut fixed, 1);
    let world = fixed.world();
    assert_eq!(world.world_from(world.find("robot").unwrap()).translation.z, 2.0);
    assert!(world.is_free(world.find("left").unwrap()));
    let mut without_collision =
        simulation(&rover(), r#", "location": [0, 0, 2], "body": {"physics": "NO_COLLISION"}"#, 0.0);
    run(&mut without_collision, 1);
    let world = without_collision.world();
    assert_eq!(world.joints().len(), 0);
    assert!(!world.has_body(world.find("left").unwrap()));
}

#[test]
fn arm_on_a_rover_adds_its_weight() {
    let arm = GRIPPER.replace(r#"<link name="world"/>"#, r#"<link name="foot"/>"#).replace("world", "foot");
    let scene = r#"{"morse_scene": 1, "environment": {"file": "empty"}, "objects": [
        {"name": "rover", "kind": "robot", "class": "test.Frame", "model": {"file": "rover.urdf"}},
        {"name": "rover.arm", "kind": "robot", "class": "test.Frame", "model": {"file": "arm.urdf"},
         "parent": "rover", "location": [0, 0, 0.5]}
    ]}"#;
    let document = Document::from_json(scene).unwrap();
    let models = Models::of_scene(&document, |file| {
        let text = match file.name {
            "rover.urdf" => rover(),
            "arm.urdf" => arm.clone(),
            _ => return Ok(Arc::new(Model::default())),
        };
        urdf::read_alone(text.as_bytes(), &mut Warnings::default()).map(Arc::new)
    });
    let mut simulation =
        Simulation::assemble(&document, &crate::common::registry(), &models, Vec::new(), Options::default())
            .unwrap();
    let world = simulation.world();
    let rover = world.find("rover").unwrap();
    // The footprint and the foot, which have no mass, add a milligram each.
    assert!((world.mass(rover) - 8.500002).abs() < 1e-9, "{}", world.mass(rover));
    assert!(!world.is_free(world.find("rover.arm").unwrap()));
    run(&mut simulation, 1);
    // All parts fall together, except for relative motion of the joints.
    let world = simulation.world();
    let fallen = world.world_from(world.find("rover").unwrap()).translation.z;
    assert!((fallen + 9.81 / 2.0).abs() < 0.2, "{fallen}");
    let foot = world.world_from(rover).inverse() * world.world_from(world.find("rover.arm").unwrap());
    assert!((foot.translation - DVec3::new(0.0, 0.0, 0.5)).length() < 1e-9);
}

#[test]
fn links_lighter_than_a_body_can_be_are_raised_to_the_least_mass() {
    let light = r#"<link name="frame"><inertial><mass value="1e-9"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="light" type="revolute"><parent link="base"/><child link="frame"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"#;
    let text = rover().replace("</robot>", light);
    let mut simulation = simulation(&text, "", 0.0);
    let world = simulation.world();
    assert_eq!(world.mass(world.find("frame").unwrap()), 1e-6);
    run(&mut simulation, 1);
    let world = simulation.world();
    assert!(world.world_from(world.find("robot").unwrap()).translation.length() < 0.02);
}

#[test]
fn mimic_joints_follow_across_branches_in_any_order_of_the_file() {
    // The tip follows the lever, but the joint that carries the tip comes last.
    let link = |name: &str| {
        format!(
            r#"<link name="{name}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>"#
        )
    };
    let joint = |name: &str, parent: &str, child: &str, mimic: &str| {
        format!(
            r#"<joint name="{name}" type="revolute"><parent link="{parent}"/><child link="{child}"/><axis xyz="0 0 1"/>
            <limit lower="-1" upper="1" effort="9" velocity="9"/>{mimic}</joint>"#
        )
    };
    let text = [
        r#"<robot name="r"><link name="world"/>"#.to_owned(),
        ["base", "lever", "middle", "tip"].map(link).concat(),
        r#"<joint name="foot" type="fixed"><parent link="world"/><child link="base"/></joint>"#.to_owned(),
        joint("tip", "middle", "tip", r#"<mimic joint="lever" multiplier="-1"/>"#),
        joint("lever", "base", "lever", ""),
        joint("middle", "base", "middle", r#"<mimic joint="lever"/>"#),
        "</robot>".to_owned(),
    ]
    .concat();
    let simulation = simulation(&text, "", 0.0);
    let world = simulation.world();
    let leader = |joint: &str| {
        let mimic = world.joint_mimic(world.find_joint(joint).unwrap());
        mimic.map(|mimic| (world.joint_name(mimic.leader).to_owned(), mimic.multiplier))
    };
    assert_eq!(leader("robot/tip"), Some(("robot/lever".to_owned(), -1.0)));
    assert_eq!(leader("robot/middle"), Some(("robot/lever".to_owned(), 1.0)));
    assert_eq!(world.joints_below(world.find("robot").unwrap()).len(), 1);
}
