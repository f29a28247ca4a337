//! Workers on a Ray cluster: a Python program passes jobs to Ray actors.

use morse::python::{Interpreter, Package};
use morse_campaign::Pool;

use super::{WORKER, own_program};
use crate::failure::Failure;

/// The Python program, which is part of the embedded packages.
const BRIDGE: &str = "import sys; sys.path[:1] = []; from morse.campaign.ray_bridge import main; main()";

/// Number of runs queued for each worker, so that workers do not wait for jobs.
const QUEUED_PER_WORKER: u16 = 16;

/// A pool of the workers of a cluster, at most `workers` if given. If runs have a time limit (`is_limited`), each run is sent
/// only when a worker is free, because the limit counts from then on.
pub fn pool(
    address: &str,
    workers: Option<u16>,
    is_limited: bool,
    interpreter: &Interpreter,
) -> Result<Pool, Failure> {
    let folder = Package::unpack_to_cache()?;
    let mut arguments = vec!["-c".into(), BRIDGE.into(), address.into()];
    arguments.push(workers.unwrap_or(0).to_string().into());
    arguments.push((if is_limited { 0 } else { QUEUED_PER_WORKER }).to_string().into());
    arguments.push(own_program()?.into_os_string());
    arguments.extend(WORKER.map(Into::into));
    let existing = std::env::var_os("PYTHONPATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&existing));
    let path = std::env::join_paths(folders.filter(|folder| !folder.as_os_str().is_empty()));
    let path =
        path.map_err(|error| Failure::Serving(format!("the folder of the Python packages: {error}")))?;
    Ok(Pool {
        program: interpreter.path.clone(),
        arguments,
        environment: vec![("PYTHONPATH".into(), path)],
        processes: 1,
    })
}
