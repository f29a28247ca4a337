//! The ground of the environment below a robot whose file has a ground of its own.

use glam::DVec3;
use morse::SceneBuilder;
use morse_assets::Model;
use morse_assets::model::{BodyType, NodeKind, NodeRole, Shape};
use morse_scene::document::ModelReference;
use morse_scene::value::{Map, Value};

use crate::arguments::RobotPlace;
use crate::robot_file::ENVIRONMENT;

/// Edge from which on a level solid is a ground. [m]
const PLANE_WIDTH_M: f64 = 100.0;
/// Thickness of planes in pictures. [m]
const PLANE_SEEN_M: f64 = 0.01;
/// Half the height of the ground of [`ENVIRONMENT`]. [m]
const GROUND_HALF_M: f64 = 0.0655;
/// Name of the node with the ground beside a robot that moves freely.
const OWN_GROUND: &str = "_ground";
/// Name of the object with that ground.
const FLOOR: &str = "floor";
/// Name of the lines on the ground of [`ENVIRONMENT`].
const LINES: &str = "Ground_joints";
/// Gap between the ground of a robot file and that of the environment. [m]
const GROUND_GAP_M: f64 = 0.02;

/// Height of the ground that the file of a robot brings: the top of a plane that stands in its world. [m]
pub(super) fn height(model: &Model) -> Option<f64> {
    let mut planes = model.nodes.iter().filter_map(|node| {
        let NodeKind::Shape(Shape::Box { size }) = node.kind else { return None };
        let root = model.nodes.get(node.parent?.index())?;
        let stands = root.parent.is_none() && root.physics.body == BodyType::Static;
        let is_wide = size.x.min(size.y) >= PLANE_WIDTH_M && node.role == NodeRole::Collision;
        let pose = root.parent_from_node * node.parent_from_node;
        let is_level = pose.transform_vector3(DVec3::Z).normalize_or_zero().z > 0.9999;
        let top = pose.translation.z + 0.5 * size.z;
        // A plane that touches nothing would be drawn through the ground of the environment.
        let is_drawn_in_it =
            size.z <= PLANE_SEEN_M && node.role == NodeRole::Visual && top.abs() < GROUND_GAP_M;
        (is_level && ((stands && is_wide) || is_drawn_in_it)).then_some(top)
    });
    planes.next()
}

/// Adds the ground and the lamps that lie beside a robot that moves freely in its file.
pub(super) fn add_own(
    builder: &mut SceneBuilder<'_>,
    model: &Model,
    reference: &ModelReference,
    at: Option<&RobotPlace>,
) {
    if model.find(OWN_GROUND).is_none() {
        return;
    }
    let mut ground = builder.passive_object(FLOOR, &reference.file);
    let object = ground.object();
    let objects = vec![OWN_GROUND.to_owned()];
    object.model =
        Some(ModelReference { file: reference.file.clone(), objects, ..ModelReference::default() });
    if let Some(at) = at {
        ground.translate([at.x_m, at.y_m, at.z_m]).rotate([0.0, 0.0, at.yaw_rad]);
    }
}

/// Lowers the ground of the environment below that of the robot's file, and hides it, so that pictures and contacts have only the latter.
pub(super) fn lower(builder: &mut SceneBuilder<'_>, height_m: f64) {
    let top_m = (height_m - GROUND_GAP_M).min(0.0);
    let mut ground = builder.passive_object("Ground", ENVIRONMENT);
    let object = ground.object();
    (object.model, object.builder) = (None, Some("Scene".to_owned()));
    object.visual.visible = Some(false);
    let place = [0.0, 0.0, top_m - GROUND_HALF_M].map(Value::from).to_vec();
    let settings = Map::from_iter([("location".to_owned(), Value::from(place))]);
    object.options.insert("scene_object", Value::from(settings));
    let mut lines = builder.passive_object(LINES, ENVIRONMENT);
    let object = lines.object();
    (object.model, object.builder) = (None, Some("Scene".to_owned()));
    object.visual.visible = Some(false);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::arguments::{PythonArguments, RobotFileArguments, RobotPlaceArguments};
    use crate::robot_file::scene;

    /// The place of the ground of the environment of a robot file; `None` if it is where the environment has it.
    fn place_of_ground(text: &str, z_m: Option<f64>) -> Option<[f64; 3]> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("robot.xml");
        fs::write(&file, text).unwrap();
        let at = z_m.map(|z_m| RobotPlace { x_m: 0.0, y_m: 0.0, z_m, yaw_rad: 0.0 });
        let place = RobotPlaceArguments { at, ..RobotPlaceArguments::default() };
        let (words, python) = ([file.display().to_string()], PythonArguments::default());
        let (_, document) = scene(&words, &place, &RobotFileArguments::default(), &python).unwrap().unwrap();
        let ground = document.objects.iter().find(|object| object.name == "Ground")?;
        let settings = ground.options.get("scene_object").and_then(Value::as_map).unwrap();
        let place = settings.get("location").and_then(Value::as_list).unwrap();
        Some([0, 1, 2].map(|axis| place[axis].as_f64().unwrap()))
    }

    #[test]
    fn environment_lies_below_the_ground_of_a_robot_file() {
        let world = |plane: &str| {
            format!(
                r#"<mujoco><worldbody><geom type="plane" size="2 2 .1" {plane}/>
                  <body name="arm" pos="0 0 1"><joint/><geom size=".1"/></body></worldbody></mujoco>"#
            )
        };
        let height = |plane: &str, at: Option<f64>| place_of_ground(&world(plane), at).map(|[_, _, z]| z);
        let is_near =
            |found: Option<f64>, top: f64| found.is_some_and(|z| (z + GROUND_HALF_M - top).abs() < 1e-9);
        assert!(is_near(height("", None), -0.02));
        assert!(is_near(height("pos='0 0 -.5'", None), -0.52));
        assert!(is_near(height("pos='0 0 -.5'", Some(0.25)), -0.27));
        assert!(is_near(height("pos='0 0 .5'", None), 0.0), "it stands on the environment");
        assert_eq!(height("euler='90 0 0'", None), None, "a wall");
        let alone =
            r#"<mujoco><worldbody><body name="arm"><joint/><geom size=".1"/></body></worldbody></mujoco>"#;
        assert_eq!(place_of_ground(alone, None), None);
    }
}
