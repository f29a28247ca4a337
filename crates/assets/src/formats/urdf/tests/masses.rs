//! Tests of the masses of URDF files: those that are missing, zero, or given as a density.

use crate::formats::urdf::tests::read;
use crate::model::BodyType;

#[test]
fn links_of_mass_0_are_read_as_links_without_mass() {
    let link = "<link name='plate'><inertial><mass value='0'/></inertial>\
        <collision><geometry><box size='1 1 0.02'/></geometry></collision></link>";
    let (model, warnings) = read(&format!("<robot>{link}</robot>"));
    assert_eq!((model.nodes[0].physics.body, model.nodes[0].inertial), (BodyType::Static, None));
    assert_eq!(
        warnings,
        [
            "links of mass 0 are read as links without <inertial>: plate (line 1); as no link has a mass, the model is static"
        ]
    );
}

#[test]
fn moving_links_of_a_robot_without_any_mass_are_filled_with_water() {
    let link = |name: &str, shape: &str| {
        format!("<link name='{name}'><collision><geometry>{shape}</geometry></collision></link>")
    };
    let joint = |kind: &str, parent: &str, child: &str| {
        format!(
            "<joint name='{child}_joint' type='{kind}'><parent link='{parent}'/><child link='{child}'/>\
             <axis xyz='0 0 1'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
        )
    };
    let (model, warnings) = read(&format!(
        "<robot name='r'>{}{}{}<link name='tip'/>{}{}{}</robot>",
        link("base", "<box size='1 1 1'/>"),
        link("arm", "<box size='0.1 0.2 0.5'/>"),
        link("hand", "<sphere radius='0.1'/>"),
        joint("revolute", "base", "arm"),
        joint("fixed", "arm", "hand"),
        joint("fixed", "hand", "tip")
    ));
    let mass_of = |name: &str| {
        let node = &model.nodes[model.find(name).unwrap().index()];
        (node.physics.body, node.inertial.map(|inertial| inertial.mass))
    };
    assert_eq!(mass_of("base"), (BodyType::Static, None));
    assert_eq!(mass_of("tip").1, None);
    let (body, mass) = mass_of("arm");
    assert_eq!(body, BodyType::RigidBody);
    assert!((mass.unwrap() - 10.0).abs() < 1e-9);
    assert!((mass_of("hand").1.unwrap() - 4000.0 / 3.0 * std::f64::consts::PI * 1e-3).abs() < 1e-9);
    let inertial = model.nodes[model.find("arm").unwrap().index()].inertial.unwrap();
    assert!((inertial.inertia.x_axis.x - 10.0 / 12.0 * (0.04 + 0.25)).abs() < 1e-9);
    assert_eq!(
        warnings,
        [
            "no link has a mass: moving links get that of their shapes filled with water, and the base is fixed: \
             arm 10.000 kg, hand 4.189 kg"
        ]
    );
}

#[test]
fn inertial_without_mass_takes_its_density_or_counts_as_none() {
    let link = |inertial: &str, geometry: &str| {
        read(&format!(
            "<robot name='r'><link name='cube'><inertial>{inertial}</inertial>{geometry}</link></robot>"
        ))
    };
    let cube = "<collision><geometry><box size='0.1 0.1 0.2'/></geometry></collision>";
    let (model, warnings) = link("<density value='500'/>", cube);
    let node = &model.nodes[model.find("cube").unwrap().index()];
    let inertial = node.inertial.unwrap();
    assert_eq!(node.physics.body, BodyType::RigidBody);
    assert!((inertial.mass - 1.0).abs() < 1e-12);
    assert!((inertial.inertia.x_axis.x - (0.01 + 0.04) / 12.0).abs() < 1e-12);
    assert_eq!(warnings, [""; 0]);

    let (model, warnings) = link("<inertia ixx='0'/>", cube);
    let node = &model.nodes[model.find("cube").unwrap().index()];
    assert_eq!((node.inertial, node.physics.body), (None, BodyType::Static));
    assert_eq!(
        warnings,
        [
            "links of mass 0 are read as links without <inertial>: cube (line 1); as no link has a mass, the model is static"
        ]
    );

    let (model, warnings) = link("<density value='500'/>", "");
    assert_eq!(model.nodes[model.find("cube").unwrap().index()].inertial, None);
    assert!(warnings[0].contains("cube (a density without a shape)"), "{warnings:?}");
}

#[test]
fn links_without_masses_and_readable_shapes_can_still_be_moved() {
    let (model, warnings) = read(
        "<robot name='r'><link name='base'/><link name='arm'/><link name='tip'/>
        <joint name='a' type='continuous'><parent link='base'/><child link='arm'/></joint>
        <joint name='b' type='fixed'><parent link='arm'/><child link='tip'/></joint></robot>",
    );
    let mass_of =
        |name: &str| model.nodes[model.find(name).unwrap().index()].inertial.map(|inertial| inertial.mass);
    assert_eq!([mass_of("base"), mass_of("arm"), mass_of("tip")], [None, Some(1.0), None]);
    let expected = "no link has a mass or a shape that can be read: links that joints move have 1 kg, and the base is fixed: arm";
    assert_eq!(warnings, [expected]);
}
