//! Tests of h2 devices in the kernel. Each test has its own folder, and thus its own IPC keys.

mod crashes;
mod damage;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tempfile::TempDir;

use super::ipc::Segment;
use super::layout::{SLOT_BYTES, device_type, slot};
use super::{Devices, H2Error, InitSize, Location, end, init};

/// Size of the recorded devices.
const SIZE: InitSize = InitSize { slots: 120, memory_bytes: 0x40_0000 };

/// Devices in a temporary folder. They are removed on drop.
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

/// `None` if the system forbids System V IPC.
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

/// Whether the kernel has an IPC object with this key.
fn is_in_kernel(kind: &str, key: i32) -> bool {
    let text = std::fs::read_to_string(Path::new("/proc/sysvipc").join(kind)).unwrap();
    text.lines().skip(1).any(|line| line.split_whitespace().next() == Some(&key.to_string()))
}

#[test]
fn end_removes_all_kernel_objects() {
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
    assert!(matches!(Devices::attach(&location), Err(H2Error::NotInitialized(_))));
}

#[test]
fn poster_matches_the_recorded_bytes_of_pocolibs() {
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
    // Process id, time and the simulator's mark differ in each run.
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
fn invalid_names_and_sizes_are_errors() {
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
    assert_eq!(devices.read_poster("missing", 8).unwrap(), None);
    assert_eq!(devices.read_poster(&"x".repeat(31), 8).unwrap(), None, "not written yet");
    devices.write_poster(poster, &[7; 8]).unwrap();
    assert_eq!(devices.read_poster(&"x".repeat(31), 4).unwrap().unwrap().bytes, [7; 4]);
    assert!(matches!(devices.read_poster(&"x".repeat(31), 9), Err(H2Error::WrongSize { is: 8, .. })));
    devices.delete_poster(poster).unwrap();
    assert!(matches!(devices.write_poster(poster, &[0; 8]), Err(H2Error::Gone)));
    assert!(matches!(devices.delete_poster(poster), Err(H2Error::Gone)));
    let full = (0..8).map(|number| devices.create_poster(&format!("p{number}"), 8)).find(Result::is_err);
    assert!(matches!(full, Some(Err(H2Error::Full))));
    // The failed attempt allocated no memory.
    let (bytes, _) = devices.free_memory().unwrap();
    assert_eq!(bytes, 4096 - 6 * (16 + 32));
}

#[test]
fn removed_and_recreated_devices_are_detected() {
    let Some(mut fixture) = fixture(SIZE) else { return };
    assert!(fixture.devices().is_current());
    end(&fixture.location).unwrap();
    assert!(!fixture.devices().is_current());
    // The old memory is still attached, but posters in it are not visible to other processes.
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
fn missing_devices_and_foreign_lock_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let location = Location::in_folder(folder.path(), 12);
    assert!(matches!(Devices::attach(&location), Err(H2Error::NotInitialized(_))));
    std::fs::write(location.file(), "garbage").unwrap();
    assert!(
        matches!(Devices::attach(&location), Err(H2Error::NotInitialized(_))),
        "a lock file without devices"
    );
    assert!(matches!(init(&location, SIZE), Err(H2Error::Exists(_))));
}

#[test]
fn table_of_the_wrong_size_is_rejected() {
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
    // A zeroed table is invalid, too.
    let segment = Segment::create(key, 1200).unwrap();
    assert!(matches!(Devices::attach(&location), Err(H2Error::Damaged(_))));
    Segment::remove(segment.id()).unwrap();
}

#[test]
fn concurrent_reads_are_never_torn() {
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
                Ok(None) => panic!("the poster was deleted"),
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
