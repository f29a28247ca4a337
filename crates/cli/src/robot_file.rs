//! A robot file in the place of a scene: `morse run arm.urdf`.

use std::fs;
use std::path::{Path, PathBuf};

use morse::{SceneBuilder, SceneFile, WiringTable};
use morse_assets::Warnings;
use morse_assets::formats::urdf;
use morse_assets::model::{Joint, JointKind};
use morse_scene::Document;
use morse_scene::document::{BodySettings, ModelReference};
use morse_scene::wiring::WiringSources;

use crate::arguments::RobotPlaceArguments;
use crate::failure::Failure;
use crate::output::log;

/// Extensions of files that describe robots: URDF, SDF and MJCF.
const EXTENSIONS: [&str; 4] = ["urdf", "sdf", "xml", "mjcf"];

/// The environment of a robot for which none is named.
const ENVIRONMENT: &str = "empty";

/// Name of a robot whose file has no usable name.
const NAME: &str = "robot";

/// The scene of a robot file: the robot in an environment. `None` if the words do not name a robot file that exists.
///
/// # Errors
/// If words follow the file, or a place is given for something else than a robot file.
pub fn scene(
    words: &[String],
    place: &RobotPlaceArguments,
) -> Result<Option<(SceneFile, Document)>, Failure> {
    let first = words.first().map(PathBuf::from).filter(|path| path.is_file());
    if let Some(problem) = first.as_deref().and_then(problem_of) {
        return Err(Failure::Arguments(problem));
    }
    let Some(path) = first.filter(|path| EXTENSIONS.contains(&extension(path).as_str())) else {
        return match (&place.world, &place.at) {
            (None, None) => Ok(None),
            _ => Err(Failure::Arguments(
                "--world and --at belong to a robot file, such as arm.urdf".to_owned(),
            )),
        };
    };
    if let Some(word) = words.get(1) {
        let file = path.display();
        return Err(Failure::Arguments(format!(
            "{file} is a robot file and takes no arguments such as {word}"
        )));
    }
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    let name = name_of(&path);
    let mut robot = builder.robot(&name, "FakeRobot");
    let file = path.canonicalize().unwrap_or_else(|_| path.clone());
    let object = robot.object();
    // The model has the bodies, not the class.
    (object.builder, object.body) = (None, BodySettings::default());
    object.model = Some(ModelReference { file: file.display().to_string(), ..ModelReference::default() });
    if let Some(at) = &place.at {
        robot.translate([at.x_m, at.y_m, at.z_m]).rotate([0.0, 0.0, at.yaw_rad]);
    }
    robot.sensor("pose", "Pose").stream("socket");
    if has_joints(&path) {
        robot.actuator("controller", "JointController").interface("socket");
        robot.sensor("joints", "JointPositions").interface("socket");
    }
    let world = place.world.as_deref().unwrap_or(ENVIRONMENT);
    builder.environment(world);
    log::notice(&format!("{} is a robot file: it runs as `{name}` in {world}.", path.display()));
    let mut document = builder.build().map_err(|error| Failure::Serving(error.to_string()))?;
    // Lines of this Rust file are meaningless to the user.
    document.environment.source = None;
    document.wiring_sources = WiringSources::default();
    document.objects.iter_mut().for_each(|object| object.source = None);
    // The user names the file, so it may refer to meshes anywhere.
    let scene = SceneFile { is_trusted: true, ..SceneFile::of_document(path) };
    Ok(Some((scene, document)))
}

/// Whether a robot file has joints that a controller can move. A file that cannot be read is reported when the scene loads it.
fn has_joints(path: &Path) -> bool {
    let moves = |joint: &Joint| {
        let is_rigid = matches!(joint.kind, JointKind::Fixed | JointKind::Floating | JointKind::Planar);
        !is_rigid && joint.mimic.is_none()
    };
    let alone = |bytes: Vec<u8>| urdf::read_alone(&bytes, &mut Warnings::default()).ok();
    let model = match extension(path).as_str() {
        // Without the meshes, which take most of the time.
        "urdf" => fs::read(path).ok().and_then(alone),
        _ => morse_assets::load(path).ok().map(|loaded| loaded.model),
    };
    model.is_some_and(|model| model.joints.iter().any(moves))
}

/// The extension of a file, in lower case.
fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_lowercase()
}

/// Why a model file cannot run.
fn problem_of(path: &Path) -> Option<String> {
    let file = path.display();
    match extension(path).as_str() {
        "xacro" => {
            Some(format!("{file} is a xacro file, which makes a URDF file: xacro {file} > robot.urdf"))
        }
        "world" => Some(format!(
            "{file} is a world, not a robot: give it to a robot file with --world, or to a script as Environment('{file}')"
        )),
        "dae" | "glb" | "gltf" | "obj" | "stl" => {
            Some(format!("{file} is a model, not a scene. To see it: morse render {file}"))
        }
        _ => None,
    }
}

/// The name of a robot: that of its file, with underscores for other characters than letters and digits.
fn name_of(path: &Path) -> String {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let plain: String = stem.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    if plain.starts_with(|first: char| first.is_ascii_alphabetic()) { plain } else { NAME.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robot_has_the_name_of_its_file() {
        assert_eq!(name_of(Path::new("/a/ur5e-v2.urdf")), "ur5e_v2");
        assert_eq!(name_of(Path::new("3d.xml")), "robot");
    }

    #[test]
    fn scene_script_takes_no_place_of_a_robot() {
        let place = RobotPlaceArguments { world: Some("indoors-1/boxes".to_owned()), at: None };
        assert!(scene(&["scene.py".to_owned()], &place).is_err());
        assert!(
            scene(&["scene.py".to_owned()], &RobotPlaceArguments { world: None, at: None })
                .unwrap()
                .is_none()
        );
    }
}
