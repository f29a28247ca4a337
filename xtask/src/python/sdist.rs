//! `cargo xtask sdist`: packs the source distribution, and builds a wheel from it without a clone.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use super::environment::environment;
use super::wheel::{MATURIN, path_with};
use xtask::shell::{root, run};

/// Folder of the packed sources.
const PACKED: &str = "target/wheel/sdist";
/// Folder in which they are unpacked and built.
const UNPACKED: &str = "target/wheel/unpacked";
/// Packs the sources into the folder of the first argument.
const PACK: &str = "\
import sys
sys.path.insert(0, 'python/build_backend')
import wheel_backend
wheel_backend.build_sdist(sys.argv[1])
";

/// Packs the sources and returns the path of the archive. A wheel is built from it with the profile `dev`.
///
/// # Errors
/// If maturin cannot be installed, or a wheel cannot be built from the sources.
pub(crate) fn build() -> Result<PathBuf, String> {
    let python = environment("python3", "target/wheel/builder", &[MATURIN])?;
    let (packed, unpacked) = (root().join(PACKED), root().join(UNPACKED));
    for folder in [&packed, &unpacked] {
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(failed)?;
        }
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let path = path_with(&python)?;
    run(Command::new(&python).args(["-c", PACK, PACKED]).env("PATH", &path))?;
    let archive = fs::read_dir(&packed).ok().and_then(|mut entries| entries.next()?.ok());
    let archive = archive.ok_or_else(|| format!("{PACKED} has no archive"))?.path();
    run(Command::new("tar")
        .args(["--extract", "--strip-components=1", "--directory", UNPACKED, "--file"])
        .arg(&archive))?;
    let wheel =
        ["-m", "pip", "wheel", UNPACKED, "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir"];
    let mut command = Command::new(&python);
    command.args(wheel).arg(UNPACKED).env("MORSE_WHEEL_PROFILE", "dev").env("PATH", &path);
    // The packages of the registry are compiled for the clone already.
    run(command.env("CARGO_TARGET_DIR", root().join("target")))?;
    Ok(archive)
}
