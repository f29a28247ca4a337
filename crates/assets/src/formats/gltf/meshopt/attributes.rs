//! Streams of attributes: elements as differences from the ones before them, each byte of the elements packed for itself.

use crate::formats::gltf::meshopt::cursor::Cursor;
use crate::formats::gltf::meshopt::{Problem, SHORT};

/// Elements whose differences are packed with the same number of bits.
const GROUP: usize = 16;
/// Largest number of elements of a block.
const BLOCK_MAX: usize = 256;
/// Bytes of a block, as far as that is not less than a group.
const BLOCK_BYTES: usize = 8192;

/// Differences of one byte of the elements of a block.
type Column = [u8; BLOCK_MAX];

/// How a column is packed.
#[derive(Clone, Copy)]
enum Packing {
    /// Each group has one of four numbers of bits.
    Bits([usize; 4]),
    Zeros,
    Plain,
}

const VERSION_0: Packing = Packing::Bits([0, 2, 4, 8]);

/// How the four bytes of a channel follow from those of the element before.
#[derive(Clone, Copy)]
enum Channel {
    Bytes,
    Pairs,
    /// Bits that change, after a turn to the right.
    Turned(u32),
}

/// Decompresses `count` elements of `stride` bytes, a multiple of four. Memory is taken as blocks arrive.
pub(super) fn decode(stream: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, Problem> {
    let channels = stride / 4;
    let is_new = stream.first() == Some(&0xa1);
    let (header, modes, tail_min) = if is_new { (0xa1, channels, 24) } else { (0xa0, 0, 32) };
    let (mut cursor, tail) = Cursor::between(stream, header, (stride + modes).max(tail_min))?;
    let (first, modes) = tail
        .split_at_checked(tail.len() - modes)
        .and_then(|(rest, modes)| Some((rest.get(rest.len().checked_sub(stride)?..)?, modes)))
        .ok_or(SHORT)?;
    let modes = modes.iter().map(|&mode| channel_of(mode)).collect::<Result<Vec<Channel>, Problem>>()?;
    let mut previous: Vec<[u8; 4]> = first.as_chunks::<4>().0.to_vec();

    let block_max = (BLOCK_BYTES / stride / GROUP * GROUP).min(BLOCK_MAX);
    let mut decoded = Vec::new();
    let mut columns = [[0; BLOCK_MAX]; 4];
    let mut left = count;
    while left > 0 {
        let elements = left.min(block_max);
        let controls = if is_new { cursor.take(channels)? } else { &[] };
        let start = decoded.len();
        for (place, previous) in previous.iter_mut().enumerate() {
            for (byte, column) in columns.iter_mut().enumerate() {
                let packing = controls.get(place).map_or(VERSION_0, |&control| packing_of(control, byte));
                unpack(&mut cursor, packing, elements, column)?;
            }
            if place == 0 {
                decoded.resize(start + elements * stride, 0);
            }
            let channel = modes.get(place).copied().unwrap_or(Channel::Bytes);
            let rows = decoded.get_mut(start..).unwrap_or_default().chunks_exact_mut(stride);
            for (element, row) in rows.enumerate() {
                let change = [0, 1, 2, 3].map(|byte| columns[byte][element]);
                *previous = changed(*previous, change, channel);
                row[place * 4..][..4].copy_from_slice(previous);
            }
        }
        left -= elements;
    }
    cursor.end()?;
    Ok(decoded)
}

fn packing_of(control: u8, byte: usize) -> Packing {
    match control >> (2 * byte) & 3 {
        0 => Packing::Bits([0, 1, 2, 4]),
        1 => Packing::Bits([1, 2, 4, 8]),
        2 => Packing::Zeros,
        _ => Packing::Plain,
    }
}

fn channel_of(mode: u8) -> Result<Channel, Problem> {
    match (mode & 15, mode >> 4) {
        (0, 0) => Ok(Channel::Bytes),
        (1, 0) => Ok(Channel::Pairs),
        (2, turn) => Ok(Channel::Turned(u32::from(turn))),
        _ => Err("the stream has a channel of unknown kind"),
    }
}

/// Reads a column of a block: its groups, the last one with elements that do not count.
fn unpack(
    cursor: &mut Cursor<'_>,
    packing: Packing,
    elements: usize,
    column: &mut Column,
) -> Result<(), Problem> {
    let groups = elements.div_ceil(GROUP);
    match packing {
        Packing::Zeros => column.fill(0),
        // Of a plain column, the elements that do not count are not stored.
        Packing::Plain => column.get_mut(..elements).ok_or(SHORT)?.copy_from_slice(cursor.take(elements)?),
        Packing::Bits(widths) => {
            let widths_of_groups = cursor.take(groups.div_ceil(4))?;
            for (group, values) in column.as_chunks_mut::<GROUP>().0.iter_mut().take(groups).enumerate() {
                let kind = widths_of_groups.get(group / 4).map_or(0, |byte| byte >> (group % 4 * 2) & 3);
                unpack_group(cursor, widths[usize::from(kind)], values)?;
            }
        }
    }
    Ok(())
}

/// Reads the values of a group. A value of all ones stands for a byte behind the group.
fn unpack_group(cursor: &mut Cursor<'_>, bits: usize, values: &mut [u8; GROUP]) -> Result<(), Problem> {
    let packed = cursor.take(GROUP * bits / 8)?;
    match bits {
        0 => values.fill(0),
        8 => values.copy_from_slice(packed),
        _ => {
            let in_byte = 8 / bits;
            let all_ones = (1 << bits) - 1;
            for (number, value) in values.iter_mut().enumerate() {
                let byte = packed.get(number / in_byte).copied().unwrap_or_default();
                let place = number % in_byte * bits;
                // Single bits begin with the lowest one, larger values with the highest ones.
                let shift = if bits == 1 { place } else { 8 - bits - place };
                let short = byte >> shift & all_ones;
                *value = if short == all_ones { cursor.byte()? } else { short };
            }
        }
    }
    Ok(())
}

/// The next four bytes of a channel.
fn changed(previous: [u8; 4], change: [u8; 4], channel: Channel) -> [u8; 4] {
    match channel {
        Channel::Bytes => std::array::from_fn(|byte| {
            let delta = change[byte] >> 1 ^ (change[byte] & 1).wrapping_neg();
            previous[byte].wrapping_add(delta)
        }),
        Channel::Pairs => {
            let pair = |bytes: [u8; 4], first: usize| u16::from_le_bytes([bytes[first], bytes[first + 1]]);
            let next = |first: usize| {
                let change = pair(change, first);
                let delta = change >> 1 ^ (change & 1).wrapping_neg();
                pair(previous, first).wrapping_add(delta).to_le_bytes()
            };
            let ([a, b], [c, d]) = (next(0), next(2));
            [a, b, c, d]
        }
        Channel::Turned(turn) => {
            let change = u32::from_le_bytes(change).rotate_right(turn);
            (u32::from_le_bytes(previous) ^ change).to_le_bytes()
        }
    }
}
