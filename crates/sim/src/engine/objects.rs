//! The objects of a scene: robots, components, passive objects and zones, those included that were spawned.

pub(crate) mod despawning;
pub(crate) mod motion;
pub(crate) mod spawning;

use glam::DVec3;
use morse_scene::document::ObjectKind;
use morse_world::{NodeId, Pose};

use crate::engine::simulation::Simulation;
use crate::engine::state::StateError;

/// The names and nodes of all objects, by which a snapshot is recognised.
pub(crate) type Layout = Vec<(String, Option<NodeId>)>;

/// An object of the scene.
pub(crate) struct SceneObject {
    pub(crate) name: String,
    pub(crate) kind: ObjectKind,
    /// Its class in the Builder, else its class path.
    pub(crate) class: Option<String>,
    /// Its model file.
    pub(crate) model: Option<String>,
    /// Name of the object that carries it.
    pub(crate) parent: Option<String>,
    /// Its node; zones have none.
    pub(crate) node: Option<NodeId>,
    /// Further nodes without parent that were added for it, such as markers.
    pub(crate) further: Vec<NodeId>,
    /// Whether it was added while the simulation ran.
    pub(crate) is_spawned: bool,
}

/// All objects of a scene, in the order of adding.
#[derive(Default)]
pub(crate) struct SceneObjects {
    pub(crate) list: Vec<SceneObject>,
    /// Number of nodes that belong to the environment. They come first in the world and are never removed.
    pub(crate) environment_nodes: usize,
    /// How many robots, sensors and actuators were added.
    serials: [usize; 3],
}

impl SceneObjects {
    pub(crate) fn find(&self, name: &str) -> Option<&SceneObject> {
        self.list.iter().find(|object| object.name == name)
    }

    /// The serial number for a new component.
    pub(crate) fn next_serial(&mut self, kind: ObjectKind) -> usize {
        let serial = match kind {
            ObjectKind::Robot => &mut self.serials[0],
            ObjectKind::Sensor => &mut self.serials[1],
            _ => &mut self.serials[2],
        };
        *serial += 1;
        *serial - 1
    }

    /// Notes nodes that were added for an object.
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

    /// Checks that a snapshot is of these objects.
    pub(crate) fn check_layout(&self, saved: &Layout) -> Result<(), StateError> {
        if self.list.len() == saved.len()
            && self.layout().into_iter().eq(saved.iter().map(|(name, node)| (name.as_str(), *node)))
        {
            return Ok(());
        }
        let missing = saved.iter().find(|(name, _)| self.find(name).is_none());
        let extra = self.list.iter().find(|object| !saved.iter().any(|(name, _)| *name == object.name));
        Err(StateError(match (missing, extra) {
            (Some((name, _)), _) => format!("it is of a scene with '{name}', which is not there now"),
            (_, Some(object)) => {
                format!("it is of a scene without '{}'; despawn it first", object.name)
            }
            _ => "it has the same objects, but they were spawned and despawned in another order".to_owned(),
        }))
    }
}

/// What is known of an object of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entity<'a> {
    /// Full name.
    pub name: &'a str,
    /// Robot, sensor, actuator, passive object or zone.
    pub kind: ObjectKind,
    /// Its class in the Builder, such as `ATRV`, else its class path.
    pub class: Option<&'a str>,
    /// Its model file.
    pub model: Option<&'a str>,
    /// Full name of the object that carries it.
    pub parent: Option<&'a str>,
    /// Its node in [`Simulation::world`]; zones have none.
    pub node: Option<NodeId>,
    /// Whether it was added while the simulation ran.
    pub is_spawned: bool,
}

/// Pose and velocities of an object.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EntityState {
    /// Its pose in the world.
    pub world_from_entity: Pose,
    /// Velocity of its origin along the axes of the world. [m/s]
    pub linear_velocity: DVec3,
    /// Angular velocity about the axes of the world. [rad/s]
    pub angular_velocity: DVec3,
}

/// Why the state of an object cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntityError {
    /// There is no object of this name with a place in the world.
    #[error("there is no object '{0}' in the scene")]
    Unknown(String),
    /// A number is not finite, or the rotation is zero.
    #[error("'{0}': pose and velocities must be finite numbers, with a rotation that is not zero")]
    NotFinite(String),
}

impl Simulation {
    /// All objects that the scene or a spawn added, in the order of adding. Objects of the environment are not among
    /// them.
    pub fn entities(&self) -> impl Iterator<Item = Entity<'_>> {
        self.objects.list.iter().map(|object| Entity {
            name: &object.name,
            kind: object.kind,
            class: object.class.as_deref(),
            model: object.model.as_deref(),
            parent: object.parent.as_deref(),
            node: object.node,
            is_spawned: object.is_spawned,
        })
    }

    /// The pose and the velocities of an object of the scene, of a part of its model, or of an object of the
    /// environment. `None` when the world has none of this name.
    #[must_use]
    pub fn entity_state(&self, name: &str) -> Option<EntityState> {
        let node = self.world.find(name)?;
        let [linear_velocity, angular_velocity] = self.world.velocities(node);
        Some(EntityState {
            world_from_entity: self.world.world_from(node),
            linear_velocity,
            angular_velocity,
        })
    }

    /// Moves an object, with everything on it, and sets its velocities, between two ticks. An object that physics does
    /// not move has no velocities, and ignores them.
    ///
    /// # Errors
    /// When there is no such object, or a number is not valid. Nothing has then changed.
    pub fn set_entity_state(&mut self, name: &str, state: &EntityState) -> Result<(), EntityError> {
        let node = self.world.find(name).ok_or_else(|| EntityError::Unknown(name.to_owned()))?;
        let EntityState { world_from_entity, linear_velocity, angular_velocity } = *state;
        if !is_finite(world_from_entity) || !linear_velocity.is_finite() || !angular_velocity.is_finite() {
            return Err(EntityError::NotFinite(name.to_owned()));
        }
        self.world.set_world_pose(node, world_from_entity);
        self.world.set_velocities(node, linear_velocity, angular_velocity);
        Ok(())
    }

    /// Puts every object back to where it was at the start, or where it was spawned, at rest, and ends the goals of
    /// all actuators. Time goes on, and spawned objects stay.
    pub fn reset_objects(&mut self) {
        self.world.reset();
        self.end_goals();
    }
}

/// Whether a pose has finite numbers and a rotation.
pub(crate) fn is_finite(pose: Pose) -> bool {
    pose.translation.is_finite() && pose.normalised().is_some()
}
