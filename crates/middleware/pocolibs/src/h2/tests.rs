//! The h2 devices in the kernel: each test has a folder of its own, and so keys of its own.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use tempfile::TempDir;

use super::ipc::Segment;
use super::layout::{SLOT_BYTES, device_type, slot};
use super::{Devices, H2Error, InitSize, Location, end, init, memory};

/// Size of the recorded devices.
const SIZE: InitSize = InitSize { slots: 120, memory_bytes: 0x40_0000 };

/// Devices in a folder of their own, which are removed at the end.
struct Fixture {
    devices: Option<Devices>,
    location: Location,
    _folder: TempDir,
}

impl Fixture {
    fn devices(&self) -> &Devices {
        self.devices.as_ref().unwrap()
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.devices = None;
        end(&self.location).unwrap();
    }
}

/// Nothing where the system forbids System V IPC.
fn fixture(size: InitSize) -> Option<Fixture> {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::in_folder(folder.path(), 12);
    match init(&location, size) {
        Ok(devices) => Some(Fixture { devices: Some(devices), location, _folder: folder }),
        Err(H2Error::System { source, .. })
            if matches!(
                source.raw_os_error(),
                Some(libc::ENOSYS | libc::EPERM | libc::EACCES | libc::ENOSPC)
            ) =>
        {
            eprintln!("skipped: System V IPC is not permitted here, {source}");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Whether the kernel has something with a key of these devices.
fn is_in_kernel(kind: &str, key: i32) -> bool {
    let text = std::fs::read_to_string(Path::new("/proc/sysvipc").join(kind)).unwrap();
    text.lines().skip(1).any(|line| line.split_whitespace().next() == Some(&key.to_string()))
}

#[test]
fn nothing_is_left_in_the_kernel() {
    let Some(fixture) = fixture(SIZE) else { return };
    let location = fixture.location.clone();
    let keys = [
        ("shm", location.key(0, device_type::TABLE).unwrap()),
        ("shm", location.key(1, device_type::MEMORY).unwrap()),
        ("sem", location.key(0, device_type::SEMAPHORES).unwrap()),
    ];
    // More semaphores than an array has, so that there is a second array.
    for number in 0..25 {
        fixture.devices().create_poster(&format!("p{number}"), 8).unwrap();
    }
    assert_eq!(fixture.devices().of_type(device_type::SEMAPHORES).unwrap().len(), 2);
    for (kind, key) in keys {
        assert!(is_in_kernel(kind, key), "{kind} {key}");
    }
    assert!(matches!(init(&location, SIZE), Err(H2Error::Exists(_))));
    drop(fixture);
    for (kind, key) in keys {
        assert!(!is_in_kernel(kind, key), "{kind} {key}");
    }
    assert!(!location.file().exists());
    assert!(matches!(Devices::attach(&location), Err(H2Error::NotInitialised(_))));
}

#[test]
fn a_poster_is_byte_by_byte_that_of_the_real_library() {
    let Some(fixture) = fixture(SIZE) else { return };
    let devices = fixture.devices();
    // The recorded slot was used three times before.
    for _ in 0..3 {
        let poster = devices.create_poster("before", 16).unwrap();
        devices.delete_poster(poster).unwrap();
    }
    let poster = devices.create_poster("testPoster", 16).unwrap();
    let content: Vec<u8> = [0.5_f64, -0.25].iter().flat_map(|number| number.to_ne_bytes()).collect();
    devices.write_poster(poster, &content).unwrap();
    let capture = include_str!("../../tests/captures/pocolibs_h2dev.hex");
    let recorded = capture.lines().find(|line| line.starts_with("2 poster")).unwrap();
    let words: Vec<&str> = recorded.split_whitespace().collect();
    assert_eq!(words[..5], ["2", "poster", "devgen", "0x300002", "testPoster"]);
    let recorded: Vec<u8> =
        (0..72).map(|at| u8::from_str_radix(&words[7][at * 2..at * 2 + 2], 16).unwrap()).collect();
    let mut ours = [0; SLOT_BYTES];
    devices.table.read(2 * SLOT_BYTES, &mut ours).unwrap();
    assert_eq!(u32::from_ne_bytes(ours[slot::HANDLE..slot::HANDLE + 4].try_into().unwrap()), 0x30_0002);
    // Process, time and our mark are those of this run.
    for (from, to) in [(56, 72), (88, 116)] {
        assert_eq!(ours[from..to], recorded[from - 48..to - 48], "bytes {from} to {to}");
    }
    let mut chunk = [0; 8];
    devices.memory.read(32, &mut chunk).unwrap();
    assert_eq!(u64::from_ne_bytes(chunk), 0x3f_ffd0, "the first chunk of the recording");
    let reading = devices.read_poster("testPoster", 16).unwrap().unwrap();
    assert_eq!((reading.bytes, reading.little_endian, reading.size), (content, true, 16));
    assert_eq!(devices.number(2, slot::POSTER_READS).unwrap(), 1);
}

#[test]
fn names_and_sizes_that_do_not_fit_are_errors() {
    let Some(fixture) = fixture(InitSize { slots: 8, memory_bytes: 4096 }) else { return };
    let devices = fixture.devices();
    for name in ["", &"x".repeat(32), "a\0b"] {
        assert!(matches!(devices.create_poster(name, 8), Err(H2Error::BadName(_))), "{name:?}");
    }
    assert!(matches!(devices.create_poster("big", 1 << 20), Err(H2Error::NoMemory(_))));
    assert!(matches!(devices.create_poster("huge", usize::MAX), Err(H2Error::NoMemory(_))));
    let poster = devices.create_poster(&"x".repeat(31), 8).unwrap();
    assert!(matches!(devices.create_poster(&"x".repeat(31), 8), Err(H2Error::NameTaken { .. })));
    assert!(matches!(devices.write_poster(poster, &[0; 9]), Err(H2Error::WrongSize { is: 8, expected: 9 })));
    assert_eq!(devices.read_poster("nobody", 8).unwrap(), None);
    assert_eq!(devices.read_poster(&"x".repeat(31), 8).unwrap(), None, "not written yet");
    devices.write_poster(poster, &[7; 8]).unwrap();
    assert_eq!(devices.read_poster(&"x".repeat(31), 4).unwrap().unwrap().bytes, [7; 4]);
    assert!(matches!(devices.read_poster(&"x".repeat(31), 9), Err(H2Error::WrongSize { is: 8, .. })));
    devices.delete_poster(poster).unwrap();
    assert!(matches!(devices.write_poster(poster, &[0; 8]), Err(H2Error::Gone)));
    assert!(matches!(devices.delete_poster(poster), Err(H2Error::Gone)));
    let full = (0..8).map(|number| devices.create_poster(&format!("p{number}"), 8)).find(Result::is_err);
    assert!(matches!(full, Some(Err(H2Error::Full))));
    // The failed attempt left nothing behind.
    let (bytes, _) = devices.free_memory().unwrap();
    assert_eq!(bytes, 4096 - 6 * (16 + 32));
}

#[test]
fn what_is_removed_and_made_anew_is_noticed() {
    let Some(mut fixture) = fixture(SIZE) else { return };
    assert!(fixture.devices().is_current());
    end(&fixture.location).unwrap();
    assert!(!fixture.devices().is_current());
    // The old memory can still be used, for nobody.
    assert!(fixture.devices().create_poster("late", 8).is_err());
    let again = init(&fixture.location, SIZE).unwrap();
    assert!(again.is_current());
    assert!(!fixture.devices().is_current());
    fixture.devices = Some(again);
}

#[test]
fn damaged_devices_are_errors() {
    let Some(fixture) = fixture(SIZE) else { return };
    let devices = fixture.devices();
    let poster = devices.create_poster("p", 8).unwrap();
    devices.write_poster(poster, &[1; 8]).unwrap();
    for (field, value, count) in [
        (slot::POSTER_SIZE, -1, 8),
        (slot::POSTER_SIZE, i32::MAX, 1 << 23),
        (slot::POSTER_DATA, i32::MAX, 8),
        (slot::POSTER_DATA + 4, -1, 8),
        (slot::POSTER_SEMAPHORE, 0, 8),
        (slot::POSTER_SEMAPHORE, -7, 8),
        (slot::POSTER_SEMAPHORE, i32::MAX, 8),
    ] {
        let before = devices.number(2, field).unwrap();
        devices.set_number(2, field, value).unwrap();
        assert!(devices.read_poster("p", count).is_err(), "{field} {value}");
        devices.set_number(2, field, before).unwrap();
        assert!(devices.read_poster("p", 8).is_ok(), "{field} {value}");
    }
}

#[test]
fn a_folder_without_devices_and_a_file_of_somebody_else_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::in_folder(folder.path(), 12);
    assert!(matches!(Devices::attach(&location), Err(H2Error::NotInitialised(_))));
    std::fs::write(location.file(), "rubbish").unwrap();
    assert!(
        matches!(Devices::attach(&location), Err(H2Error::NotInitialised(_))),
        "a lock file without devices"
    );
    assert!(matches!(init(&location, SIZE), Err(H2Error::Exists(_))));
}

#[test]
fn a_table_of_the_wrong_size_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::in_folder(folder.path(), 12);
    std::fs::write(location.file(), "-1\n").unwrap();
    let key = location.key(0, device_type::TABLE).unwrap();
    for length in [1, 119, 120, 1234] {
        let Ok(segment) = Segment::create(key, length) else {
            eprintln!("skipped: System V shared memory is not permitted here");
            return;
        };
        assert!(matches!(Devices::attach(&location), Err(H2Error::Damaged(_))), "{length}");
        Segment::remove(segment.id()).unwrap();
    }
    // Zeros are no devices either.
    let segment = Segment::create(key, 1200).unwrap();
    assert!(matches!(Devices::attach(&location), Err(H2Error::Damaged(_))));
    Segment::remove(segment.id()).unwrap();
}

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
    command.args(["--exact", "h2::tests::child", "--nocapture"]).env(CHILD, folder);
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

#[test]
fn two_threads_see_whole_contents_only() {
    let Some(fixture) = fixture(SIZE) else { return };
    let stop = Arc::new(AtomicBool::new(false));
    let poster = fixture.devices().create_poster("p", 4096).unwrap();
    fixture.devices().write_poster(poster, &[0; 4096]).unwrap();
    let (reader, stopped) = (Devices::attach(&fixture.location).unwrap(), Arc::clone(&stop));
    let reading = std::thread::spawn(move || {
        let mut seen = 0;
        while !stopped.load(Ordering::Relaxed) || seen == 0 {
            match reader.read_poster("p", 4096) {
                Ok(Some(reading)) => {
                    assert!(reading.bytes.iter().all(|byte| *byte == reading.bytes[0]));
                    seen += 1;
                }
                Ok(None) => panic!("the poster is gone"),
                Err(H2Error::Busy(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
    });
    for round in 0..500_u32 {
        match fixture.devices().write_poster(poster, &[round as u8; 4096]) {
            Ok(()) | Err(H2Error::Busy(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    stop.store(true, Ordering::Relaxed);
    reading.join().unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn memory_is_whole_again_after_any_order(
        steps in prop::collection::vec((any::<bool>(), 0_usize..3000, any::<prop::sample::Index>()), 1..60),
    ) {
        let Some(fixture) = fixture(InitSize { slots: 8, memory_bytes: 16384 }) else { return Ok(()) };
        let segment = &fixture.devices().memory;
        let before = memory::free_bytes(segment).unwrap();
        let mut taken: Vec<(u64, usize, u8)> = Vec::new();
        for (round, (allocate, size, which)) in steps.into_iter().enumerate() {
            if allocate {
                match memory::allocate(segment, size) {
                    Ok(at) => {
                        let mark = round as u8;
                        segment.write(at as usize, &vec![mark; size]).unwrap();
                        taken.push((at, size, mark));
                    }
                    Err(H2Error::NoMemory(_)) => {}
                    Err(error) => return Err(TestCaseError::fail(error.to_string())),
                }
            } else if !taken.is_empty() {
                let (at, size, mark) = taken.remove(which.index(taken.len()));
                let mut bytes = vec![0; size];
                segment.read(at as usize, &mut bytes).unwrap();
                prop_assert!(bytes.iter().all(|byte| *byte == mark), "chunks overlap");
                memory::free(segment, at).unwrap();
                prop_assert!(memory::free(segment, at).is_err(), "freed twice");
            }
        }
        for (at, _, _) in taken {
            memory::free(segment, at).unwrap();
        }
        prop_assert_eq!(memory::free_bytes(segment).unwrap(), before);
    }

    #[test]
    fn damaged_memory_and_tables_are_errors_and_nothing_worse(
        in_table in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12),
    ) {
        let Some(fixture) = fixture(InitSize { slots: 6, memory_bytes: 1024 }) else { return Ok(()) };
        let devices = fixture.devices();
        let poster = devices.create_poster("p", 64).unwrap();
        devices.write_poster(poster, &[1; 64]).unwrap();
        let segment = if in_table { &devices.table } else { &devices.memory };
        let mut original = vec![0; segment.length()];
        segment.read(0, &mut original).unwrap();
        // Types and ids in the kernel stay, so that this test cannot touch what is not its own.
        for (place, value) in changes {
            let place = place.index(original.len());
            let of_slot = place % SLOT_BYTES;
            let is_kept = of_slot < slot::HANDLE || (slot::KERNEL_ID..slot::KERNEL_ID + 4).contains(&of_slot);
            if !in_table || !is_kept {
                segment.write(place, &[value]).unwrap();
            }
        }
        let _ = devices.read_poster("p", 64);
        let _ = devices.write_poster(poster, &[2; 64]);
        let _ = devices.create_poster("q", 32);
        let _ = devices.delete_stale_posters();
        let _ = devices.delete_poster(poster);
        let _ = devices.free_memory();
        let _ = Devices::attach(&fixture.location);
        segment.write(0, &original).unwrap();
    }
}
