//! Descriptions of the services of the pseudo components `simulation`, `time` and `communication`.

use std::sync::LazyLock;

use morse_scene::description::{ArgumentDescription, ServiceDescription, ServiceKind};
use morse_scene::value::Value;

/// Pseudo component, service, arguments (with `=` at the end of an optional one), and the documentation of the
/// service.
type Row = (&'static str, &'static str, &'static [&'static str], &'static str);

#[rustfmt::skip]
const ROWS: &[Row] = &[
    ("simulation", "activate", &["component_name"], "Activates a component again."),
    ("simulation", "costs", &[], "Mean time of a step in milliseconds, of its physics, publishing and the users' components in Python, and of each other component. Beyond MORSE 1.4."),
    ("simulation", "deactivate", &["component_name"], "Stops a component: no reading, no acting, no stream; its services still answer."),
    ("simulation", "describe_component", &["component_name"], "Describes a component: class, level, rate, fields, streams with their addresses, services with their arguments."),
    ("simulation", "details", &[], "The robots, their components, services and streams."),
    ("simulation", "get_camarafp_position", &[], "Position of the viewer's camera."),
    ("simulation", "get_camarafp_projection_matrix", &[], "Projection of the viewer's camera."),
    ("simulation", "get_camarafp_transform", &[], "Pose of the viewer's camera."),
    ("simulation", "get_scene_objects", &[], "All objects of the scene as a tree: children, position, quaternion x y z w."),
    ("simulation", "list_robots", &[], "Names of the robots."),
    ("simulation", "pause", &[], "Makes no more steps until resume; requests are still served. Beyond MORSE 1.4."),
    ("simulation", "resume", &[], "Continues after a pause. Beyond MORSE 1.4."),
    ("simulation", "step", &["count"], "Makes a number of steps of a paused simulation; returns the number of the last tick. Beyond MORSE 1.4."),
    ("simulation", "hold_keys", &["keys"], "Presses the keys of a list such as [Up, T], and releases all other keys, as if they were keys of the terminal. Beyond MORSE 1.4."),
    ("simulation", "move_joystick", &["joystick", "axis", "position"], "Moves an axis of a joystick to a position, -1 to 1, until it is moved again. Beyond MORSE 1.4."),
    ("simulation", "pull", &["object_name", "point", "target"], "Pulls a point [x, y, z] of an object or a link, in its frame, to a place in the world by a spring, for a quarter of a second; call it again to go on. Beyond MORSE 1.4."),
    ("simulation", "record_contact_forces", &[], "Records the forces at the contacts of robots with joints from now on, for pages. Beyond MORSE 1.4."),
    ("simulation", "quit", &[], "Ends the simulation after all data are sent and all connections are closed."),
    ("simulation", "reset_objects", &[], "Moves every object back to its initial pose, at rest, and ends the goals of all actuators."),
    ("simulation", "restore_dynamics", &[], "Physics acts on all objects again."),
    ("simulation", "set_camarafp_far_clip", &["far_clip"], "Far limit of the viewer's camera."),
    ("simulation", "set_camarafp_position", &["position"], "Moves the viewer's camera."),
    ("simulation", "set_camarafp_projection_matrix", &["projection"], "Sets the projection of the viewer's camera."),
    ("simulation", "set_camarafp_transform", &["transform"], "Sets the pose of the viewer's camera."),
    ("simulation", "set_log_level", &["component", "level"], "Sets the level of a logger: DEBUG, INFO, WARNING, ERROR or CRITICAL."),
    ("simulation", "set_object_dynamics", &["object_name", "state"], "Switches physics on or off for an object, which keeps its velocity."),
    ("simulation", "set_object_position", &["object_name", "position", "orientation="], "Moves an object to [x, y, z] and, when given, [roll, pitch, yaw], in the world."),
    ("simulation", "set_object_visibility", &["object_name", "visible", "do_children"], "Shows or hides an object, with or without the objects attached to it."),
    ("simulation", "suspend_dynamics", &[], "Physics stops acting on all objects."),
    ("simulation", "spawn", &["what", "name", "position", "orientation="], "Adds a robot of a class such as ATRV, or a model file as passive object, at [x, y, z] and, when given, [roll, pitch, yaw] or a quaternion [x, y, z, w], in the world. Beyond MORSE 1.4."),
    ("simulation", "spawn_urdf", &["text", "name", "position", "orientation="], "Adds the robot of a URDF text as a passive object. The URDF may refer to meshes in the resource folders. Position and orientation as in spawn. Beyond MORSE 1.4."),
    ("simulation", "despawn", &["name"], "Removes a robot with its components, a passive object or a zone. Beyond MORSE 1.4."),
    ("simulation", "despawn_spawned", &[], "Removes all objects that were added while the simulation ran; returns their number. Beyond MORSE 1.4."),
    ("simulation", "entities", &["name="], "All objects of the scene, or one: name, kind, class, model, parent, whether it was spawned, position, quaternion x y z w, velocities. Beyond MORSE 1.4."),
    ("simulation", "bounds", &["name="], "Bounding boxes of the visuals of all objects of the scene, or of one, each as its lowest and highest corner: along the axes of the object, and along those of the world. Beyond MORSE 1.4."),
    ("simulation", "zones", &[], "The zones: name, kind, center and size. Beyond MORSE 1.4."),
    ("simulation", "set_entity_state", &["name", "position=", "orientation=", "linear_velocity=", "angular_velocity="], "Moves an object with everything on it, and sets its velocities along the axes of the world; the orientation is a quaternion x y z w. Values that are not given do not change. Beyond MORSE 1.4."),
    ("simulation", "spawnables", &[], "The classes of robots that spawn takes, each with its description. Beyond MORSE 1.4."),
    ("simulation", "start_recording", &["file"], "Starts to record the run to a new file in the simulator's working directory, such as run.mcap; returns its path. Beyond MORSE 1.4."),
    ("simulation", "stop_recording", &[], "Ends the recording; returns its path. Beyond MORSE 1.4."),
    ("simulation", "status", &[], "Whether the simulation is paused, its tick, its environment, and its world: scene, environment or none. Beyond MORSE 1.4."),
    ("simulation", "worlds", &["folder="], "The environments that load_world accepts; with a folder inside of the resource folders, the models in it. Beyond MORSE 1.4."),
    ("simulation", "load_world", &["environment="], "Loads an environment such as indoors-1/indoor-1 in place of the world, with everything in it; without an argument, the initial scene. Beyond MORSE 1.4."),
    ("simulation", "unload_world", &[], "Removes all objects with their components, and the environment. Beyond MORSE 1.4."),
    ("simulation", "terminate", &[], "Ends the simulation at once."),
    ("communication", "distance_and_view", &["robot1", "robot2"], "Distance between two robots, and whether the first sees the second."),
    ("time", "mode", &[], "How time passes: Best Effort or Fixed Simulation Step."),
    ("time", "now", &[], "Simulated time in seconds."),
    ("time", "set_time_scale", &["value"], "Simulated seconds per real second, from now on."),
    ("time", "sleep", &["seconds"], "Returns after this simulated time; only one sleep can run at a time."),
    ("time", "statistics", &[], "Mean and variance of the steps."),
];

/// Descriptions of the services of all pseudo components.
pub(crate) static DESCRIPTIONS: LazyLock<Vec<(&'static str, ServiceDescription)>> =
    LazyLock::new(|| ROWS.iter().map(|row| (row.0, describe(row))).collect());

fn describe(&(component, name, arguments, doc): &Row) -> ServiceDescription {
    let argument = |text: &&str| match text.strip_suffix('=') {
        Some(name) => ArgumentDescription { name: name.to_owned(), default: Some(Value::Null) },
        None => ArgumentDescription { name: (*text).to_owned(), default: None },
    };
    let later = [("time", "sleep"), ("simulation", "step")].contains(&(component, name));
    ServiceDescription {
        name: name.to_owned(),
        arguments: arguments.iter().map(argument).collect(),
        kind: if later { ServiceKind::Async } else { ServiceKind::Sync },
        interruptible: None,
        takes_flag: false,
        doc: doc.to_owned(),
    }
}
