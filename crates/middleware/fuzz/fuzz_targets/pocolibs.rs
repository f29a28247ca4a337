//! Fuzzes h2 devices in corrupted shared memory, and structures from other machines.
//!
//! Slot types and kernel ids are not changed, so that IPC objects of other programs are never touched.
#![no_main]

use std::sync::Arc;

use libfuzzer_sys::fuzz_target;
use morse_pocolibs::h2::{Devices, InitSize, Location, end, init};
use morse_pocolibs::structs::{Record, struct_named};

/// Size of a slot of the table. [bytes]
const SLOT_BYTES: usize = 120;
/// Offsets of the type and the kernel id in a slot. [bytes]
const KEPT: [std::ops::Range<usize>; 2] = [0..4, 48..52];

const STRUCTURES: [&str; 4] = ["POM_ME_POS", "POM_SE_POSTER", "GENPOS_CART_SPEED", "Gb_q7"];

fuzz_target!(|bytes: &[u8]| {
    for name in STRUCTURES {
        let layout = Arc::new(struct_named(name).expect("a structure"));
        for little_endian in [false, true] {
            if let Some(record) = Record::read(Arc::clone(&layout), bytes.to_vec(), little_endian) {
                layout.names().for_each(|field| drop(record.get(field)));
            }
        }
    }
    damage(bytes);
});

/// Corrupts devices of this process, and uses them. A change has three bytes: an offset of two bytes, and the new value.
fn damage(changes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let location = Location::in_folder(folder.path(), 12);
    let devices = init(&location, InitSize { slots: 6, memory_bytes: 1024 }).expect("devices");
    let poster = devices.create_poster("p", 64).expect("a poster");
    devices.write_poster(poster, &[1; 64]).expect("a write");
    for segment in own_segments() {
        let originals = segment.bytes();
        segment.change(changes);
        let seen = devices.written();
        let _ = devices.read_poster("p", 64);
        if let Some(found) = seen.ok().and_then(|seen| seen.get(b"p".as_slice()).copied()) {
            let _ = devices.has_changed(found);
            let _ = devices.read_written(found, "p", 64);
        }
        let _ = devices.write_poster(poster, &[2; 64]);
        let _ = devices.create_poster("q", 32);
        let _ = devices.delete_stale_posters();
        let _ = devices.delete_poster(poster);
        let _ = devices.free_memory();
        let _ = Devices::attach(&location);
        segment.restore(&originals);
    }
    drop(devices);
    end(&location).expect("the devices can be removed");
}

/// A second attachment of a shared memory segment.
struct Segment {
    base: *mut u8,
    length: usize,
    is_table: bool,
}

impl Segment {
    fn bytes(&self) -> Vec<u8> {
        // SAFETY: the segment is attached with this length, and the process has no other thread.
        unsafe { std::slice::from_raw_parts(self.base, self.length) }.to_vec()
    }

    fn change(&self, changes: &[u8]) {
        for change in changes.chunks_exact(3) {
            let place = usize::from(u16::from_le_bytes([change[0], change[1]])) % self.length;
            if !(self.is_table && KEPT.iter().any(|kept| kept.contains(&(place % SLOT_BYTES)))) {
                // SAFETY: the offset is below the length.
                unsafe { self.base.add(place).write_volatile(change[2]) };
            }
        }
    }

    fn restore(&self, bytes: &[u8]) {
        for (place, byte) in bytes.iter().enumerate() {
            // SAFETY: the bytes were read from this segment, so the offsets are below its length.
            unsafe { self.base.add(place).write_volatile(*byte) };
        }
    }
}

impl Drop for Segment {
    fn drop(&mut self) {
        // SAFETY: the segment was attached here, and nothing uses it after this.
        unsafe { libc::shmdt(self.base.cast()) };
    }
}

/// The segments created by this process: the device table, and the devices' memory.
fn own_segments() -> Vec<Segment> {
    let list = std::fs::read_to_string("/proc/sysvipc/shm").expect("System V IPC");
    let own = std::process::id().to_string();
    let rows = list.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
    let rows = rows.filter(|row| row.get(4) == Some(&own.as_str()));
    rows.map(|row| {
        let number = |column: usize| row[column].parse::<usize>().expect("a number");
        let (id, length) = (number(1), number(3));
        // SAFETY: attaches an existing segment at an address chosen by the kernel.
        let base = unsafe { libc::shmat(id as i32, std::ptr::null(), 0) };
        assert_ne!(base as isize, -1, "{}", std::io::Error::last_os_error());
        Segment { base: base.cast(), length, is_table: length == 6 * SLOT_BYTES }
    })
    .collect()
}
