//! What simulators leave that die: devices, posters, and semaphores that they held.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{SIZE, fixture};
use crate::h2::layout::slot;
use crate::h2::{Devices, Location, end, init};

/// What a child process does in the devices of its parent, before it is killed.
const CHILD: &str = "MORSE_TEST_H2_CHILD";

/// Not a test of its own: the process that others kill.
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
    // It dies with both semaphores, without a chance to give them.
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
fn what_a_dead_simulator_held_and_left_is_released_and_removed() {
    let Some(fixture) = fixture(SIZE) else { return };
    let before = fixture.devices().free_memory().unwrap();
    die_in(fixture._folder.path(), false);
    assert!(fixture.devices().has_poster("orphan").unwrap());
    // Reading needs the poster's semaphore, and removing the lock of all devices.
    assert_eq!(fixture.devices().read_poster("orphan", 64).unwrap().unwrap().bytes, [9; 64]);
    assert_eq!(fixture.devices().delete_stale_posters().unwrap(), ["orphan"]);
    assert!(!fixture.devices().has_poster("orphan").unwrap());
    assert_eq!(fixture.devices().free_memory().unwrap(), before);
    // The other way: a poster of the same name takes its place.
    die_in(fixture._folder.path(), false);
    fixture.devices().create_poster("orphan", 8).unwrap();
    // That one is alive, and stays.
    assert!(fixture.devices().delete_stale_posters().unwrap().is_empty());
}

#[test]
fn devices_of_a_dead_simulator_are_made_anew() {
    let Some(mut fixture) = fixture(SIZE) else { return };
    fixture.devices = None;
    end(&fixture.location).unwrap();
    die_in(fixture._folder.path(), true);
    assert!(fixture.location.file().exists());
    let devices = init(&fixture.location, SIZE).unwrap();
    assert!(!devices.has_poster("orphan").unwrap());
    fixture.devices = Some(devices);
}
