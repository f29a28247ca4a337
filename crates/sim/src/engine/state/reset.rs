//! Resets a simulation to an earlier state with another seed, as if it had just been created.

use std::sync::Arc;

use morse_scene::value::Map;
use morse_world::Checkpoint as WorldCheckpoint;
use rayon::ThreadPool;

use crate::engine::answers::send_all_answers;
use crate::engine::control::Controls;
use crate::engine::instance::{ModifierInstance, Reading};
use crate::engine::objects::Layout;
use crate::engine::random::RandomKey;
use crate::engine::simulation::Simulation;
use crate::engine::state::StateError;
use crate::engine::state::snapshot::check_complete;
use crate::engine::state::snapshot::restore_components;
use crate::engine::state::snapshot::save_all_components;
use crate::services::end_goals;
use crate::services::spawn::despawn_spawned;

/// The complete state of a simulation at an earlier time, held in memory. Meshes and images are shared with the
/// simulation. Does not include running services and connections.
pub struct Checkpoint {
    layout: Layout,
    world: WorldCheckpoint,
    components: Vec<u8>,
}

impl Simulation {
    /// The complete state, for [`Simulation::reset`].
    ///
    /// # Errors
    /// When the state is incomplete because external components keep their own state, or cannot be written.
    pub fn checkpoint(&mut self) -> Result<Checkpoint, StateError> {
        check_complete(self)?;
        let layout =
            self.model.objects.layout().into_iter().map(|(name, node)| (name.to_owned(), node)).collect();
        let components = save_all_components(self)?;
        Ok(Checkpoint { layout, world: self.state.world.checkpoint(), components })
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
        let threads = self.threads();
        threads.install(|| {
            despawn_spawned(self).map_err(|error| StateError(error.to_string()))?;
            self.model.objects.check_layout(&start.layout)?;
            end_goals(self);
            while self.engine.events.try_recv().is_ok() {}
            send_all_answers(self);
            self.engine.spawning.forget_models();
            self.state.world.rewind(&start.world);
            restore_components(self, &start.components)?;
            forget_transients(self);
            set_seed(self, seed);
            Ok(())
        })
    }

    /// Sets the threads of all further computations. Several simulations may share the threads, one after the other.
    /// The result does not depend on them.
    ///
    /// A driver that steps many simulations has one pool of one thread on each of its own threads
    /// (`ThreadPoolBuilder::use_current_thread`), so that no step is handed over to another thread.
    pub fn use_threads(&mut self, threads: Arc<ThreadPool>) {
        self.engine.threads = threads;
    }

    /// Values of a component's properties by name; `None` when there is no such component.
    #[must_use]
    pub fn component_properties(&self, component: &str) -> Option<Map> {
        self.model.instances.get(component).map(|&instance| self.state.property_values(instance))
    }
}

/// Clears values that exist only between two ticks and are not part of a snapshot.
fn forget_transients(simulation: &mut Simulation) {
    simulation.engine.controls = Controls::new(simulation.engine.controls.time_scale);
    for robot in &mut simulation.state.robots {
        (robot.mover, robot.conflict_warned) = (None, false);
    }
    for sensor in &mut simulation.state.sensors {
        (sensor.reading, sensor.completion) = (Reading::None, None);
        sensor.meta.running = None;
    }
    for actuator in &mut simulation.state.actuators {
        actuator.completion = None;
        actuator.meta.running = None;
    }
}

/// Replaces the seed of all further random numbers.
fn set_seed(simulation: &mut Simulation, seed: u64) {
    simulation.engine.spawning.options.seed = seed;
    let key_modifiers = |name: &str, modifiers: &mut [ModifierInstance]| {
        for (nth, modifier) in modifiers.iter_mut().enumerate() {
            modifier.key = RandomKey::new(seed, &format!("{name}/{nth}"));
        }
    };
    for sensor in &mut simulation.state.sensors {
        sensor.key = RandomKey::new(seed, &sensor.meta.name);
        key_modifiers(&sensor.meta.name, &mut sensor.modifiers);
    }
    for actuator in &mut simulation.state.actuators {
        key_modifiers(&actuator.meta.name, &mut actuator.modifiers);
    }
}
