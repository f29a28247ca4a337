//! `cargo xtask peers`: builds real programs that end-to-end tests talk to, into a cache below target/.
//!
//! Their sources are not in a package registry. A folder that holds them, one folder each, is named by
//! `MORSE_PEER_SOURCES`. Tests without their peer are skipped with a message.

pub(super) mod blender;
pub(super) mod fastdds;
pub(super) mod mavlink;
mod moos;
pub(super) mod mujoco;
pub(super) mod opencv;
mod pocolibs;
pub(super) mod ray;
pub(super) mod rclpy;
pub(super) mod recording;
pub(super) mod ros2;
pub(super) mod xacro;
mod yarp;

use std::path::{Path, PathBuf};
use std::process::Command;

use xtask::shell::root;

/// Environment variable that names the folder with the sources.
const SOURCES: &str = "MORSE_PEER_SOURCES";

/// A program that can be built.
struct Peer {
    name: &'static str,
    /// Folders of its sources.
    sources: &'static [&'static str],
    /// A file that shows that it was built.
    product: &'static str,
    /// Builds the program from the folder with all sources into a folder of its own.
    build: fn(sources: &Path, into: &Path) -> Result<(), String>,
}

const PEERS: &[Peer] = &[moos::PEER, pocolibs::PEER, yarp::PEER];

/// Builds the programs that are missing and whose sources are given.
///
/// # Errors
/// If a build fails.
pub(crate) fn build() -> Result<(), String> {
    let sources = std::env::var_os(SOURCES).map(PathBuf::from);
    for peer in PEERS {
        let into = root().join("target/peers").join(peer.name);
        let missing = |folder: &&&str| !sources.as_ref().is_some_and(|sources| sources.join(folder).is_dir());
        if into.join(peer.product).exists() {
            println!("{}: is in {}", peer.name, into.display());
        } else if let Some(folder) = peer.sources.iter().find(missing) {
            println!("{}: not built, as there is no folder {folder} in ${SOURCES}", peer.name);
        } else if let Some(sources) = &sources {
            (peer.build)(sources, &into).map_err(|error| format!("{}: {error}", peer.name))?;
            println!("{}: built into {}", peer.name, into.display());
        }
    }
    Ok(())
}

/// A command with the lowest priority.
fn nice(words: &[&str]) -> Command {
    let mut command = Command::new("nice");
    command.arg("-n19").args(words);
    command
}
