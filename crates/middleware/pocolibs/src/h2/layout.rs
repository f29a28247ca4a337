//! Memory layout of the h2 devices, measured with pocolibs 3.3.99.1 on 64-bit Linux.

/// Size of a slot of the device table. [bytes]
pub(crate) const SLOT_BYTES: usize = 120;
/// Default number of slots of `h2 init`.
pub(crate) const SLOTS: usize = 120;

/// Types of devices.
pub(crate) mod device_type {
    pub(crate) const NONE: i32 = 0;
    pub(crate) const TABLE: i32 = 1;
    pub(crate) const SEMAPHORES: i32 = 2;
    pub(crate) const POSTER: i32 = 4;
    pub(crate) const MEMORY: i32 = 6;
    /// Number of types, the factor of the slot index in keys.
    pub(crate) const COUNT: usize = 7;
}

/// Offsets in a slot. [bytes]
pub(crate) mod slot {
    pub(crate) const TYPE: usize = 0;
    pub(crate) const HANDLE: usize = 4;
    pub(crate) const NAME: usize = 8;
    pub(crate) const UID: usize = 40;
    /// For semaphores and memory: the id in the kernel.
    pub(crate) const KERNEL_ID: usize = 48;
    pub(crate) const POSTER_PID: usize = 48;
    pub(crate) const POSTER_DATA: usize = 56;
    pub(crate) const POSTER_SEMAPHORE: usize = 64;
    pub(crate) const POSTER_FRESH: usize = 68;
    pub(crate) const POSTER_SECONDS: usize = 72;
    pub(crate) const POSTER_NANOSECONDS: usize = 80;
    pub(crate) const POSTER_SIZE: usize = 88;
    pub(crate) const POSTER_OPERATION: usize = 92;
    pub(crate) const POSTER_ENDIANNESS: usize = 96;
    pub(crate) const POSTER_READS: usize = 100;
    pub(crate) const POSTER_WRITES: usize = 104;
    pub(crate) const POSTER_BYTES_READ: usize = 108;
    pub(crate) const POSTER_BYTES_WRITTEN: usize = 112;
    /// Process id of the simulator that created the poster, in trailing bytes that pocolibs does not use.
    pub(crate) const OWN_MARK: usize = 116;
}

/// Size of a name including its terminating zero. [bytes]
pub(crate) const NAME_BYTES: usize = 32;
/// Number of low bits of a handle that hold the slot index.
pub(crate) const INDEX_BITS: u32 = 20;
/// Name of the arrays of semaphores.
pub(crate) const SEMAPHORES_NAME: &str = "h2semLib";
/// Name of the device with the memory for data.
pub(crate) const MEMORY_NAME: &str = "smMem";

/// Number of semaphores in an array.
pub(crate) const ARRAY_SEMAPHORES: i32 = 20;
/// Values of semaphores.
pub(crate) const SEMAPHORE_UNALLOCATED: i32 = 32767;
pub(crate) const SEMAPHORE_FREE: i32 = 1;
pub(crate) const SEMAPHORE_TAKEN: i32 = 0;

/// Value of `POSTER_ENDIANNESS` for little-endian creators.
pub(crate) const LITTLE_ENDIAN: i32 = 1;

/// Size of the header of a chunk of memory. [bytes]
pub(crate) const CHUNK_HEADER_BYTES: u64 = 32;
/// Offset of the first chunk. [bytes]
pub(crate) const FIRST_CHUNK: u64 = 32;
/// Size of the smallest chunk. [bytes]
pub(crate) const CHUNK_BYTES_MIN: u64 = 16;
/// Value of `next` in a chunk that is in use.
pub(crate) const CHUNK_IN_USE: u64 = 0x5f5f_5f5f;
/// Signature of chunks.
pub(crate) const CHUNK_SIGNATURE: u64 = 0xdead_beef;
