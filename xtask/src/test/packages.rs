//! Packages of Debian that the tests need.

use std::path::Path;
use std::process::Command;

use xtask::shell::run;

/// Debian packages that the tests need, each with a file that shows that it is installed.
const PACKAGES: [(&str, &str); 25] = [
    ("python3-morse-simulator", "/usr/lib/python3/dist-packages/pymorse/__init__.py"),
    ("morse-simulator-data", "/usr/share/morse/data/robots/atrv.blend"),
    ("python3-pytest", "/usr/lib/python3/dist-packages/pytest/__init__.py"),
    ("python3-venv", "/usr/lib/python3.11/ensurepip/__init__.py"),
    ("python3-rosmaster", "/usr/lib/python3/dist-packages/rosmaster/__init__.py"),
    ("python3-rospy", "/usr/lib/python3/dist-packages/rospy/__init__.py"),
    ("python3-rosnode", "/usr/lib/python3/dist-packages/rosnode/__init__.py"),
    ("python3-rostopic", "/usr/lib/python3/dist-packages/rostopic/__init__.py"),
    ("python3-rosservice", "/usr/lib/python3/dist-packages/rosservice/__init__.py"),
    ("python3-std-msgs", "/usr/lib/python3/dist-packages/std_msgs/__init__.py"),
    ("python3-sensor-msgs", "/usr/lib/python3/dist-packages/sensor_msgs/__init__.py"),
    ("python3-nav-msgs", "/usr/lib/python3/dist-packages/nav_msgs/__init__.py"),
    ("python3-geometry-msgs", "/usr/lib/python3/dist-packages/geometry_msgs/__init__.py"),
    ("python3-tf2-msgs", "/usr/lib/python3/dist-packages/tf2_msgs/__init__.py"),
    ("python3-rosgraph-msgs", "/usr/lib/python3/dist-packages/rosgraph_msgs/__init__.py"),
    ("python3-std-srvs", "/usr/lib/python3/dist-packages/std_srvs/__init__.py"),
    ("python3-actionlib-msgs", "/usr/lib/python3/dist-packages/actionlib_msgs/__init__.py"),
    ("python3-actionlib", "/usr/lib/python3/dist-packages/actionlib/__init__.py"),
    ("python3-move-base-msgs", "/usr/lib/python3/dist-packages/move_base_msgs/__init__.py"),
    ("g++", "/usr/bin/g++"),
    ("libfastrtps-dev", "/usr/include/fastdds/dds/domain/DomainParticipant.hpp"),
    ("chromium", "/usr/bin/chromium"),
    ("python3-websocket", "/usr/lib/python3/dist-packages/websocket/__init__.py"),
    ("iproute2", "/usr/sbin/ip"),
    ("python3-trajectory-msgs", "/usr/lib/python3/dist-packages/trajectory_msgs/__init__.py"),
];

/// Packages for the optional features: a software renderer that draws pictures as a GPU does.
const OPTIONAL_PACKAGES: [(&str, &str); 2] = [
    ("libvulkan1", "/usr/lib/x86_64-linux-gnu/libvulkan.so.1"),
    ("mesa-vulkan-drivers", "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"),
];

/// Installs the missing packages: the client and models of the original, ROS 1, Fast DDS, a browser. With `optional`, those for the
/// optional features, too.
///
/// # Errors
/// If apt fails.
pub(super) fn install(optional: bool) -> Result<(), String> {
    let more = if optional { &OPTIONAL_PACKAGES[..] } else { &[] };
    let missing = PACKAGES.iter().chain(more).filter(|(_, file)| !Path::new(file).exists());
    let missing: Vec<&str> = missing.map(|(package, _)| *package).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let root = Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.starts_with(b"0"));
    let apt = |arguments: &[&str]| {
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.arg("apt-get");
        }
        command.args(arguments);
        run(&mut command)
    };
    let install = [&["install", "--yes", "--no-install-recommends"], missing.as_slice()].concat();
    apt(&["update"])
        .and_then(|()| apt(&install))
        .map_err(|error| format!("{error}\nthe tests need these packages of Debian: {}", missing.join(", ")))
}
