//! The blocks of a file, and the look-up of blocks by old address.

use std::cell::{OnceCell, RefCell};
use std::io;

use crate::ReadError;
use crate::formats::blend::bytes::{address_at, u32_at, u64_at};
use crate::formats::blend::dna::Dna;
use crate::formats::blend::header::{Header, LONG_HEADER_BYTES, as_written};
use crate::formats::blend::read_at::ReadAt;
use crate::formats::blend::source::{Source, WINDOW_BYTES, Window, damaged};

/// A whole file, indexed. The contents of blocks are read when they are used.
pub(super) struct BlendFile<'a> {
    pub source: Source<'a>,
    pub header: Header,
    pub dna: Dna,
    pub blocks: Vec<Block>,
    /// (owner, old address, block), sorted. Blocks of data are known to their owner only, because Blender frees and
    /// reuses memory while it writes; data-blocks, to which every pointer may refer, have the owner [`EVERYONE`].
    addresses: Vec<(u32, u64, u32)>,
    /// The first error while contents were read.
    failure: RefCell<Option<ReadError>>,
}

/// One block.
pub(super) struct Block {
    /// Two letters for a data-block ("OB", "ME"), "DATA" for a block that belongs to the previous data-block.
    pub code: [u8; 4],
    /// Its address in Blender's memory.
    pub address: u64,
    /// Index of its structure in the DNA.
    pub layout: usize,
    /// Number of structures in it.
    pub count: usize,
    /// Place of its contents in the unpacked file.
    pub start: u64,
    /// Size of its contents. [bytes]
    pub size: usize,
    /// Index of the data-block that it belongs to, or of itself.
    pub owner: u32,
    /// Its contents, once they were read from the disk.
    contents: OnceCell<Box<[u8]>>,
}

/// The owner under which data-blocks are looked up.
const EVERYONE: u32 = u32::MAX;

