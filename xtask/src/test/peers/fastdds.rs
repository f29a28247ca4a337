//! The second peer of the tests of ROS 2: a program on Debian's Fast DDS, built below target/.

use std::fs;
use std::path::Path;
use std::process::Command;

use xtask::shell::{root, run};

/// Its source.
const SOURCE: &str = "tests/e2e/fastdds/peer.cpp";
/// Where the tests look for the program.
const PROGRAM: &str = "target/peers/fastdds/peer";

/// Compiles the program, if it is not there or is older than its source.
///
/// # Errors
/// When there is no C++ compiler, or no Fast DDS.
pub(crate) fn build() -> Result<(), String> {
    let (source, program) = (root().join(SOURCE), root().join(PROGRAM));
    let changed = |path: &Path| fs::metadata(path).and_then(|about| about.modified()).ok();
    if changed(&program) > changed(&source) {
        return Ok(());
    }
    if let Some(folder) = program.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut compile = Command::new("g++");
    compile.arg("-std=c++17").arg(&source).arg("-o").arg(&program).args(["-lfastrtps", "-lfastcdr"]);
    run(&mut compile)
        .map_err(|error| format!("{error}\nthe tests of ROS 2 need g++ and Debian's libfastrtps-dev"))
}
