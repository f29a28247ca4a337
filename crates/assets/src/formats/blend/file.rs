//! The blocks of a file, and the look-up of blocks by old address.

use crate::ReadError;
use crate::formats::blend::bytes::{address_at, u32_at, u64_at};
use crate::formats::blend::dna::Dna;
use crate::formats::blend::header::{Header, as_written};

/// A whole file, indexed.
pub(super) struct BlendFile<'a> {
    pub header: Header,
    pub dna: Dna,
    pub blocks: Vec<Block<'a>>,
    /// (owner, old address, block), sorted. Blocks of data are known to their owner only, because Blender frees and
    /// reuses memory while it writes; data-blocks, to which every pointer may refer, have the owner [`EVERYONE`].
    addresses: Vec<(u32, u64, u32)>,
}

/// One block.
pub(super) struct Block<'a> {
    /// Two letters for a data-block ("OB", "ME"), "DATA" for a block that belongs to the previous data-block.
    pub code: [u8; 4],
    /// Its address in Blender's memory.
    pub address: u64,
    /// Index of its structure in the DNA.
    pub layout: usize,
    /// Number of structures in it.
    pub count: usize,
    pub bytes: &'a [u8],
    /// Index of the data-block that it belongs to, or of itself.
    pub owner: u32,
}

/// The owner under which data-blocks are looked up.
const EVERYONE: u32 = u32::MAX;

impl<'a> BlendFile<'a> {
    /// Reads the block headers of the file and the DNA, but not the contents of other blocks.
    pub(super) fn read(bytes: &'a [u8]) -> Result<BlendFile<'a>, ReadError> {
        let header = Header::read(bytes)?;
        let blocks = blocks(bytes, header)?;
        let dna = blocks.iter().find(|block| &block.code == b"DNA1").ok_or_else(|| {
            ReadError::new(
                format!("offset {:#x}", bytes.len()),
                "the file ends without its structure DNA",
                "the file is cut short: copy it again",
            )
        })?;
        let dna = Dna::read(dna.bytes, header.pointer_bytes)?;
        let mut addresses: Vec<(u32, u64, u32)> = blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.address != 0)
            .map(|(index, block)| {
                let owner = if &block.code == b"DATA" { block.owner } else { EVERYONE };
                (owner, block.address, index as u32)
            })
            .collect();
        addresses.sort_unstable();
        Ok(BlendFile { header, dna, blocks, addresses })
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

fn blocks(bytes: &[u8], header: Header) -> Result<Vec<Block<'_>>, ReadError> {
    let head_bytes = if header.has_long_blocks { 32 } else { 16 + header.pointer_bytes };
    let mut blocks = Vec::new();
    let mut offset = header.bytes;
    let mut owner = 0;
    loop {
        let cut_short = |problem: &str| {
            ReadError::new(
                format!("block at offset {offset:#x} of a file of Blender {}", as_written(header.version)),
                problem,
                "the file is damaged or cut short: copy it again",
            )
        };
        let Some(head) = bytes.get(offset..offset + head_bytes) else {
            // The ENDB block needs no more than its code.
            return match bytes.get(offset..offset + 4) {
                Some(b"ENDB") => Ok(blocks),
                _ => Err(cut_short("the file ends within the head of the block")),
            };
        };
        let code = [head[0], head[1], head[2], head[3]];
        if &code == b"ENDB" {
            return Ok(blocks);
        }
        let BlockHead { size, address, layout, count } = BlockHead::read(head, header);
        let start = offset + head_bytes;
        let body = start.checked_add(size).and_then(|end| bytes.get(start..end));
        let body = body.ok_or_else(|| {
            cut_short(&format!(
                "the block {} says that it has {size} bytes, and the file has {} more",
                String::from_utf8_lossy(&code).trim_end_matches('\0'),
                bytes.len() - start
            ))
        })?;
        let index = blocks.len() as u32;
        if &code != b"DATA" {
            owner = index;
        }
        blocks.push(Block { code, address, layout, count, bytes: body, owner });
        offset = start + size;
    }
}
