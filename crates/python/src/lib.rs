//! The module `morse._engine`: the simulator in a Python process.
//!
//! It contains only the parts that need Rust; the public classes are in `python/morse/simulation.py` and
//! `python/morse/gym`. It must never know command lines.

mod convert;
mod errors;
mod goal;
mod guard;
mod joints;
mod listener;
mod log;
mod picture;
mod processor;
mod recording;
mod running;
mod scene;
mod shown;
mod simulation;
mod threads;
mod worlds;

use pyo3::prelude::*;

/// The same allocator as in the command.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The simulator in this process. Use it through `morse.Simulation`, `morse.Scene` and `morse.gym`.
#[pymodule]
#[pyo3(name = "_engine")]
fn engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    log::start();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<scene::Scene>()?;
    module.add_class::<simulation::Engine>()?;
    module.add_class::<goal::Goal>()?;
    module.add_class::<joints::Kinematics>()?;
    module.add_class::<worlds::Worlds>()?;
    module.add_function(wrap_pyfunction!(worlds::towards::towards, module)?)?;
    module.add("SceneError", py.get_type::<errors::SceneError>())?;
    module.add("SimulationError", py.get_type::<errors::SimulationError>())?;
    module.add("CommandError", py.get_type::<errors::CommandError>())?;
    module.add("ServiceError", py.get_type::<errors::ServiceError>())?;
    Ok(())
}
