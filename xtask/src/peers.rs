//! `cargo xtask peers`: builds the programs of others that tests meet, where no package registry has them.
//!
//! Each goes into a folder of its own below target/peers. The end-to-end tests use them when they are there, and say so
//! when they are not. Sources are a folder or a git directory given as `NAME=PATH`, or else cloned.

mod moos;
mod pocolibs;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shell::{root, run};

/// A program that can be built.
pub(crate) struct Peer {
    /// Its name on the command line, and that of its folder.
    name: &'static str,
    /// Where its sources are cloned from, unless a path is given.
    repository: &'static str,
    /// A file that shows that it was built.
    product: &'static str,
    /// Builds the sources in the first folder into the second.
    build: fn(&Path, &Path) -> Result<(), String>,
}

/// All of them.
const PEERS: &[&Peer] = &[&moos::PEER, &pocolibs::PEER];

/// Builds the named peers, or all of them, unless they are there.
///
/// # Errors
/// When a name is unknown, or a build fails.
pub(crate) fn peers(words: &[&str]) -> Result<(), String> {
    let known = || PEERS.iter().map(|peer| peer.name).collect::<Vec<_>>().join(", ");
    let mut wanted: Vec<(&Peer, Option<&str>)> = Vec::new();
    for word in words {
        let (name, path) = word.split_once('=').map_or((*word, None), |(name, path)| (name, Some(path)));
        let peer = PEERS.iter().find(|peer| peer.name == name);
        wanted.push((peer.ok_or_else(|| format!("there is no peer `{name}`; there are {}", known()))?, path));
    }
    if wanted.is_empty() {
        wanted = PEERS.iter().map(|peer| (*peer, None)).collect();
    }
    for (peer, path) in wanted {
        peer.make(path).map_err(|error| format!("{}: {error}", peer.name))?;
    }
    Ok(())
}

impl Peer {
    fn make(&self, source: Option<&str>) -> Result<(), String> {
        let folder = folder(self.name);
        let product = folder.join(self.product);
        if product.exists() {
            eprintln!("{}: {} is there", self.name, product.display());
            return Ok(());
        }
        let checkout = folder.join("source");
        if !checkout.exists() {
            // A folder of its own: builds write into it.
            let from = source.unwrap_or(self.repository);
            run(Command::new("git").args(["clone", "--quiet", "--depth", "1", from]).arg(&checkout))?;
        }
        (self.build)(&checkout, &folder)?;
        if product.exists() { Ok(()) } else { Err(format!("the build made no {}", product.display())) }
    }
}

/// The folder of a peer.
fn folder(name: &str) -> PathBuf {
    root().join("target/peers").join(name)
}

/// A command that leaves the processor to others.
fn nice(words: &[&str]) -> Command {
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).args(words);
    command
}
