//! The device table: named slots, and the lock of all shared structures.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::error::H2Error;
use super::ipc::{Segment, SemaphoreArray};
use super::layout::{
    INDEX_BITS, MEMORY_NAME, NAME_BYTES, SEMAPHORE_FREE, SEMAPHORE_TAKEN, SLOT_BYTES, device_type, slot,
};
use super::location::Location;

/// Timeout for the lock of the devices.
const LOCK_MAX: Duration = Duration::from_millis(200);
/// Timeout for the semaphore of a poster. The operation is retried at the next tick.
pub(super) const POSTER_MAX: Duration = Duration::from_millis(5);
/// Delay between attempts to take a semaphore.
const LOCK_RETRY: Duration = Duration::from_micros(200);

/// The h2 devices, attached to this process.
#[derive(Debug)]
pub struct Devices {
    location: Location,
    pub(super) table: Segment,
    pub(super) memory: Segment,
    slots: usize,
}

/// Handle of a slot: slot index and generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Handle(pub(super) u32);

impl Handle {
    /// Index of the slot.
    pub(super) fn index(self) -> usize {
        (self.0 & ((1 << INDEX_BITS) - 1)) as usize
    }
}

impl Devices {
    /// Attaches the devices created by `h2 init`.
    ///
    /// # Errors
    /// When there are no devices, or their table is invalid.
    pub fn attach(location: &Location) -> Result<Self, H2Error> {
        let key = location.key(0, device_type::TABLE)?;
        let missing = |_| H2Error::NotInitialized(PathBuf::from(location.file()));
        let table = Segment::find(key).map_err(missing)?;
        let table = Segment::attach(table).map_err(H2Error::system("cannot attach the h2 devices"))?;
        let slots = table.length() / SLOT_BYTES;
        if slots < 2 || table.length() % SLOT_BYTES != 0 {
            let length = table.length();
            return Err(H2Error::Damaged(format!(
                "a table of {length} bytes does not consist of slots of {SLOT_BYTES} bytes"
            )));
        }
        let mut found = None;
        for index in 0..slots {
            if number_at(&table, index, slot::TYPE)? == device_type::MEMORY
                && name_at(&table, index)? == MEMORY_NAME.as_bytes()
            {
                found = Some(number_at(&table, index, slot::KERNEL_ID)?);
                break;
            }
        }
        if number_at(&table, 0, slot::TYPE)? != device_type::SEMAPHORES {
            return Err(H2Error::Damaged("the first slot has no semaphores".to_owned()));
        }
        let id = found.ok_or_else(|| H2Error::Damaged("no slot has the memory".to_owned()))?;
        let memory =
            Segment::attach(id).map_err(H2Error::system("cannot attach the memory of h2 devices"))?;
        Ok(Self { location: location.clone(), table, memory, slots })
    }

    /// Whether the devices still exist under the key of the lock file. False after `h2 end`.
    #[must_use]
    pub fn is_current(&self) -> bool {
        let key = self.location.key(0, device_type::TABLE);
        key.is_ok_and(|key| Segment::find(key).is_ok_and(|id| id == self.table.id()))
    }

