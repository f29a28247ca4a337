//! pocolibs: the command `h2` and the library of posters. It needs Debian's autoconf, automake, libtool, rpcsvc-proto,
//! libtirpc-dev and pkg-config. The build writes into the sources.

use std::path::Path;

use super::{Peer, nice};
use xtask::shell::run;

/// How it is built.
pub(super) const PEER: Peer =
    Peer { name: "pocolibs", sources: &["pocolibs"], product: "lib/libposterLib.so", build };

fn build(sources: &Path, folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let absolute = |path: &Path| path.canonicalize().map_err(|error| format!("{}: {error}", path.display()));
    let (source, folder) = (absolute(&sources.join("pocolibs"))?, absolute(folder)?);
    let script = "cd \"$1\" && autoreconf -fi && ./configure --prefix=\"$2\" && make -j1 && make install";
    let (source, folder) = (source.to_string_lossy(), folder.to_string_lossy());
    run(&mut nice(&["sh", "-c", script, "sh", &source, &folder]))
}
