//! A robot, world or model file in the place of a scene: `morse run arm.urdf`, `morse run yard.world`, `morse run kitchen.glb`.

mod ground;

use std::borrow::Cow;
use std::f64::consts::FRAC_PI_2;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use glam::{DQuat, DVec2, DVec3};
use morse::python::{Interpreter, expand_xacro};
use morse::{SceneBuilder, SceneFile, SceneSource, WiringTable};
use morse_assets::formats::urdf;
use morse_assets::model::{BodyType, EarthOrigin, JointKind, Node, NodeId, Viewpoint, WorldSettings};
use morse_assets::{Model, Warnings};
use morse_scene::Document;
use morse_scene::document::{BodySettings, CameraAim, CameraSettings, ModelReference, ObjectKind};
use morse_scene::value::Value;
use morse_scene::wiring::WiringSources;

use crate::arguments::{PythonArguments, RobotFileArguments, RobotPlace, RobotPlaceArguments};
use crate::failure::Failure;
use crate::output::log;
use crate::scene_loading;

/// Extensions of files that describe robots and worlds: URDF, SDF, MJCF, and programs that write URDF.
const EXTENSIONS: [&str; 6] = ["urdf", "sdf", "world", "xml", "mjcf", XACRO];

/// Extensions of files of models, which are a robot if their only bodies are those of one mechanism, and otherwise a world.
const MODELS: [&str; 6] = ["blend", "glb", "gltf", "dae", "obj", "stl"];

/// Extensions of MJCF files.
const MJCF: [&str; 2] = ["xml", "mjcf"];

/// Extensions of files that may be worlds.
const WORLDS: [&str; 2] = ["sdf", "world"];

/// Name of the root of a model with several mechanisms.
const WORLD: &str = "world";

/// Extension of programs that write URDF.
const XACRO: &str = "xacro";

/// The environment of a robot for which none is named. With its extension, a file of the robot's folder cannot take its place.
const ENVIRONMENT: &str = "environments/empty.glb";

/// Name of a robot whose file has no usable name.
const NAME: &str = "robot";

