//! YARP: the name server and the command `yarp`, of the sources of YARP 3 and of its CMake modules, YCM.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Peer;
use xtask::shell::run;

/// Settings of the build: only the two programs, and fast to compile.
const SETTINGS: [&str; 7] = [
    "-DCMAKE_BUILD_TYPE=Debug",
    "-DCMAKE_CXX_FLAGS_DEBUG=-O0",
    "-DSKIP_ACE=ON",
    "-DYARP_USE_SYSTEM_SQLite3=ON",
    "-DYARP_COMPILE_GUIS=OFF",
    "-DYARP_COMPILE_TESTS=OFF",
    "-DYARP_DISABLE_VERSION_SOURCE=ON",
];

/// Folders below `src` that the two programs do not need.
const LEFT_OUT: [&str; 9] = [
    "devices",
    "yarphear",
    "yarpdev",
    "yarprobotinterface",
    "yarprun",
    "yarpconnectionsinfo",
    "yarpmanager-console",
    "yarplogger-console",
    "yarpdatadumper",
];

/// How they are built.
pub(super) const PEER: Peer =
    Peer { name: "yarp", sources: &["yarp", "ycm"], product: "bin/yarpserver", build };

/// Builds both programs into `bin` and their libraries into `lib`. Needs CMake, a C++ compiler, and the headers of SQLite.
/// The sources are changed: folders are left out of the build.
///
/// # Errors
/// If a program is missing, or a step fails.
fn build(sources: &Path, into: &Path) -> Result<(), String> {
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let work = into.with_extension("build");
    let (ycm, yarp) = (work.join("ycm"), work.join("yarp"));
    let installed = text(&work.join("ycm-installed"));
    let prefix = format!("-DCMAKE_INSTALL_PREFIX={installed}");
    leave_out(&sources.join("yarp/src/CMakeLists.txt"))?;
    let cmake = |arguments: &[&str]| run(Command::new("cmake").args(arguments));
    cmake(&["-S", &text(&sources.join("ycm")), "-B", &text(&ycm), &prefix, "-DBUILD_TESTING=OFF"])?;
    cmake(&["--install", &text(&ycm)])?;
    let found = format!("-DCMAKE_PREFIX_PATH={installed}");
    let (source, build) = (text(&sources.join("yarp")), text(&yarp));
    cmake(&[&["-S", source.as_str(), "-B", &build, &found][..], &SETTINGS].concat())?;
    cmake(&["--build", &build, "--target", "yarpserver", "yarp"])?;
    fs::create_dir_all(into).map_err(|error| format!("{}: {error}", into.display()))?;
    let built = ["bin", "lib"].map(|folder| text(&yarp.join(folder)));
    run(Command::new("cp").arg("-a").args(built).arg(into))
}

/// Removes folders from the list of built ones.
fn leave_out(list: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", list.display());
    let text = fs::read_to_string(list).map_err(failed)?;
    let is_needed = |line: &&str| {
        let folder = line.trim().strip_prefix("add_subdirectory(").and_then(|rest| rest.strip_suffix(')'));
        !folder.is_some_and(|folder| LEFT_OUT.contains(&folder))
    };
    let lines: Vec<&str> = text.lines().filter(is_needed).collect();
    fs::write(list, lines.join("\n") + "\n").map_err(failed)
}