impl<'a> BlendFile<'a> {
    /// Reads the block headers of the file and the DNA, but not the contents of other blocks.
    pub(super) fn read(source: Source<'a>) -> Result<BlendFile<'a>, ReadError> {
        let mut head = vec![0; LONG_HEADER_BYTES.min(usize::try_from(source.length()).unwrap_or(usize::MAX))];
        source.read_at(0, &mut head).map_err(|error| unreadable(&source, 0, &error))?;
        let header = Header::read(&head)?;
        let blocks = blocks(&source, header)?;
        let mut file = BlendFile {
            source,
            header,
            dna: Dna { structs: Vec::new() },
            blocks,
            addresses: Vec::new(),
            failure: RefCell::new(None),
        };
        let dna = file.blocks.iter().position(|block| &block.code == b"DNA1").ok_or_else(|| {
            ReadError::new(
                format!("offset {:#x}", file.source.length()),
                "the file ends without its structure DNA",
                "the file is cut short: copy it again",
            )
        })?;
        let dna = Dna::read(file.contents(dna as u32), header.pointer_bytes);
        file.failure()?;
        file.dna = dna?;
        let addresses = file.blocks.iter().enumerate().filter(|(_, block)| block.address != 0);
        let addresses = addresses.map(|(index, block)| {
            let owner = if &block.code == b"DATA" { block.owner } else { EVERYONE };
            (owner, block.address, index as u32)
        });
        file.addresses = addresses.collect();
        file.addresses.sort_unstable();
        Ok(file)
    }

    /// The contents of a block, which stay in memory.
    pub(super) fn contents(&self, block: u32) -> &[u8] {
        let Some(block) = self.blocks.get(block as usize) else { return &[] };
        if let Some(bytes) = self.source.in_memory(block.start, block.size) {
            return bytes;
        }
        block.contents.get_or_init(|| self.read_block(block).into_boxed_slice())
    }

    /// A copy of the contents of a block, for those that are used once.
    pub(super) fn copy_of(&self, block: u32) -> Vec<u8> {
        self.blocks.get(block as usize).map(|block| self.read_block(block)).unwrap_or_default()
    }

    fn read_block(&self, block: &Block) -> Vec<u8> {
        let mut bytes = vec![0; block.size];
        match self.source.read_at(block.start, &mut bytes) {
            Ok(()) => bytes,
            Err(error) => {
                self.note_failure(block.start, &error);
                Vec::new()
            }
        }
    }

    /// Keeps the error of contents that cannot be read. They count as missing until [`failure`](Self::failure) is asked for.
    pub(super) fn note_failure(&self, offset: u64, error: &io::Error) {
        self.failure.borrow_mut().get_or_insert_with(|| unreadable(&self.source, offset, error));
    }

    /// The first error while contents were read.
    ///
    /// # Errors
    /// That error, if there was one.
    pub(super) fn failure(&self) -> Result<(), ReadError> {
        self.failure.borrow_mut().take().map_or(Ok(()), Err)
    }

    /// The block with an address, as seen by the blocks of an owner.
    pub(super) fn block_at(&self, owner: u32, address: u64) -> Option<u32> {
        if address == 0 {
            return None;
        }
        let find = |owner: u32| {
            let place = self.addresses.partition_point(|entry| (entry.0, entry.1) < (owner, address));
            let entry = self.addresses.get(place)?;
            ((entry.0, entry.1) == (owner, address)).then_some(entry.2)
        };
        find(owner).or_else(|| find(EVERYONE))
    }
}

/// The head of a block, without its code.
struct BlockHead {
    size: usize,
    address: u64,
    layout: usize,
    count: usize,
}

impl BlockHead {
    fn read(head: &[u8], header: Header) -> BlockHead {
        let number = |at: usize| u32_at(head, at).unwrap_or(0) as usize;
        let long = |at: usize| u64_at(head, at).and_then(|value| usize::try_from(value).ok());
        if header.has_long_blocks {
            return BlockHead {
                size: long(16).unwrap_or(usize::MAX),
                address: address_at(head, 8, 8),
                layout: number(4),
                count: long(24).unwrap_or(0),
            };
        }
        BlockHead {
            size: number(4),
            address: address_at(head, 8, header.pointer_bytes),
            layout: number(8 + header.pointer_bytes),
            count: number(12 + header.pointer_bytes),
        }
    }
}

fn unreadable(source: &Source<'_>, offset: u64, error: &io::Error) -> ReadError {
    if let Source::Frames(_) = source {
        return damaged(offset, error);
    }
    ReadError::new(
        format!("offset {offset:#x}"),
        format!("cannot be read: {error}"),
        "check the disk, and that no program changes the file while it is loaded",
    )
}

fn blocks(source: &Source<'_>, header: Header) -> Result<Vec<Block>, ReadError> {
    let head_bytes = if header.has_long_blocks { 32 } else { 16 + header.pointer_bytes };
    let length = source.length();
    let mut blocks = Vec::new();
    let mut window = Window::default();
    let mut offset = header.bytes as u64;
    let mut owner = 0;
    loop {
        let cut_short = |problem: &str| {
            ReadError::new(
                format!("block at offset {offset:#x} of a file of Blender {}", as_written(header.version)),
                problem,
                "the file is damaged or cut short: copy it again",
            )
        };
        // The ENDB block needs no more than its code.
        let left = length.saturating_sub(offset).min(head_bytes as u64) as usize;
        let head = window.at(source, offset, left, WINDOW_BYTES, length);
        let (head, _) = head.map_err(|error| unreadable(source, offset, &error))?;
        if head.starts_with(b"ENDB") {
            return Ok(blocks);
        }
        if left < head_bytes {
            return Err(cut_short("the file ends within the head of the block"));
        }
        let code = [head[0], head[1], head[2], head[3]];
        let BlockHead { size, address, layout, count } = BlockHead::read(head, header);
        let start = offset + head_bytes as u64;
        let end = start.checked_add(size as u64).filter(|&end| end <= length);
        let end = end.ok_or_else(|| {
            cut_short(&format!(
                "the block {} says that it has {size} bytes, and the file has {} more",
                String::from_utf8_lossy(&code).trim_end_matches('\0'),
                length - start
            ))
        })?;
        let index = blocks.len() as u32;
        if &code != b"DATA" {
            owner = index;
        }
        blocks.push(Block { code, address, layout, count, start, size, owner, contents: OnceCell::new() });
        offset = end;
    }
}