/// The scene of a robot file: the robot in an environment. `None` if the words do not name a robot file that exists.
///
/// # Errors
/// If words follow the file, a place or arguments are given for another file, or a xacro file cannot be expanded.
pub fn scene(
    words: &[String],
    place: &RobotPlaceArguments,
    options: &RobotFileArguments,
    python: &PythonArguments,
) -> Result<Option<(SceneFile, Document)>, Failure> {
    let first = words.first().map(PathBuf::from).filter(|path| path.is_file());
    let is_known = |path: &PathBuf| {
        let extension = extension(path);
        EXTENSIONS.iter().chain(&MODELS).any(|known| *known == extension)
    };
    let Some(path) = first.filter(is_known) else {
        require_no_arguments(options)?;
        if options.keyframe.is_some() {
            return Err(Failure::Arguments("--keyframe belongs to an MJCF file, such as arm.xml".to_owned()));
        }
        if options.fixed {
            return Err(Failure::Arguments("--fixed belongs to a robot file, such as arm.urdf".to_owned()));
        }
        return match (&place.world, &place.at) {
            (None, None) => Ok(None),
            _ => Err(Failure::Arguments(
                "--world and --at belong to a robot file, such as arm.urdf".to_owned(),
            )),
        };
    };
    if let Some(word) = words.get(1) {
        let file = path.display();
        let option = if word.contains(":=") { format!(": write --arg {word}") } else { String::new() };
        return Err(Failure::Arguments(format!(
            "{file} is a robot or model file and takes no arguments such as {word}{option}"
        )));
    }
    let urdf = urdf_of(&path, options, python)?;
    let (catalog, wiring) = (morse::catalog(), WiringTable::built_in()?);
    let mut builder = SceneBuilder::new(&catalog, &wiring);
    if let Some(keyframe) = options.keyframe.as_ref().filter(|_| !MJCF.contains(&extension(&path).as_str())) {
        let file = path.display();
        return Err(Failure::Arguments(format!(
            "{file} is not an MJCF file, which alone has keyframes ({keyframe})"
        )));
    }
    let own = read_model(&path);
    if let Some(settings) = world_of(&urdf, own.as_ref()) {
        if place.world.is_some() || place.at.is_some() || options.fixed {
            let file = path.display();
            let text = format!(
                "{file} is a world: --world, --at and --fixed belong to a robot file, such as arm.urdf"
            );
            return Err(Failure::Arguments(text));
        }
        if let Some(settings) = &settings
            && let Some(document) = with_robots(&urdf, settings, python)?
        {
            let scene = SceneFile { is_trusted: true, ..SceneFile::of_document(path) };
            return Ok(Some((scene, document)));
        }
        let text = "is a world file: it runs with the robot `observer`, which has no shape and no body.";
        log::notice(&format!("{} {text}", path.display()));
        let mut observer = builder.robot("observer", "FakeRobot");
        observer.object().body = BodySettings::default();
        observer.sensor("pose", "Pose").stream("socket");
        let file = urdf.canonicalize().unwrap_or_else(|_| urdf.to_path_buf());
        builder.environment(&file.display().to_string());
        let mut document = finished(builder)?;
        if let Some(settings) = &settings {
            take_over(&mut document, settings);
        }
        let scene = SceneFile { is_trusted: true, ..SceneFile::of_document(path) };
        return Ok(Some((scene, document)));
    }
    let name = name_of(&urdf);
    let mut robot = builder.robot(&name, "FakeRobot");
    let file = urdf.canonicalize().unwrap_or_else(|_| urdf.to_path_buf());
    let object = robot.object();
    // The model has the bodies, not the class.
    (object.builder, object.body) = (None, BodySettings::default());
    let reference = ModelReference {
        file: file.display().to_string(),
        keyframe: options.keyframe.clone(),
        fixed: options.fixed || is_without_support(&urdf),
        gives_view: place.world.is_none(),
        ..ModelReference::default()
    };
    object.model = Some(reference.clone());
    if let Some(at) = &place.at {
        robot.translate([at.x_m, at.y_m, at.z_m]).rotate([0.0, 0.0, at.yaw_rad]);
    }
    robot.sensor("pose", "Pose").stream("socket");
    let model = own.flatten().or_else(|| robot_model(&urdf));
    if model.as_ref().is_some_and(has_joints) {
        robot.actuator("controller", "JointController").interface("socket");
        robot.sensor("joints", "JointPositions").interface("socket");
    }
    builder.environment(place.world.as_deref().unwrap_or(ENVIRONMENT));
    let model = model.filter(|_| place.world.is_none());
    if let Some(model) = &model {
        ground::add_own(&mut builder, model, &reference, place.at.as_ref());
    }
    let own_ground = model.as_ref().and_then(ground::height);
    if let Some(height_m) = own_ground {
        let height_m = height_m + place.at.as_ref().map_or(0.0, |at| at.z_m);
        ground::lower(&mut builder, height_m);
    }
    let world = place.world.as_deref().unwrap_or("empty");
    log::notice(&format!("{} is a robot file: it runs as `{name}` in {world}.", path.display()));
    let mut document = finished(builder)?;
    if let Some(settings) = model.as_ref().and_then(|model| model.world) {
        take_over(&mut document, &settings);
    }
    if let Some(viewpoint) = model.and_then(|model| model.view).and_then(|view| view.viewpoint) {
        look_from(&mut document, &viewpoint, place.at.as_ref());
    }
    // The user names the file, so it may refer to meshes anywhere.
    let scene = SceneFile { is_trusted: true, ..SceneFile::of_document(path) };
    Ok(Some((scene, document)))
}

