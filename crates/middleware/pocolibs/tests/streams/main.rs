//! Conversion of readings to posters, and of posters to commands, in separate h2 devices.
#![cfg(all(target_os = "linux", target_pointer_width = "64"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// Common prefix of the class paths in these tests.
pub const PREFIX: &str = "morse.middleware.pocolibs.";

#[path = "../../../moos/tests/streams/data.rs"]
mod data;
mod inputs;
mod options;
mod outputs;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use morse_pocolibs::PocolibsMiddleware;
use morse_pocolibs::h2::{Devices, H2Error, InitSize, Location, end, init};
use morse_pocolibs::structs::{Record, struct_named};
use morse_scene::value::Map;
use morse_sim::transport::stream::Middleware;
use tempfile::TempDir;

/// Timeout of all waits in tests.
const WAIT: Duration = Duration::from_secs(20);

/// A middleware with its own h2 devices.
pub struct Fixture {
    /// The middleware under test.
    pub middleware: PocolibsMiddleware,
    /// The devices, as attached by another program.
    pub devices: Devices,
    location: Location,
    _folder: TempDir,
}

impl Fixture {
    /// `None` if the system forbids System V IPC.
    pub fn new() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::in_folder(folder.path(), 12);
        let devices = match init(&location, InitSize::default()) {
            Ok(devices) => devices,
            Err(H2Error::System { source, .. }) => {
                eprintln!("skipped: System V IPC is not permitted here, {source}");
                return None;
            }
            Err(error) => panic!("{error}"),
        };
        let mut middleware = PocolibsMiddleware::new(IpAddr::from([127, 0, 0, 1]));
        let folder_name = folder.path().to_str().unwrap().to_owned();
        middleware.configure(&Map::from([("h2dev_dir", folder_name)])).unwrap();
        Some(Self { middleware, devices, location, _folder: folder })
    }

    /// Waits until a poster is written, and returns its content.
    pub fn read(&mut self, name: &str, size: usize) -> Vec<u8> {
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < WAIT, "there is no poster {name}");
            self.middleware.flush();
            self.middleware.wait_until_sent();
            match self.devices.read_poster(name, size) {
                Ok(Some(reading)) => return reading.bytes,
                Ok(None) | Err(H2Error::Busy(_)) => std::thread::sleep(Duration::from_millis(1)),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Like [`Fixture::read`], with the content as a structure.
    pub fn record(&mut self, name: &str, structure: &str) -> Record {
        let layout = Arc::new(struct_named(structure).unwrap());
        let bytes = self.read(name, layout.size());
        Record::read(layout, bytes, true).unwrap()
    }

    /// Creates and writes a poster, as another program does.
    pub fn write(&self, name: &str, record: &Record) {
        let poster = self.devices.create_poster(name, record.bytes().len()).unwrap();
        self.devices.write_poster(poster, record.bytes()).unwrap();
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.middleware.finish();
        end(&self.location).unwrap();
    }
}
