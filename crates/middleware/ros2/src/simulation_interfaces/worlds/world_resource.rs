//! The message `WorldResource` of a world.

use morse_ros::messages::simulation_interfaces::{Resource, WorldResource};

/// URI of the scene with which the simulator started. No model file can have this name.
pub(super) const SCENE: &str = "morse:scene";
/// Tag of the scene with which the simulator started.
pub(super) const SCENE_TAG: &str = "scene";
/// Tag of environments.
const ENVIRONMENT_TAG: &str = "environment";

/// The message for the scene with which the simulator started.
pub(super) fn scene(name: &str) -> WorldResource {
    world(name, SCENE, "the scene with which the simulator started", SCENE_TAG)
}

/// The message for an environment.
pub(super) fn environment(name: &str) -> WorldResource {
    world(name, name, "an environment", ENVIRONMENT_TAG)
}

fn world(name: &str, uri: &str, description: &str, tag: &str) -> WorldResource {
    WorldResource {
        name: name.to_owned(),
        world_resource: Resource { uri: uri.to_owned(), resource_string: String::new() },
        description: description.to_owned(),
        tags: vec![tag.to_owned()],
    }
}