/// The scene of a world whose models declare components: a robot for each. `None` for a world without such models, and for one
/// whose models Python cannot read, which is reported.
///
/// # Errors
/// If a temporary file cannot be written.
fn with_robots(
    path: &Path,
    settings: &WorldSettings,
    python: &PythonArguments,
) -> Result<Option<Document>, Failure> {
    let text = fs::read_to_string(path).unwrap_or_default();
    // A world without sensors and plugins in a model needs no Python; included models are other files.
    if !["<sensor", "<plugin", "<include"].iter().any(|tag| text.contains(tag)) {
        return Ok(None);
    }
    let mut document = match document_of_world(path, python)? {
        Ok(document) => document,
        Err(error) => {
            let text = format!("{}: its models carry no components: {error}", path.display());
            log::notice(&text);
            return Ok(None);
        }
    };
    if document.environment.models_of_robots.is_empty() {
        return Ok(None);
    }
    let robots = document.objects.iter().filter(|object| object.kind == ObjectKind::Robot);
    let names: Vec<&str> = robots.map(|robot| robot.name.as_str()).collect();
    log::notice(&format!("{} is a world file: its robots are {}.", path.display(), names.join(", ")));
    without_places(&mut document);
    take_over(&mut document, settings);
    Ok(Some(document))
}

/// The document of a script with the robots of a world, their poses, and the world as their environment.
fn document_of_world(
    path: &Path,
    python: &PythonArguments,
) -> Result<Result<Document, morse::LoadError>, Failure> {
    let file = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let quoted = serde_json::Value::from(file.display().to_string()).to_string();
    let script = format!(
        "from morse.builder import *\n\
         for robot in world_robots({quoted}, 'socket').values():\n\
         \x20   pose = Pose('pose')\n\
         \x20   pose.add_stream('socket')\n\
         \x20   robot.append(pose)\n\
         env = Environment({quoted})\n"
    );
    let unwritten =
        |error: std::io::Error| Failure::File { action: "write", path: std::env::temp_dir(), error };
    let folder = tempfile::tempdir().map_err(unwritten)?;
    let place = folder.path().join("world.py");
    fs::write(&place, script).map_err(unwritten)?;
    let options = scene_loading::viewing_options(python);
    let read = SceneFile::at(&place, &[]).and_then(|scene| SceneSource::read(&scene, &options, &mut |_| {}));
    Ok(read.map(|source| source.document))
}

/// The document of a scene without the places in this file, which are meaningless to the user.
fn finished(builder: SceneBuilder<'_>) -> Result<Document, Failure> {
    let mut document = builder.build().map_err(|error| Failure::Serving(error.to_string()))?;
    without_places(&mut document);
    Ok(document)
}

/// Removes the places in a script that the user did not write.
fn without_places(document: &mut Document) {
    document.environment.source = None;
    document.wiring_sources = WiringSources::default();
    document.objects.iter_mut().for_each(|object| object.source = None);
}

/// The model of a file of [`MODELS`], `None` inside for one that cannot be read, which is reported when the scene loads it.
#[allow(clippy::option_option, reason = "the outer one is whether the file is of that kind")]
fn read_model(path: &Path) -> Option<Option<Model>> {
    let is_model = MODELS.contains(&extension(path).as_str());
    is_model.then(|| morse_assets::load(path).ok().map(|loaded| loaded.model))
}

/// The settings of a file that is a world, if it has any; `None` for other files. `model` is that of [`read_model`].
#[allow(clippy::option_option, reason = "the outer one is whether the file is a world")]
fn world_of(path: &Path, model: Option<&Option<Model>>) -> Option<Option<WorldSettings>> {
    match model {
        Some(Some(model)) => (!is_robot(model)).then_some(model.world),
        Some(None) => Some(None),
        None if WORLDS.contains(&extension(path).as_str()) => {
            morse_assets::load(path).ok()?.model.world.map(Some)
        }
        None => None,
    }
}

/// Whether the only bodies of a model are those of one mechanism.
fn is_robot(model: &Model) -> bool {
    let Some(root) = model.joints.first().map(|joint| model.top_of(joint.parent)) else { return false };
    let is_of_it =
        |(id, node): (NodeId, &Node)| node.physics.body == BodyType::NoCollision || model.top_of(id) == root;
    model.nodes[root.index()].name != WORLD && model.nodes().all(is_of_it)
}

/// Gives a scene the gravity of its world and the place of the origin on Earth.
fn take_over(document: &mut Document, settings: &WorldSettings) {
    let environment = &mut document.environment;
    environment.gravity = -settings.gravity.z;
    if settings.gravity.truncate() != DVec2::ZERO {
        let [x, y, _] = settings.gravity.to_array();
        log::notice(&format!(
            "Gravity acts along z only: its parts along x and y are left out ({x} and {y} m/s²)."
        ));
    }
    if let Some(origin) = settings.origin {
        let EarthOrigin { longitude_deg, latitude_deg, altitude_m } = origin;
        let place = [("longitude", longitude_deg), ("latitude", latitude_deg), ("altitude", altitude_m)];
        for (name, value) in place {
            environment.properties.insert(name, Value::from(value));
        }
    }
}

