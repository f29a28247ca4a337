//! Worlds as clients are told of them.

use morse_ros::messages::simulation_interfaces::{Resource, WorldResource};

/// The uri of the scene with which the simulator started. No model file has this name.
pub(super) const SCENE: &str = "morse:scene";
/// Tags of the two kinds of worlds.
pub(super) const SCENE_TAG: &str = "scene";
const ENVIRONMENT_TAG: &str = "environment";

/// The scene with which the simulator started.
pub(super) fn scene(name: &str) -> WorldResource {
    world(name, SCENE, "the scene with which the simulator started", SCENE_TAG)
}

/// An environment.
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
