//! Creates and removes h2 devices, as `h2 init` and `h2 end` do.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use super::error::H2Error;
use super::ipc::{Segment, SemaphoreArray};
use super::layout::{
    CHUNK_HEADER_BYTES, INDEX_BITS, MEMORY_NAME, SEMAPHORE_FREE, SEMAPHORE_TAKEN, SEMAPHORES_NAME,
    SLOT_BYTES, SLOTS, device_type, slot,
};
use super::location::Location;
use super::memory;
use super::semaphores::new_array;
use super::table::{Devices, own_pid, own_uid, process_exists};

/// Size of h2 devices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InitSize {
    /// Number of slots.
    pub slots: usize,
    /// Size of the memory for data. [bytes]
    pub memory_bytes: usize,
}

impl Default for InitSize {
    fn default() -> Self {
        Self { slots: SLOTS, memory_bytes: 4 << 20 }
    }
}

/// Prefix of the second line in lock files of simulators, followed by the process id of the creator.
const OWN_LINE: &str = "morse ";

/// Creates h2 devices. Devices of a crashed simulator are removed first.
///
/// # Errors
/// When there are devices of another program, or a system call fails.
pub fn init(location: &Location, size: InitSize) -> Result<Devices, H2Error> {
    let file = location.file();
    if is_left_by_crashed_simulator(location) {
        tracing::info!(target: crate::log::STREAMS, "The h2 devices of a crashed simulator are recreated.");
        end(location)?;
    }
    let mut lock = match OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(lock) => lock,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            return Err(H2Error::Exists(PathBuf::from(file)));
        }
        Err(source) => {
            return Err(H2Error::System { what: "cannot create the lock file of h2 devices", source });
        }
    };
    let written = write!(lock, "-1\n{OWN_LINE}{}\n", own_pid());
    let made = written.map_err(H2Error::system("cannot write the lock file of h2 devices"));
    let made = made.and_then(|()| create(location, size));
    if made.is_err() {
        // Remove everything that was created.
        let _ = end(location);
    }
    made?;
    Devices::attach(location)
}

fn create(location: &Location, size: InitSize) -> Result<(), H2Error> {
    let refused = || H2Error::system("cannot create h2 devices");
    let slots = size.slots.max(3);
    let table_key = location.key(0, device_type::TABLE)?;
    let table = Segment::create(table_key, slots * SLOT_BYTES).map_err(refused())?;
    let set = |index: usize, field: usize, bytes: &[u8]| {
        table.write(index * SLOT_BYTES + field, bytes).map_err(refused())
    };
    let array = new_array(location.key(0, device_type::SEMAPHORES)?)?;
    array.set(0, SEMAPHORE_TAKEN).map_err(refused())?;
    let memory_key = location.key(1, device_type::MEMORY)?;
    let memory_bytes = size.memory_bytes.next_multiple_of(8) + 2 * CHUNK_HEADER_BYTES as usize;
    let memory = Segment::create(memory_key, memory_bytes).map_err(refused())?;
    memory::format(&memory)?;
    for (index, kind, name, id) in [
        (0, device_type::SEMAPHORES, SEMAPHORES_NAME, array.0),
        (1, device_type::MEMORY, MEMORY_NAME, memory.id()),
    ] {
        set(index, slot::TYPE, &kind.to_ne_bytes())?;
        set(index, slot::HANDLE, &(index as u32).to_ne_bytes())?;
        set(index, slot::NAME, name.as_bytes())?;
        set(index, slot::UID, &own_uid().to_ne_bytes())?;
        set(index, slot::KERNEL_ID, &id.to_ne_bytes())?;
    }
    for index in 2..slots {
        // The maximum generation, so that the first device has generation 0.
        let handle = index as u32 | (u32::MAX << INDEX_BITS);
        set(index, slot::HANDLE, &handle.to_ne_bytes())?;
    }
    array.set(0, SEMAPHORE_FREE).map_err(refused())
}

/// Removes h2 devices from the kernel, and their lock file.
///
/// # Errors
/// When the lock file cannot be removed.
pub fn end(location: &Location) -> Result<(), H2Error> {
    // Errors of the kernel are ignored: IPC objects may already be removed.
    if let Ok(devices) = Devices::attach(location) {
        for handle in devices.of_type(device_type::SEMAPHORES)?.into_iter().rev() {
            let _ = SemaphoreArray(devices.number(handle.index(), slot::KERNEL_ID)?).remove();
        }
        let _ = Segment::remove(devices.memory.id());
        let _ = Segment::remove(devices.table.id());
    } else {
        for (index, kind) in [(0, device_type::TABLE), (1, device_type::MEMORY)] {
            let found = location.key(index, kind).ok().and_then(|key| Segment::find(key).ok());
            found.map(Segment::remove);
        }
        if let Ok(array) = location.key(0, device_type::SEMAPHORES).map(|key| SemaphoreArray::create(key, 0))
        {
            let _ = array.map(SemaphoreArray::remove);
        }
    }
    match std::fs::remove_file(location.file()) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(H2Error::System { what: "cannot remove the lock file of h2 devices", source: error })
        }
        _ => Ok(()),
    }
}

/// Whether the lock file belongs to a simulator that no longer runs.
fn is_left_by_crashed_simulator(location: &Location) -> bool {
    let Ok(text) = std::fs::read_to_string(location.file()) else { return false };
    let pid = text.lines().nth(1).and_then(|line| line.strip_prefix(OWN_LINE)?.parse().ok());
    pid.is_some_and(|pid| !process_exists(pid))
}