    /// Number of slots.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Number of slots that hold a device.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub fn used_slots(&self) -> Result<usize, H2Error> {
        let mut used = 0;
        for index in 0..self.slots {
            used += usize::from(self.number(index, slot::TYPE)? != device_type::NONE);
        }
        Ok(used)
    }

    /// Location of the devices.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.location
    }

    pub(super) fn number(&self, index: usize, field: usize) -> Result<i32, H2Error> {
        number_at(&self.table, index, field)
    }

    pub(super) fn long(&self, index: usize, field: usize) -> Result<i64, H2Error> {
        let mut bytes = [0; 8];
        self.table.read(index * SLOT_BYTES + field, &mut bytes).map_err(H2Error::system("the table"))?;
        Ok(i64::from_ne_bytes(bytes))
    }

    pub(super) fn set_number(&self, index: usize, field: usize, value: i32) -> Result<(), H2Error> {
        let bytes = value.to_ne_bytes();
        self.table.write(index * SLOT_BYTES + field, &bytes).map_err(H2Error::system("the table"))
    }

    pub(super) fn set_long(&self, index: usize, field: usize, value: i64) -> Result<(), H2Error> {
        let bytes = value.to_ne_bytes();
        self.table.write(index * SLOT_BYTES + field, &bytes).map_err(H2Error::system("the table"))
    }

    /// Adds to a counter, which wraps.
    pub(super) fn count(&self, index: usize, field: usize, by: usize) -> Result<(), H2Error> {
        let sum = self.number(index, field)?.cast_unsigned().wrapping_add(by as u32);
        self.set_number(index, field, sum.cast_signed())
    }

    /// Handles of all slots with a type.
    pub(super) fn of_type(&self, kind: i32) -> Result<Vec<Handle>, H2Error> {
        let mut found = Vec::new();
        for index in 0..self.slots {
            if self.number(index, slot::TYPE)? == kind {
                found.push(self.handle(index)?);
            }
        }
        Ok(found)
    }

    /// Reads the handle of a slot. Returns an error if its index is wrong.
    pub(super) fn handle(&self, index: usize) -> Result<Handle, H2Error> {
        let handle = Handle(self.number(index, slot::HANDLE)?.cast_unsigned());
        if handle.index() != index {
            return Err(H2Error::Damaged(format!("slot {index} has the handle of slot {}", handle.index())));
        }
        Ok(handle)
    }

    /// Whether a slot still holds the device that it held when `handle` was read.
    pub(super) fn is_valid(&self, handle: Handle, kind: i32) -> Result<bool, H2Error> {
        let index = handle.index();
        Ok(index < self.slots && self.handle(index)? == handle && self.number(index, slot::TYPE)? == kind)
    }

    /// Name of a slot.
    pub(super) fn name(&self, index: usize) -> Result<Vec<u8>, H2Error> {
        name_at(&self.table, index)
    }

    /// Finds the slot of a device by name.
    pub(super) fn find(&self, kind: i32, name: &str) -> Result<Option<Handle>, H2Error> {
        for handle in self.of_type(kind)? {
            if self.name(handle.index())? == name.as_bytes() {
                return Ok(Some(handle));
            }
        }
        Ok(None)
    }

    /// Allocates a free slot for a device. The caller holds the lock.
    pub(super) fn allocate(&self, kind: i32, name: &str) -> Result<Handle, H2Error> {
        for index in 0..self.slots {
            if self.number(index, slot::TYPE)? != device_type::NONE {
                continue;
            }
            let mut bytes = [0; NAME_BYTES];
            bytes.iter_mut().zip(name.bytes().take(NAME_BYTES - 1)).for_each(|(to, from)| *to = from);
            self.table
                .write(index * SLOT_BYTES + slot::NAME, &bytes)
                .map_err(H2Error::system("the table"))?;
            self.set_long(index, slot::UID, own_uid())?;
            let handle = self.handle(index)?.0.wrapping_add(1 << INDEX_BITS);
            self.set_number(index, slot::HANDLE, handle.cast_signed())?;
            self.set_number(index, slot::TYPE, kind)?;
            return Ok(Handle(handle));
        }
        Err(H2Error::Full)
    }

    /// Runs `work` while holding the lock of all shared structures.
    pub(super) fn locked<T>(&self, work: impl FnOnce() -> Result<T, H2Error>) -> Result<T, H2Error> {
        let array = self.first_array()?;
        take(array, 0, "the lock of the h2 devices", LOCK_MAX)?;
        let result = work();
        array.set(0, SEMAPHORE_FREE).map_err(H2Error::system("cannot release the h2 devices"))?;
        result
    }

    /// The first array of semaphores.
    pub(super) fn first_array(&self) -> Result<SemaphoreArray, H2Error> {
        self.number(0, slot::KERNEL_ID).map(SemaphoreArray)
    }
}

/// Takes a semaphore. Returns an error after `max`. A semaphore held by a dead process is released first; pocolibs has no
/// other way to recover it.
pub(super) fn take(
    array: SemaphoreArray,
    number: u16,
    what: &'static str,
    max: Duration,
) -> Result<(), H2Error> {
    let deadline = Instant::now() + max;
    loop {
        if array.try_take(number).map_err(H2Error::system(what))? {
            return Ok(());
        }
        let value = array.value(number.into()).map_err(H2Error::system(what))?;
        let holder = array.last_process(number.into()).map_err(H2Error::system(what))?;
        // The id of a process in another container is zero.
        if value == SEMAPHORE_TAKEN && holder > 0 && !process_exists(holder) {
            tracing::warn!(target: crate::log::STREAMS, "The process {holder} died with {what}; it is released.");
            array.set(number.into(), SEMAPHORE_FREE).map_err(H2Error::system(what))?;
        } else if Instant::now() > deadline {
            return Err(H2Error::Busy(what));
        } else {
            std::thread::sleep(LOCK_RETRY);
        }
    }
}

/// Whether a process with this id runs.
pub(super) fn process_exists(pid: i32) -> bool {
    let Some(pid) = rustix::process::Pid::from_raw(pid) else { return false };
    rustix::process::test_kill_process(pid) != Err(rustix::io::Errno::SRCH)
}

/// User id of this process.
pub(super) fn own_uid() -> i64 {
    rustix::process::getuid().as_raw().into()
}

/// Id of this process.
pub(super) fn own_pid() -> i32 {
    std::process::id().cast_signed()
}

fn number_at(table: &Segment, index: usize, field: usize) -> Result<i32, H2Error> {
    let mut bytes = [0; 4];
    table.read(index * SLOT_BYTES + field, &mut bytes).map_err(H2Error::system("the table"))?;
    Ok(i32::from_ne_bytes(bytes))
}

/// Name of a slot, without its terminating zero.
fn name_at(table: &Segment, index: usize) -> Result<Vec<u8>, H2Error> {
    let mut bytes = [0; NAME_BYTES];
    table.read(index * SLOT_BYTES + slot::NAME, &mut bytes).map_err(H2Error::system("the table"))?;
    Ok(bytes.iter().copied().take_while(|byte| *byte != 0).collect())
}
