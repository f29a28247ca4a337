//! Methods that change the objects of a simulation, and that save, restore and compare its state.

use std::any::Any;
use std::sync::Arc;

use morse_scene::document::Document;
use morse_world::{JointId, NodeId, Pose, World, WorldError};

use crate::engine::objects::LoadedWorld;
use crate::engine::objects::spawning::{SpawnError, SpawnSource};
use crate::engine::simulation::Simulation;
use crate::engine::simulation::despawning::{DespawnError, despawn};
use crate::engine::simulation::entities::{
    Entity, EntityError, EntityState, entities, entity_state, reset_objects, set_entity_state,
};
use crate::engine::simulation::spawning::{
    allow_spawning, spawn, spawn_at, spawn_model, spawn_robot, spawn_urdf,
};
use crate::engine::simulation::twin::twin;
use crate::engine::simulation::worlds::{
    WorldChangeError, check_replaceable, load_environment, load_scene, unload_world,
};
use crate::engine::state::StateError;
use crate::engine::state::copy::{Digests, StateCopy, copy_state, digest_names, digests};
use crate::engine::state::episode::begin_components_here;
use crate::engine::state::looks;
use crate::engine::state::reset::{Checkpoint, checkpoint, reset};
use crate::engine::state::snapshot::{digest, restore, save};
use crate::transport::remote_robots::own_robots;

