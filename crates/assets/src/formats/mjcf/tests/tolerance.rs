//! Parts that MuJoCo accepts although they look incomplete.

use super::*;

#[test]
fn mesh_file_without_faces_is_the_hull_of_its_points() {
    let folder = Folder::new("points");
    folder.write("cube.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n");
    folder.write("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
    let main = folder.write(
        "robot.xml",
        r#"<mujoco><asset><mesh file="cube.obj" scale="2 1 1"/><mesh file="flat.obj"/></asset>
          <worldbody><body name="b"><freejoint/><geom type="mesh" mesh="cube" density="10"/><geom type="mesh" mesh="flat"/></body></worldbody></mujoco>"#,
    );
    let loaded = load_within(&main, &SearchPath::default()).unwrap();
    let body = &loaded.model.nodes[link(&loaded.model, "b").index()];
    assert!((body.inertial.as_ref().unwrap().mass - 20.0).abs() < 1e-9, "{:?}", body.inertial);
    let warnings = loaded.warnings.join("\n");
    assert!(warnings.contains("flat.obj") && warnings.contains("neither faces nor points"), "{warnings}");
}

#[test]
fn meshes_of_plugins_are_named_and_left_out() {
    let (model, warnings) = read_text(
        r#"<mujoco><asset><mesh name="torus"><plugin instance="torus"/></mesh></asset>
          <worldbody><body name="b"><geom type="sdf" mesh="torus"/><geom size=".1"/></body></worldbody></mujoco>"#,
    );
    assert!(model.find("b").is_some());
    assert!(
        warnings.iter().any(|it| it.contains("meshes made by plugins are left out: torus")),
        "{warnings:?}"
    );
}

#[test]
fn limited_ball_without_a_range_cannot_turn() {
    let (model, _) = read_text(
        r#"<mujoco><default><joint limited="true"/></default><worldbody><body><joint name="hip" type="ball"/><geom size=".1"/></body></worldbody></mujoco>"#,
    );
    assert_eq!(model.joints[0].ball.and_then(|ball| ball.angle_max), Some(0.0));
}

#[test]
fn tendons_without_a_name_do_not_take_those_of_later_tendons() {
    let (model, _) = read_text(
        r#"<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><tendon>
          <fixed><joint joint="j" coef="1"/></fixed><fixed name="tendon0"><joint joint="j" coef="1"/></fixed>
          <fixed><joint joint="j" coef="1"/></fixed></tendon></mujoco>"#,
    );
    let names: Vec<&str> = model.tendons.iter().map(|tendon| tendon.name.as_str()).collect();
    assert_eq!(names, ["tendon1", "tendon0", "tendon2"]);
}

#[test]
fn loops_with_bodies_of_flexes_are_left_out() {
    let (model, warnings) = read_text(
        r#"<mujoco><worldbody><body name="pole"><geom size=".1"/></body><flexcomp name="flag" type="grid" count="2 2 1" spacing="1 1 1"/></worldbody>
          <equality><connect body1="flag_0" body2="pole" anchor="0 0 0"/></equality></mujoco>"#,
    );
    assert!(model.equalities.is_empty());
    assert!(warnings.iter().any(|it| it.contains("loops with bodies of flexes")), "{warnings:?}");
    let error = error_of(
        r#"<mujoco><worldbody><body name="pole"/></worldbody><equality><connect body1="flag_0" body2="pole" anchor="0 0 0"/></equality></mujoco>"#,
    );
    assert!(error.contains("there is no body \"flag_0\""), "{error}");
}
