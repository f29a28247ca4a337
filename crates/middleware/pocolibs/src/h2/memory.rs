//! Allocator for the memory of h2 devices: chunks with headers, and a list of free chunks.
//!
//! The header of a chunk has four numbers: length without header, `next`, `prev`, and a signature. `next` and `prev` link
//! free chunks in the order of their offsets. All processes use the first chunk as the head of the list, so it is
//! never allocated.

use super::error::H2Error;
use super::ipc::Segment;
use super::layout::{CHUNK_BYTES_MIN, CHUNK_HEADER_BYTES, CHUNK_IN_USE, CHUNK_SIGNATURE, FIRST_CHUNK};

/// Header of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chunk {
    /// Offset of the header. [bytes]
    at: u64,
    /// Size without header. [bytes]
    length: u64,
    /// Offset of the next free chunk; zero for none.
    next: u64,
    /// Offset of the previous free chunk; zero for none.
    prev: u64,
}

impl Chunk {
    /// Offset of the end of the chunk. [bytes]
    fn end(self) -> u64 {
        self.at + CHUNK_HEADER_BYTES + self.length
    }
}

fn damaged(at: u64) -> H2Error {
    H2Error::Damaged(format!("the memory is not a chunk at {at}"))
}

fn load(memory: &Segment, at: u64) -> Result<Chunk, H2Error> {
    let mut bytes = [0; CHUNK_HEADER_BYTES as usize];
    memory.read(at as usize, &mut bytes).map_err(|_| damaged(at))?;
    let number = |index: usize| {
        let word = bytes.get(index * 8..index * 8 + 8).and_then(|word| word.try_into().ok());
        word.map_or(0, u64::from_ne_bytes)
    };
    let chunk = Chunk { at, length: number(0), next: number(1), prev: number(2) };
    let inside = chunk.length <= memory.length() as u64 && chunk.end() <= memory.length() as u64;
    if number(3) != CHUNK_SIGNATURE || !inside {
        return Err(damaged(at));
    }
    Ok(chunk)
}

fn store(memory: &Segment, chunk: Chunk) -> Result<(), H2Error> {
    let words = [chunk.length, chunk.next, chunk.prev, CHUNK_SIGNATURE];
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    memory.write(chunk.at as usize, &bytes).map_err(|_| damaged(chunk.at))
}

/// Reads the list of free chunks. Returns an error if the offsets do not ascend.
fn free_list(memory: &Segment) -> Result<Vec<Chunk>, H2Error> {
    let mut chunks = vec![load(memory, FIRST_CHUNK)?];
    while let Some(last) = chunks.last().copied().filter(|chunk| chunk.next != 0) {
        if last.next < last.end() {
            return Err(damaged(last.next));
        }
        chunks.push(load(memory, last.next)?);
    }
    Ok(chunks)
}

/// Initializes the memory as one free chunk.
pub(super) fn format(memory: &Segment) -> Result<(), H2Error> {
    let length = memory.length() as u64 - 2 * CHUNK_HEADER_BYTES;
    store(memory, Chunk { at: FIRST_CHUNK, length, next: 0, prev: 0 })
}

/// Allocates a chunk, and returns the offset of its data. The caller holds the lock.
pub(super) fn allocate(memory: &Segment, count: usize) -> Result<u64, H2Error> {
    let size = (count as u64).next_multiple_of(8).max(CHUNK_BYTES_MIN);
    let chunks = free_list(memory)?;
    for (place, chunk) in chunks.iter().enumerate().filter(|(_, chunk)| chunk.length >= size) {
        if chunk.length > size + CHUNK_HEADER_BYTES + CHUNK_BYTES_MIN {
            // Split a larger chunk, and allocate its end.
            let rest = Chunk { length: chunk.length - size - CHUNK_HEADER_BYTES, ..*chunk };
            store(memory, rest)?;
            let taken = Chunk { at: rest.end(), length: size, next: CHUNK_IN_USE, prev: 0 };
            store(memory, taken)?;
            return Ok(taken.at + CHUNK_HEADER_BYTES);
        }
        // The first chunk is the head of the list for all processes.
        if let Some(before) = place.checked_sub(1).and_then(|before| chunks.get(before)) {
            store(memory, Chunk { next: chunk.next, ..*before })?;
            if let Some(after) = chunks.get(place + 1) {
                store(memory, Chunk { prev: before.at, ..*after })?;
            }
            store(memory, Chunk { next: CHUNK_IN_USE, ..*chunk })?;
            return Ok(chunk.at + CHUNK_HEADER_BYTES);
        }
    }
    Err(H2Error::NoMemory(count))
}

/// Frees the chunk whose data is at the offset `bytes`. The caller holds the lock.
pub(super) fn free(memory: &Segment, bytes: u64) -> Result<(), H2Error> {
    let at = bytes.checked_sub(CHUNK_HEADER_BYTES).ok_or_else(|| damaged(bytes))?;
    let mut freed = load(memory, at)?;
    if freed.next != CHUNK_IN_USE {
        return Err(damaged(at));
    }
    let chunks = free_list(memory)?;
    let place = chunks.partition_point(|chunk| chunk.at < at);
    let before = place.checked_sub(1).and_then(|before| chunks.get(before)).copied();
    let before = before.ok_or_else(|| damaged(at))?;
    let after = chunks.get(place).copied();
    freed.next = after.map_or(0, |chunk| chunk.at);
    freed.prev = before.at;
    if let Some(after) = after.filter(|after| after.at == freed.end()) {
        freed.length += CHUNK_HEADER_BYTES + after.length;
        freed.next = after.next;
    }
    // Also if it is merged into the previous chunk: its header must no longer mark it as in use.
    store(memory, freed)?;
    let merged = if before.end() == freed.at {
        Chunk { length: before.length + CHUNK_HEADER_BYTES + freed.length, next: freed.next, ..before }
    } else {
        Chunk { next: freed.at, ..before }
    };
    store(memory, merged)?;
    // Link the next free chunk back.
    let last = if before.end() == freed.at { merged } else { freed };
    if last.next != 0 {
        let after = load(memory, last.next)?;
        store(memory, Chunk { prev: last.at, ..after })?;
    }
    Ok(())
}

/// Number of free bytes, and number of free chunks.
pub(super) fn free_bytes(memory: &Segment) -> Result<(u64, usize), H2Error> {
    let chunks = free_list(memory)?;
    Ok((chunks.iter().map(|chunk| chunk.length).sum(), chunks.len()))
}
