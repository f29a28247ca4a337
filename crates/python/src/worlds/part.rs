//! The worlds of one thread.

use std::sync::Arc;

use glam::DVec3;
use morse::{Options, Pose, SceneError, Simulation};
use morse_sim::{Checkpoint, EntityState};
use morse_world::Euler;
use rayon::ThreadPool;

use super::channels::{Action, Observation};
use crate::listener::Listener;
use crate::threads;

/// The worlds of one thread.
pub(crate) struct Part {
    pub(crate) worlds: Vec<Simulation>,
    /// Whether they compute on the calling thread.
    is_local: bool,
}

/// Parameters of the reset of a world.
pub(crate) struct Target<'a> {
    pub(crate) world: usize,
    pub(crate) seed: u64,
    /// x, y, z and yaw of each placed object, in the world frame. [m, rad]
    pub(crate) poses: &'a [f64],
}

/// Creates worlds and divides them among threads as evenly as possible.
pub(crate) fn make(scene: &morse::Scene, count: usize, threads: usize) -> Result<Vec<Part>, SceneError> {
    let sizes = (0..threads).map(|thread| count / threads + usize::from(thread < count % threads));
    let part = |size: usize| -> Result<Part, SceneError> {
        let worlds = (0..size).map(|_| {
            let mut simulation = scene.simulation(&Options::default())?;
            if let Some(own) = threads::own() {
                simulation.use_threads(own);
            }
            Ok(simulation)
        });
        Ok(Part { worlds: worlds.collect::<Result<_, SceneError>>()?, is_local: true })
    };
    sizes.map(part).collect()
}

impl Part {
    pub(crate) fn listen(&mut self, observations: &[Observation]) {
        for simulation in &mut self.worlds {
            for observation in observations {
                // Fails for components that are not sensors, which need no listener.
                let _ = simulation.listen(observation.component(), Box::new(Listener));
            }
        }
    }

    /// Makes the worlds compute on the thread of a pool from now on.
    pub(crate) fn use_threads(&mut self, pool: &Arc<ThreadPool>) {
        self.is_local = false;
        self.worlds.iter_mut().for_each(|world| world.use_threads(Arc::clone(pool)));
    }

    /// Makes local worlds compute on the calling thread.
    fn enter(&mut self) {
        if self.is_local
            && let Some(own) = threads::own()
        {
            self.worlds.iter_mut().for_each(|world| world.use_threads(Arc::clone(&own)));
        }
    }

    /// Commands each world with its row of actions.
    pub(crate) fn command(&mut self, actions: &[Action], rows: &[f32]) -> Result<(), String> {
        let width: usize = actions.iter().map(Action::width).sum();
        if width == 0 {
            return Ok(());
        }
        for (world, row) in self.worlds.iter_mut().zip(rows.chunks(width)) {
            Action::apply_all(actions, world, row)?;
        }
        Ok(())
    }

    /// Writes the row of observations of each world.
    pub(crate) fn observe(&self, observations: &[Observation], rows: &mut [f32]) -> Result<(), String> {
        let width: usize = observations.iter().map(Observation::width).sum();
        if width == 0 {
            return Ok(());
        }
        for (world, row) in self.worlds.iter().zip(rows.chunks_mut(width)) {
            let mut rest = row;
            for observation in observations {
                let (own, others) = rest.split_at_mut(observation.width());
                observation.write(world, own)?;
                rest = others;
            }
        }
        Ok(())
    }

    /// Makes ticks in each world.
    pub(crate) fn step(&mut self, ticks: u32) {
        self.enter();
        for world in &mut self.worlds {
            for _ in 0..ticks {
                world.step();
            }
        }
    }

    /// Resets worlds and makes their first tick. `first` is the number of the first world of this part.
    pub(crate) fn reset(
        &mut self,
        start: &Checkpoint,
        placed: &[String],
        targets: &[&Target<'_>],
        first: usize,
    ) -> Result<(), String> {
        self.enter();
        for target in targets {
            let Some(world) = self.worlds.get_mut(target.world - first) else { continue };
            world.reset(start, target.seed).map_err(|error| error.to_string())?;
            for (name, place) in placed.iter().zip(target.poses.chunks_exact(4)) {
                let yaw = Euler { roll: 0.0, pitch: 0.0, yaw: place[3] };
                let position = DVec3::new(place[0], place[1], place[2]);
                let state = EntityState {
                    world_from_entity: Pose::from_euler(position, yaw),
                    linear_velocity: DVec3::ZERO,
                    angular_velocity: DVec3::ZERO,
                };
                world.set_entity_state(name, &state).map_err(|error| error.to_string())?;
            }
            world.step();
        }
        Ok(())
    }
}
