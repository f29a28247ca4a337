//! MOOSDB, the database of MOOS. It needs Debian's cmake and g++.

use std::path::Path;

use super::{Peer, nice};
use xtask::shell::run;

/// How it is built.
pub(super) const PEER: Peer = Peer { name: "moos", sources: &["core-moos"], product: "bin/MOOSDB", build };

fn build(sources: &Path, folder: &Path) -> Result<(), String> {
    let source = sources.join("core-moos");
    let build = folder.join("build");
    let (source, build_folder) = (source.to_string_lossy(), build.to_string_lossy());
    // Its sources ask for a CMake that CMake 4 does not stand in for any more.
    let settings = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_POLICY_VERSION_MINIMUM=3.5"];
    run(&mut nice(&[&["cmake", "-S", &source, "-B", &build_folder][..], &settings].concat()))?;
    run(&mut nice(&["cmake", "--build", &build_folder, "-j1", "--target", "MOOSDB"]))?;
    let bin = folder.join("bin");
    let copied = std::fs::create_dir_all(&bin)
        .and_then(|()| std::fs::copy(build.join("bin/MOOSDB"), bin.join("MOOSDB")));
    copied.map(drop).map_err(|error| format!("cannot copy MOOSDB: {error}"))
}
