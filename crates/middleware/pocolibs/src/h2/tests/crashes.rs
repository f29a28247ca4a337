//! Recovery from crashed simulators: their devices, posters, and held semaphores.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{SIZE, fixture};
use crate::h2::layout::slot;
use crate::h2::{Devices, Location, end, init};

/// Environment variable with the devices' folder for a child process, which crashes in it.
const CHILD: &str = "MORSE_TEST_H2_CHILD";

/// Not a test: the body of the crashing child process, started by [`die_in`].
#[test]
fn child() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let location = Location::in_folder(Path::new(&folder), 12);
    if std::env::var("MORSE_TEST_H2_INIT").is_ok() {
        init(&location, SIZE).unwrap();
    }
    let devices = Devices::attach(&location).unwrap();
    let poster = devices.create_poster("orphan", 64).unwrap();
    devices.write_poster(poster, &[9; 64]).unwrap();
    devices.take_semaphore(devices.number(2, slot::POSTER_SEMAPHORE).unwrap()).unwrap();
    assert!(devices.first_array().unwrap().try_take(0).unwrap());
    // Crashes while it holds both semaphores.
    std::process::abort();
}

fn die_in(folder: &Path, with_init: bool) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "h2::tests::crashes::child", "--nocapture"]).env(CHILD, folder);
    if with_init {
        command.env("MORSE_TEST_H2_INIT", "1");
    }
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    assert!(!status.success());
}

#[test]
fn semaphores_and_posters_of_a_crashed_simulator_are_recovered() {
    let Some(fixture) = fixture(SIZE) else { return };
    let before = fixture.devices().free_memory().unwrap();
    die_in(fixture._folder.path(), false);
    assert!(fixture.devices().has_poster("orphan").unwrap());
    // Reading takes the poster's semaphore; removing takes the lock of the devices.
    assert_eq!(fixture.devices().read_poster("orphan", 64).unwrap().unwrap().bytes, [9; 64]);
    assert_eq!(fixture.devices().delete_stale_posters().unwrap(), ["orphan"]);
    assert!(!fixture.devices().has_poster("orphan").unwrap());
    assert_eq!(fixture.devices().free_memory().unwrap(), before);
    // A new poster with the same name replaces it, too.
    die_in(fixture._folder.path(), false);
    fixture.devices().create_poster("orphan", 8).unwrap();
    // The poster of the running process is kept.
    assert!(fixture.devices().delete_stale_posters().unwrap().is_empty());
}

#[test]
fn devices_of_a_crashed_simulator_are_recreated() {
    let Some(mut fixture) = fixture(SIZE) else { return };
    fixture.devices = None;
    end(&fixture.location).unwrap();
    die_in(fixture._folder.path(), true);
    assert!(fixture.location.file().exists());
    let devices = init(&fixture.location, SIZE).unwrap();
    assert!(!devices.has_poster("orphan").unwrap());
    fixture.devices = Some(devices);
}