/// Places the camera of a scene at the first viewpoint of the file of its robot, which stands at a place.
fn look_from(document: &mut Document, viewpoint: &Viewpoint, at: Option<&RobotPlace>) {
    let (moved, yaw) = at.map_or((DVec3::ZERO, 0.0), |at| (DVec3::new(at.x_m, at.y_m, at.z_m), at.yaw_rad));
    let eye = moved + DQuat::from_rotation_z(yaw) * viewpoint.eye();
    document.environment.camera = CameraSettings {
        location: eye.to_array(),
        // The camera looks along its −z, with y up.
        rotation: [FRAC_PI_2 + viewpoint.elevation, 0.0, viewpoint.azimuth + yaw - FRAC_PI_2],
        clip: viewpoint.clip,
        // Of a picture of 4:3 and a sensor of 32 mm.
        focal_length_mm: 12.0 / (viewpoint.height_angle / 2.0).tan(),
        aim: Some(CameraAim { distance: viewpoint.distance, height_angle: viewpoint.height_angle }),
        ..CameraSettings::default()
    };
}

/// The file itself or, for a xacro file, the URDF file that it makes. The user names the file, so its expressions may run.
///
/// # Errors
/// If it cannot be expanded, or arguments are given for another file.
pub fn urdf_of<'a>(
    path: &'a Path,
    options: &RobotFileArguments,
    python: &PythonArguments,
) -> Result<Cow<'a, Path>, Failure> {
    if extension(path) != XACRO && !(extension(path) == "urdf" && has_macros(path)) {
        require_no_arguments(options)?;
        return Ok(Cow::Borrowed(path));
    }
    let interpreter = Interpreter::choose(python.python.as_deref());
    Ok(Cow::Owned(expand_xacro(path, &options.by_name(), &interpreter)?))
}

/// Whether a file has elements of xacro outside of comments: packages of ROS 2 have such files with the extension of URDF.
fn has_macros(path: &Path) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else { return false };
    // Each part begins behind the start of a comment, but for the first one.
    let mut parts = text.split("<!--");
    let is_macro = |text: &str| text.contains("<xacro:");
    parts.next().is_some_and(is_macro)
        || parts.any(|part| part.split_once("-->").is_some_and(|(_, rest)| is_macro(rest)))
}

/// An error if arguments are given, for a file that is not a xacro file.
fn require_no_arguments(options: &RobotFileArguments) -> Result<(), Failure> {
    if options.xacro_arguments.is_empty() {
        return Ok(());
    }
    Err(Failure::Arguments("--arg belongs to a xacro file, such as arm.urdf.xacro".to_owned()))
}

/// Whether a robot has joints that a controller can move.
fn has_joints(model: &Model) -> bool {
    model.joints.iter().any(|joint| {
        let is_rigid = matches!(joint.kind, JointKind::Fixed | JointKind::Floating | JointKind::Planar);
        !is_rigid && joint.mimic.is_none()
    })
}

/// The model of a robot file, URDF without its meshes. A file that cannot be read is reported when the scene loads it.
fn robot_model(path: &Path) -> Option<Model> {
    let alone = |bytes: Vec<u8>| urdf::read_alone(&bytes, &mut Warnings::default()).ok();
    match extension(path).as_str() {
        // Without the meshes, which take most of the time.
        "urdf" => fs::read(path).ok().and_then(alone),
        _ => morse_assets::load(path).ok().map(|loaded| loaded.model),
    }
}

/// Whether a URDF file has joints and no collision shape, so that its robot would fall through every ground. This is reported.
fn is_without_support(path: &Path) -> bool {
    let text = match extension(path).as_str() {
        "urdf" => fs::read_to_string(path).unwrap_or_default(),
        _ => return false,
    };
    let is_so = text.contains("<joint") && !text.contains("<collision");
    if is_so {
        let file = path.display();
        log::notice(&format!(
            "{file} has no collision shape, so that nothing could carry the robot: its root is fixed."
        ));
    }
    is_so
}

