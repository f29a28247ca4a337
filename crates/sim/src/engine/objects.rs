//! The objects of a scene, including spawned ones: robots, components, passive objects and zones.

pub(crate) mod object_motion;
pub(crate) mod spawning;

use morse_scene::document::ObjectKind;
use morse_world::NodeId;

use crate::engine::state::StateError;

/// Names and nodes of all objects, by which a snapshot is matched with a simulation.
pub(crate) type Layout = Vec<(String, Option<NodeId>)>;

/// The world that is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadedWorld {
    /// No world: there are no nodes, and no objects can be added.
    None,
    /// The scene with which the simulation started, with the objects that were added since then.
    Scene,
    /// An environment, with the objects that were added since then.
    Environment,
}

/// An object of the scene.
#[derive(Clone)]
pub(crate) struct SceneObject {
    pub(crate) name: String,
    pub(crate) kind: ObjectKind,
    /// Class in the Builder, else class path.
    pub(crate) class: Option<String>,
    /// Name of the model file.
    pub(crate) model: Option<String>,
    /// Name of the object that carries it.
    pub(crate) parent: Option<String>,
    /// Node of the object; `None` for zones.
    pub(crate) node: Option<NodeId>,
    /// Further root nodes that were added for the object, such as markers.
    pub(crate) further: Vec<NodeId>,
    /// Whether it was added while the simulation ran.
    pub(crate) is_spawned: bool,
}

/// All objects of a scene, in the order of addition.
#[derive(Clone, Default)]
pub(crate) struct SceneObjects {
    pub(crate) list: Vec<SceneObject>,
    /// Number of nodes that belong to the environment. They come first in the world and are never removed.
    pub(crate) environment_nodes: usize,
    /// Number of robots, sensors and actuators that were added so far.
    serials: [usize; 3],
}

impl SceneObjects {
    pub(crate) fn find(&self, name: &str) -> Option<&SceneObject> {
        self.list.iter().find(|object| object.name == name)
    }

    /// Number of objects that were added while the simulation runs.
    pub(crate) fn spawned_count(&self) -> usize {
        self.list.iter().filter(|object| object.is_spawned).count()
    }

    /// The serial number of a new component.
    pub(crate) fn next_serial(&mut self, kind: ObjectKind) -> usize {
        let serial = match kind {
            ObjectKind::Robot => &mut self.serials[0],
            ObjectKind::Sensor => &mut self.serials[1],
            _ => &mut self.serials[2],
        };
        *serial += 1;
        *serial - 1
    }

    /// Records nodes that were added for an object.
    pub(crate) fn add_further(&mut self, name: &str, nodes: impl Iterator<Item = NodeId>) {
        let nodes: Vec<NodeId> = nodes.collect();
        if !nodes.is_empty()
            && let Some(object) = self.list.iter_mut().find(|object| object.name == name)
        {
            object.further.extend(nodes);
        }
    }

    /// The names and nodes of all objects.
    pub(crate) fn layout(&self) -> Vec<(&str, Option<NodeId>)> {
        self.list.iter().map(|object| (object.name.as_str(), object.node)).collect()
    }

    /// Checks that a snapshot contains exactly these objects.
    pub(crate) fn check_layout(&self, saved: &Layout) -> Result<(), StateError> {
        if self.list.len() == saved.len()
            && self.layout().into_iter().eq(saved.iter().map(|(name, node)| (name.as_str(), *node)))
        {
            return Ok(());
        }
        let missing = saved.iter().find(|(name, _)| self.find(name).is_none());
        let extra = self.list.iter().find(|object| !saved.iter().any(|(name, _)| *name == object.name));
        Err(StateError(match (missing, extra) {
            (Some((name, _)), _) => format!("it has an object '{name}' that this scene does not have"),
            (_, Some(object)) => {
                format!("it has no object '{}', which this scene has; despawn it first", object.name)
            }
            _ => "it has the same objects, spawned and despawned in a different order".to_owned(),
        }))
    }
}