impl Simulation {
    /// The world.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.state.world
    }

    /// Attaches the object that draws the pictures of the world; see [`morse_world::World::set_extension`].
    ///
    /// It need not draw the same bits on every computer. Digests then leave out the readings of sensors that see.
    pub fn set_renderer(&mut self, renderer: Option<Arc<dyn Any + Send + Sync>>) {
        self.state.world.set_extension(renderer);
    }

    /// Sets the mass of a body; see [`morse_world::World::set_mass`]. [kg]
    ///
    /// # Errors
    /// When the node has no body that moves, or the mass is out of range.
    pub fn set_mass(&mut self, node: NodeId, mass_kg: f64) -> Result<(), WorldError> {
        self.state.world.set_mass(node, mass_kg)
    }

    /// Sets a friction coefficient; see [`morse_world::World::set_friction`].
    ///
    /// # Errors
    /// When the node has no body, or the friction is out of range.
    pub fn set_friction(&mut self, node: NodeId, friction: f64) -> Result<(), WorldError> {
        self.state.world.set_friction(node, friction)
    }

    /// Whether cameras see an object or a part of it.
    #[must_use]
    pub fn is_seen(&self, node: NodeId) -> bool {
        !looks::seen_parts(&self.state.world, node).is_empty()
    }

    /// Gives an object and its parts one color: red, green and blue, 0 to 1.
    ///
    /// # Errors
    /// When a number is out of range.
    pub fn set_color(&mut self, node: NodeId, rgb: [f64; 3]) -> Result<(), WorldError> {
        looks::set_color(&mut self.state.world, node, rgb)
    }

    /// Covers an object and its parts with the pattern of a number: one color, a gradient, a checkerboard, stripes or
    /// noise, of two colors. Equal numbers give equal patterns.
    ///
    /// Surfaces without image coordinates get some: a pattern is 2 m wide there.
    ///
    /// # Errors
    /// When the world has too many images or materials.
    pub fn set_pattern(&mut self, node: NodeId, number: u64) -> Result<(), WorldError> {
        looks::set_pattern(&mut self.state.world, node, number)
    }

    /// Sets the energy and the color, 0 to 1, of a lamp.
    ///
    /// # Errors
    /// When a number is out of range.
    pub fn set_light(&mut self, node: NodeId, energy: f64, rgb: [f64; 3]) -> Result<(), WorldError> {
        looks::set_light(&mut self.state.world, node, energy, rgb)
    }

    /// Moves a component or an object on its parent.
    pub fn set_mount(&mut self, node: NodeId, parent_from_node: Pose) {
        self.state.world.set_local_pose(node, parent_from_node);
    }

    /// Sets the positions [rad or m] and velocities [rad/s or m/s] of joints, by their numbers in the world; see
    /// [`morse_world::World::set_joint_position`].
    pub fn set_joints(&mut self, states: impl IntoIterator<Item = (JointId, f64, f64)>) {
        for (joint, position, velocity) in states {
            self.state.world.set_joint_position(joint, position);
            self.state.world.set_joint_velocity(joint, velocity);
        }
    }

    /// Records the forces at the contacts of mechanisms, and the efforts of constraints on their joints, from the coming tick on; see
    /// [`morse_world::World::contact_forces`].
    pub fn record_contact_forces(&mut self) {
        self.state.world.record_contact_forces();
    }

    /// Makes all sensors and actuators begin where they are now, as if the scene had placed them there: odometers
    /// count from here, and actuators hold this pose.
    pub fn begin_components_here(&mut self) {
        begin_components_here(self)
    }

    /// A second simulation of the scene in the same state. It computes the same states from here on, given the same inputs.
    /// The two share meshes, images and threads. It has no streams and serves no requests, and adds no objects before
    /// [`Simulation::allow_spawning`]. It takes less time and memory than another simulation of the scene.
    ///
    /// # Errors
    /// When external components keep their own state.
    pub fn twin(&self) -> Result<Self, StateError> {
        twin(self)
    }

    /// The complete state, for [`Simulation::reset`].
    ///
    /// # Errors
    /// When the state is incomplete because external components keep their own state, or cannot be written.
    pub fn checkpoint(&self) -> Result<Checkpoint, StateError> {
        checkpoint(self)
    }

    /// Returns to a checkpoint, usually one before the first tick, with another seed. Running services are answered as
    /// preempted, and objects that were spawned since are removed. Afterwards the simulation computes bit for bit the
    /// same as a new simulation of the same scene with this seed in that state. The checkpoint may be from another
    /// simulation of the same scene.
    ///
    /// For simulations without middlewares: waiting requests from clients are dropped without an answer.
    ///
    /// # Errors
    /// As for [`Simulation::restore`], for example when an object of the scene was despawned.
    pub fn reset(&mut self, start: &Checkpoint, seed: u64) -> Result<(), StateError> {
        reset(self, start, seed)
    }

    /// Hash of the complete state: time, world, devices, and the data and state of every component. Two simulations
    /// have the same digest if their states are identical bit for bit; otherwise a collision is very unlikely.
    /// Readings of on-demand sensors are omitted, so that connected clients do not change the digest.
    ///
    /// # Errors
    /// When a component's state cannot be written.
    pub fn digest(&self) -> Result<u64, StateError> {
        digest(self)
    }

    /// The complete state, for [`Simulation::restore`]. Does not include running services and connections.
    ///
    /// # Errors
    /// When the state cannot be written, or is incomplete because external components keep their own state.
    pub fn save(&self) -> Result<Vec<u8>, StateError> {
        save(self)
    }

    /// Restores a state of the same scene from [`Simulation::save`]. The objects that were spawned or despawned since
    /// the start of the scene must be the same: in this simulation, or in another one with the same calls of
    /// [`Simulation::spawn`] and [`Simulation::despawn`].
    ///
    /// # Errors
    /// When the snapshot has other objects; the state is then unchanged. When the snapshot is damaged or from another
    /// scene;
    /// the state is then undefined: discard the simulation.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), StateError> {
        restore(self, snapshot)
    }

    /// Copies the digest input of the state. As in [`Simulation::digest`], readings of on-demand sensors are omitted.
    ///
    /// # Errors
    /// When a component's state cannot be written.
    pub fn copy_state(&self, copy: &mut StateCopy) -> Result<(), StateError> {
        copy_state(self, copy)
    }

    /// The digests of the state, to find the parts in which two states differ.
    ///
    /// # Errors
    /// When a component's state cannot be written.
    pub fn digests(&self) -> Result<Digests, StateError> {
        digests(self)
    }

    /// Full names of the components that have a digest: robots, then sensors, then actuators, each in scene order.
    pub fn digest_names(&self) -> impl Iterator<Item = &str> {
        digest_names(self)
    }

    /// Removes a robot with all its components, a passive object or a zone.
    ///
    /// Streams of the components are closed, and their running services are answered as failed. Objects held by a
    /// gripper are released. Sensors continue without the inputs that are removed. Sleeping bodies near the object
    /// wake. Identifiers of all other components and nodes stay valid.
    ///
    /// # Errors
    /// When the object does not exist, or it cannot be removed. The simulation is then unchanged.
    pub fn despawn(&mut self, name: &str) -> Result<(), DespawnError> {
        despawn(self, name)
    }

    /// Lets the simulation add objects, with classes and models from `source`.
    pub fn allow_spawning(&mut self, source: Box<dyn SpawnSource>) {
        allow_spawning(self, source)
    }

    /// Adds the objects of a document to the running scene: robots with their components, passive objects, zones.
    /// Their streams and services open as at the start of a scene. The settings of the document are ignored; those of
    /// the running scene stay.
    ///
    /// Added objects come last in scene order. Every random number depends on the seed, the name and the tick only, so
    /// the same call at the same tick gives the same simulation.
    ///
    /// # Errors
    /// When the objects cannot run. The simulation is then unchanged.
    pub fn spawn(&mut self, document: &Document) -> Result<(), SpawnError> {
        spawn(self, document)
    }

    /// As [`Simulation::spawn`], with a pose in the world for the node of the first object. The other objects have
    /// their poses from the document.
    ///
    /// # Errors
    /// When the objects cannot run or the pose is not finite. The simulation is then unchanged.
    pub fn spawn_at(&mut self, document: &Document, world_from_first: Pose) -> Result<(), SpawnError> {
        spawn_at(self, document, world_from_first)
    }

    /// Adds a robot of a class of the catalog, such as `ATRV`, with its default model and without components.
    ///
    /// # Errors
    /// When the catalog has no such robot, the name is in use or the pose is not finite. The simulation is then
    /// unchanged.
    pub fn spawn_robot(&mut self, name: &str, class: &str, world_from_robot: Pose) -> Result<(), SpawnError> {
        spawn_robot(self, name, class, world_from_robot)
    }

    /// Adds a model file, such as `props/chair`, as a passive object.
    ///
    /// # Errors
    /// When the file cannot be loaded, the name is in use or the pose is not finite. The simulation is then unchanged.
    pub fn spawn_model(&mut self, name: &str, file: &str, world_from_object: Pose) -> Result<(), SpawnError> {
        spawn_model(self, name, file, world_from_object)
    }

    /// Adds the robot of a URDF text as a passive object.
    ///
    /// # Errors
    /// When the text cannot be read, the name is in use or the pose is not finite. The simulation is then unchanged.
    pub fn spawn_urdf(&mut self, name: &str, text: &str, world_from_object: Pose) -> Result<(), SpawnError> {
        spawn_urdf(self, name, text, world_from_object)
    }

    /// All objects that the scene or a spawn added, in the order of addition. Does not include objects of the
    /// environment.
    pub fn entities(&self) -> impl Iterator<Item = Entity<'_>> {
        entities(self)
    }

    /// The pose and the velocities of an object of the scene, of a part of its model, or of an object of the
    /// environment. `None` if the world has no node of this name.
    #[must_use]
    pub fn entity_state(&self, name: &str) -> Option<EntityState> {
        entity_state(self, name)
    }

    /// Moves an object, with everything on it, and sets its velocities, between two ticks. Velocities have no effect
    /// on an object that physics does not move.
    ///
    /// # Errors
    /// When the object does not exist, or a number is not valid. The simulation is then unchanged.
    pub fn set_entity_state(&mut self, name: &str, state: &EntityState) -> Result<(), EntityError> {
        set_entity_state(self, name, state)
    }

    /// Moves every object back to its initial pose, or to the pose at which it was spawned, at rest, and ends the
    /// goals of all actuators. Time continues, and spawned objects stay.
    pub fn reset_objects(&mut self) {
        reset_objects(self)
    }

    /// The world that is loaded.
    #[must_use]
    pub fn loaded_world(&self) -> LoadedWorld {
        self.model.loaded
    }

    /// Removes all objects with their components, and the environment. Running services are answered as failed.
    ///
    /// # Errors
    /// When no world is loaded, or it cannot be removed. The simulation is then unchanged.
    pub fn unload_world(&mut self) -> Result<(), WorldChangeError> {
        unload_world(self)
    }

    /// Loads an environment in place of the world, such as `indoors-1/indoor-1`.
    ///
    /// # Errors
    /// When the world cannot be removed, or the environment is not available: the world is then unchanged. When the
    /// environment cannot run, no world is loaded.
    pub fn load_environment(&mut self, file: &str) -> Result<(), WorldChangeError> {
        load_environment(self, file)
    }

    /// Loads the scene with which the simulation started, in place of the world.
    ///
    /// # Errors
    /// As for [`Simulation::load_environment`].
    pub fn load_scene(&mut self) -> Result<(), WorldChangeError> {
        load_scene(self)
    }

    /// Whether the world can be replaced.
    #[must_use]
    pub fn replaces_worlds(&self) -> bool {
        self.engine.spawning.source.is_some() && check_replaceable(self).is_ok()
    }

    /// The robots that this simulator moves, by name, with their poses in the world; in scene order.
    pub fn own_robots(&self) -> impl Iterator<Item = (&str, Pose)> {
        own_robots(self)
    }
}
