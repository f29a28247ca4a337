//! Workers on a Ray cluster: a Python program that passes jobs on to actors of Ray.

use morse::python::{Interpreter, Package};
use morse_campaign::Pool;

use super::{WORKER, own_program};
use crate::failure::Failure;

/// The program, in the Python packages that this one carries.
const BRIDGE: &str = "import sys; sys.path[:1] = []; from morse.campaign.ray_bridge import main; main()";

/// How many runs wait for each worker, so that it need not wait for them.
const AHEAD: u16 = 16;

/// The workers of a cluster, at most so many if that is said. Where runs have a limit of time, each is sent when a worker is
/// free for it: time counts from then on.
pub fn pool(
    address: &str,
    workers: Option<u16>,
    is_limited: bool,
    interpreter: &Interpreter,
) -> Result<Pool, Failure> {
    let folder = Package::unpack_to_stay()?;
    let mut arguments = vec!["-c".into(), BRIDGE.into(), address.into()];
    arguments.push(workers.unwrap_or(0).to_string().into());
    arguments.push((if is_limited { 0 } else { AHEAD }).to_string().into());
    arguments.push(own_program()?.into_os_string());
    arguments.extend(WORKER.map(Into::into));
    let others = std::env::var_os("PYTHONPATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&others));
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