/// The extension of a file, in lower case.
fn extension(path: &Path) -> String {
    path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_lowercase()
}

/// Names of files that name no robot: the usual ones of Gazebo and MuJoCo in the folder of a robot.
const USUAL_FILES: [&str; 2] = ["model", "scene"];

/// The name of a robot: that of its file, or of its folder for a file with a usual name, with underscores for other characters
/// than letters and digits.
fn name_of(path: &Path) -> String {
    let text = |part: Option<&OsStr>| part.and_then(OsStr::to_str).map(str::to_owned).unwrap_or_default();
    let stem = text(path.file_stem());
    let folder = text(path.parent().and_then(Path::file_name));
    let is_usual = USUAL_FILES.contains(&stem.as_str());
    let plain = |name: &str| -> Option<String> {
        let plain: String =
            name.chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
        plain.starts_with(|first: char| first.is_ascii_alphabetic()).then_some(plain)
    };
    plain(&folder).filter(|_| is_usual).or_else(|| plain(&stem)).unwrap_or_else(|| NAME.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urdf_file_has_macros_only_outside_of_comments() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.urdf");
        for (text, expected) in [
            ("<robot><xacro:arg name='a'/></robot>", true),
            ("<robot><!-- <xacro:arg/> --><xacro:arg name='a'/></robot>", true),
            ("<robot><!-- <xacro:arg/> --><link name='a'/></robot>", false),
            ("<robot><link name='a'/></robot>", false),
        ] {
            std::fs::write(&file, text).unwrap();
            assert_eq!(has_macros(&file), expected, "{text}");
        }
        assert!(!has_macros(&folder.path().join("gone.urdf")));
    }

    #[test]
    fn robot_has_the_name_of_its_file() {
        assert_eq!(name_of(Path::new("/a/ur5e-v2.urdf")), "ur5e_v2");
        assert_eq!(name_of(Path::new("3d.xml")), "robot");
        assert_eq!(name_of(Path::new("/models/stop-sign/model.sdf")), "stop_sign");
        assert_eq!(name_of(Path::new("scene.xml")), "scene");
    }

    #[test]
    fn robot_without_collision_shapes_is_fixed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("arm.urdf");
        let text = |link: &str| {
            let mass = "<inertial><mass value='1'/></inertial>";
            let joint = "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>";
            format!(
                "<robot name='arm'><link name='a'>{mass}{link}</link><link name='b'>{mass}</link>{joint}</robot>"
            )
        };
        let fixed = |options: &RobotFileArguments| {
            let words = [path.display().to_string()];
            let (place, python) = (RobotPlaceArguments::default(), PythonArguments::default());
            let (_, document) = scene(&words, &place, options, &python).unwrap().unwrap();
            document.objects[0].model.as_ref().unwrap().fixed
        };
        let (free, held) = (
            RobotFileArguments::default(),
            RobotFileArguments { fixed: true, ..RobotFileArguments::default() },
        );
        fs::write(&path, text("")).unwrap();
        assert!(fixed(&free));
        fs::write(&path, text("<collision><geometry><sphere radius='1'/></geometry></collision>")).unwrap();
        assert!(!fixed(&free));
        assert!(fixed(&held));
    }

    #[test]
    fn scene_script_takes_no_place_of_a_robot() {
        let place = RobotPlaceArguments { world: Some("indoors-1/boxes".to_owned()), at: None };
        let (words, python) = (["scene.py".to_owned()], PythonArguments::default());
        let (nowhere, none) = (RobotPlaceArguments::default(), RobotFileArguments::default());
        assert!(scene(&words, &place, &none, &python).is_err());
        assert!(scene(&words, &nowhere, &none, &python).unwrap().is_none());
        let right = RobotFileArguments {
            xacro_arguments: vec![("arm".to_owned(), "right".to_owned())],
            ..RobotFileArguments::default()
        };
        assert!(scene(&words, &nowhere, &right, &python).is_err());
    }
}
