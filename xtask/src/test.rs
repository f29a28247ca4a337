//! `cargo xtask test`: runs all tests.

use std::path::Path;
use std::process::Command;

use crate::end_to_end;
use crate::peers;
use crate::peers::fastdds;
use crate::peers::mavlink;
use crate::peers::ray;
use crate::peers::recording;
use crate::peers::ros2;
use crate::pythons;
use crate::shell::{cargo, run};
use crate::unittest::{unittest, unittest_command};
use crate::wheel;

/// Debian's own Python, for which the original client is packaged.
pub(crate) const DEBIAN_PYTHON: &str = "/usr/bin/python3";
/// Debian packages that the tests need, each with a file that shows that it is installed.
const PACKAGES: [(&str, &str); 24] = [
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
    ("python3-trajectory-msgs", "/usr/lib/python3/dist-packages/trajectory_msgs/__init__.py"),
];

/// Features with which the workspace is tested and checked.
pub(crate) const FEATURES: &str = "morse-cli/zenoh,xtask/engine";
/// The end-to-end tests of clients.
const CLIENT_TESTS: [&str; 2] = ["clients/test_client.py", "clients/test_first_scene.py"];
/// The Pythons on which clients are tested, and the client. The original's client cannot be imported from 3.12 on, where
/// `asyncore` is gone. Our client on 3.11 runs these tests and the tutorials with Debian's Python already.
const CLIENTS: [(&str, &str); 4] =
    [("3.9", "ours"), ("3.9", "original"), ("3.11", "original"), ("3.13", "ours")];

/// Installs the packages that the tests need, then runs the tests in Rust, of the Builder and of our client, of our
/// models, of the whole command, and of clients with each Python and client.
pub(crate) fn test() -> Result<(), String> {
    install_packages()?;
    ros2::install(DEBIAN_PYTHON)?;
    fastdds::build()?;
    recording::install(DEBIAN_PYTHON)?;
    mavlink::install(DEBIAN_PYTHON)?;
    ray::install(DEBIAN_PYTHON);
    peers::build()?;
    // This builds the command too, for its own tests. Building it alone would choose other features of some crates and
    // build rapier twice. With zenoh, it is the command of all end-to-end tests; the wheel has none.
    run(&mut cargo(&["test", "--workspace", "--features", FEATURES]))?;
    unittest("python3", &["-s", "python/tests"])?;
    unittest("python3", &["-s", "assets/make", "-t", "assets/make"])?;
    end_to_end::test(Path::new(DEBIAN_PYTHON))?;
    wheel::test(DEBIAN_PYTHON)?;
    clients()
}

/// Client tests on the installed Pythons. Missing Pythons are listed at the end.
fn clients() -> Result<(), String> {
    let mut missing = Vec::new();
    for (version, library) in CLIENTS {
        let Some(python) = pythons::find(version) else {
            missing.push(version);
            continue;
        };
        if library == "ours" {
            run(&mut unittest_command(&python, &["-s", "python/tests", "-p", "test_pymorse*.py"]))?;
        }
        for tests in CLIENT_TESTS {
            let mut command = end_to_end::command(&python, tests);
            run(command.env("MORSE_TEST_CLIENT", library))?;
        }
    }
    missing.dedup();
    if !missing.is_empty() {
        eprintln!("clients: not tested on Python {}, which is not on this machine", missing.join(", "));
    }
    Ok(())
}

/// The end-to-end tests use the client of the original and ROS 1, and those of the asset readers the models of the
/// original; Debian packages all of them.
fn install_packages() -> Result<(), String> {
    let missing = PACKAGES.iter().filter(|(_, file)| !Path::new(file).exists());
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
